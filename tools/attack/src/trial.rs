//! One run of the program, held to limits of time and memory.
//!
//! What runs longer than its time is interrupted as a person would: that is agreed (exit 130). What
//! does not end on that is killed, and has fallen. Memory is bounded from outside by the shell's
//! `ulimit -v`, so that a program that takes all it can get ends itself and not the machine.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File},
    io::{Read, Write},
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::{report::CheckResult, target::AttackTarget};

/// How long an interrupted program may take to end. Not tight: the machine may be shared.
const HEED: Duration = Duration::from_secs(10);

/// Maximum number of bytes of output that are stored; a program that writes more is stopped.
const MAX_OUTPUT_BYTES: u64 = 32 << 20;

/// Standard input of the program: a first part, then one part repeated without end.
pub(crate) struct Endless(pub(crate) &'static str, pub(crate) &'static str);

/// A run that is about to be made.
pub(crate) struct Trial<'a> {
    target: &'a AttackTarget,
    arguments: Vec<OsString>,
    folder: PathBuf,
    input: Option<Endless>,
    limit: Duration,
    memory: Option<u64>,
    stdout: Option<&'a str>,
    stderr: Option<&'a str>,
}

impl<'a> Trial<'a> {
    /// A run in a folder, with ten seconds.
    pub(crate) fn new<S: AsRef<OsStr>>(
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
            memory: None,
            stdout: None,
            stderr: None,
        }
    }

    pub(crate) fn input(mut self, input: Endless) -> Trial<'a> {
        self.input = Some(input);
        self
    }

    pub(crate) fn within(mut self, limit: Duration) -> Trial<'a> {
        self.limit = limit;
        self
    }

    /// Address space, in MiB.
    pub(crate) fn memory(mut self, mebibytes: u64) -> Trial<'a> {
        self.memory = Some(mebibytes);
        self
    }

    pub(crate) fn stdout_to(mut self, device: &'a str) -> Trial<'a> {
        self.stdout = Some(device);
        self
    }

    pub(crate) fn stderr_to(mut self, device: &'a str) -> Trial<'a> {
        self.stderr = Some(device);
        self
    }

    /// The program, not yet waited for.
    pub(crate) fn spawn(&self) -> Child {
        let mut command = match self.memory {
            None => Command::new(&self.target.ktour),
            Some(mebibytes) => {
                let limits = format!("ulimit -v {}; ulimit -c 0; exec \"$0\" \"$@\"", mebibytes << 10);
                let mut shell = Command::new("sh");
                shell.arg("-c").arg(limits).arg(&self.target.ktour);
                shell
            }
        };
        let to = |device: Option<&str>| match device {
            Some(device) => File::options().write(true).open(device).expect("a device to write to").into(),
            None => Stdio::piped(),
        };
        command
            .args(&self.arguments)
            .env_remove("RUST_BACKTRACE")
            .current_dir(&self.folder)
            .stdin(if self.input.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(to(self.stdout))
            .stderr(to(self.stderr))
            .spawn()
            .expect("ktour runs")
    }

    /// Runs it to its end.
    pub(crate) fn run(self) -> RunOutput {
        let mut child = self.spawn();
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let began = Instant::now();
        thread::scope(|scope| {
            if let (Some(pipe), Some(input)) = (stdin, &self.input) {
                scope.spawn(move || feed(pipe, input));
            }
            let stdout = scope.spawn(|| stdout.map(hear).unwrap_or_default());
            let stderr = scope.spawn(|| stderr.map(hear).unwrap_or_default());
            let (status, patience, peak) = wait(&mut child, self.limit);
            let took = began.elapsed();
            let stdout = stdout.join().expect("a reader ends");
            let stderr = String::from_utf8_lossy(&stderr.join().expect("a reader ends")).into_owned();
            RunOutput { status, patience, peak, took, stdout, stderr }
        })
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// The program ends by itself.
    Ended,
    /// It was interrupted, and heeded that.
    Interrupted,
    /// It had to be killed.
    Killed,
}

/// Output and resources of a run.
pub(crate) struct RunOutput {
    status: ExitStatus,
    pub(crate) patience: RunEnd,
    /// The most memory that was seen, in MiB.
    pub(crate) peak: u64,
    pub(crate) took: Duration,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl RunOutput {
    pub(crate) fn code(&self) -> Option<i32> {
        self.status.code()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Whether it ended as agreed: one of these codes, no panic, and a refusal in one sentence.
    pub(crate) fn verdict(&self, agreed: &[i32]) -> CheckResult {
        let said = || self.stderr.trim();
        if self.patience == RunEnd::Killed {
            return Err(format!("did not end on Ctrl-C within {} s: {}", HEED.as_secs(), said()));
        }
        if let Some(signal) = self.status.signal() {
            return Err(format!("died of signal {signal}: {}", said()));
        }
        let code = self.code().unwrap_or(-1);
        if code == 101 || self.stderr.contains("panicked") {
            return Err(format!("panicked: {}", said()));
        }
        let is_interrupted = self.patience == RunEnd::Interrupted && code == 130;
        if !is_interrupted && !agreed.contains(&code) {
            return Err(format!("exit {code} is not agreed: {}", said()));
        }
        if code == 2 {
            return one_sentence(&self.stderr, &self.stdout);
        }
        Ok(())
    }
}

/// A refusal is one line on standard error and nothing on standard output.
fn one_sentence(stderr: &str, stdout: &[u8]) -> CheckResult {
    let mut lines = stderr.lines();
    let is_one = lines.next().is_some_and(|line| line.starts_with("ktour: ") && line.len() > 12);
    if !is_one || lines.next().is_some() {
        return Err(format!("a refusal that is not one sentence: {stderr}"));
    }
    if !stdout.is_empty() {
        return Err(format!("a refusal after {} bytes of data", stdout.len()));
    }
    Ok(())
}

/// Waits, interrupts after `limit`, and kills what does not heed that.
fn wait(child: &mut Child, limit: Duration) -> (ExitStatus, RunEnd, u64) {
    let began = Instant::now();
    let (mut patience, mut peak, mut nap) = (RunEnd::Ended, 0, Duration::from_millis(1));
    loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return (status, patience, peak);
        }
        peak = peak.max(memory(child.id()).peak);
        let gone = began.elapsed();
        if gone > limit + HEED && patience != RunEnd::Killed {
            patience = RunEnd::Killed;
            let _ = child.kill();
        } else if gone > limit && patience == RunEnd::Ended {
            patience = RunEnd::Interrupted;
            signal(child, Signal::INT);
        }
        thread::sleep(nap);
        nap = (nap * 5 / 4).min(Duration::from_millis(20));
    }
}

/// Sends a signal to a child that has not been waited for yet.
pub(crate) fn signal(child: &Child, signal: Signal) {
    let _ = kill_process(Pid::from_child(child), signal);
}

/// Resident memory of a process in MiB.
#[derive(Clone, Copy, Default)]
pub(crate) struct Memory {
    pub(crate) now: u64,
    pub(crate) peak: u64,
}

/// Resident memory of a process; `None` after it has ended.
pub(crate) fn memory(process: u32) -> Memory {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) >> 10
    };
    Memory { now: field("VmRSS:"), peak: field("VmHWM:") }
}

fn hear(pipe: impl Read) -> Vec<u8> {
    let mut heard = Vec::new();
    let _ = pipe.take(MAX_OUTPUT_BYTES).read_to_end(&mut heard);
    heard
}

/// Writes until the reader hangs up.
fn feed(mut pipe: impl Write, Endless(head, again): &Endless) {
    let block = again.repeat((1 << 16) / again.len() + 1);
    if pipe.write_all(head.as_bytes()).is_ok() {
        while pipe.write_all(block.as_bytes()).is_ok() {}
    }
}
