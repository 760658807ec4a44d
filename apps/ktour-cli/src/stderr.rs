//! Lines on standard error.
//!
//! A line that cannot be written, because the disk is full or the terminal is closed, is dropped: the exit
//! code has the same information, and `eprintln!` would panic.

use std::{
    fmt,
    io::{self, Write},
};

/// Prints one line on standard error.
macro_rules! say {
    ($($words:tt)*) => {
        $crate::stderr::line(format_args!($($words)*))
    };
}

/// Writes one line in a single call.
pub(crate) fn line(words: fmt::Arguments<'_>) {
    let _ = io::stderr().write_all(format!("{words}\n").as_bytes());
}
