//! The tests of the page: its types, its files, and itself in real browsers, against the server and as plain
//! files.
//!
//! The same tests run against the server and against the engine in a worker; tests of appearance, in all
//! languages, light and dark, are divided between the two. A core of them runs in Firefox and WebKit as well.

use std::{env, fs, path::PathBuf, process::Command};

use crate::{
    cargo, root, script, site,
    skipped::Skipped,
    step,
    tools::{self, Tools},
};

/// Variable for the tests: each of the two runs does half of the screenshots.
const SHARED: &str = "SHARED";

/// Returns the folder of the tests.
pub(crate) fn tests() -> PathBuf {
    root().join("apps/ktour-web/browser-tests")
}

/// Prepares npm in the folder of the tests.
fn npm(tools: &Tools) -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(tests()).env("PATH", &tools.path);
    npm
}

/// Installs the packages of the lock file, unless npm has done that since it was written.
pub(crate) fn install(tools: &Tools) -> Result<(), String> {
    let changed = |name: &str| fs::metadata(tests().join(name)).and_then(|data| data.modified()).ok();
    let (installed, locked) = (changed("node_modules/.package-lock.json"), changed("package-lock.json"));
    if installed.is_some() && installed >= locked {
        return Ok(());
    }
    step("packages of the page's tests", npm(tools).args(["ci", "--no-audit", "--no-fund"]))
}

/// Builds the engine for browsers and the page around it.
pub(crate) fn build_site(tools: &Tools, folder: &std::path::Path) -> Result<(), String> {
    step("the engine", &mut script("wasm"))?;
    site::make(tools, folder)
}

/// Runs all tests of the page; builds the program first, unless the tests of the workspace have just built
/// it.
pub(crate) fn browser(tools: &Tools, is_built: bool, skipped: &mut Skipped) -> Result<(), String> {
    let missing = match () {
        () if !tools.has_node => Some("Node.js 20 or newer is not there"),
        () if install(tools).is_err() => Some("the packages of npm cannot be installed"),
        () => None,
    };
    if let Some(missing) = missing {
        skipped.add("types of the page", missing);
        skipped.add("the page in a browser", missing);
        return Ok(());
    }
    step("types of the page", npm(tools).args(["run", "--silent", "types"]))?;
    step("format of the page", npm(tools).args(["run", "--silent", "lint"]))?;
    let Some(chromium) = &tools.chromium else {
        skipped.add("the page in a browser", "Chromium is not there");
        return Ok(());
    };
    if !is_built {
        step("the program", cargo().args(["build", "--package", "ktour-cli"]))?;
    }
    let run = || {
        let mut run = npm(tools);
        run.args(["run", "--silent", "test"]).env("CHROMIUM", chromium).env_remove("SITE").env_remove(SHARED);
        run
    };
    if let Some(missing) = &tools.missing_compiler {
        skipped.add("the page as plain files", missing);
        return step("the page in a browser", &mut run());
    }
    for (what, program) in tools::OTHER_BROWSERS {
        if !tools::has(program) {
            skipped.add(what, format!("{program} is not there"));
        }
    }
    let folder = root().join("target/site-tested");
    build_site(tools, &folder)?;
    step("the page in a browser", run().env(SHARED, "yes"))?;
    step("the page as plain files", run().env(SHARED, "yes").env("SITE", &folder))
}

/// `cargo xtask browser-bench`: the engine natively and in WebAssembly, the cost of a first visit, and the
/// time until a fresh worker answers. With `LIMITS=1` the limits are asserted.
pub(crate) fn bench(tools: &Tools) -> Result<(), String> {
    let (true, Some(chromium)) = (tools.has_node, &tools.chromium) else {
        return Err("a first visit is measured with Node.js 20 or newer and Chromium".into());
    };
    install(tools)?;
    let folder = root().join("target/site");
    build_site(tools, &folder)?;
    step("the program", cargo().args(["build", "--package", "ktour-cli"]))?;
    let modules = env::join_paths(site::modules()).map_err(|error| error.to_string())?;
    let suite = ["run", "--release", "--package", "ktour-bench", "--", "browser"];
    step("native against WebAssembly", cargo().args(suite).env("ENGINE", modules).env("PATH", &tools.path))?;
    let mut visit = npm(tools);
    visit.args(["run", "--silent", "weight"]).env("CHROMIUM", chromium).env("SITE", &folder);
    step("a first visit, and fresh workers", &mut visit)
}

/// Takes a picture of the page for the README, from the program that was just built.
pub(crate) fn picture(tools: &Tools, file: &str) -> Result<(), String> {
    let (true, Some(chromium)) = (tools.has_node, &tools.chromium) else {
        return Err("the page is drawn with Node.js 20 or newer and Chromium".into());
    };
    install(tools)?;
    let mut node = Command::new("node");
    node.current_dir(tests()).env("PATH", &tools.path).env("CHROMIUM", chromium);
    step(file, node.arg("picture.js").arg(root().join(file)))
}
