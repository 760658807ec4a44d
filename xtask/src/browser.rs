//! The page's tests: its types, its files, and itself in a real browser against the real server.
//!
//! The packages of `crates/web/browser-tests/package-lock.json` are installed first.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{cargo, skipped::Skipped, step, tools::Tools};

const TESTS: &str = "crates/web/browser-tests";

/// The folder of the tests.
pub(crate) fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(TESTS)
}

fn npm(tools: &Tools) -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(tests()).env("PATH", &tools.path);
    npm
}

/// Installs the packages of the lock file, where they are not there.
pub(crate) fn install(tools: &Tools) -> Result<(), String> {
    if is_installed(&tests()) {
        return Ok(());
    }
    step("packages of the page's tests", npm(tools).args(["ci", "--no-audit", "--no-fund"]))
}

/// Installs the packages, builds the program where the tests have not just built it, runs.
pub(crate) fn browser(tools: &Tools, is_built: bool, skipped: &mut Skipped) -> Result<(), String> {
    if !tools.has_node {
        skipped.add("types of the page", "Node.js 20 or newer is not there");
        skipped.add("the page in a browser", "Node.js 20 or newer is not there");
        return Ok(());
    }
    if install(tools).is_err() {
        skipped.add("types of the page", "the packages of npm cannot be had");
        skipped.add("the page in a browser", "the packages of npm cannot be had");
        return Ok(());
    }
    step("types of the page", npm(tools).args(["run", "--silent", "types"]))?;
    let Some(chromium) = &tools.chromium else {
        skipped.add("the page in a browser", "Chromium is not there");
        return Ok(());
    };
    if !is_built {
        step("the program", cargo().args(["build", "--package", "ktour"]))?;
    }
    if env::var_os("SITE").is_none() {
        skipped.add("the page as plain files", "SITE names no folder that `cargo xtask site` has made");
    }
    step("the page in a browser", npm(tools).args(["run", "--silent", "test"]).env("CHROMIUM", chromium))
}

/// Whether the packages are those of the lock file: npm writes down when it put them there.
fn is_installed(tests: &Path) -> bool {
    let changed = |name: &str| fs::metadata(tests.join(name)).and_then(|data| data.modified());
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Ok(installed), Ok(locked)) => installed >= locked,
        _ => false,
    }
}
