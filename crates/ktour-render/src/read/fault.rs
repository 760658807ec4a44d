//! Faults of a part of an input: a line, the numbers of a grid, a picture, a document, an array.

use ktour_core::{Square, error::BoardError, error::LeaperError, notation::SquareError};
use thiserror::Error;

/// Fault of a line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineFault {
    /// The rows have different lengths.
    #[error("the row has {found} numbers, but the first row has {expected}")]
    Length {
        /// Length of this row.
        found: usize,
        /// Length of the first row.
        expected: usize,
    },
    /// The moves are not in order.
    #[error("move {found} stands where move {expected} is expected")]
    Order {
        /// Number that was found.
        found: u64,
        /// Number that was expected.
        expected: u64,
    },
    /// A number is repeated, in a grid whose height is not known.
    #[error("the number {number} comes a second time")]
    Repeated {
        /// The repeated number.
        number: u64,
    },
    /// A character does not belong in a grid.
    #[error("`{0}` does not belong in a number grid: numbers from 1 and # for holes, apart")]
    NotInAGrid(char),
    /// A character does not belong in a picture of a board.
    #[error("`{0}` means nothing in a board: draw squares as `.` and holes as `#`")]
    NotInABoard(String),
    /// The step is 0.
    #[error("the number 0 is out of range: steps count from 1, holes are written #")]
    Zero,
    /// The line is not a move of a csv.
    #[error("`{0}` is not move,x,y with three numbers")]
    NotAMove(String),
    /// The line is not a square.
    #[error(transparent)]
    Square(SquareError),
    /// Squares are spelled in two notations.
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
        /// The missing number.
        number: u64,
    },
    /// A number is on two squares.
    #[error("the number {number} stands twice, on {first} and on {second}")]
    Twice {
        /// The repeated number.
        number: u64,
        /// First square.
        first: Square,
        /// Second square.
        second: Square,
    },
    /// A number is too large.
    #[error("the number {number} on {square} is out of range: the grid has {squares} squares")]
    OutOfRange {
        /// The number.
        number: u64,
        /// Square of the number.
        square: Square,
        /// Number of squares of the grid.
        squares: u128,
    },
    /// The grid, or the board that a document names, does not have the size of the given board.
    #[error("the tour is on {files}x{ranks}, but the board is {board}")]
    OtherSize {
        /// Number of files of the grid.
        files: u64,
        /// Number of ranks of the grid.
        ranks: u64,
        /// Size of the given board.
        board: String,
    },
    /// Squares are spelled in two notations.
    #[error("squares are spelled both c3 and x,y: choose one")]
    Mixed,
    /// Too many numbers of a grid of unknown height have no successor.
    #[error("its first {rows} rows are part of no tour: {numbers} numbers have no next number a leap away")]
    Hopeless {
        /// Number of rows that were read.
        rows: u64,
        /// Number of numbers whose successor is not a leap away; a tour has one such number.
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
    /// The picture is empty.
    #[error("it is empty: draw squares as `.` and holes as `#`")]
    Empty,
    /// The picture has too many squares.
    #[error("{files}x{ranks} is too large for a picture: the limit is {most} squares")]
    TooLarge {
        /// Number of files of the picture.
        files: u64,
        /// Number of ranks of the picture.
        ranks: u64,
        /// Maximum number of squares.
        most: usize,
    },
    /// The bytes are neither text nor an image.
    #[error("it is neither text nor a PNG image")]
    Stranger,
    /// The image cannot be decoded; the text is the decoder's message.
    #[error("the PNG is broken: {0}")]
    Broken(String),
    /// The board does not exist.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// Fault of a tour's JSON document.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DocumentFault {
    /// The text is not JSON, or a value has the wrong type; the text is the parser's message.
    #[error("{0}")]
    Unreadable(String),
    /// A string is too long.
    #[error("it has a string of more than {most} bytes")]
    LongString {
        /// Maximum length in bytes.
        most: usize,
    },
    /// Values are nested too deeply.
    #[error("its values are nested too deep: the limit is {most}")]
    Deep {
        /// Maximum depth.
        most: usize,
    },
    /// An object has a key twice.
    #[error("it has two values of `{key}`")]
    Twice {
        /// The repeated key.
        key: String,
    },
    /// An object has too many keys.
    #[error("it has an object of more than {most} keys")]
    ManyKeys {
        /// Maximum number of keys.
        most: usize,
    },
    /// A key is missing.
    #[error("it has no `{key}`")]
    Lacks {
        /// The missing key.
        key: &'static str,
    },
    /// A key comes after the squares it applies to.
    #[error("the {key} comes after the squares: it must come before them")]
    Late {
        /// The misplaced key.
        key: &'static str,
    },
    /// A key does not have this value.
    #[error("its {key} is `{found}`, not `{}`", right.join("` or `"))]
    Value {
        /// The key.
        key: &'static str,
        /// Value in the document.
        found: String,
        /// Accepted values.
        right: &'static [&'static str],
    },
    /// The board cannot be read.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The leaper cannot be read.
    #[error(transparent)]
    Leaper(#[from] LeaperError),
    /// A square cannot be read.
    #[error(transparent)]
    Square(#[from] SquareError),
}

/// Fault of an array file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArrayFault {
    /// The header is too long.
    #[error("its header is too long")]
    LongHeader,
    /// The version of the format is unknown.
    #[error("its format is {0}.{1}; 1.0, 2.0 or 3.0 was expected")]
    Format(u8, u8),
    /// The header is not NumPy's.
    #[error("its header is not NumPy's")]
    Header,
    /// The numbers have another type.
    #[error("its numbers are `{0}`; `<u4` or `<u8` was expected")]
    Type(String),
    /// The array is stored column by column.
    #[error("it is stored column by column; row by row was expected")]
    ByColumn,
    /// The array is not two-dimensional.
    #[error("it does not have two dimensions; a grid of ranks by files was expected")]
    Dimensions,
    /// The array is empty.
    #[error("it is empty")]
    Empty,
    /// Data follows the last row.
    #[error("it has data after its last row")]
    GoesOn,
    /// The rows are too long for the memory.
    #[error("its rows are too long")]
    LongRows,
    /// The file ends before the last row.
    #[error("it ends too early")]
    EndsEarly,
    /// A number is negative.
    #[error("it holds a negative number")]
    Negative,
}
