//! Server-sent events: long work reports its progress while it runs.
//!
//! A thread pulls the events of the work as fast as the client reads them, and sends progress while it waits
//! for the next one. When the client disconnects, the body is dropped, sending fails, and the work is
//! cancelled. The last event is sent after the job has released its place, however slow the client is.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use hyper::{body::Bytes, header};
use ktour_answer::{END, Event, Events, Refused, WORKING, WorkingDocument};
use ktour_core::Control;
use tokio::sync::mpsc::{self, error::TrySendError};

use super::{
    body::{Body, EventBody},
    head::{Response, with_heads},
};
use crate::{
    Jobs,
    error::{Error, Unserved},
    jobs::Slot,
};

/// Time that a client may leave its events unread before its job ends.
const UNREAD_EVENTS_TIMEOUT: Duration = Duration::from_secs(60);
/// Maximum number of events that wait for a slow client.
const MAX_UNREAD_EVENTS: usize = 16;
/// Maximum number of events, and of their bytes, that a short stream may send before its client can read
/// them.
const MAX_EVENTS_AHEAD: usize = 256;
const MAX_BYTES_AHEAD: usize = 1 << 19;
/// Interval between two attempts to send to a slow client.
const SEND_RETRY_INTERVAL: Duration = Duration::from_millis(2);
/// Interval between two progress events while the next event of the work is computed.
const WORKING_INTERVAL: Duration = Duration::from_millis(250);

/// Starts a job that sends its events as fast as the client reads them. `again` prepares the events anew if
/// the job is restarted after waiting for a place.
pub(crate) async fn stream(
    jobs: &Arc<Jobs>,
    bytes: u128,
    time: Duration,
    events: Box<dyn Events + Send>,
    again: impl Fn() -> Result<Box<dyn Events + Send>, Refused> + Clone + Send + 'static,
) -> Result<Response, Error> {
    let (mut events, mut ends) = (Some(events), None);
    let begin = |slot: Slot, cancel| {
        let (sender, receiver) = mpsc::channel(MAX_EVENTS_AHEAD);
        let is_readable = Arc::<AtomicBool>::default();
        ends = Some((sender.clone(), receiver, Arc::clone(&is_readable)));
        let mut sender = Sender { sender, is_readable, ahead: 0 };
        let (events, again) = (events.take(), again.clone());
        tokio::task::spawn_blocking(move || {
            let _slot = slot;
            let control = Control::within(time).with_cancel(cancel);
            match events.map_or_else(again, Ok) {
                Ok(events) => send_all(events, &mut sender, &control),
                Err(refused) => Some(failed(&refused.into())),
            }
        })
    };
    let (job, guard) = jobs.start(bytes, begin).await?;
    let (sender, receiver, is_readable) = ends.expect("the job has begun");
    is_readable.store(true, Ordering::SeqCst);
    tokio::spawn(async move {
        let last = job.with_deadline(time).await.unwrap_or_else(|_| Some(failed(&Unserved::Mistake.into())));
        // A job without a last event has lost its client.
        if let Some(last) = last {
            let _ = sender.send(last).await;
        }
    });
    let body = EventBody::new(receiver, guard);
    let heads = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-cache")];
    Ok(with_heads(Body::Events(body), heads))
}

/// Sends all events but the last, which is returned: it is sent when the job's place is free again.
fn send_all(mut events: Box<dyn Events + Send>, sender: &mut Sender, control: &Control) -> Option<Bytes> {
    loop {
        let progress_sender = sender.sender.clone();
        let reporting = control.clone().with_listener(WORKING_INTERVAL, move |progress| {
            // A slow client does not receive these.
            if unread(&progress_sender) < MAX_UNREAD_EVENTS {
                let _ = progress_sender.try_send(sse(&Event::new(WORKING, &WorkingDocument::from(progress))));
            }
        });
        match events.next_event(&reporting) {
            Ok(Some(event)) if event.name == END => return Some(sse(&event)),
            Ok(Some(event)) if sender.send(sse(&event), control) => {}
            Ok(_) => return None,
            Err(refused) => return Some(failed(&refused.into())),
        }
    }
}

