//! Server-sent events: long work tells how it goes while it goes.
//!
//! The work sends from its own thread and waits where the client is slow; when the client goes
//! away, the stream is dropped, sending fails, and the work is told to stop. The last word is sent
//! when the work is done and its place is free, however slow the client is.

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
    jobs::{Load, Patience, in_time},
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
        let mut event = event(name, &data.to_string());
        let began = Instant::now();
        loop {
            event = match self.sender.try_send(event) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(event)) if !self.is_over(began) => event,
                Err(_) => {
                    // Whatever else works for this client may stop too.
                    self.cancel.cancel();
                    return Err(Gone);
                }
            };
            thread::sleep(PAUSE);
        }
    }

    /// Whether there is no point in waiting for the client any longer.
    fn is_over(&self, began: Instant) -> bool {
        self.cancel.is_cancelled() || began.elapsed() >= PATIENCE
    }
}

/// What a stream ends with.
pub(crate) struct Last(Event);

impl Last {
    /// A document under a name.
    pub(crate) fn word(name: &str, data: &Value) -> Last {
        Last(event(name, &data.to_string()))
    }

    /// A document that is written already.
    pub(crate) fn text(name: &str, data: &str) -> Last {
        Last(event(name, data))
    }

    /// The sentence of an error.
    pub(crate) fn error(error: &Error) -> Last {
        Last::word("error", &json!({"error": error.sentence()}))
    }
}

/// A document on one line.
fn event(name: &str, data: &str) -> Event {
    Event::default().event(name).data(data.trim_end().replace('\n', ""))
}

/// The events of a heavy job.
pub(crate) async fn stream(
    app: &App,
    load: Load,
    work: impl FnOnce(&Events, Cancel) -> Result<Last, Gone> + Send + 'static,
) -> Result<Response, Error> {
    let (place, patience, cancel) = app.jobs.place(load).await?;
    let (sender, receiver) = mpsc::channel(16);
    let (ending, heard) = (sender.clone(), cancel.clone());
    let job = tokio::task::spawn_blocking(move || {
        let _place = place;
        work(&Events { sender, cancel: heard.clone() }, heard)
    });
    tokio::spawn(async move {
        let Last(last) = match in_time(load, &cancel, job).await {
            Ok(Ok(last)) => last,
            // Gone is no failure: there is nobody to tell.
            Ok(Err(Gone)) => return,
            Err(_) => Last::error(&Error::panicked()),
        };
        let _ = ending.send(last).await;
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
            let answer = stream(&app, Load::Heavy(0, Duration::from_secs(60)), |out, _| {
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
