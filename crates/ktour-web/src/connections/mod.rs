//! Connections: how many, how long they may say nothing, and who has hung up.
//!
//! Every connection has a task of its own with a [`ClientStream`]. When all places are taken, or all files of the process,
//! the one that has gone longest without a request is closed for the next. A client that has closed its side is gone,
//! even when bytes wait unread behind its request: its task is dropped, and its job with it.

mod client_stream;

use std::{
    convert::Infallible,
    io,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::{Duration, Instant},
};

use hyper::{
    Request,
    body::{Bytes, Frame, Incoming, SizeHint},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::{AbortHandle, JoinSet},
};

use self::client_stream::ClientStream;
use crate::{
    Service,
    error::{Error, Unserved},
    response::{Body, Response},
};

/// How many at once: more than a few browsers need, and far fewer than a process may have files.
const MAX_OPEN_CONNECTIONS: usize = 256;
/// How long a request's head may take, and a connection may wait for its next request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a client may leave an answer unread.
const UNREAD_RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);
/// Interval between two checks for closed connections.
const HANG_UP_CHECK_INTERVAL: Duration = Duration::from_millis(25);
/// Time between two attempts to accept a connection when the process has no more files, and when one was closed.
const OUT_OF_FILES_PAUSE: Duration = Duration::from_millis(50);
const SHORT_PAUSE: Duration = Duration::from_millis(1);
/// How long the last word may take to be read once a connection is given up.
const LINGER_TIMEOUT: Duration = Duration::from_secs(1);

/// Answers on a listener until `stopping` says so, then ends what is under way within `farewell`.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Arc<Service>,
    mut stopping: watch::Receiver<bool>,
    farewell: Duration,
) {
    let open = Arc::new(OpenConnections::default());
    let mut tasks = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = tasks.join_next(), if !tasks.is_empty() => continue,
            () = until_stopped(&mut stopping) => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) if is_about_the_client(&error) => continue,
            Err(_) => {
                let pause = if open.close_oldest() { SHORT_PAUSE } else { OUT_OF_FILES_PAUSE };
                tokio::time::sleep(pause).await;
                continue;
            }
        };
        if !open.has_room() {
            let _ = stream.try_write(&Error::from(Unserved::Full).last_word());
            continue;
        }
        let _ = stream.set_nodelay(true);
        let calls = Arc::new(RequestState::default());
        let heard = Arc::clone(&calls);
        let (app, stopping) = (Arc::clone(&app), stopping.clone());
        let task = tasks.spawn(async move { converse(stream, app, &heard, stopping).await });
        open.add(calls, task);
    }
    open.close_idle();
    let all = async { while tasks.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(farewell, all).await;
}

/// Whether a connection was lost before it was accepted; other errors say that files or memory are used up.
fn is_about_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionReset | Interrupted)
}

/// One connection, from its first byte to its end.
async fn converse(
    stream: TcpStream,
    app: Arc<Service>,
    calls: &Arc<RequestState>,
    mut stopping: watch::Receiver<bool>,
) {
    let stream = Arc::new(stream);
    if !is_answered(&stream, app, calls, &mut stopping).await
        && let Some(stream) = Arc::into_inner(stream)
    {
        let _ = tokio::time::timeout(LINGER_TIMEOUT, hear_out(stream)).await;
    }
}

