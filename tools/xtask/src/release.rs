//! `cargo xtask release --dry-run`: builds and checks everything that a release consists of, and publishes
//! nothing.

use std::{fs, path::Path, process::Command};

use crate::{answer_of, api, cargo, package, skipped::Skipped, step, tools};

/// Checks of `deny.toml` that need no network.
pub(crate) const POLICY: [&str; 4] = ["check", "licenses", "bans", "sources"];

/// Crates that are not published.
const OURS: [&str; 3] = ["--exclude=ktour-hostile", "--exclude=ktour-bench", "--exclude=xtask"];

/// Checks that there is one version, packs every crate and every package, and runs the tools that find
/// breaking changes since the last release or since a revision.
pub(crate) fn release(words: &[String], skipped: &mut Skipped) -> Result<(), String> {
    let (since, words) = match words {
        [flag, since, revision, words @ ..] if flag == "--dry-run" && since == "--since" => {
            (Some(revision.clone()), words)
        }
        [flag, words @ ..] if flag == "--dry-run" => (api::last_release(), words),
        _ => {
            return Err("a release is published by hand: give --dry-run to make and look at all of it".into());
        }
    };
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    one_version(&house, skipped)?;
    addresses(&house, skipped)?;
    oldest_compiler(skipped)?;
    allowed(skipped)?;
    // Those of programs too, which have no examples to be run with.
    let pages = ["doc", "--workspace", "--no-deps", "--document-private-items"];
    step("documentation", cargo().args(pages).env("RUSTDOCFLAGS", "-D warnings"))?;
    api::looked_at(since, skipped)?;
    step("crates", cargo().args(["package", "--workspace", "--locked", "--allow-dirty"]).args(OURS))?;
    package::package(words, skipped)
}

/// `cargo deny` on this house.
pub(crate) fn denied(program: &Path) -> Command {
    let mut deny = Command::new(program);
    deny.args(["--locked", "--log-level", "error"])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    deny
}

/// Whether every crate may be here, and none is known to be weak, where that can be asked.
fn allowed(skipped: &mut Skipped) -> Result<(), String> {
    let Some(deny) = tools::deny() else {
        skipped.add("licences, bans, sources, advisories", "cargo-deny is not there and not to be installed");
        return Ok(());
    };
    step("licences, bans, sources", denied(&deny).args(POLICY))?;
    // Advisories are a repository, which not every network lets one read.
    match denied(&deny).args(["fetch", "db"]).output().is_ok_and(|output| output.status.success()) {
        true => step("advisories", denied(&deny).args(["check", "advisories"])),
        false => {
            skipped.add("advisories", "the list of RustSec cannot be fetched");
            Ok(())
        }
    }
}

/// Checks all crates with the oldest compiler that they declare, if rustup has it.
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

/// Reports each address (repository, maintainer) that is not filled in.
fn addresses(house: &Path, skipped: &mut Skipped) -> Result<(), String> {
    for (what, file, field) in [
        ("the address of the repository", "Cargo.toml", "repository = "),
        ("the address of the citation", "CITATION.cff", "repository-code: "),
        ("the address of the maintainer", "tools/xtask/src/package/debian.rs", "authors <"),
    ] {
        let text = fs::read_to_string(house.join(file)).map_err(|error| format!("{file}: {error}"))?;
        if !text.contains(field) {
            skipped.add(what, format!("{file} has no `{}` yet", field.trim()));
        }
    }
    Ok(())
}

/// Checks the version in three places, and in the changelog on a release.
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
