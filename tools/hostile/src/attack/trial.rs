//! One run of the program, with limits of time and memory.
//!
//! A run that exceeds its time is interrupted as by Ctrl-C, which it may heed with exit code 130. A run that
//! does not end on that is killed, and has failed. Memory is limited from outside by the shell's `ulimit -v`.

use std::{
    ffi::{OsStr, OsString},
    fs,
    io::{Read, Write},
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use super::{report::CheckResult, target::AttackTarget};

/// Time that an interrupted program may take to end; long, since the machine may be shared.
const INTERRUPT_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum number of bytes of output that are stored; a program that writes more is stopped.
const MAX_OUTPUT_BYTES: u64 = 32 << 20;

/// Standard input of the program: a first part, then one part repeated without end.
pub(super) struct Endless(pub(super) &'static str, pub(super) &'static str);

/// A run that is about to be made.
pub(super) struct Trial<'a> {
    target: &'a AttackTarget,
    arguments: Vec<OsString>,
    folder: PathBuf,
    input: Option<Endless>,
    limit: Duration,
    memory_mib: Option<u64>,
}

impl<'a> Trial<'a> {
    /// Prepares a run in a folder, with ten seconds.
    pub(super) fn new<S: AsRef<OsStr>>(
        target: &'a AttackTarget,
        folder: &Path,
        arguments: &[S],
    ) -> Trial<'a> {
        Trial {
            target,
            arguments: arguments.iter().map(|argument| argument.as_ref().to_owned()).collect(),
            folder: folder.to_owned(),
            input: None,
            limit: Duration::from_secs(10),
            memory_mib: None,
        }
    }

    pub(super) fn input(self, input: Endless) -> Trial<'a> {
        Trial { input: Some(input), ..self }
    }

    pub(super) fn within(self, limit: Duration) -> Trial<'a> {
        Trial { limit, ..self }
    }

    /// Limits the address space, in MiB.
    pub(super) fn memory(self, mebibytes: u64) -> Trial<'a> {
        Trial { memory_mib: Some(mebibytes), ..self }
    }

    /// Starts the program.
    pub(super) fn spawn(&self) -> Child {
        let limit =
            self.memory_mib.map_or(String::new(), |mebibytes| format!("ulimit -v {};", mebibytes << 10));
        Command::new("sh")
            .args(["-c", &format!("{limit} ulimit -c 0; exec \"$0\" \"$@\"")])
            .arg(&self.target.ktour)
            .args(&self.arguments)
            .env_remove("RUST_BACKTRACE")
            .current_dir(&self.folder)
            .stdin(if self.input.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("ktour runs")
    }

    /// Runs the program to its end.
    pub(super) fn run(self) -> RunOutput {
        let began = Instant::now();
        let mut child = self.spawn();
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        thread::scope(|scope| {
            if let (Some(pipe), Some(input)) = (stdin, &self.input) {
                scope.spawn(move || feed(pipe, input));
            }
            let stdout = scope.spawn(|| stdout.map(read_output).unwrap_or_default());
            let stderr = scope.spawn(|| stderr.map(read_output).unwrap_or_default());
            let (status, end, peak) = wait(&mut child, self.limit);
            let took = began.elapsed();
            let [stdout, stderr] = [stdout, stderr].map(|reader| reader.join().expect("a reader ends"));
            RunOutput {
                status,
                end,
                peak,
                took,
                stdout,
                stderr: String::from_utf8_lossy(&stderr).into_owned(),
            }
        })
    }
}

/// How a run ended: by itself, interrupted, or killed because it ignored that.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RunEnd {
    Ended,
    Interrupted,
    Killed,
}

/// Output and resources of a run.
pub(super) struct RunOutput {
    status: ExitStatus,
    pub(super) end: RunEnd,
    /// Peak of resident memory, in MiB.
    pub(super) peak: u64,
    pub(super) took: Duration,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: String,
}

impl RunOutput {
    pub(super) fn code(&self) -> Option<i32> {
        self.status.code()
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Checks that it ended with one of these codes, without a panic, and that a refusal is one sentence.
    pub(super) fn check(&self, codes: &[i32]) -> CheckResult {
        let words = self.stderr.trim();
        if self.end == RunEnd::Killed {
            return Err(format!("did not end on Ctrl-C within {INTERRUPT_TIMEOUT:?}: {words}"));
        }
        if let Some(signal) = self.status.signal() {
            return Err(format!("died of signal {signal}: {words}"));
        }
        let code = self.code().unwrap_or(-1);
        if code == 101 || self.stderr.contains("panicked") {
            return Err(format!("panicked: {words}"));
        }
        let is_interrupted = self.end == RunEnd::Interrupted && code == 130;
        if !is_interrupted && !codes.contains(&code) {
            return Err(format!("unexpected exit code {code}: {words}"));
        }
        let is_sentence = words.starts_with("ktour: ") && words.len() > 12 && words.lines().count() == 1;
        if code == 2 && !is_sentence {
            return Err(format!("a refusal that is not one sentence: {words}"));
        }
        // Where JSON was asked for, the refusal is a document as well.
        let is_document = || {
            serde_json::from_slice::<serde_json::Value>(&self.stdout)
                .is_ok_and(|document| document["error"].is_string() && document["code"].is_string())
        };
        if code == 2 && !self.stdout.is_empty() && !is_document() {
            return Err(format!("a refusal after {} bytes of data", self.stdout.len()));
        }
        Ok(())
    }
}

/// Waits, interrupts after `limit`, and kills a program that ignores that.
fn wait(child: &mut Child, limit: Duration) -> (ExitStatus, RunEnd, u64) {
    let began = Instant::now();
    let (mut end, mut peak, mut pause) = (RunEnd::Ended, 0, Duration::from_millis(1));
    loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return (status, end, peak);
        }
        peak = peak.max(peak_mib(child.id()));
        let elapsed = began.elapsed();
        if elapsed > limit + INTERRUPT_TIMEOUT && end != RunEnd::Killed {
            end = RunEnd::Killed;
            let _ = child.kill();
        } else if elapsed > limit && end == RunEnd::Ended {
            end = RunEnd::Interrupted;
            send(child, Signal::INT);
        }
        thread::sleep(pause);
        pause = (pause * 5 / 4).min(Duration::from_millis(20));
    }
}

/// Sends a signal to a child that has not been waited for yet.
pub(super) fn send(child: &Child, signal: Signal) {
    let _ = kill_process(Pid::from_child(child), signal);
}

/// Peak of the resident memory of a process in MiB; zero after it has ended.
pub(super) fn peak_mib(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) >> 10
}

fn read_output(pipe: impl Read) -> Vec<u8> {
    let mut output = Vec::new();
    let _ = pipe.take(MAX_OUTPUT_BYTES).read_to_end(&mut output);
    output
}

/// Writes until the reader closes the pipe.
fn feed(mut pipe: impl Write, Endless(head, part): &Endless) {
    let block = part.repeat((1 << 16) / part.len() + 1);
    if pipe.write_all(head.as_bytes()).is_ok() {
        while pipe.write_all(block.as_bytes()).is_ok() {}
    }
}
