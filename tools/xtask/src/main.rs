//! The tasks of contributors.
//!
//! `cargo xtask test` is the one test command: it finds what the tests need and installs what a bare machine
//! lacks, then checks format, lints, documentation and every test, those of the page in a browser too. Its
//! last lines name what could not run on this machine, and why. `cargo xtask browser` runs the page's tests,
//! `cargo xtask browser-bench` measures its engine and its size. `cargo xtask python` runs the tests of the
//! Python package. `cargo xtask site` writes the page as plain files with the engine inside, for any host.
//! `cargo xtask fresh` runs the README's two commands on a bare Debian. `cargo xtask package` builds what
//! people install and tries it; `cargo xtask release --dry-run` checks a release. `cargo xtask picture`
//! redraws the README's two pictures with the program, `cargo xtask gallery` those of `docs/gallery`. `cargo
//! xtask bench [NAME]` measures. `cargo xtask corpus` writes the boards on which searches are measured to
//! `testdata`. `cargo xtask attack [--short] [NAME…]` attacks the program as docs/reliability.md says.

mod api;
mod browser;
mod engine;
mod fresh;
mod gallery;
mod lint;
mod npm;
mod package;
mod python;
mod release;
mod site;
mod skipped;
mod step;
mod tools;
mod traces;

use std::{
    env,
    process::{Command, ExitCode},
};

use skipped::Skipped;
use step::{answer_of, cargo, step};
use tools::Tools;

fn main() -> ExitCode {
    if let Some(code) = lint::as_rustdoc() {
        return code;
    }
    let chore = env::args().nth(1).unwrap_or_default();
    let done = match chore.as_str() {
        "test" => run(test),
        "browser" => run(|skipped| browser::browser(&Tools::of_the_page(), false, skipped)),
        "python" => run(|skipped| python::python(&mut cargo(), skipped)),
        "browser-bench" => browser::bench(&Tools::of_the_page()),
        "site" => site::site(env::args().skip(2)),
        "fresh" => fresh::fresh(env::args().skip(2)),
        "package" => run(|skipped| package::package(&env::args().skip(2).collect::<Vec<_>>(), skipped)),
        "release" => run(|skipped| release::release(&env::args().skip(2).collect::<Vec<_>>(), skipped)),
        "picture" => picture(),
        "corpus" => corpus(),
        "gallery" => gallery::gallery(),
        "attack" => attack(),
        "bench" => bench(),
        _ => {
            eprintln!(
                "usage: cargo xtask test | browser | browser-bench | python | site [-o DIR] | fresh [{}] [--user] [--first] | package [--program FILE [--static FILE] [--wheel FILE]] | release --dry-run [--since REVISION] | attack | bench [NAME] | picture | corpus | gallery",
                fresh::RELEASES.join(" | ")
            );
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

/// Does a chore, and says at the end what of it was skipped.
fn run(chore: impl FnOnce(&mut Skipped) -> Result<(), String>) -> Result<(), String> {
    let mut skipped = Skipped::new();
    let done = chore(&mut skipped);
    skipped.tell();
    done
}

/// Everything, in the order in which it is cheapest to fail.
fn test(skipped: &mut Skipped) -> Result<(), String> {
    tools::install_at_once(engine::lacking());
    let tools = Tools::of_all(engine::missing().is_none());
    match tools.has_rustfmt {
        true => step("format", cargo().args(["fmt", "--all", "--check"]))?,
        false => skipped.add("format", "rustfmt is not there"),
    }
    match &tools.deny {
        Some(deny) => step("licences, bans, sources", release::denied(deny).args(release::POLICY))?,
        None => {
            skipped.add("licences, bans, sources", "cargo-deny is not there: `cargo xtask release` builds it")
        }
    }
    if !tools.has_clippy {
        skipped.add("lints", "clippy is not there");
    }
    let tests = ["test", "--workspace", "--features", "cluster"];
    step("lints and build", lint::cargo(&tools).args(tests).arg("--no-run"))?;
    let mut run = lint::cargo(&tools);
    step("tests", run.args(tests).envs(lint::documenting()).env(skipped::VARIABLE, &skipped.file))?;
    python::python(&mut lint::cargo(&tools), skipped)?;
    short_attack(skipped)?;
    browser::browser(&tools, true, skipped)
}

/// Hostile input, load, kills and a brute force, against the release.
fn attack() -> Result<(), String> {
    let run = ["run", "--release", "--package", "ktour-hostile", "--"];
    step("attack", cargo().args(run).args(env::args().skip(2)))
}

/// The fixed suite of measurements.
fn bench() -> Result<(), String> {
    let run = ["run", "--release", "--package", "ktour-bench", "--"];
    step("bench", cargo().args(run).args(env::args().skip(2)))
}

/// The boards that searches are measured on.
fn corpus() -> Result<(), String> {
    step("corpus", cargo().args(["run", "--package", "ktour-bench", "--", "--write-corpus"]))
}

/// A little of it, against the program that the tests have just built beside this one.
fn short_attack(skipped: &mut Skipped) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        skipped.add("the attack", "it needs Linux");
        return Ok(());
    }
    let here = env::current_exe().map_err(|error| error.to_string())?;
    let mut attack = Command::new(here.with_file_name("attack"));
    step("attack", attack.args(["--short", "--ktour"]).arg(here.with_file_name("ktour")))
}

/// The README's front: a tour that draws itself, and the page.
fn picture() -> Result<(), String> {
    let draw = ["run", "--package", "ktour-cli", "--", "solve", "8", "--width", "400", "-o", "docs/tour.gif"];
    step("docs/tour.gif", cargo().args(draw))?;
    browser::picture(&Tools::of_the_page(), "docs/page.png")
}
