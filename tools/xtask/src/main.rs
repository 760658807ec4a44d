//! The tasks of contributors.
//!
//! `cargo xtask test` is the one test command: it finds what the tests need and installs what a bare machine
//! lacks, then checks format, lints, documentation and every test, those of the page in a browser too. Its
//! last lines name what could not run on this machine, and why. `cargo xtask browser` runs the tests of the
//! page, `cargo xtask browser-bench` measures its engine and its size, `cargo xtask site` writes the page as
//! plain files with the engine inside. `cargo xtask generate` writes the lists and types of other languages.
//! `cargo xtask attack [--short] [NAME…]` attacks the program as docs/reliability.md says, `cargo xtask bench
//! [NAME]` measures, `cargo xtask corpus` writes the boards that searches are measured on. `cargo xtask
//! picture` redraws the two pictures of the README, `cargo xtask gallery` those of `docs/gallery`.
//!
//! `install`, `python`, `wasm`, `fresh`, `package` and `release` are scripts in `tools/`.

mod browser;
mod lint;
mod site;
mod skipped;
mod step;
mod tools;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use skipped::Skipped;
use step::{cargo, step};
use tools::Tools;

const USAGE: &str = "usage: cargo xtask test | browser | browser-bench | python | site [-o DIR] | \
    fresh [bookworm | trixie] [--user] [--first] | package [--program FILE [--static FILE] [--wheel FILE]] | \
    release --dry-run [--since REVISION] | attack | bench [NAME] | generate | picture | corpus | gallery";

fn main() -> ExitCode {
    if let Some(code) = lint::as_rustdoc() {
        return code;
    }
    let task = env::args().nth(1).unwrap_or_default();
    let done = match task.as_str() {
        "test" => run(test),
        "browser" => run(|skipped| browser::browser(&Tools::found(), false, skipped)),
        "browser-bench" => browser::bench(&Tools::found()),
        "site" => site::site(env::args().skip(2)),
        "picture" => picture(),
        "gallery" => gallery(),
        "generate" => generate(),
        "corpus" => program("ktour-bench", &["--write-corpus"]),
        "attack" => program("ktour-hostile", &[]),
        "bench" => program("ktour-bench", &[]),
        "install" | "python" | "wasm" | "fresh" | "package" | "release" => run(|skipped| {
            step(&task, script(&task).args(env::args().skip(2)).env(skipped::VARIABLE, &skipped.file))
        }),
        _ => {
            eprintln!("{USAGE}");
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

/// Returns the root of the repository.
fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap_or(root)
}

/// Prepares a script of `tools/`.
fn script(name: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg(root().join("tools").join(name).with_extension("sh"));
    command
}

/// Does a task, and prints at the end what of it was skipped.
fn run(task: impl FnOnce(&mut Skipped) -> Result<(), String>) -> Result<(), String> {
    let mut skipped = Skipped::new();
    let done = task(&mut skipped);
    skipped.print();
    done
}

/// Runs everything, in the order in which it is cheapest to fail.
fn test(skipped: &mut Skipped) -> Result<(), String> {
    let tools = Tools::installed();
    match tools.has_rustfmt {
        true => step("format", cargo().args(["fmt", "--all", "--check"]))?,
        false => skipped.add("format", "rustfmt is not there"),
    }
    match &tools.deny {
        Some(deny) => {
            let policy = ["--locked", "--log-level", "error", "check", "licenses", "bans", "sources"];
            step("licences, bans, sources", Command::new(deny).args(policy).current_dir(root()))?;
        }
        None => {
            skipped.add("licences, bans, sources", "cargo-deny is not there: `cargo xtask release` builds it")
        }
    }
    if !tools.has_clippy {
        skipped.add("lints", "clippy is not there");
    }
    let tests = ["test", "--workspace", "--features", "cluster"];
    step("lints and build", cargo().args(tests).arg("--no-run").envs(lint::environment(&tools)))?;
    let mut run = cargo();
    run.args(tests).envs(lint::environment(&tools)).envs(lint::documenting());
    step("tests", run.env(skipped::VARIABLE, &skipped.file))?;
    let mut python = script("python");
    step("Python", python.envs(lint::environment(&tools)).env(skipped::VARIABLE, &skipped.file))?;
    short_attack(skipped)?;
    browser::browser(&tools, true, skipped)
}

/// Runs a little of the attack, against the program that the tests have just built beside this one.
fn short_attack(skipped: &mut Skipped) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        skipped.add("the attack", "it needs Linux");
        return Ok(());
    }
    let here = env::current_exe().map_err(|error| error.to_string())?;
    let mut attack = Command::new(here.with_file_name("attack"));
    step("attack", attack.args(["--short", "--ktour"]).arg(here.with_file_name("ktour")))
}

/// Runs a program of `tools/`, built for release, with the arguments of the command line.
fn program(package: &str, arguments: &[&str]) -> Result<(), String> {
    let run = ["run", "--release", "--package", package, "--"];
    step(package, cargo().args(run).args(arguments).args(env::args().skip(2)))
}

/// Writes the files of other languages that are made from the engine's lists and documents.
fn generate() -> Result<(), String> {
    let test = ["test", "--package", "ktour-answer", "--test", "all", "generated_files_are_up_to_date"];
    step("generated files", cargo().args(test).env("BLESS", "1"))
}

/// Redraws the pictures of the README: a tour that draws itself, and the page.
fn picture() -> Result<(), String> {
    let draw = ["run", "--package", "ktour-cli", "--", "solve", "8", "--width", "400", "-o", "docs/tour.gif"];
    step("docs/tour.gif", cargo().args(draw))?;
    browser::picture(&Tools::found(), "docs/page.png")
}

/// Redraws every picture of the gallery by the commands of its page.
fn gallery() -> Result<(), String> {
    const PAGE: &str = "docs/gallery/README.md";
    let page = fs::read_to_string(PAGE).map_err(|error| format!("{PAGE}: {error}"))?;
    for command in page.lines().filter_map(|line| line.strip_prefix("ktour ")) {
        let (words, file) =
            command.rsplit_once(' ').ok_or_else(|| format!("{PAGE}: `{command}` has no file"))?;
        let run = ["run", "--quiet", "--package", "ktour-cli", "--"];
        let path = format!("docs/gallery/{file}");
        step(file, cargo().args(run).args(words.split(' ')).arg(path))?;
    }
    Ok(())
}
