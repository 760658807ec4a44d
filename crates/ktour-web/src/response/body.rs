//! What follows the head of an answer: all of it at once, or events as they come.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use hyper::body::{Bytes, Frame, SizeHint};
use tokio::{sync::mpsc, time::Sleep};

use crate::jobs::{CancelOnDrop, memory::MemoryPermit};

/// How long a stream says nothing before it says that it is still there, with a comment.
const STILL_HERE: (Duration, &[u8]) = (Duration::from_secs(15), b":\n\n");

/// All of it at once, or events as they come.
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

/// The stream that a client holds; dropping it stops the job.
pub(crate) struct EventBody {
    events: mpsc::Receiver<Bytes>,
    /// Over when nothing was said for long.
    silence: Pin<Box<Sleep>>,
    _patience: CancelOnDrop,
}

impl EventBody {
    /// Body whose bytes arrive from a channel until the client disconnects.
    pub(crate) fn new(events: mpsc::Receiver<Bytes>, patience: CancelOnDrop) -> EventBody {
        EventBody { events, silence: Box::pin(tokio::time::sleep(STILL_HERE.0)), _patience: patience }
    }

    /// The next event, or a sign of life.
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

/// Bytes, and the share of the memory that they keep until they are sent.
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
    /// These bytes, with as much of the share as they need.
    pub(crate) fn new(mut bytes: Vec<u8>, mut share: Option<MemoryPermit>) -> BudgetedBytes {
        bytes.shrink_to_fit();
        if let Some(share) = &mut share {
            share.keep(bytes.len() as u128);
        }
        BudgetedBytes { bytes: bytes.into(), share }
    }

    pub(crate) fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// Other bytes in the place of these.
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
