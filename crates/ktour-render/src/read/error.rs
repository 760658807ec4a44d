//! Why an input could not be verified, or what is wrong with the tour.

use std::io;

use ktour_tour::{
    Board, Leaper, Square,
    error::{BoardError, NotATour},
    notation::SquareError,
};
use thiserror::Error;

use super::{
    fault::{ArrayFault, DocumentFault, LineFault, NumbersFault, PictureFault},
    hints::Verified,
};

/// Why an input could not be verified, or what is wrong with the tour.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The input could not be read at all.
    #[error("the input cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The input is empty.
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
    /// A line that cannot be read.
    #[error("line {line}: {fault}")]
    Line {
        /// Counted from 1.
        line: u64,
        /// Fault that was found.
        fault: LineFault,
    },
    /// A grid in which a number is repeated, too large or missing.
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
    /// The board does not exist.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Not a square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// A grid that can be verified but not held as a tour.
    #[error(
        "the grid is a tour of {squares} squares, too large to hold in memory (limit {limit}): pass it as a file to draw it as a png",
        squares = verified.squares
    )]
    TooLarge {
        /// Verified tour or board.
        verified: Verified,
        /// How many squares can be held.
        limit: usize,
    },
    /// It needs more memory than there is.
    #[error("verifying this input takes more than {needed} bytes ({why}), and {memory} are free")]
    Memory {
        /// How much is needed, at least.
        needed: u128,
        /// How much there is.
        memory: u128,
        /// Bytes per square, in words.
        why: &'static str,
    },
    /// A second tour where one was expected.
    #[error("line {line} begins another tour: one was expected")]
    Several {
        /// The line on which it begins, counted from 1.
        line: u64,
    },
    /// A list that leaves out squares of the rectangle around it: not a tour, unless they are holes.
    #[error("{} is never visited: {visited} of {of} squares are, and no board with holes was given", holes[0])]
    MaybeHoles {
        /// The rectangle around the squares.
        board: Board,
        /// The first squares that are not visited, rank by rank from a1; at least one.
        holes: Vec<Square>,
        /// Number of squares that are visited.
        visited: u128,
        /// Number of squares of the rectangle.
        of: u128,
    },
    /// Readable, but not a tour.
    #[error(transparent)]
    NotATour(#[from] NotATour),
    /// A grid from a pipe, too large to keep, in which a number's successor is not a leap away.
    #[error("step {step} stands on {square}, and no {next} is a {leaper}'s leap away", next = step + 1)]
    NoSuccessor {
        /// The number.
        step: u64,
        /// Position of the item.
        square: Square,
        /// The leaper whose leap it should be.
        leaper: Leaper,
    },
}

impl ReadError {
    /// The step with the first error in a readable input; `None` if the input itself cannot be read.
    pub fn step(&self) -> Option<u128> {
        match self {
            ReadError::NotATour(error) => error.step(),
            ReadError::NoSuccessor { step, .. } => Some(u128::from(*step)),
            ReadError::MaybeHoles { visited, .. } => Some(visited + 1),
            _ => None,
        }
    }

    /// Whether the input was readable and simply is not a tour.
    pub fn is_about_the_tour(&self) -> bool {
        matches!(
            self,
            ReadError::NotATour(_)
                | ReadError::NoSuccessor { .. }
                | ReadError::MaybeHoles { .. }
                | ReadError::Numbers(NumbersFault::OtherSize { .. })
        )
    }
}
