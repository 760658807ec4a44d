//! The packages of the page's tests, and what runs with them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{step, tools::Tools};

const TESTS: &str = "apps/ktour-web/browser-tests";

/// The folder of the tests.
pub(crate) fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(TESTS)
}

/// npm in that folder.
pub(crate) fn npm(tools: &Tools) -> Command {
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

/// The folder of everything.
pub(crate) fn house() -> PathBuf {
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    house.canonicalize().unwrap_or(house)
}

/// Whether the packages are those of the lock file: npm writes down when it put them there.
fn is_installed(tests: &Path) -> bool {
    let changed = |name: &str| fs::metadata(tests.join(name)).and_then(|data| data.modified());
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Ok(installed), Ok(locked)) => installed >= locked,
        _ => false,
    }
}
