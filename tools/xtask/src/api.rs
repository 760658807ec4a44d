//! The public interface of the library, and its changes since the last release.
//!
//! `cargo public-api` lists every public name with its type; the two lists are compared line by line, for a
//! person to read. `cargo semver-checks` refuses breaking changes that the version does not announce. The
//! facade re-exports whole crates, so these are compared.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{answer_of, skipped::Skipped, step, tools};

/// The facade and the crates that it re-exports.
const LIBRARY: [&str; 7] =
    ["ktour", "ktour-core", "ktour-search", "ktour-puzzle", "ktour-count", "ktour-render", "ktour-lab"];

const PUBLIC_API: &str = "0.52.0";
const SEMVER_CHECKS: &str = "0.51.0";

/// The tag of the last release, where there was one.
pub(crate) fn last_release() -> Option<String> {
    let tag = ["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"];
    let told = Command::new("git").args(tag).current_dir(env!("CARGO_MANIFEST_DIR")).output().ok()?;
    told.status.success().then(|| String::from_utf8_lossy(&told.stdout).trim().to_owned())
}

/// Lists what is public, and compares with a revision.
pub(crate) fn looked_at(since: Option<String>, skipped: &mut Skipped) -> Result<(), String> {
    let house = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .map_err(|error| error.to_string())?;
    let Some(revision) = since else {
        listed(&house, skipped)?;
        skipped.add("what a release breaks", "there was none to compare with; --since REVISION compares");
        return Ok(());
    };
    let then = OldRevision::of(&house, &revision)?;
    if let (Some(now), Some(before)) = (listed(&house, skipped)?, listed(&then.0, skipped)?) {
        changed(&now, &before, &house.join("target/public-api.txt"))?;
    }
    match tools::of_cargo("cargo-semver-checks", SEMVER_CHECKS) {
        Some(program) => {
            let mut check = Command::new(program);
            check.arg("semver-checks").args(LIBRARY.map(|name| format!("--package={name}")));
            check.arg("--baseline-root").arg(&then.0).current_dir(&house);
            step(&format!("what breaks since {revision}"), &mut check)
        }
        None => {
            skipped.add("what a release breaks", "cargo-semver-checks is not there and not to be installed");
            Ok(())
        }
    }
}

/// A revision of the repository in a temporary worktree.
struct OldRevision(PathBuf);

impl OldRevision {
    fn of(house: &Path, revision: &str) -> Result<OldRevision, String> {
        let then = OldRevision(house.join("target/since"));
        fs::create_dir_all(&then.0).map_err(|error| error.to_string())?;
        let file = then.0.join("since.tar");
        step(
            revision,
            Command::new("git").args(["archive", "-o"]).arg(&file).arg(revision).current_dir(house),
        )?;
        step("laid out", Command::new("tar").arg("-xf").arg(&file).arg("-C").arg(&then.0))?;
        Ok(then)
    }
}

impl Drop for OldRevision {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Every public name of the library, a line each with its type; `None` where that cannot be listed.
fn listed(house: &Path, skipped: &mut Skipped) -> Result<Option<BTreeSet<String>>, String> {
    let nightly = Command::new("rustup").args(["run", "nightly", "rustc", "--version"]).output();
    let has_nightly = nightly.is_ok_and(|output| output.status.success());
    if !has_nightly {
        skipped.add("the public names", "`rustup toolchain install nightly` has what lists them");
        return Ok(None);
    }
    let Some(program) = tools::of_cargo("cargo-public-api", PUBLIC_API) else {
        skipped.add("the public names", "cargo-public-api is not there and not to be installed");
        return Ok(None);
    };
    let mut names = BTreeSet::new();
    for package in LIBRARY {
        let mut list = Command::new(&program);
        list.args(["public-api", "--all-features", "-sss", "--package", package]).current_dir(house);
        // cargo passes its compiler to its children; this one needs another.
        list.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
        list.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/public-api"));
        names.extend(answer_of(&format!("the names of {package}"), &mut list)?.lines().map(str::to_owned));
    }
    eprintln!("== {} public names", names.len());
    Ok(Some(names))
}

/// Writes what is new and what is gone.
fn changed(now: &BTreeSet<String>, before: &BTreeSet<String>, file: &Path) -> Result<(), String> {
    let new = now.difference(before).map(|name| format!("+{name}\n"));
    let gone = before.difference(now).map(|name| format!("-{name}\n"));
    let (new, gone): (Vec<String>, Vec<String>) = (new.collect(), gone.collect());
    eprintln!("== {} of them are new, {} are gone: {}", new.len(), gone.len(), file.display());
    fs::write(file, [gone, new].concat().concat()).map_err(|error| format!("{}: {error}", file.display()))
}