/// Sender of the events of one job.
struct Sender {
    sender: mpsc::Sender<Bytes>,
    /// Whether the client can read the events: only once the job has a place or has ended.
    is_readable: Arc<AtomicBool>,
    /// Number of bytes sent so far.
    ahead: usize,
}

impl Sender {
    /// Sends an event, waiting for a slow client; returns false if the client has gone.
    fn send(&mut self, mut event: Bytes, control: &Control) -> bool {
        let began = Instant::now();
        loop {
            let has_space = if self.is_readable.load(Ordering::SeqCst) {
                unread(&self.sender) < MAX_UNREAD_EVENTS
            } else {
                self.ahead + event.len() <= MAX_BYTES_AHEAD
            };
            if has_space {
                self.ahead += event.len();
                event = match self.sender.try_send(event) {
                    Ok(()) => return true,
                    Err(TrySendError::Full(event)) => event,
                    Err(TrySendError::Closed(_)) => return false,
                };
            } else if self.sender.is_closed() {
                return false;
            }
            if control.is_stopped() || began.elapsed() >= UNREAD_EVENTS_TIMEOUT {
                // When the time limit is over, the work still has to send its end.
                return control.is_stopped() && !control.is_cancelled();
            }
            thread::sleep(SEND_RETRY_INTERVAL);
        }
    }
}

/// Number of events that wait for the client.
fn unread(sender: &mpsc::Sender<Bytes>) -> usize {
    sender.max_capacity() - sender.capacity()
}

/// Encodes an event; its document has no line breaks.
fn sse(Event { name, data }: &Event) -> Bytes {
    debug_assert!(!data.contains(['\r', '\n']));
    format!("event: {name}\ndata: {data}\n\n").into()
}

/// Encodes a refusal as the last event.
fn failed(error: &Error) -> Bytes {
    sse(&Event { name: "error", data: error.document() })
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;
    use crate::Settings;

    /// Sends one event, then panics.
    struct Mistaken(bool);

    impl Events for Mistaken {
        fn next_event(&mut self, _: &Control) -> Result<Option<Event>, Refused> {
            assert!(!std::mem::replace(&mut self.0, true), "a mistake in a stream, on purpose");
            Ok(Some(Event::new("step", &serde_json::json!({"trials": 1}))))
        }
    }

    /// Works until a progress event must have been sent, then ends.
    struct Long(bool);

    impl Events for Long {
        fn next_event(&mut self, control: &Control) -> Result<Option<Event>, Refused> {
            if std::mem::replace(&mut self.0, true) {
                return Ok(None);
            }
            let until = control.elapsed() + WORKING_INTERVAL + WORKING_INTERVAL / 2;
            while control.elapsed() < until {
                control.is_over(7);
                thread::sleep(SEND_RETRY_INTERVAL);
            }
            Ok(Some(Event::new(END, &serde_json::json!({}))))
        }
    }

    /// All bytes that a client of such a stream reads.
    fn received(events: impl Events + Send + 'static) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let jobs = Jobs::new(&Settings::default());
        let text = runtime.block_on(async {
            let minute = Duration::from_secs(60);
            let answer = stream(&jobs, 0, minute, Box::new(events), || unreachable!("there is a place"));
            let Body::Events(mut events) = answer.await.unwrap().into_body() else { panic!("events") };
            let mut text = Vec::new();
            while let Some(event) = poll_fn(|context| events.poll(context)).await {
                text.extend(event);
            }
            text
        });
        assert_eq!(jobs.running(), 0);
        String::from_utf8_lossy(&text).into_owned()
    }

    #[test]
    fn a_stream_that_panics_ends_with_a_sentence() {
        let text = received(Mistaken(false));
        let (step, error) = text.split_once("\n\n").unwrap();
        assert!(step.starts_with("event: step\n"), "{text}");
        assert!(error.starts_with("event: error\n") && error.contains("server-mistake"), "{text}");
    }

    #[test]
    fn a_client_that_waits_for_an_event_receives_progress() {
        let working = "event: working\ndata: {\"done\":7,\"share\":0.0}\n\n";
        assert_eq!(received(Long(false)), format!("{working}event: end\ndata: {{}}\n\n"));
    }
}
