//! The house's own chores.
//!
//! `cargo xtask test` is the one test command: it installs what the tests need and a fresh
//! machine may lack, then checks format, lints, documentation and every test, the page's in a browser too.
//! `cargo xtask browser` runs the page's tests alone.
//! `cargo xtask picture` draws the README's tour anew with the program itself, `cargo xtask gallery`
//! the pictures of `docs/gallery`.
//! `cargo xtask corpus` writes the boards that searches are measured on under `testdata`.
//! `cargo xtask attack [--short] [NAME…]` tries the program as docs/reliability.md says.

mod browser;
mod corpus;
mod gallery;

use std::{
    env,
    path::Path,
    process::{Command, ExitCode},
    time::Instant,
};

fn main() -> ExitCode {
    let chore = env::args().nth(1).unwrap_or_default();
    let done = match chore.as_str() {
        "test" => test(),
        "browser" => browser::browser(false),
        "picture" => picture(),
        "corpus" => write_corpus(),
        "gallery" => gallery::gallery(),
        "attack" => attack(),
        _ => {
            eprintln!("usage: cargo xtask test | browser | picture | corpus | gallery | attack");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("xtask: {what}");
            ExitCode::FAILURE
        }
    }
}

/// Everything, in the order in which it is cheapest to fail.
fn test() -> Result<(), String> {
    install_component("fmt", "rustfmt")?;
    install_component("clippy", "clippy")?;
    install_program("tmux", "-V");
    step("format", cargo().args(["fmt", "--all", "--check"]))?;
    step("lints", cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    let docs = ["doc", "--workspace", "--no-deps", "--document-private-items"];
    step("documentation", cargo().args(docs).env("RUSTDOCFLAGS", "-D warnings"))?;
    step("tests", cargo().args(["test", "--workspace"]))?;
    short_attack()?;
    browser::browser(true)
}

/// Hostile input, load, kills and a brute force, against the release.
fn attack() -> Result<(), String> {
    let run = ["run", "--release", "--package", "knights-tour-attack", "--"];
    step("attack", cargo().args(run).args(env::args().skip(2)))
}

/// A little of it, against the program that the tests have just built beside this one.
fn short_attack() -> Result<(), String> {
    let here = env::current_exe().map_err(|error| error.to_string())?;
    let mut attack = Command::new(here.with_file_name("attack"));
    step("attack", attack.args(["--short", "--ktour"]).arg(here.with_file_name("ktour")))
}

/// The tour on the README's front.
fn picture() -> Result<(), String> {
    let draw = ["run", "--release", "--package", "ktour", "--", "solve", "8", "-o", "docs/tour-8x8.svg"];
    step("docs/tour-8x8.svg", cargo().args(draw))
}

/// The boards that searches are measured on.
fn write_corpus() -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata");
    corpus::CORPORA.into_iter().try_for_each(|(file, seed)| {
        std::fs::write(folder.join(file), corpus::corpus(seed)).map_err(|error| format!("{file}: {error}"))
    })
}

/// Rust's own tools are parts of the toolchain that a small installation leaves out.
fn install_component(command: &str, component: &str) -> Result<(), String> {
    let is_there = cargo().args([command, "--version"]).output().is_ok_and(|output| output.status.success());
    if is_there {
        return Ok(());
    }
    step(&format!("install {component}"), Command::new("rustup").args(["component", "add", component]))
}

/// A program that some tests drive. Where it cannot be installed those tests say that they are skipped.
fn install_program(program: &str, version: &str) {
    let is_there = || Command::new(program).arg(version).output().is_ok_and(|output| output.status.success());
    if is_there() {
        return;
    }
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        step(&format!("install {program}"), command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let install = ["install", "--yes", "--no-install-recommends", program];
    if apt(&install).is_err() {
        // A fresh machine has no list of packages yet.
        let _ = apt(&["update"]).and_then(|()| apt(&install));
    }
    if !is_there() {
        eprintln!("xtask: {program} is missing and cannot be installed here; what needs it is skipped");
    }
}

fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn step(name: &str, command: &mut Command) -> Result<(), String> {
    eprintln!("== {name}");
    let began = Instant::now();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    if !status.success() {
        return Err(format!("{name} failed"));
    }
    eprintln!("== {name}: {:.0} s", began.elapsed().as_secs_f64());
    Ok(())
}
