//! `cargo xtask release --dry-run`: everything that a release is made of, made and looked at, and nothing published.

use std::{fs, path::Path, process::Command};

use crate::{answer_of, cargo, package, skipped::Skipped, step, tools};

/// Checks that all say one version, packs every crate and every package, and asks the tools that know what a release may break.
pub(crate) fn release(words: &[String], skipped: &mut Skipped) -> Result<(), String> {
    let words = match words {
        [flag, words @ ..] if flag == "--dry-run" => words,
        _ => {
            return Err("a release is published by hand: give --dry-run to make and look at all of it".into());
        }
    };
    one_version(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), skipped)?;
    oldest_compiler(skipped)?;
    step("crates", cargo().args(["package", "--workspace", "--no-verify", "--allow-dirty"]))?;
    for (program, command) in [
        ("cargo-deny", &["deny", "--all-features", "check"][..]),
        ("cargo-semver-checks", &["semver-checks", "--package", "ktour"]),
        ("cargo-public-api", &["public-api", "--package", "ktour", "--all-features"]),
    ] {
        match tools::is_there(program) {
            true => step(program, cargo().args(command))?,
            false => skipped.add(program, "it is not there: `cargo install` has it"),
        }
    }
    package::package(words, skipped)
}

/// Whether the oldest compiler that the crates ask for takes all of them: another than this one, where rustup has it.
fn oldest_compiler(skipped: &mut Skipped) -> Result<(), String> {
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    let is_it = |version: &str| version == oldest || version.starts_with(&format!("{oldest}."));
    let this = answer_of("rustc", Command::new("rustc").arg("--version"))?;
    if this.split_whitespace().nth(1).is_some_and(is_it) {
        return Ok(());
    }
    let toolchains =
        answer_of("rustup", Command::new("rustup").args(["toolchain", "list"])).unwrap_or_default();
    let mut names = toolchains.lines().filter_map(|line| line.split_whitespace().next());
    match names.find(|name| name.split('-').next().is_some_and(is_it)) {
        Some(name) => {
            let check = ["run", name, "cargo", "check", "--locked", "--workspace", "--all-targets"];
            step(&format!("Rust {oldest}"), Command::new("rustup").args(check))
        }
        None => {
            skipped.add("the oldest compiler", format!("`rustup toolchain install {oldest}` has it"));
            Ok(())
        }
    }
}

/// The version stands in three places; in the changelog when the day has come.
fn one_version(house: &Path, skipped: &mut Skipped) -> Result<(), String> {
    let version = env!("CARGO_PKG_VERSION");
    let text = |file: &str| fs::read_to_string(house.join(file)).map_err(|error| format!("{file}: {error}"));
    if !text("CITATION.cff")?.lines().any(|line| line == format!("version: {version}")) {
        return Err(format!("CITATION.cff does not say {version}, which is the version in Cargo.toml"));
    }
    if !text("CHANGELOG.md")?.lines().any(|line| line.starts_with(&format!("## {version}"))) {
        skipped.add("the changelog's number", format!("it has no section {version} yet"));
    }
    Ok(())
}
