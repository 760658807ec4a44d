//! Errors of reading a tour.

use std::io;

use ktour_core::{Board, Leaper, Square, error::BoardError, error::NotATour, notation::SquareError};
use thiserror::Error;

use super::{
    fault::{ArrayFault, DocumentFault, LineFault, NumbersFault, PictureFault},
    hints::Verified,
};

/// An input that could not be verified, or that is not a tour.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The input could not be read.
    #[error("the input cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The input is empty.
    #[error("the input is empty: a number grid, a list of squares, JSON or csv was expected")]
    Empty,
    /// The input is not text.
    #[error("the input is not text: a number grid, a list of squares, JSON or csv was expected")]
    Binary,
    /// The input is text, but of no known format.
    #[error(
        "the input begins with `{0}`, which is neither a number grid, squares one a line, JSON, nor csv with the header move,x,y"
    )]
    UnknownFormat(String),
    /// A line cannot be read.
    #[error("line {line}: {fault}")]
    Line {
        /// Number of the line, counted from 1.
        line: u64,
        /// Fault of the line.
        fault: LineFault,
    },
    /// A number of a grid is repeated, too large or missing.
    #[error(transparent)]
    Numbers(#[from] NumbersFault),
    /// The picture of a board cannot be read.
    #[error("the picture is not a board: {0}")]
    Picture(#[from] PictureFault),
    /// The input is not JSON, or not the document of a tour.
    #[error("the JSON is not a tour's document: {0}")]
    Json(#[from] DocumentFault),
    /// The array is not two-dimensional, or not of whole numbers.
    #[error("the array is not a number grid: {0}")]
    Array(#[from] ArrayFault),
    /// The board does not exist.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A square cannot be read.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// The grid is a tour, but too large to be stored.
    #[error(
        "the grid is a tour of {squares} squares, too large to hold in memory (limit {limit}): pass it as a file to draw it as a png",
        squares = verified.squares
    )]
    TooLarge {
        /// Verified properties of the tour.
        verified: Verified,
        /// Maximum number of squares of a stored tour.
        limit: usize,
    },
    /// Verification needs more memory than is available.
    #[error("verifying this input takes more than {needed} bytes ({why}), and {memory} are free")]
    Memory {
        /// Minimum number of bytes needed.
        needed: u128,
        /// Available bytes.
        memory: u128,
        /// Sentence part that explains the need, such as `one bit a square`.
        why: &'static str,
    },
    /// A second tour follows where one was expected.
    #[error("line {line} begins another tour: one was expected")]
    Several {
        /// Line on which the second tour begins, counted from 1.
        line: u64,
    },
    /// A list does not visit all squares of its bounding rectangle: it is a tour only if the missing squares
    /// are holes.
    #[error("{} is never visited: {visited} of {of} squares are, and no board with holes was given", holes[0])]
    MaybeHoles {
        /// Bounding rectangle of the squares.
        board: Board,
        /// First unvisited squares, rank by rank from a1; at least one.
        holes: Vec<Square>,
        /// Number of visited squares.
        visited: u128,
        /// Number of squares of the rectangle.
        of: u128,
    },
    /// The input was readable, but is not a tour.
    #[error(transparent)]
    NotATour(#[from] NotATour),
    /// The successor of a number is not a leap away, in a grid from a pipe that is too large to store.
    #[error("step {step} stands on {square}, and no {next} is a {leaper}'s leap away", next = step + 1)]
    NoSuccessor {
        /// The number.
        step: u64,
        /// Square of the number.
        square: Square,
        /// Leaper of the tour.
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

    /// Whether the input was readable, but is not a tour.
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
