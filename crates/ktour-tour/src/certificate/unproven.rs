//! Why there is no proof.

use std::io;

use thiserror::Error;

/// Why there is no proof.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unproven {
    /// The formula alone is too large.
    #[error("a proof about {board} has about {needed} bytes before its first step, and {most} are allowed")]
    TooLarge {
        /// The board's size.
        board: String,
        /// About how many bytes.
        needed: u128,
        /// How many are allowed.
        most: u64,
    },
    /// The proof grew too large.
    #[error("the proof grows beyond the {most} bytes that are allowed")]
    Grew {
        /// How many are allowed.
        most: u64,
    },
    /// The time ran out, or somebody cancelled.
    #[error("the proof was not ready in time")]
    Stopped,
    /// It cannot be written.
    #[error("the proof cannot be written: {0}")]
    Unwritten(#[from] io::Error),
}
