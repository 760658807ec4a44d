//! A server of one's own to attack: started with limits, watched from outside, ended.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::PathBuf,
    process::{Child, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Resource, Rlimit, Signal, getrlimit, setrlimit};
use serde_json::Value;

use crate::{
    http::Client,
    report::CheckResult,
    target::AttackTarget,
    trial::{Memory, memory, signal},
};

/// Path under which the API is served.
pub(crate) const API: &str = "/api/v1";

/// A job that goes on until it is stopped.
pub(crate) const HEAVY: &str = "/api/v1/solve?board=8&method=backtrack&start=b1&kind=closed&max_time=1h";

/// A running `ktour serve`.
pub(crate) struct Server {
    child: Child,
    words: PathBuf,
    /// Standard error of the server, kept open so that the server can write to it.
    _stdout: BufReader<ChildStdout>,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a server; `limits` are the shell's, such as `ulimit -n 1024`.
    pub(crate) fn start(target: &AttackTarget, limits: &str, more: &[&str]) -> Result<Server, String> {
        let words = target.folder("server").join("stderr");
        let stderr = File::create(&words).map_err(|error| error.to_string())?;
        let script = format!("{limits}\nulimit -c 0\nexec \"$0\" serve --addr 127.0.0.1:0 \"$@\"");
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(script)
            .arg(&target.ktour)
            .args(more)
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .map_err(|error| format!("sh: {error}"))?;
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe was asked for"));
        let mut line = String::new();
        let _ = stdout.read_line(&mut line);
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').parse();
        match address {
            Ok(address) => Ok(Server { child, words, _stdout: stdout, address }),
            Err(_) => {
                let _ = child.kill().and_then(|()| child.wait());
                let said = fs::read_to_string(&words).unwrap_or_default();
                Err(format!("the server did not start: {line}{said}"))
            }
        }
    }

    /// Resident memory of the server in MiB.
    pub(crate) fn memory(&self) -> Memory {
        memory(self.child.id())
    }

    /// Jobs that run and jobs that wait, by its own words.
    pub(crate) fn jobs(&self) -> Option<(u64, u64)> {
        let answer = Client::new(self.address, Duration::from_secs(10)).ask(&format!("{API}/status")).ok()?;
        let status: Value = serde_json::from_slice(&answer.body).ok()?;
        Some((status["running"].as_u64()?, status["waiting"].as_u64()?))
    }

    /// Waits until this many jobs run, and returns the time that took.
    pub(crate) fn wait_for(&self, running: u64, limit: Duration) -> Option<Duration> {
        let began = Instant::now();
        while began.elapsed() < limit {
            if self.jobs().is_some_and(|(now, waiting)| now == running && waiting == 0) {
                return Some(began.elapsed());
            }
            thread::sleep(Duration::from_millis(10));
        }
        None
    }

    /// Whether it lives and never panicked.
    pub(crate) fn is_well(&mut self) -> CheckResult {
        let said = fs::read_to_string(&self.words).unwrap_or_default();
        if let Ok(Some(status)) = self.child.try_wait() {
            return Err(format!("the server is gone ({status}): {said}"));
        }
        if said.contains("panicked") { Err(format!("panicked: {said}")) } else { Ok(()) }
    }

    /// Asks it to end, and how long that took.
    pub(crate) fn end(mut self) -> Result<Duration, String> {
        let began = Instant::now();
        signal(&self.child, Signal::TERM);
        while began.elapsed() < Duration::from_secs(10) {
            if let Ok(Some(status)) = self.child.try_wait() {
                let is_agreed = status.code() == Some(0);
                return if is_agreed { Ok(began.elapsed()) } else { Err(format!("ended with {status}")) };
            }
            thread::sleep(Duration::from_millis(5));
        }
        Err("did not end on TERM within 10 s".to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Raises the limit of open files, because this process holds a thousand connections.
pub(crate) fn raise_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
}
