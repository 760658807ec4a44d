//! `cargo xtask attack`: the program, attacked as people, other programs and other machines could.
//!
//! Hostile queries, files and arguments, kills, load, and a brute force that shares no code with the program.
//! The program is only ever run, never linked: input takes the way that it takes from outside.
//!
//! `cargo run -p ktour-hostile --release -- [--short] [--ktour PATH] [--seed N] [NAME…]`
//!
//! The output ends with a table of attempts and failures; the exit code is 1 if there was a failure.
//! docs/reliability.md describes each part and has the figures of the last run. The attack uses signals,
//! limits and `/proc` of Linux.

#[cfg(target_os = "linux")]
mod attack;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    return attack::run();
    #[cfg(not(target_os = "linux"))]
    refuse("the attack needs Linux")
}

fn refuse(sentence: &str) -> ExitCode {
    eprintln!("attack: {sentence}");
    ExitCode::from(2)
}
