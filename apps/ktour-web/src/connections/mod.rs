//! Connections: their maximum number, their timeouts, and the detection of clients that disconnect.
//!
//! Every connection has its own task with a [`ClientStream`]. When there are too many connections, or no file
//! descriptors, the connection that has been idle for longest is closed. A client that has closed its side
//! counts as disconnected even if unread bytes follow its request: its task is dropped, and its job with it.

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

/// Maximum number of open connections: more than a few browsers need, less than the usual limit on open
/// files.
const MAX_OPEN_CONNECTIONS: usize = 256;
/// Time limit for the head of a request, and for an idle connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit for a client that does not read its response.
const UNREAD_RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);
/// Interval between two checks for closed connections.
const HANG_UP_CHECK_INTERVAL: Duration = Duration::from_millis(25);
/// Time until the next attempt to accept a connection when the process has no file descriptors: after an idle
/// connection was closed, the second is enough.
const OUT_OF_FILES_PAUSE: Duration = Duration::from_millis(50);
const SHORT_PAUSE: Duration = Duration::from_millis(1);
/// Time limit for reading the last response of a connection that is given up.
const LINGER_TIMEOUT: Duration = Duration::from_secs(1);

/// Accepts connections until `stopping` is set, then lets requests finish within `farewell`.
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
            () = stopped(&mut stopping) => break,
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
        if !open.make_room() {
            let _ = stream.try_write(&Error::from(Unserved::Full).to_raw_response());
            continue;
        }
        let _ = stream.set_nodelay(true);
        let calls = Arc::new(RequestState::default());
        let state = Arc::clone(&calls);
        let (app, stopping) = (Arc::clone(&app), stopping.clone());
        let task = tasks.spawn(async move { serve_connection(stream, app, &state, stopping).await });
        open.add(calls, task);
    }
    open.close_idle();
    let all = async { while tasks.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(farewell, all).await;
}

/// Whether a connection was lost before it was accepted; other errors mean a lack of files or memory.
fn is_about_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionReset | Interrupted)
}

/// Serves one connection, from its first byte to its end.
async fn serve_connection(
    stream: TcpStream,
    app: Arc<Service>,
    calls: &Arc<RequestState>,
    mut stopping: watch::Receiver<bool>,
) {
    let stream = Arc::new(stream);
    if !is_answered(&stream, app, calls, &mut stopping).await
        && let Some(stream) = Arc::into_inner(stream)
    {
        let _ = tokio::time::timeout(LINGER_TIMEOUT, drain(stream)).await;
    }
}

/// Serves requests; returns false if a request could not be parsed, so that unread bytes may remain.
async fn is_answered(
    stream: &Arc<TcpStream>,
    app: Arc<Service>,
    calls: &Arc<RequestState>,
    stopping: &mut watch::Receiver<bool>,
) -> bool {
    let client = ClientStream::new(Arc::clone(stream));
    let stall = client.write_stall();
    let answer = service_fn(|request: Request<Incoming>| {
        let (app, call) = (Arc::clone(&app), RequestGuard::new(calls));
        async move { Ok::<_, Infallible>(call.track_until_sent(app.answer(request).await)) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
    let mut connection = std::pin::pin!(builder.serve_connection(TokioIo::new(client), answer));
    let mut look = tokio::time::interval(HANG_UP_CHECK_INTERVAL);
    loop {
        tokio::select! {
            // Errors of the client are not errors of the server.
            ended = connection.as_mut() => return !ended.is_err_and(|error| error.is_parse()),
            _ = look.tick() => {
                if client_closed(stream).await || stall.stalled_for() >= UNREAD_RESPONSE_TIMEOUT {
                    return true;
                }
            }
            () = stopped(stopping) => {
                connection.as_mut().graceful_shutdown();
                break;
            }
        }
    }
    let _ = connection.await;
    true
}

/// Reads the rest of a request, so that the client can read its refusal: closing a socket with unread bytes
/// resets the connection, and the response is lost.
async fn drain(mut stream: TcpStream) {
    if stream.shutdown().await.is_err() {
        return;
    }
    let mut rest = [0; 4096];
    while stream.read(&mut rest).await.is_ok_and(|length| length > 0) {}
}

/// Waits until the server stops or is dropped.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|is_stopping| *is_stopping).await;
}

/// Whether the client has closed its side, even if unread bytes remain.
async fn client_closed(stream: &TcpStream) -> bool {
    let either = tokio::io::Interest::READABLE | tokio::io::Interest::WRITABLE;
    // A socket that is neither readable nor writable belongs to a slow client.
    let ready = tokio::time::timeout(Duration::ZERO, stream.ready(either)).await;
    matches!(ready, Ok(Ok(ready)) if ready.is_read_closed()) || matches!(ready, Ok(Err(_)))
}

/// Requests of a connection.
#[derive(Debug)]
struct RequestState {
    under_way: AtomicUsize,
    /// End of the last request, or start of the connection.
    since: Mutex<Instant>,
}

impl Default for RequestState {
    fn default() -> Self {
        RequestState { under_way: AtomicUsize::new(0), since: Mutex::new(Instant::now()) }
    }
}

impl RequestState {
    /// Start of the idle time, if no request is served.
    fn idle_since(&self) -> Option<Instant> {
        let is_idle = self.under_way.load(Ordering::SeqCst) == 0;
        is_idle.then(|| *self.since.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Guard of a request until the last byte of its response is sent.
struct RequestGuard(Arc<RequestState>);

impl RequestGuard {
    fn new(calls: &Arc<RequestState>) -> RequestGuard {
        calls.under_way.fetch_add(1, Ordering::SeqCst);
        RequestGuard(Arc::clone(calls))
    }

    /// Attaches the guard to the response.
    fn track_until_sent(self, answer: Response) -> hyper::Response<TrackedBody> {
        answer.map(|body| TrackedBody { body, _call: self })
    }
}

/// Body of a response, with the guard of its request.
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

/// All connections, with the handles that close them.
#[derive(Debug, Default)]
struct OpenConnections(Mutex<Vec<(Arc<RequestState>, AbortHandle)>>);

impl OpenConnections {
    fn add(&self, calls: Arc<RequestState>, task: AbortHandle) {
        self.list().push((calls, task));
    }

    /// Whether one more connection fits; closes the longest idle one if there are too many.
    fn make_room(&self) -> bool {
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

    /// Closes the connections without a request.
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

    /// A request for a response of a megabyte; twenty of them exceed the buffers of a socket.
    const REQUEST: &str = "GET /api/v1/merge?board=160 HTTP/1.1\r\nhost: localhost\r\n\r\n";

    #[test]
    fn unread_responses_stay_within_the_memory_of_the_server() {
        let app = crate::app(Settings { memory: 80 << 20, ..Settings::default() });
        let whole = app.jobs.memory.available();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let addr = listener.local_addr().unwrap();
        let (stop, stopping) = watch::channel(false);
        let served = runtime.spawn(serve(listener, Arc::clone(&app), stopping, Duration::ZERO));

        let mut clients: Vec<_> = (0..4).map(|_| net::TcpStream::connect(addr).unwrap()).collect();
        clients.iter_mut().for_each(|client| client.write_all(REQUEST.repeat(20).as_bytes()).unwrap());
        // A response of a megabyte waits for every client.
        let until = |is_so: &dyn Fn(u128) -> bool| {
            let began = Instant::now();
            while app.jobs.running() > 0 || !is_so(whole - app.jobs.memory.available()) {
                let taken = whole - app.jobs.memory.available();
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
