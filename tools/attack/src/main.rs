//! The program under attack.
//!
//! Everything that was once tried by hand against `ktour`, as one command: hostile queries, files
//! and arguments, kills, load, neighbours, and a brute force that shares no line with the program.
//! The program is only ever run, never linked: what a stranger can reach is what is tried.
//!
//! `cargo run -p ktour-attack --release -- [--short] [--ktour PATH] [--seed N] [NAME…]`
//!
//! The last lines are a table of what was tried, what held and what fell; the exit code is 1 if
//! anything fell. docs/reliability.md says what each part does and holds the last figures.
//!
//! It asks Linux for signals, limits and memory; elsewhere it says so.

#[cfg(target_os = "linux")]
mod brute;
#[cfg(target_os = "linux")]
mod check;
#[cfg(target_os = "linux")]
mod dice;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(target_os = "linux")]
mod http;
#[cfg(target_os = "linux")]
mod parts;
#[cfg(target_os = "linux")]
mod pictures;
#[cfg(target_os = "linux")]
mod report;
#[cfg(target_os = "linux")]
mod server;
#[cfg(target_os = "linux")]
mod target;
#[cfg(target_os = "linux")]
mod trial;

use std::process::ExitCode;

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    refuse("the attack needs Linux")
}

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    use parts::PARTS;
    use report::Report;
    use target::AttackTarget;

    let (target, names) = match AttackTarget::from_arguments(std::env::args().skip(1)) {
        Ok(asked) => asked,
        Err(sentence) => return refuse(&sentence),
    };
    if let Some(stranger) = names.iter().find(|name| PARTS.iter().all(|(part, _)| part != name)) {
        let parts: Vec<&str> = PARTS.iter().map(|(part, _)| *part).collect();
        return refuse(&format!("there is no part `{stranger}`: choose among {}", parts.join(", ")));
    }
    let mut report = Report::default();
    for (name, attack) in PARTS {
        if names.is_empty() || names.iter().any(|asked| asked == name) {
            report.part(name, |report| attack(&target, report));
        }
    }
    println!("{report}");
    if report.has_falls() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn refuse(sentence: &str) -> ExitCode {
    eprintln!("attack: {sentence}");
    ExitCode::from(2)
}
