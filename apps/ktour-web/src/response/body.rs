//! Bodies of responses: complete bytes, or events as they are sent.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use hyper::body::{Bytes, Frame, SizeHint};
use tokio::{sync::mpsc, time::Sleep};

use crate::jobs::{CancelOnDrop, memory::MemoryPermit};

/// Time without an event after which a stream sends a keep-alive comment, and that comment.
const STILL_HERE: (Duration, &[u8]) = (Duration::from_secs(15), b":\n\n");

/// Body of a response.
pub(crate) enum Body {
    Whole(BudgetedBytes),
    Events(EventBody),
}

impl hyper::body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let part = match self.get_mut() {
            Body::Whole(kept) => {
                let bytes = std::mem::take(kept).into_bytes();
                Poll::Ready(Some(bytes).filter(|bytes| !bytes.is_empty()))
            }
            Body::Events(events) => events.poll(context),
        };
        part.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Body::Whole(kept) if kept.bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Body::Whole(kept) => SizeHint::with_exact(kept.bytes.len() as u64),
            Body::Events(_) => SizeHint::default(),
        }
    }
}

/// Body of a stream of events; dropping it cancels the job.
pub(crate) struct EventBody {
    events: mpsc::Receiver<Bytes>,
    /// Timer until the next keep-alive comment.
    silence: Pin<Box<Sleep>>,
    _guard: CancelOnDrop,
}

impl EventBody {
    /// Creates a body whose bytes arrive from a channel until the client disconnects.
    pub(crate) fn new(events: mpsc::Receiver<Bytes>, guard: CancelOnDrop) -> EventBody {
        EventBody { events, silence: Box::pin(tokio::time::sleep(STILL_HERE.0)), _guard: guard }
    }

    /// Polls for the next event, or for a keep-alive comment.
    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let mut next = self.events.poll_recv(context);
        if next.is_pending() && self.silence.as_mut().poll(context).is_ready() {
            next = Poll::Ready(Some(Bytes::from_static(STILL_HERE.1)));
        }
        if next.is_ready() {
            self.silence.as_mut().reset(tokio::time::Instant::now() + STILL_HERE.0);
        }
        next
    }
}

/// Bytes, with the memory permit that they hold until they are sent.
#[derive(Default)]
pub(crate) struct BudgetedBytes {
    bytes: Bytes,
    share: Option<MemoryPermit>,
}

impl From<Bytes> for BudgetedBytes {
    fn from(bytes: Bytes) -> BudgetedBytes {
        BudgetedBytes { bytes, share: None }
    }
}

impl BudgetedBytes {
    /// Creates a body that keeps as much of the permit as its bytes need.
    pub(crate) fn new(mut bytes: Vec<u8>, mut share: Option<MemoryPermit>) -> BudgetedBytes {
        bytes.shrink_to_fit();
        if let Some(share) = &mut share {
            share.shrink_to(bytes.len() as u128);
        }
        BudgetedBytes { bytes: bytes.into(), share }
    }

    pub(crate) fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// Replaces the bytes, under the same permit.
    pub(crate) fn replaced(self, bytes: Vec<u8>) -> BudgetedBytes {
        BudgetedBytes::new(bytes, self.share)
    }

    fn into_bytes(self) -> Bytes {
        if self.share.is_none() { self.bytes } else { Bytes::from_owner(self) }
    }
}

impl AsRef<[u8]> for BudgetedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
