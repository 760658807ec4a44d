//! The page's tests: its types, its files, and itself in a real browser, against the real server and as plain
//! files.
//!
//! The packages of `apps/ktour-web/browser-tests/package-lock.json` are installed first, and the engine is
//! built as it is shipped. The same tests run against the server and against the engine in a worker; tests of
//! appearance, in all languages, light and dark, are divided between the two. A core of them runs in Firefox
//! and WebKit as well.

use std::{env, process::Command};

use crate::{
    cargo, engine,
    npm::{house, install, npm, tests},
    site,
    skipped::Skipped,
    step,
    tools::{self, Tools},
};

/// Variable for the tests: the page is tested on the server and as files, and each does half of the
/// screenshots.
const SHARED: &str = "SHARED";

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
    if let Some(missing) = engine::missing() {
        skipped.add("the page as plain files", missing);
        return step("the page in a browser", &mut run());
    }
    let folder = house().join("target/site-tested");
    site::make(tools, &engine::build()?, &folder)?;
    for (what, program, packages) in tools::OTHERS {
        if !tools::with(program, packages) {
            skipped.add(what, format!("{program} is not there"));
        }
    }
    step("the page in a browser", run().env(SHARED, "yes"))?;
    step("the page as plain files", run().env(SHARED, "yes").env("SITE", &folder))
}

/// `cargo xtask browser-bench`: the engine natively and in WebAssembly, the cost of a first visit, and the
/// time until a fresh worker answers. With `LIMITS=1` the limits are asserted.
pub(crate) fn bench(tools: &Tools) -> Result<(), String> {
    let (true, Some(chromium)) = (tools.has_node, &tools.chromium) else {
        return Err("a first visit is measured with Node.js 20 or newer and Chromium".into());
    };
    let engine = engine::build()?;
    install(tools)?;
    let folder = house().join("target/site");
    site::make(tools, &engine, &folder)?;
    step("the program", cargo().args(["build", "--package", "ktour-cli"]))?;
    let modules =
        env::join_paths([&engine.first, &engine.light, &engine.heavy]).map_err(|error| error.to_string())?;
    let suite = ["run", "--release", "--package", "ktour-bench", "--", "browser"];
    step("native against WebAssembly", cargo().args(suite).env("ENGINE", modules).env("PATH", &tools.path))?;
    let mut visit = npm(tools);
    visit.args(["run", "--silent", "weight"]).env("CHROMIUM", chromium).env("SITE", &folder);
    step("a first visit, and fresh workers", &mut visit)
}

/// The page as the README shows it, from the program that was just built.
pub(crate) fn picture(tools: &Tools, file: &str) -> Result<(), String> {
    let (true, Some(chromium)) = (tools.has_node, &tools.chromium) else {
        return Err("the page is drawn with Node.js 20 or newer and Chromium".into());
    };
    install(tools)?;
    let mut node = Command::new("node");
    node.current_dir(tests()).env("PATH", &tools.path).env("CHROMIUM", chromium);
    step(file, node.arg("picture.js").arg(house().join(file)))
}
