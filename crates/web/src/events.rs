//! Server-sent events: long work tells how it goes while it goes.
//!
//! The work is pulled for its next event from a thread of its own, as fast as the client reads; when
//! the client goes away, the stream is dropped, sending fails, and the work is told to stop. The last word is sent
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
use knights_tour::Control;
use knights_tour_answer::Events;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio_stream::{Stream, wrappers::ReceiverStream};

use crate::{
    app::Service,
    error::{Error, Unserved},
    jobs::{Load, Patience, in_time},
};

/// How long a client may leave its events unread before its place is given to another.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two attempts to send to a slow client.
const PAUSE: Duration = Duration::from_millis(2);

/// The events of a heavy job, pulled one after another and sent as fast as the client reads them.
pub(crate) async fn stream(
    app: &Service,
    load: Load,
    time: Duration,
    mut events: Box<dyn Events + Send>,
) -> Result<Response, Error> {
    let (place, patience, cancel) = app.jobs.place(load).await?;
    let (sender, receiver) = mpsc::channel(16);
    let (ending, heard) = (sender.clone(), cancel.clone());
    let job = tokio::task::spawn_blocking(move || {
        let _place = place;
        let control = Control::within(time).with_cancel(heard);
        let mut last = None;
        loop {
            let next = match events.next(&control) {
                Ok(Some(event)) => sse(event.name, &event.data),
                Ok(None) => return last,
                Err(refused) => return Some(failed(&refused.into())),
            };
            // The last word is not sent from here: it waits for the client, and the place need not.
            if let Some(before) = last.replace(next)
                && !send(&sender, before, &control)
            {
                return None;
            }
        }
    });
    tokio::spawn(async move {
        let last =
            in_time(load, &cancel, job).await.unwrap_or_else(|_| Some(failed(&Unserved::Mistake.into())));
        // None is no failure: there is nobody to tell.
        if let Some(last) = last {
            let _ = ending.send(last).await;
        }
    });
    let told = EventBody { events: ReceiverStream::new(receiver), _patience: patience };
    Ok(Sse::new(told).keep_alive(KeepAlive::default()).into_response())
}

/// Sends an event, waiting where the client is slow; `false` when nobody listens any more.
fn send(sender: &mpsc::Sender<Event>, mut event: Event, control: &Control) -> bool {
    let began = Instant::now();
    loop {
        event = match sender.try_send(event) {
            Ok(()) => return true,
            Err(TrySendError::Full(event)) if !control.is_stopped() && began.elapsed() < PATIENCE => event,
            // The time is over: what is still to be said is the end.
            Err(TrySendError::Full(_)) => return control.is_stopped() && !control.is_cancelled(),
            Err(TrySendError::Closed(_)) => return false,
        };
        thread::sleep(PAUSE);
    }
}

/// A document on one line.
fn sse(name: &str, data: &str) -> Event {
    Event::default().event(name).data(data)
}

/// A refusal as the last word.
fn failed(error: &Error) -> Event {
    sse("error", &error.document())
}

/// The stream that a client holds; dropping it stops the job.
struct EventBody {
    events: ReceiverStream<Event>,
    _patience: Patience,
}

impl Stream for EventBody {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut self.events).poll_next(context).map(|event| event.map(Ok))
    }
}

#[cfg(test)]
mod tests {
    use knights_tour_answer::Refused;

    use super::*;
    use crate::{Settings, app};

    /// Tells one thing, then makes a mistake.
    struct Mistaken(bool);

    impl Events for Mistaken {
        fn next(&mut self, _: &Control) -> Result<Option<knights_tour_answer::Event>, Refused> {
            assert!(!std::mem::replace(&mut self.0, true), "a mistake in a stream, on purpose");
            Ok(Some(knights_tour_answer::Event::new("step", &serde_json::json!({"trials": 1}))))
        }
    }

    #[test]
    fn a_stream_that_panics_ends_with_a_sentence() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (_, app) = app(Settings::default());
        let text = runtime.block_on(async {
            let minute = Duration::from_secs(60);
            let answer = stream(&app, Load::Heavy(0, minute), minute, Box::new(Mistaken(false)));
            axum::body::to_bytes(answer.await.unwrap().into_body(), usize::MAX).await.unwrap()
        });
        let text = String::from_utf8_lossy(&text);
        assert!(text.starts_with("event: error\n") && text.contains("server-mistake"), "{text}");
        assert_eq!(app.jobs.running(), 0);
    }
}
