//! Lints and documentation in the same pass as the tests.
//!
//! `cargo clippy` only checks, so every crate and all its dependencies would be compiled twice, once for
//! lints and once for the tests. Here clippy-driver is the compiler of our crates, and they are compiled
//! once. In the same way `cargo test` calls this program for rustdoc, and it calls rustdoc twice, for the
//! pages and for the examples. Together this saves a fifth of the time.

use std::{
    env,
    ffi::{OsStr, OsString},
    path::PathBuf,
    process::{Command, ExitCode},
};

use crate::tools::Tools;

/// Says that this program is called for rustdoc, and where the pages go.
const PAGES: &str = "KTOUR_PAGES";

/// Separator that `cargo clippy` puts behind each argument for its driver.
const LEVELS: &str = "-Dwarnings__CLIPPY_HACKERY__";

/// Returns the environment in which cargo compiles our own crates with clippy, where it is there; a warning
/// is an error.
pub(crate) fn environment(tools: &Tools) -> Vec<(&'static str, OsString)> {
    match of_the_toolchain("clippy-driver").filter(|_| tools.has_clippy) {
        Some(clippy) => vec![("RUSTC_WORKSPACE_WRAPPER", clippy.into()), ("CLIPPY_ARGS", LEVELS.into())],
        None => Vec::new(),
    }
}

/// Returns the environment in which `cargo test` calls this program instead of rustdoc.
pub(crate) fn documenting() -> Vec<(&'static str, OsString)> {
    let pages = crate::root().join("target/doc");
    let Some((here, _)) = env::current_exe().ok().zip(of_the_toolchain("rustdoc")) else { return Vec::new() };
    // Linux appends a word to the path of a program that a build has replaced.
    let here = here.to_string_lossy().trim_end_matches(" (deleted)").to_owned();
    vec![("RUSTDOC", here.into()), (PAGES, pages.into())]
}

/// Runs both calls of rustdoc, if this program is called for it.
pub(crate) fn as_rustdoc() -> Option<ExitCode> {
    let pages = env::var_os(PAGES)?;
    let rustdoc = of_the_toolchain("rustdoc")?;
    let words: Vec<OsString> = env::args_os().skip(1).collect();
    let is_done = |words: &[OsString]| {
        Command::new(&rustdoc).args(words).env_remove(PAGES).status().is_ok_and(|status| status.success())
    };
    let are_written = for_pages(&words, &pages).is_none_or(|words| is_done(&words));
    Some(if are_written && is_done(&words) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Turns arguments that run examples into those that write pages; `None` where no examples are run.
fn for_pages(words: &[OsString], pages: &OsStr) -> Option<Vec<OsString>> {
    words.iter().find(|word| *word == "--test")?;
    let mut written = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--test" | "--no-run") => (),
            Some("--test-run-directory" | "--test-args" | "--test-runtool") => drop(words.next()),
            _ => written.push(word.clone()),
        }
    }
    written.extend(["--document-private-items", "-Dwarnings", "-o"].map(OsString::from));
    written.push(pages.to_owned());
    Some(written)
}

/// Returns a program that lies beside the compiler.
fn of_the_toolchain(name: &str) -> Option<PathBuf> {
    let asked = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    let program = PathBuf::from(String::from_utf8_lossy(&asked.stdout).trim()).join("bin").join(name);
    let program = program.with_extension(env::consts::EXE_EXTENSION);
    program.exists().then_some(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_written_with_the_words_that_run_examples() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let test = "--edition=2024 --crate-name a --test src/lib.rs --test-run-directory /here --extern b=c";
        let pages = "--edition=2024 --crate-name a src/lib.rs --extern b=c --document-private-items -Dwarnings -o doc";
        assert_eq!(for_pages(&words(test), OsStr::new("doc")), Some(words(pages)));
        assert_eq!(for_pages(&words("--version"), OsStr::new("doc")), None);
    }
}
