//! What is wrong with a part of an input: a line, the numbers of a grid, a picture, a document, an array.
//!
//! Each has its own sentence, and its facts separately: what was found, where, and what would be right.

use ktour_tour::{
    Square,
    error::{BoardError, LeaperError},
    notation::SquareError,
};
use thiserror::Error;

/// Fault of a line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineFault {
    /// Rows have different lengths.
    #[error("the row has {found} numbers, but the first row has {expected}")]
    Length {
        /// How many it has.
        found: usize,
        /// How many the first has.
        expected: usize,
    },
    /// Moves are not in order.
    #[error("move {found} stands where move {expected} is expected")]
    Order {
        /// The number that was found.
        found: u64,
        /// The number that was expected.
        expected: u64,
    },
    /// A number that comes a second time, in a grid whose height is not known.
    #[error("the number {number} comes a second time")]
    Repeated {
        /// Which.
        number: u64,
    },
    /// A character that does not belong in a grid.
    #[error("`{0}` does not belong in a number grid: numbers from 1 and # for holes, apart")]
    NotInAGrid(char),
    /// A character that does not belong in a board.
    #[error("`{0}` means nothing in a board: draw squares as `.` and holes as `#`")]
    NotInABoard(String),
    /// A step 0.
    #[error("the number 0 is out of range: steps count from 1, holes are written #")]
    Zero,
    /// Not a move of a csv.
    #[error("`{0}` is not move,x,y with three numbers")]
    NotAMove(String),
    /// Not a square.
    #[error(transparent)]
    Square(SquareError),
    /// Squares are spelled in two ways.
    #[error("squares are spelled both c3 and x,y: choose one")]
    Mixed,
}

impl LineFault {
    /// Text on the line that does not belong there.
    pub(super) fn found(&self) -> String {
        match self {
            LineFault::Length { found, .. } => found.to_string(),
            LineFault::Order { found, .. } => found.to_string(),
            LineFault::Repeated { number, .. } => number.to_string(),
            LineFault::NotInAGrid(sign) => sign.to_string(),
            LineFault::NotInABoard(text)
            | LineFault::NotAMove(text)
            | LineFault::Square(SquareError::Unreadable(text)) => text.clone(),
            LineFault::Square(error) => error.to_string(),
            LineFault::Zero => "0".to_owned(),
            LineFault::Mixed => String::new(),
        }
    }
}

/// Fault of the numbers of a grid, or of a list of squares.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NumbersFault {
    /// A number is missing.
    #[error("the number {number} is missing from the grid")]
    Missing {
        /// Which.
        number: u64,
    },
    /// A number appears on two squares.
    #[error("the number {number} stands twice, on {first} and on {second}")]
    Twice {
        /// Which.
        number: u64,
        /// One square.
        first: Square,
        /// The other.
        second: Square,
    },
    /// A number is too large.
    #[error("the number {number} on {square} is out of range: the grid has {squares} squares")]
    OutOfRange {
        /// Which.
        number: u64,
        /// Position of the item.
        square: Square,
        /// How many squares there are.
        squares: u128,
    },
    /// The grid, or the board that a document names, does not have the size of the given board.
    #[error("the tour is on {files}x{ranks}, but the board is {board}")]
    OtherSize {
        /// Its width.
        files: u64,
        /// Its height.
        ranks: u64,
        /// The board's size.
        board: String,
    },
    /// Squares are spelled in two ways.
    #[error("squares are spelled both c3 and x,y: choose one")]
    Mixed,
    /// A grid without an end in sight, too many of whose numbers have no successor.
    #[error("its first {rows} rows are part of no tour: {numbers} numbers have no next number a leap away")]
    Hopeless {
        /// Number of rows that were read.
        rows: u64,
        /// Number of numbers whose successor is not a leap away; a tour has one.
        numbers: u64,
    },
    /// The file changed before it was read again.
    #[error("the grid changed while it was read")]
    Changed,
}

/// Fault of the picture of a board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PictureFault {
    /// Nothing is drawn.
    #[error("it is empty: draw squares as `.` and holes as `#`")]
    Empty,
    /// Too many squares.
    #[error("{files}x{ranks} is too large for a picture: the limit is {most} squares")]
    TooLarge {
        /// Its width.
        files: u64,
        /// Its height.
        ranks: u64,
        /// How many squares it may have.
        most: usize,
    },
    /// Neither text nor an image.
    #[error("it is neither text nor a PNG image")]
    Stranger,
    /// An image that cannot be read, with the message of its reader.
    #[error("the PNG is broken: {0}")]
    Broken(String),
    /// The board does not exist.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// Fault of the JSON of a tour.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DocumentFault {
    /// Not JSON, or with wrong types, with the message of its reader.
    #[error("{0}")]
    Unreadable(String),
    /// A string that is too long.
    #[error("it has a string of more than {most} bytes")]
    LongString {
        /// How many there may be.
        most: usize,
    },
    /// Values that are nested too deeply.
    #[error("its values are nested too deep: the limit is {most}")]
    Deep {
        /// How deep they may be.
        most: usize,
    },
    /// A key that an object has twice.
    #[error("it has two values of `{key}`")]
    Twice {
        /// Which.
        key: String,
    },
    /// An object with too many keys.
    #[error("it has an object of more than {most} keys")]
    ManyKeys {
        /// How many there may be.
        most: usize,
    },
    /// A key is missing.
    #[error("it has no `{key}`")]
    Lacks {
        /// Which.
        key: &'static str,
    },
    /// A key comes after the squares it applies to.
    #[error("the {key} comes after the squares: it must come before them")]
    Late {
        /// Which.
        key: &'static str,
    },
    /// A value that the key cannot have.
    #[error("its {key} is `{found}`, not `{}`", right.join("` or `"))]
    Value {
        /// Which key.
        key: &'static str,
        /// Value in the file.
        found: String,
        /// Values that would be accepted.
        right: &'static [&'static str],
    },
    /// Not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Not a leaper.
    #[error(transparent)]
    Leaper(#[from] LeaperError),
    /// Not a square.
    #[error(transparent)]
    Square(#[from] SquareError),
}

/// Fault of an array file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArrayFault {
    /// Too long a header.
    #[error("its header is too long")]
    LongHeader,
    /// An unknown format.
    #[error("its format is {0}.{1}; 1.0, 2.0 or 3.0 was expected")]
    Format(u8, u8),
    /// The header is not NumPy's.
    #[error("its header is not NumPy's")]
    Header,
    /// Numbers of another type.
    #[error("its numbers are `{0}`; `<u4` or `<u8` was expected")]
    Type(String),
    /// Columns first.
    #[error("it is stored column by column; row by row was expected")]
    ByColumn,
    /// Not two-dimensional.
    #[error("it does not have two dimensions; a grid of ranks by files was expected")]
    Dimensions,
    /// No numbers.
    #[error("it is empty")]
    Empty,
    /// More data than the header promises.
    #[error("it has data after its last row")]
    GoesOn,
    /// Rows too long for memory.
    #[error("its rows are too long")]
    LongRows,
    /// Less data than the header promises.
    #[error("it ends too early")]
    EndsEarly,
    /// A number below 0.
    #[error("it holds a negative number")]
    Negative,
}
