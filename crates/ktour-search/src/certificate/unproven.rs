//! Errors of writing a proof.

use std::io;

use thiserror::Error;

/// Why no proof was written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unproven {
    /// The formula alone is too large.
    #[error("a proof about {board} has about {needed} bytes before its first step, and {most} are allowed")]
    TooLarge {
        /// The board's size.
        board: String,
        /// Estimated size in bytes.
        needed: u128,
        /// Number of bytes allowed.
        most: u64,
    },
    /// The proof grew too large.
    #[error("the proof grows beyond the {most} bytes that are allowed")]
    Grew {
        /// Number of bytes allowed.
        most: u64,
    },
    /// Time ran out, or the work was cancelled.
    #[error("the proof was not ready in time")]
    Stopped,
    /// A file cannot be written.
    #[error("the proof cannot be written: {0}")]
    Unwritten(#[from] io::Error),
}
