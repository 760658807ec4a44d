//! The page's tests: its types, its files, and itself in a real browser against the real server.
//!
//! What a fresh machine may lack is installed first: Debian's Chromium where that is allowed, and the
//! packages of `crates/web/browser-tests/package-lock.json`.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{cargo, step};

const TESTS: &str = "crates/web/browser-tests";

/// Installs, builds the program where the tests have not just built it, runs.
pub(crate) fn browser(is_built: bool) -> Result<(), String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(TESTS);
    for program in ["node", "npm"] {
        if !answers(program) {
            return Err(format!("the page's tests need {program}: install Node.js 20.19 or newer"));
        }
    }
    let chromium = chromium()?;
    if !is_installed(&tests) {
        step("packages of the page's tests", npm(&tests).args(["ci", "--no-audit", "--no-fund"]))?;
    }
    step("types of the page", npm(&tests).args(["run", "--silent", "types"]))?;
    if !is_built {
        step("the program", cargo().args(["build", "--package", "ktour"]))?;
    }
    step("the page in a browser", npm(&tests).args(["run", "--silent", "test"]).env("CHROMIUM", chromium))
}

/// Where Chromium is, after installing it if need be.
fn chromium() -> Result<PathBuf, String> {
    if let Some(path) = env::var_os("CHROMIUM").map(PathBuf::from) {
        let missing = || format!("CHROMIUM names {}, which is not there", path.display());
        return path.exists().then_some(path.clone()).ok_or_else(missing);
    }
    let names = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    let there = || names.iter().map(PathBuf::from).find(|path| path.exists());
    if let Some(path) = there() {
        return Ok(path);
    }
    if !is_root() {
        let sentence = "the page's tests need Chromium: install it (apt-get install chromium), or say where it is with CHROMIUM";
        return Err(sentence.into());
    }
    step("list of packages", Command::new("apt-get").args(["update", "-qq"]))?;
    let install = ["install", "-y", "-qq", "--no-install-recommends", "chromium"];
    step("install chromium", Command::new("apt-get").args(install).env("DEBIAN_FRONTEND", "noninteractive"))?;
    there().ok_or_else(|| "chromium was installed, but is not at /usr/bin/chromium".into())
}

/// Whether the packages are those of the lock file: npm writes down when it put them there.
fn is_installed(tests: &Path) -> bool {
    let changed = |name: &str| fs::metadata(tests.join(name)).and_then(|data| data.modified());
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Ok(installed), Ok(locked)) => installed >= locked,
        _ => false,
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn answers(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn npm(tests: &Path) -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(tests);
    npm
}