/// Whether nothing is left unsaid or unread: not so where a request could not be read.
async fn is_answered(
    stream: &Arc<TcpStream>,
    app: Arc<Service>,
    calls: &Arc<RequestState>,
    stopping: &mut watch::Receiver<bool>,
) -> bool {
    let line = ClientStream::new(Arc::clone(stream));
    let pulse = line.pulse();
    let answer = service_fn(|request: Request<Incoming>| {
        let (app, call) = (Arc::clone(&app), RequestGuard::new(calls));
        async move { Ok::<_, Infallible>(call.until_sent(app.answer(request).await)) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
    let mut connection = std::pin::pin!(builder.serve_connection(TokioIo::new(line), answer));
    let mut look = tokio::time::interval(HANG_UP_CHECK_INTERVAL);
    loop {
        tokio::select! {
            // Broken and impatient clients are no failure of the server.
            ended = connection.as_mut() => return !ended.is_err_and(|error| error.is_parse()),
            _ = look.tick() => {
                if has_hung_up(stream).await || pulse.unsent_for() >= UNREAD_RESPONSE_TIMEOUT {
                    return true;
                }
            }
            () = until_stopped(stopping) => {
                connection.as_mut().graceful_shutdown();
                break;
            }
        }
    }
    let _ = connection.await;
    true
}

/// Lets the client read its refusal: a socket that is closed while bytes wait in it is reset, and the
/// last word lost.
async fn hear_out(mut stream: TcpStream) {
    if stream.shutdown().await.is_err() {
        return;
    }
    let mut rest = [0; 4096];
    while stream.read(&mut rest).await.is_ok_and(|length| length > 0) {}
}

/// Waits until the server stops, or is gone.
async fn until_stopped(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|is_stopping| *is_stopping).await;
}

/// Whether the client has closed its side, whatever still waits to be read.
async fn has_hung_up(stream: &TcpStream) -> bool {
    let either = tokio::io::Interest::READABLE | tokio::io::Interest::WRITABLE;
    // Neither readable nor writable: the client is there, and slow.
    let ready = tokio::time::timeout(Duration::ZERO, stream.ready(either)).await;
    matches!(ready, Ok(Ok(ready)) if ready.is_read_closed()) || matches!(ready, Ok(Err(_)))
}

/// The requests of a connection.
#[derive(Debug)]
struct RequestState {
    under_way: AtomicUsize,
    /// When the last one ended, or the connection began.
    since: Mutex<Instant>,
}

impl Default for RequestState {
    fn default() -> Self {
        RequestState { under_way: AtomicUsize::new(0), since: Mutex::new(Instant::now()) }
    }
}

impl RequestState {
    /// Since when there is no request, if so.
    fn idle_since(&self) -> Option<Instant> {
        let is_idle = self.under_way.load(Ordering::SeqCst) == 0;
        is_idle.then(|| *self.since.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A request while it is answered, to the last byte of the answer.
struct RequestGuard(Arc<RequestState>);

impl RequestGuard {
    fn new(calls: &Arc<RequestState>) -> RequestGuard {
        calls.under_way.fetch_add(1, Ordering::SeqCst);
        RequestGuard(Arc::clone(calls))
    }

    /// The answer, which ends the call when it is sent or dropped.
    fn until_sent(self, answer: Response) -> hyper::Response<TrackedBody> {
        answer.map(|body| TrackedBody { body, _call: self })
    }
}

/// An answer on its way.
struct TrackedBody {
    body: Body,
    _call: RequestGuard,
}

impl hyper::body::Body for TrackedBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        *self.0.since.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.0.under_way.fetch_sub(1, Ordering::SeqCst);
    }
}

/// All connections, so that one can be closed for another.
#[derive(Debug, Default)]
struct OpenConnections(Mutex<Vec<(Arc<RequestState>, AbortHandle)>>);

impl OpenConnections {
    fn add(&self, calls: Arc<RequestState>, task: AbortHandle) {
        self.list().push((calls, task));
    }

    /// Whether one more fits, once the longest idle one is closed where there are too many.
    fn has_room(&self) -> bool {
        let mut list = self.list();
        list.retain(|(_, task)| !task.is_finished());
        let is_free = list.len() < MAX_OPEN_CONNECTIONS;
        drop(list);
        is_free || self.close_oldest()
    }

    /// Closes the connection that has been idle for longest, if there is one.
    fn close_oldest(&self) -> bool {
        let mut list = self.list();
        list.retain(|(_, task)| !task.is_finished());
        let idle = list.iter().enumerate().filter_map(|(at, (calls, _))| Some((calls.idle_since()?, at)));
        let Some((_, at)) = idle.min() else { return false };
        list.swap_remove(at).1.abort();
        true
    }

    /// Closes what has no request.
    fn close_idle(&self) {
        for (calls, task) in self.list().iter() {
            if calls.idle_since().is_some() {
                task.abort();
            }
        }
    }

    fn list(&self) -> std::sync::MutexGuard<'_, Vec<(Arc<RequestState>, AbortHandle)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read as _, Write as _},
        net, thread,
    };

    use super::*;
    use crate::Settings;

    /// An answer larger than what a system keeps for a client that reads nothing, twenty times.
    const REQUEST: &str = "GET /api/v1/merge?board=160 HTTP/1.1\r\nhost: localhost\r\n\r\n";

    #[test]
    fn answers_that_are_not_read_stay_within_the_memory_of_the_server() {
        let app = crate::app(Settings { memory: 80 << 20, ..Settings::default() });
        let whole = app.jobs.memory.rest();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let addr = listener.local_addr().unwrap();
        let (stop, stopping) = watch::channel(false);
        let served = runtime.spawn(serve(listener, Arc::clone(&app), stopping, Duration::ZERO));

        let mut clients: Vec<_> = (0..4).map(|_| net::TcpStream::connect(addr).unwrap()).collect();
        clients.iter_mut().for_each(|client| client.write_all(REQUEST.repeat(20).as_bytes()).unwrap());
        // Every client has an answer of a megabyte that waits for it.
        let until = |is_so: &dyn Fn(u128) -> bool| {
            let began = Instant::now();
            while app.jobs.running() > 0 || !is_so(whole - app.jobs.memory.rest()) {
                let taken = whole - app.jobs.memory.rest();
                assert!(began.elapsed() < Duration::from_secs(30), "{taken} bytes are taken");
                thread::sleep(Duration::from_millis(10));
            }
        };
        until(&|taken| taken > 3 << 20);
        clients[0].read_exact(&mut [0; 1 << 10]).unwrap();
        drop(clients);
        until(&|taken| taken == 0);
        stop.send(true).unwrap();
        runtime.block_on(served).unwrap();
    }
}
