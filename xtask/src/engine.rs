//! The engine as WebAssembly modules: `crates/browser`, by whichever compiler can make it.
//!
//! rustup's own target is taken where it is installed, and never fetched. Otherwise Debian's compiler for
//! the web builds the standard library from its source, which takes a minute; as the superuser it is
//! installed. It builds that library small, so its modules are lighter than rustup's.
//!
//! `wasm-opt` was tried and left out: its modules are smaller in memory, and larger when packed for the wire. So was an
//! engine for tests alone, hardly optimised: it takes more processor time to build, not less.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{cargo, step, tools};

const TARGET: &str = "wasm32-unknown-unknown";
/// Debian's packages: compiler, build tool, standard library and linker.
const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];
/// Vectors, which every browser has had since 2023: patterns of bytes are toggled, and pixels mixed, many at a time.
const VECTORS: &str = "-Ctarget-feature=+simd128";

const FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// The parts of the engine.
pub(crate) struct Engine {
    /// What a page needs at once.
    pub(crate) first: PathBuf,
    /// What can wait a little.
    pub(crate) light: PathBuf,
    /// What can wait.
    pub(crate) heavy: PathBuf,
}

/// What is missing to build it, and could not be installed; `None` where nothing is.
pub(crate) fn missing() -> Option<String> {
    if has_target() { None } else { debian().err() }
}

/// Builds the modules; an error is what is missing.
pub(crate) fn build() -> Result<Engine, String> {
    Ok(Engine { first: part("first")?, light: part("light")?, heavy: part("heavy")? })
}

/// One part, under a name of its own.
fn part(name: &str) -> Result<PathBuf, String> {
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut build = if has_target() { rustup() } else { debian()? };
    build.args(["build", "--profile", "wasm", "--package", "ktour-browser", "--target", TARGET]);
    build.args(["--no-default-features", "--features", name]).current_dir(&house);
    step(&format!("the engine for browsers, {name}"), &mut build)?;
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or(house.join("target"), PathBuf::from);
    let folder = folder.join(TARGET).join("wasm");
    let part = folder.join(format!("{name}.wasm"));
    let copied = fs::copy(folder.join("knights_tour_browser.wasm"), &part);
    copied.map(|_| part).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Whether rustup's standard library for the web is there.
fn has_target() -> bool {
    let asked = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    asked.is_ok_and(|output| {
        let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
        output.status.success()
            && folder.read_dir().is_ok_and(|files| {
                files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
            })
    })
}

fn rustup() -> Command {
    let mut build = cargo();
    build.env(FLAGS, VECTORS);
    build
}

/// Debian's build tool, told to build the standard library as well.
fn debian() -> Result<Command, String> {
    let (compiler, builder) = match debian_programs() {
        Some(programs) => programs,
        None => {
            PACKAGES.into_iter().for_each(tools::install);
            debian_programs().ok_or_else(|| {
                format!(
                    "no compiler for browsers: rustup target add {TARGET}, or Debian's {}",
                    PACKAGES.join(" ")
                )
            })?
        }
    };
    let mut build = Command::new(builder);
    build.env("RUSTC", compiler).env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTUP_TOOLCHAIN");
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19").env_remove("CARGO");
    // A panic ends the engine, and nobody reads what it would say.
    build.env(FLAGS, format!("{VECTORS} -Zlocation-detail=none -Zunstable-options -Cpanic=immediate-abort"));
    build.args(["-Z", "build-std=std,panic_abort", "-Z", "build-std-features=optimize_for_size"]);
    Ok(build)
}

/// Where Debian put its compiler and its build tool.
fn debian_programs() -> Option<(PathBuf, PathBuf)> {
    let program = |package: &str, end: &str| {
        let listed = Command::new("dpkg").args(["-L", package]).output().ok()?;
        let files = String::from_utf8_lossy(&listed.stdout).into_owned();
        files.lines().find(|file| file.ends_with(end)).map(PathBuf::from).filter(|file| file.exists())
    };
    let source = program("rust-web-src", "/library/std/Cargo.toml");
    let found = (program("rustc-web", "bin/rustc")?, program("cargo-web", "bin/cargo")?);
    (source.is_some() && tools::is_there("wasm-ld-19")).then_some(found)
}
