//! Reports tests that cannot run on a machine: on standard error, and in the file that `cargo xtask test`
//! names with `KTOUR_SKIPPED` and prints at its end.

use std::{fs::OpenOptions, io::Write, thread};

/// Reports that a test is skipped, and why.
pub(crate) fn skipped(why: &str) {
    let test = thread::current().name().unwrap_or("a test").to_owned();
    let line = format!("{test}: {why}\n");
    eprint!("skipped: {line}");
    if let Some(file) = std::env::var_os("KTOUR_SKIPPED") {
        let told = OpenOptions::new().create(true).append(true).open(file);
        told.and_then(|mut file| file.write_all(line.as_bytes())).expect("KTOUR_SKIPPED can be written");
    }
}
