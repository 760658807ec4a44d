//! The program as people run it: all its tests, linked into one program.

mod beauty;
mod boards;
mod cluster;
mod counting;
mod docs;
mod files;
mod lab;
mod limits;
mod metadata;
mod pictures;
mod pipes;
mod play;
mod reading;
mod serve;
mod shell;
mod skipping;
mod streams;
mod transcripts;

use std::process::{Command, Stdio};
#[cfg(unix)]
use std::{
    fs,
    process::Child,
    thread,
    time::{Duration, Instant},
};

/// Returns a command with these arguments, empty input and captured output.
fn ktour(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ktour"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits until a program handles Ctrl-C, as Linux reports it; a signal before that ends it like any program.
#[cfg(unix)]
fn until_ctrl_c_is_handled(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let is_handled = |text: String| {
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        // The second bit stands for signal 2, SIGINT.
        mask.is_none_or(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 2 != 0))
    };
    let began = Instant::now();
    while fs::read_to_string(&status).is_ok_and(|text| !is_handled(text)) {
        assert!(began.elapsed() < Duration::from_secs(60), "Ctrl-C is not handled");
        thread::sleep(Duration::from_millis(5));
    }
}
