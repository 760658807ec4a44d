//! Why nothing could be verified, or what is wrong with a claim.

use std::io;

use knights_tour::{
    Leaper, Square,
    error::{BoardError, NotATour},
    notation::SquareError,
};
use thiserror::Error;

use super::{
    claim::Verified,
    fault::{ArrayFault, DocumentFault, LineFault, NumbersFault, PictureFault},
};

/// Why nothing could be verified, or what is wrong with the claim.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The input could not be read at all.
    #[error("the input cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Nothing is there.
    #[error("the input is empty: a number grid, a list of squares, JSON or csv was expected")]
    Empty,
    /// Not text.
    #[error("the input is not text: a number grid, a list of squares, JSON or csv was expected")]
    Binary,
    /// Text, but of no known format.
    #[error(
        "the input begins with `{0}`, which is neither a number grid, squares one a line, JSON, nor csv with the header move,x,y"
    )]
    UnknownFormat(String),
    /// A line that does not belong.
    #[error("line {line}: {fault}")]
    Line {
        /// Counted from 1.
        line: u64,
        /// What is wrong with it.
        fault: LineFault,
    },
    /// A grid with a number too often, too large, or not at all.
    #[error(transparent)]
    Numbers(#[from] NumbersFault),
    /// Not a picture of a board.
    #[error("the picture is not a board: {0}")]
    Picture(#[from] PictureFault),
    /// Not JSON, or not a tour's document.
    #[error("the JSON is not a tour's document: {0}")]
    Json(#[from] DocumentFault),
    /// Not an array of numbers by rank and file.
    #[error("the array is not a number grid: {0}")]
    Array(#[from] ArrayFault),
    /// It would be a board that there is not.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// No square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// A grid that can be verified but not held as a tour.
    #[error(
        "the grid is a tour of {squares} squares, too large to hold in memory (limit {limit}): pass it as a file to draw it as a png",
        squares = verified.squares
    )]
    TooLarge {
        /// What was verified.
        verified: Verified,
        /// How many squares can be held.
        limit: usize,
    },
    /// More memory than there is.
    #[error("verifying this input takes more than {needed} bytes ({why}), and {memory} are free")]
    Memory {
        /// So much at least.
        needed: u128,
        /// So much there is.
        memory: u128,
        /// Bytes per square, in words.
        why: &'static str,
    },
    /// Readable, and not a tour.
    #[error(transparent)]
    NotATour(#[from] NotATour),
    /// A grid too large to keep, from a pipe, with a number whose successor is not a leap away.
    #[error("step {step} stands on {square}, and no {next} is a {leaper}'s leap away", next = step + 1)]
    NoSuccessor {
        /// The number.
        step: u64,
        /// Where it stands.
        square: Square,
        /// Whose leap it should be.
        leaper: Leaper,
    },
}

impl ReadError {
    /// The step at which a readable claim goes wrong; `None` where the input itself is at fault.
    pub fn step(&self) -> Option<u128> {
        match self {
            ReadError::NotATour(error) => error.step(),
            ReadError::NoSuccessor { step, .. } => Some(u128::from(*step)),
            _ => None,
        }
    }

    /// Whether the input was readable and simply is not a tour.
    pub fn is_about_the_tour(&self) -> bool {
        matches!(self, ReadError::NotATour(_) | ReadError::NoSuccessor { .. })
    }
}
