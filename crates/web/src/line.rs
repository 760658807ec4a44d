//! The line to a client: a socket that somebody else may look at meanwhile, and that knows since when
//! nothing could be sent.

use std::{
    io,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

/// One side reads and writes, the other holds the socket and the [`Pulse`].
#[derive(Debug)]
pub(crate) struct Line {
    stream: Arc<TcpStream>,
    pulse: Pulse,
}

/// Since when a client has not read what waits for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pulse(Arc<Mutex<Option<Instant>>>);

impl Pulse {
    pub(crate) fn unsent_for(&self) -> Duration {
        self.since().map_or(Duration::ZERO, |since| since.elapsed())
    }

    fn since(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    pub(crate) fn new(stream: Arc<TcpStream>) -> Line {
        Line { stream, pulse: Pulse::default() }
    }

    pub(crate) fn pulse(&self) -> Pulse {
        self.pulse.clone()
    }
}

impl AsyncRead for Line {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            match self.stream.try_read(into.initialize_unfilled()) {
                Ok(length) => {
                    into.advance(length);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => (),
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for Line {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        loop {
            if self.stream.poll_write_ready(context)?.is_pending() {
                self.pulse.since().get_or_insert_with(Instant::now);
                return Poll::Pending;
            }
            match self.stream.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => (),
                written => {
                    *self.pulse.since() = None;
                    return Poll::Ready(written);
                }
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The socket is closed when nobody holds it any more.
        Poll::Ready(Ok(()))
    }
}
