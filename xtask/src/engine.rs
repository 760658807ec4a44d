//! The engine as a WebAssembly module: `crates/browser`, by whichever compiler can make it.
//!
//! rustup's own target is taken where it is installed, and never fetched. Otherwise Debian's compiler for
//! the web builds the standard library from its source, which takes a minute; as the superuser it is
//! installed. `wasm-opt` makes the module smaller where it is at hand.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::{cargo, step, tools};

const TARGET: &str = "wasm32-unknown-unknown";
/// Debian's packages: compiler, build tool, standard library and linker.
const PACKAGES: [&str; 5] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19", "binaryen"];

/// Builds the module; an error is what is missing.
pub(crate) fn build() -> Result<PathBuf, String> {
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut build = if has_target() { cargo() } else { debian()? };
    build.args(["build", "--profile", "wasm", "--package", "knights-tour-browser", "--target", TARGET]);
    step("the engine for browsers", build.current_dir(&house))?;
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or(house.join("target"), PathBuf::from);
    let built = folder.join(TARGET).join("wasm/knights_tour_browser.wasm");
    if !tools::is_there("wasm-opt") {
        return Ok(built);
    }
    let small = built.with_file_name("engine.wasm");
    let features = ["--enable-bulk-memory", "--enable-sign-ext", "--enable-mutable-globals"];
    let more =
        ["--enable-nontrapping-float-to-int", "--enable-multivalue", "--enable-reference-types", "-O3"];
    let mut optimiser = Command::new("wasm-opt");
    optimiser.args(features).args(more).arg(&built).arg("-o").arg(&small);
    // An older optimiser than the compiler may not know the module; it is as good as it is.
    Ok(step("wasm-opt", &mut optimiser).map_or(built, |()| small))
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
    build.args(["-Z", "build-std=std,panic_abort"]);
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
