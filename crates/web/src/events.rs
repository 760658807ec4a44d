//! Server-sent events: long work tells how it goes while it goes.
//!
//! The work sends from its own thread and waits where the client is slow; when the client goes
//! away, the stream is dropped, sending fails, and the work is told to stop.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use axum::response::{
    IntoResponse, Response,
    sse::{Event, KeepAlive, Sse},
};
use knights_tour::Cancel;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::{Stream, wrappers::ReceiverStream};

use crate::{
    app::App,
    error::Error,
    jobs::{Patience, Weight},
};

/// Where the work sends its events.
#[derive(Clone)]
pub(crate) struct Events(mpsc::Sender<Event>);

/// Nobody listens any more.
pub(crate) struct Gone;

impl Events {
    /// Sends a document under a name, waiting where the client is slow.
    pub(crate) fn send(&self, name: &str, data: &Value) -> Result<(), Gone> {
        self.send_text(name, &data.to_string())
    }

    /// Sends a text that may have several lines.
    pub(crate) fn send_text(&self, name: &str, data: &str) -> Result<(), Gone> {
        self.0.blocking_send(Event::default().event(name).data(data.trim_end())).map_err(|_| Gone)
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
        let _ = work(&Events(sender), cancel);
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
