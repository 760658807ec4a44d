//! The engine as WebAssembly modules: `apps/ktour-browser`, by whichever compiler can make it.
//!
//! rustup's own target is taken where it is installed, and never fetched. Otherwise Debian's compiler for
//! the web builds the standard library from its source, which takes a minute; as the superuser it is
//! installed. It builds that library small, so its modules are lighter than rustup's.
//!
//! `wasm-opt` is not used: its modules are smaller in memory, and larger when compressed for the wire.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{cargo, step, tools, traces};

const TARGET: &str = "wasm32-unknown-unknown";
/// Debian's packages: compiler, build tool, standard library and linker.
const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];
/// The oldest compiler that knows all words of the house.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");
/// Vector instructions, which every browser has since 2023, for patterns of bytes and for mixing pixels.
const VECTORS: &str = "-Ctarget-feature=+simd128";

/// The parts of the engine.
pub(crate) struct Engine {
    /// Module that a page needs first.
    pub(crate) first: PathBuf,
    /// Module that can be fetched later.
    pub(crate) light: PathBuf,
    /// Module for heavy questions.
    pub(crate) heavy: PathBuf,
}

/// Name of what is missing for the build and could not be installed, if anything is.
pub(crate) fn missing() -> Option<String> {
    if has_target() { None } else { debian().err() }
}

/// Debian's packages for it, where neither compiler is there or Debian's is too old.
pub(crate) fn lacking() -> &'static [&'static str] {
    let is_there = has_target() || debian_programs().is_some_and(|(compiler, _)| is_new(&compiler));
    if is_there { &[] } else { &PACKAGES }
}

/// Builds the modules, all at once; an error is what is missing.
pub(crate) fn build() -> Result<Engine, String> {
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut build, flags) = if has_target() { rustup() } else { debian()? };
    build.args(["build", "--profile", "wasm", "--package", "ktour-browser", "--target", TARGET]);
    build.args(["--features", "parts", "--examples"]).current_dir(&house);
    build.env(traces::FLAGS, traces::flags(&house, &flags));
    step("the engine for browsers", &mut build)?;
    let folder = env::var_os("CARGO_TARGET_DIR").map_or(house.join("target"), PathBuf::from);
    let part = |name: &str| folder.join(TARGET).join("wasm/examples").join(name).with_extension("wasm");
    Ok(Engine { first: part("first"), light: part("light"), heavy: part("heavy") })
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

/// Rustup's build tool and its flags.
fn rustup() -> (Command, Vec<&'static str>) {
    (cargo(), vec![VECTORS])
}

/// Debian's build tool, set up to build the standard library as well.
fn debian() -> Result<(Command, Vec<&'static str>), String> {
    let ways: [fn(&[&str]); 3] = [|_| (), tools::install, tools::renew];
    let found = ways.into_iter().find_map(|way| {
        way(&PACKAGES);
        debian_programs().filter(|(compiler, _)| is_new(compiler))
    });
    let (compiler, builder) = found.ok_or_else(|| {
        let packages = PACKAGES.join(" ");
        format!("no compiler for browsers: rustup target add {TARGET}, or {OLDEST} or newer of Debian's {packages}")
    })?;
    let mut build = Command::new(builder);
    build.env("RUSTC", compiler).env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTUP_TOOLCHAIN");
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19").env_remove("CARGO");
    // A panic ends the engine, and its message is never read.
    let flags = vec![VECTORS, "-Zlocation-detail=none", "-Zunstable-options", "-Cpanic=immediate-abort"];
    build.args(["-Z", "build-std=std,panic_abort", "-Z", "build-std-features=optimize_for_size"]);
    Ok((build, flags))
}

/// Whether a compiler is as new as the house asks for: `rustc 1.96.0 (…)`.
fn is_new(compiler: &Path) -> bool {
    let version = |text: &str| -> Option<(u32, u32)> {
        let mut parts = text.split('.').map(|part| part.parse().ok());
        parts.next()?.zip(parts.next()?)
    };
    let said = Command::new(compiler).arg("--version").output().ok();
    let said = said.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    said.split(' ')
        .nth(1)
        .and_then(version)
        .is_some_and(|version_there| Some(version_there) >= version(OLDEST))
}

/// Folder of Debian's compiler and build tool.
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
