//! HTTP by hand, so that what is malformed can be said too.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use serde_json::Value;

use crate::report::CheckResult;

/// Maximum number of bytes read of an answer; a longer stream is closed.
const MAX_ANSWER_BYTES: usize = 64 << 20;

/// Answer of a server.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Every answer is a document, a refusal in one sentence, or a wish to wait.
    pub(crate) fn verdict(&self) -> CheckResult {
        let is_json = self.head.to_ascii_lowercase().contains("content-type: application/json");
        match self.status {
            200 if is_json => {
                serde_json::from_slice::<Value>(&self.body).map(drop).map_err(|error| self.because(error))
            }
            200 => Ok(()),
            400..=499 | 503 if self.sentence().is_some() => Ok(()),
            400..=499 | 503 => Err(self.because("a refusal without a sentence")),
            _ => Err(self.because("neither 200 nor a refusal")),
        }
    }

    /// The words of a refusal.
    fn sentence(&self) -> Option<String> {
        let document: Value = serde_json::from_slice(&self.body).ok()?;
        let sentence = document.get("error")?.as_str()?;
        (sentence.len() > 8 && !sentence.contains('\n')).then(|| sentence.to_owned())
    }

    fn because(&self, why: impl std::fmt::Display) -> String {
        format!("{} {why}: {}", self.status, String::from_utf8_lossy(&self.body))
    }
}

/// One connection that is kept as long as the server keeps it.
pub(crate) struct Client {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
    patience: Duration,
}

impl Client {
    pub(crate) fn new(address: SocketAddr, patience: Duration) -> Client {
        Client { address, stream: None, patience }
    }

    /// Asks by GET.
    pub(crate) fn ask(&mut self, path: &str) -> io::Result<Answer> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        self.say(request.as_bytes())
    }

    /// Asks by POST.
    pub(crate) fn post(&mut self, path: &str, kind: &str, body: &[u8]) -> io::Result<Answer> {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        self.say(&[head.as_bytes(), body].concat())
    }

    /// Sends bytes and reads one answer. A kept connection that the server has meanwhile closed is no
    /// answer: then the bytes are sent once more on a new one.
    pub(crate) fn say(&mut self, bytes: &[u8]) -> io::Result<Answer> {
        let is_kept = self.stream.is_some();
        match self.say_once(bytes) {
            Err(error) if is_kept && error.kind() != io::ErrorKind::WouldBlock => self.say_once(bytes),
            answer => answer,
        }
    }

    fn say_once(&mut self, bytes: &[u8]) -> io::Result<Answer> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => BufReader::new(connect(self.address, self.patience)?),
        };
        // A server may answer and close before it has read everything.
        let sent = stream.get_mut().write_all(bytes);
        let answer = read_answer(&mut stream).map_err(|error| sent.err().unwrap_or(error))?;
        if !answer.head.to_ascii_lowercase().contains("connection: close") {
            self.stream = Some(stream);
        }
        Ok(answer)
    }
}

/// A connection that gives up after a while.
pub(crate) fn connect(address: SocketAddr, patience: Duration) -> io::Result<TcpStream> {
    let stream = TcpStream::connect_timeout(&address, patience)?;
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(patience))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Reads one answer, whatever says how long it is.
pub(crate) fn read_answer(stream: &mut impl BufRead) -> io::Result<Answer> {
    let mut head = String::new();
    loop {
        let mut line = Vec::new();
        if stream.take(1 << 16).read_until(b'\n', &mut line)? == 0 {
            return Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the connection was closed without an answer",
            ));
        }
        if line.trim_ascii().is_empty() {
            if head.starts_with("HTTP/1.1 100") {
                head.clear();
                continue;
            }
            break;
        }
        head.push_str(&String::from_utf8_lossy(&line));
    }
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let lower = head.to_ascii_lowercase();
    let length =
        lower.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<u64>().ok());
    let mut body = Vec::new();
    match length {
        Some(length) => drop(stream.take(length).read_to_end(&mut body)?),
        None if lower.contains("transfer-encoding: chunked") => read_chunks(stream, &mut body)?,
        None if status == 304 => {}
        None => drop(stream.take(MAX_ANSWER_BYTES as u64).read_to_end(&mut body)?),
    }
    Ok(Answer { status, head, body })
}

fn read_chunks(stream: &mut impl BufRead, body: &mut Vec<u8>) -> io::Result<()> {
    let bad = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why.to_owned());
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let length = u64::from_str_radix(line.trim(), 16).map_err(|_| bad("the stream was cut"))?;
        stream.take(length).read_to_end(body)?;
        line.clear();
        stream.read_line(&mut line)?;
        if length == 0 {
            return Ok(());
        }
        if body.len() > MAX_ANSWER_BYTES {
            return Err(bad("more than 64 MiB of answer"));
        }
    }
}

/// Bytes as they are written in a query.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~".contains(byte);
    bytes
        .iter()
        .map(|byte| if plain(byte) { char::from(*byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
