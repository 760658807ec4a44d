//! A server to attack: started with limits, watched, and ended.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::PathBuf,
    process::{Child, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::{http::Client, report::CheckResult, target::AttackTarget, trial::peak_mib};

/// Path under which the API is served.
pub(super) const API: &str = "/api/v1";

/// A running `ktour serve`.
pub(super) struct Server {
    child: Child,
    /// File with the standard error of the server.
    stderr: PathBuf,
    /// Standard output, open so that the server can write to it.
    _stdout: BufReader<ChildStdout>,
    pub(super) address: SocketAddr,
}

impl Server {
    /// Starts a server; `limits` are the shell's, such as `ulimit -v 8388608`.
    pub(super) fn start(target: &AttackTarget, limits: &str, arguments: &[&str]) -> Result<Server, String> {
        let stderr = target.folder("server").join("stderr");
        let file = File::create(&stderr).map_err(|error| error.to_string())?;
        let script = format!("{limits}\nulimit -c 0\nexec \"$0\" serve --addr 127.0.0.1:0 \"$@\"");
        let mut child = Command::new("sh")
            .args(["-c", &script])
            .arg(&target.ktour)
            .args(arguments)
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(file)
            .spawn()
            .map_err(|error| format!("sh: {error}"))?;
        let mut stdout = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
        let mut line = String::new();
        let _ = stdout.read_line(&mut line);
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').parse();
        match address {
            Ok(address) => Ok(Server { child, stderr, _stdout: stdout, address }),
            Err(_) => {
                let _ = child.kill().and_then(|()| child.wait());
                let words = fs::read_to_string(&stderr).unwrap_or_default();
                Err(format!("the server did not start: {line}{words}"))
            }
        }
    }

    /// Peak of the resident memory of the server.
    pub(super) fn memory_mib(&self) -> u64 {
        peak_mib(self.child.id())
    }

    /// Numbers of running and waiting jobs, as the server reports them.
    fn jobs(&self) -> Option<(u64, u64)> {
        let answer = Client::new(self.address, Duration::from_secs(10)).get(&format!("{API}/status")).ok()?;
        let status: Value = serde_json::from_slice(&answer.body).ok()?;
        Some((status["running"].as_u64()?, status["waiting"].as_u64()?))
    }

    /// Waits until this many jobs run and none waits; `None` after the limit.
    pub(super) fn wait_for(&self, running: u64, limit: Duration) -> Option<()> {
        let began = Instant::now();
        while self.jobs() != Some((running, 0)) {
            (began.elapsed() < limit).then(|| thread::sleep(Duration::from_millis(10)))?;
        }
        Some(())
    }

    /// Checks that it runs and has not panicked.
    pub(super) fn check(&mut self) -> CheckResult {
        let words = fs::read_to_string(&self.stderr).unwrap_or_default();
        if let Ok(Some(status)) = self.child.try_wait() {
            return Err(format!("the server ended ({status}): {words}"));
        }
        if words.contains("panicked") { Err(format!("panicked: {words}")) } else { Ok(()) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
