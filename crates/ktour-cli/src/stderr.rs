//! What is said beside the answer, on standard error.
//!
//! A note that nobody can take, because the disk is full or the terminal is gone, is lost without
//! harm: the exit code says the same, and `eprintln!` would panic.

use std::{
    fmt,
    io::{self, Write},
};

/// Says one line on standard error.
macro_rules! say {
    ($($words:tt)*) => {
        $crate::stderr::line(format_args!($($words)*))
    };
}

/// One line, whole.
pub(crate) fn line(words: fmt::Arguments<'_>) {
    let _ = io::stderr().write_all(format!("{words}\n").as_bytes());
}
