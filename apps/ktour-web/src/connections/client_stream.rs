//! The socket of a client, shared with the task that watches it for stalls and disconnection.
//!
//! Head and body of a response are written from where they are: a copied body would need memory twice, and
//! the copy would not count in the memory budget.
//!
//! hyper answers an unreadable request with a head only, which never reaches the service. This stream
//! recognises such a head by its missing content type, and sends an error document instead.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use crate::error::{Error, Unserved};

/// A stream for hyper; the connection's task holds the socket and the [`WriteStall`].
#[derive(Debug)]
pub(crate) struct ClientStream {
    stream: Arc<TcpStream>,
    stall: WriteStall,
    /// Remaining bytes of the response that replaces a response without a body.
    instead: Vec<u8>,
}

/// Time since which the client has not read.
#[derive(Clone, Debug, Default)]
pub(crate) struct WriteStall(Arc<Mutex<Option<Instant>>>);

impl WriteStall {
    pub(crate) fn stalled_for(&self) -> Duration {
        self.since().map_or(Duration::ZERO, |since| since.elapsed())
    }

    fn since(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ClientStream {
    pub(crate) fn new(stream: Arc<TcpStream>) -> ClientStream {
        ClientStream { stream, stall: WriteStall::default(), instead: Vec::new() }
    }

    pub(crate) fn write_stall(&self) -> WriteStall {
        self.stall.clone()
    }
}

impl AsyncRead for ClientStream {
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

impl ClientStream {
    fn poll_send(&self, context: &mut Context<'_>, parts: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        loop {
            if self.stream.poll_write_ready(context)?.is_pending() {
                self.stall.since().get_or_insert_with(Instant::now);
                return Poll::Pending;
            }
            match self.stream.try_write_vectored(parts) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => (),
                written => {
                    *self.stall.since() = None;
                    return Poll::Ready(written);
                }
            }
        }
    }
}

/// Error that replaces a response without a body; every response of this server has a content type.
fn replacement_error(bytes: &[u8]) -> Option<Unserved> {
    let head = std::str::from_utf8(bytes).ok()?.strip_prefix("HTTP/1.1 ")?.strip_suffix("\r\n\r\n")?;
    let is_bare = head.contains("\r\ncontent-length: 0") && !head.contains("content-type:");
    match (is_bare, head.get(..4)?) {
        (true, "400 ") => Some(Unserved::BadRequest),
        (true, "414 ") => Some(Unserved::LongTarget),
        (true, "431 ") => Some(Unserved::LargeHead),
        _ => None,
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.instead.is_empty() {
            let Some(error) = replacement_error(bytes) else {
                return self.poll_send(context, &[IoSlice::new(bytes)]);
            };
            self.instead = Error::from(error).to_raw_response();
        }
        while !self.instead.is_empty() {
            let sent = ready!(self.poll_send(context, &[IoSlice::new(&self.instead)]))?;
            self.instead.drain(..sent);
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let first = parts.first().map_or(&[][..], |part| part);
        if self.instead.is_empty() && replacement_error(first).is_none() {
            return self.poll_send(context, parts);
        }
        self.poll_write(context, first)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The socket is closed when its last owner is dropped.
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_response_without_a_body_is_replaced() {
        let bare = |status: &str| format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\ndate: today\r\n\r\n");
        assert_eq!(replacement_error(bare("400 Bad Request").as_bytes()), Some(Unserved::BadRequest));
        assert_eq!(replacement_error(bare("414 URI Too Long").as_bytes()), Some(Unserved::LongTarget));
        assert_eq!(replacement_error(bare("304 Not Modified").as_bytes()), None);
        let ours = Error::from(Unserved::NotAnObject).to_raw_response();
        assert_eq!(replacement_error(&ours), None);
        assert_eq!(
            replacement_error(b"HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\n\r\n"),
            None
        );
    }
}
