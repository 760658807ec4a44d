//! A server for one test, and a small client that sends exactly the given bytes.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    sync::mpsc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use ktour_core::Cancel;
use ktour_web::{Settings, serve};
use serde_json::Value;

/// A server on a free port, stopped when it is dropped.
pub(crate) struct Server {
    pub(crate) addr: SocketAddr,
    pub(crate) stop: Cancel,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Server {
    pub(crate) fn start() -> Server {
        Server::with(Settings::default())
    }

    pub(crate) fn with(settings: Settings) -> Server {
        let stop = Cancel::default();
        let (sender, receiver) = mpsc::channel();
        let heard = stop.clone();
        let thread = thread::spawn(move || {
            let any = SocketAddr::from(([127, 0, 0, 1], 0));
            serve(any, settings, &heard, |addr| sender.send(addr).unwrap())
        });
        let addr = receiver.recv_timeout(Duration::from_secs(60)).expect("the server says where it is");
        Server { addr, stop, thread: Some(thread) }
    }

    /// Waits for the server to end.
    pub(crate) fn end(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap().unwrap();
        }
    }

    pub(crate) fn get(&self, path: &str) -> TestResponse {
        ask(self.addr, &format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"), b"")
    }

    pub(crate) fn post(&self, path: &str, kind: &str, body: &[u8]) -> TestResponse {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        ask(self.addr, &head, body)
    }

    pub(crate) fn json(&self, path: &str, body: &str) -> TestResponse {
        self.post(path, "application/json", body.as_bytes())
    }

    /// Sends a request and leaves the connection open.
    pub(crate) fn begin(&self, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.addr).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
        stream
    }

    /// Numbers of running and waiting jobs.
    pub(crate) fn jobs(&self) -> (u64, u64) {
        let status = self.get("/api/v1/status").document();
        (status["running"].as_u64().unwrap(), status["waiting"].as_u64().unwrap())
    }

    /// Waits until this many jobs run.
    pub(crate) fn until_running(&self, jobs: u64) -> Duration {
        let began = Instant::now();
        while self.jobs().0 != jobs {
            assert!(began.elapsed() < Duration::from_secs(60), "{:?} jobs, not {jobs}", self.jobs());
            thread::sleep(Duration::from_millis(2));
        }
        began.elapsed()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Response of the server.
#[derive(Debug)]
pub(crate) struct TestResponse {
    /// Status line.
    pub(crate) line: String,
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl TestResponse {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn document(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Sentence of an error, which also has a code and facts.
    pub(crate) fn error(&self) -> String {
        let document = self.document();
        assert_eq!(document.as_object().map(|keys| keys.len()), Some(3), "{document}");
        assert!(document["code"].is_string() && document["facts"].is_object(), "{document}");
        document["error"].as_str().expect("a sentence").to_owned()
    }

    /// Events of a stream: names and documents.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        let text = self.text();
        let blocks = text.split("\n\n").filter(|block| block.starts_with("event: "));
        blocks
            .map(|block| {
                let (name, data) = block["event: ".len()..].split_once("\ndata: ").expect("data");
                (name.to_owned(), serde_json::from_str(data).expect("a document on one line"))
            })
            .collect()
    }
}

/// Sends one request on its own connection.
pub(crate) fn ask(addr: SocketAddr, head: &str, body: &[u8]) -> TestResponse {
    let mut stream = TcpStream::connect(addr).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    // A server may answer before it has received everything.
    let _ = stream.write_all(body);
    read_answer(&mut BufReader::new(stream)).unwrap()
}

/// Reads one response; the connection can be used again.
pub(crate) fn read_answer(stream: &mut impl BufRead) -> io::Result<TestResponse> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| io::Error::other(format!("no status in {line:?}")))?;
    let mut headers = Vec::new();
    loop {
        let mut header = String::new();
        stream.read_line(&mut header)?;
        match header.trim_end().split_once(':') {
            Some((name, value)) => headers.push((name.to_ascii_lowercase(), value.trim().to_owned())),
            None => break,
        }
    }
    let mut answer = TestResponse { line: line.trim_end().to_owned(), status, headers, body: Vec::new() };
    if answer.header("transfer-encoding") == "chunked" {
        loop {
            let mut size = String::new();
            stream.read_line(&mut size)?;
            let size = u64::from_str_radix(size.trim(), 16).map_err(io::Error::other)?;
            stream.take(size).read_to_end(&mut answer.body)?;
            stream.read_line(&mut String::new())?;
            if size == 0 {
                break;
            }
        }
    } else {
        let length = answer.header("content-length").parse().unwrap_or(0);
        stream.take(length).read_to_end(&mut answer.body)?;
    }
    Ok(answer)
}
