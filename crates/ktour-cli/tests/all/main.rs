//! The program as people run it: all its tests in one program that is linked once.

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

/// The program with these words, with nothing to read, and heard.
fn ktour(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ktour"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
