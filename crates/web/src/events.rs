//! Server-sent events: long work tells how it goes while it goes.
//!
//! The work sends from its own thread and waits where the client is slow; when the client goes
//! away, the stream is dropped, sending fails, and the work is told to stop.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
    thread,
    time::{Duration, Instant},
};

use axum::response::{
    IntoResponse, Response,
    sse::{Event, KeepAlive, Sse},
};
use knights_tour::Cancel;
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio_stream::{Stream, wrappers::ReceiverStream};

use crate::{
    app::App,
    error::Error,
    jobs::{Patience, Weight},
};

/// How long a client may leave its events unread before its place is given to another.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two attempts to send to a slow client.
const PAUSE: Duration = Duration::from_millis(2);

/// Where the work sends its events.
#[derive(Clone)]
pub(crate) struct Events {
    sender: mpsc::Sender<Event>,
    cancel: Cancel,
}

/// Nobody listens any more.
pub(crate) struct Gone;

impl Events {
    /// Sends a document under a name, waiting where the client is slow.
    pub(crate) fn send(&self, name: &str, data: &Value) -> Result<(), Gone> {
        self.send_text(name, &data.to_string())
    }

    /// Sends a document that is written already, on one line.
    pub(crate) fn send_text(&self, name: &str, data: &str) -> Result<(), Gone> {
        let mut event = Event::default().event(name).data(data.trim_end().replace('\n', ""));
        let began = Instant::now();
        loop {
            event = match self.sender.try_send(event) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(event)) if !self.is_over(began) => event,
                Err(_) => return Err(Gone),
            };
            thread::sleep(PAUSE);
        }
    }

    /// Whether there is no point in waiting for the client any longer.
    fn is_over(&self, began: Instant) -> bool {
        self.cancel.is_cancelled() || began.elapsed() >= PATIENCE
    }

    /// Sends the sentence of an error.
    pub(crate) fn fail(&self, error: &Error) -> Result<(), Gone> {
        self.send("error", &json!({"error": error.sentence()}))
    }
}

/// The events of a heavy job.
pub(crate) async fn stream(
    app: &App,
    work: impl FnOnce(&Events, Cancel) -> Result<(), Gone> + Send + 'static,
) -> Result<Response, Error> {
    let (place, patience, cancel) = app.jobs.place(Weight::Heavy).await?;
    let (sender, receiver) = mpsc::channel(16);
    let last = sender.clone();
    let job = tokio::task::spawn_blocking(move || {
        let _place = place;
        // Gone is no failure: there is nobody to tell.
        let _ = work(&Events { sender, cancel: cancel.clone() }, cancel);
    });
    tokio::spawn(async move {
        if job.await.is_err() {
            let data = json!({"error": Error::panicked().sentence()});
            let _ = last.send(Event::default().event("error").data(data.to_string())).await;
        }
    });
    let told = Told { events: ReceiverStream::new(receiver), _patience: patience };
    Ok(Sse::new(told).keep_alive(KeepAlive::default()).into_response())
}

/// The stream that a client holds; dropping it stops the job.
struct Told {
    events: ReceiverStream<Event>,
    _patience: Patience,
}

impl Stream for Told {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut self.events).poll_next(context).map(|event| event.map(Ok))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Settings, app};

    #[test]
    fn a_stream_that_panics_ends_with_a_sentence() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (_, app) = app(Settings::default());
        let text = runtime.block_on(async {
            let answer = stream(&app, |out, _| {
                out.send("step", &json!({"trials": 1}))?;
                panic!("a mistake in a stream, on purpose")
            });
            axum::body::to_bytes(answer.await.unwrap().into_body(), usize::MAX).await.unwrap()
        });
        let text = String::from_utf8_lossy(&text);
        assert!(text.starts_with("event: step\ndata: {\"trials\":1}\n\nevent: error\n"), "{text}");
        assert_eq!(app.jobs.running(), 0);
    }
}
