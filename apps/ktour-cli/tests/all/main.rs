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

/// Returns a command with these arguments, empty input and captured output.
fn ktour(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ktour"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
