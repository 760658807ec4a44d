//! A small HTTP client that sends exactly the bytes it is given.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use serde_json::Value;

use super::report::CheckResult;

/// Maximum number of bytes read of an answer; a longer stream is closed.
const MAX_ANSWER_BYTES: u64 = 64 << 20;

/// Answer of a server.
pub(super) struct Answer {
    status: u16,
    head: String,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// Checks that it is a document, a refusal in one sentence, or a request to try again later.
    pub(super) fn check(&self) -> CheckResult {
        let error =
            |why: &str| Err(format!("{} {why}: {}", self.status, String::from_utf8_lossy(&self.body)));
        let document = serde_json::from_slice::<Value>(&self.body);
        match self.status {
            200 if self.head.contains("content-type: application/json") => {
                document.map_or_else(|wrong| error(&wrong.to_string()), |_| Ok(()))
            }
            200 => Ok(()),
            400..=499 | 503 => {
                let sentence = document.unwrap_or_default()["error"].as_str().unwrap_or_default().to_owned();
                let is_sentence = sentence.len() > 8 && !sentence.contains('\n');
                if is_sentence { Ok(()) } else { error("a refusal without a sentence") }
            }
            _ => error("neither 200 nor a refusal"),
        }
    }
}

/// One connection, kept open as long as the server keeps it.
pub(super) struct Client {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
    timeout: Duration,
}

impl Client {
    pub(super) fn new(address: SocketAddr, timeout: Duration) -> Client {
        Client { address, stream: None, timeout }
    }

    /// Sends a request and does not read its answer.
    pub(super) fn begin(address: SocketAddr, path: &str) -> Result<TcpStream, String> {
        let mut stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
        stream.write_all(request.as_bytes()).map_err(|error| error.to_string())?;
        Ok(stream)
    }

    pub(super) fn get(&mut self, path: &str) -> io::Result<Answer> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        self.send(request.as_bytes())
    }

    pub(super) fn post(&mut self, path: &str, kind: &str, body: &[u8]) -> io::Result<Answer> {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        self.send(&[head.as_bytes(), body].concat())
    }

    /// Sends bytes and reads one answer. If the server has closed a kept connection meanwhile, the bytes are
    /// sent once more on a new one.
    fn send(&mut self, bytes: &[u8]) -> io::Result<Answer> {
        let is_kept = self.stream.is_some();
        match self.send_once(bytes) {
            Err(error) if is_kept && error.kind() != io::ErrorKind::WouldBlock => self.send_once(bytes),
            answer => answer,
        }
    }

    fn send_once(&mut self, bytes: &[u8]) -> io::Result<Answer> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => BufReader::new(connect(self.address, self.timeout)?),
        };
        // A server may answer and close before it has read everything.
        let sent = stream.get_mut().write_all(bytes);
        let answer = read_answer(&mut stream).map_err(|error| sent.err().unwrap_or(error))?;
        if !answer.head.contains("connection: close") {
            self.stream = Some(stream);
        }
        Ok(answer)
    }
}

fn connect(address: SocketAddr, timeout: Duration) -> io::Result<TcpStream> {
    let stream = TcpStream::connect_timeout(&address, timeout)?;
    stream.set_read_timeout(Some(timeout))?;
    stream.set_write_timeout(Some(timeout))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Reads one answer, whose length is given, chunked, or all that comes.
fn read_answer(stream: &mut impl BufRead) -> io::Result<Answer> {
    let mut head = String::new();
    loop {
        let mut line = Vec::new();
        if stream.take(1 << 16).read_until(b'\n', &mut line)? == 0 {
            return Err(io::Error::other("the connection was closed without an answer"));
        }
        if line.trim_ascii().is_empty() {
            break;
        }
        head.push_str(&String::from_utf8_lossy(&line).to_ascii_lowercase());
    }
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
    let mut body = Vec::new();
    match length {
        None if head.contains("transfer-encoding: chunked") => read_chunks(stream, &mut body)?,
        _ => drop(stream.take(length.unwrap_or(MAX_ANSWER_BYTES)).read_to_end(&mut body)?),
    }
    Ok(Answer { status, head, body })
}

fn read_chunks(stream: &mut impl BufRead, body: &mut Vec<u8>) -> io::Result<()> {
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let length = u64::from_str_radix(line.trim(), 16).map_err(io::Error::other)?;
        stream.take(length).read_to_end(body)?;
        stream.read_line(&mut line)?;
        if length == 0 {
            return Ok(());
        }
        if body.len() as u64 > MAX_ANSWER_BYTES {
            return Err(io::Error::other("an answer of more than 64 MiB"));
        }
    }
}

/// Encodes bytes for a query.
pub(super) fn encode(bytes: &[u8]) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    bytes
        .iter()
        .map(|&byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
