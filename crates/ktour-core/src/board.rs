//! The board: which squares exist.
//!
//! A board is files × ranks minus its holes. It is a value, not an array: a board of a billion by a billion
//! squares costs no more than one of 8×8. Code that needs memory for every square asks for
//! [`Board::small_area`] first.

use std::{fmt, iter, str::FromStr, sync::Arc};

use thiserror::Error;

use crate::{Leaper, Square};

/// The squares that exist: files × ranks, minus holes.
///
/// ```
/// use ktour::{Board, Square};
/// let board: Board = "5x5".parse()?;
/// let board = board.with_holes([Square::new(0, 0)])?;
/// assert_eq!(board.square_count(), 24);
/// assert!(!board.contains(Square::new(0, 0)));
/// assert_eq!((board.files(), board.ranks(), board.area()), (5, 5, 25));
/// assert!(!board.is_rectangle() && board.spans(Square::new(0, 0))); // the rectangle spans its holes
/// # Ok::<(), ktour::error::BoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    files: u64,
    ranks: u64,
    /// The missing squares: sorted, distinct, inside the rectangle.
    holes: Arc<Vec<Square>>,
    /// Number of holes of a1's colour.
    dark_holes: usize,
}

/// Why a board is not possible.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A side is zero.
    #[error("a board of {files}x{ranks} has no squares: both sides must be at least 1")]
    Empty {
        /// The requested width.
        files: u64,
        /// The requested height.
        ranks: u64,
    },
    /// A side is longer than [`Board::MAX_SIDE`].
    #[error("a side of {0} is too long: the longest is {most}", most = Board::MAX_SIDE)]
    TooLong(String),
    /// A negative side.
    #[error("a side of {0} is negative: sides are counted from 1")]
    Negative(String),
    /// A text that does not look like `8` or `31x29`.
    #[error("`{0}` is not a board: write 8 for 8x8, or 31x29 for 31 files by 29 ranks")]
    Unreadable(String),
    /// A hole outside the rectangle.
    #[error("the hole {hole} is off the {files}x{ranks} board")]
    HoleOffBoard {
        /// The hole.
        hole: Square,
        /// The board's width.
        files: u64,
        /// The board's height.
        ranks: u64,
    },
    /// Every square is a hole.
    #[error("every square of the {files}x{ranks} board is a hole: leave at least one")]
    OnlyHoles {
        /// The board's width.
        files: u64,
        /// The board's height.
        ranks: u64,
    },
}

crate::coded! {
    BoardError {
        "board-empty": Empty { files, ranks },
        "board-too-long": TooLong(side),
        "board-negative": Negative(side),
        "board-unreadable": Unreadable(text),
        "board-hole-off": HoleOffBoard { hole, files, ranks },
        "board-only-holes": OnlyHoles { files, ranks },
    }
}

impl Board {
    /// The longest side a board can have.
    pub const MAX_SIDE: u64 = i64::MAX as u64;

    /// Creates a board without holes.
    ///
    /// ```
    /// use ktour::Board;
    /// assert_eq!(Board::new(8, 8)?.square_count(), 64);
    /// assert!(Board::new(0, 8).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(files: u64, ranks: u64) -> Result<Self, BoardError> {
        if files == 0 || ranks == 0 {
            return Err(BoardError::Empty { files, ranks });
        }
        if let Some(side) = [files, ranks].into_iter().find(|&side| side > Board::MAX_SIDE) {
            return Err(BoardError::TooLong(side.to_string()));
        }
        Ok(Board { files, ranks, holes: Arc::default(), dark_holes: 0 })
    }

    /// Removes these squares as well.
    ///
    /// ```
    /// use ktour::{Board, Square};
    /// let board = Board::new(3, 3)?.with_holes([Square::new(1, 1)])?; // . . .
    /// assert_eq!(board.square_count(), 8);                            // . # .
    /// assert_eq!(board.holes(), [Square::new(1, 1)]);                 // . . .
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_holes(&self, holes: impl IntoIterator<Item = Square>) -> Result<Self, BoardError> {
        let (files, ranks) = (self.files, self.ranks);
        // Collecting an owned list reuses its memory: a drawing may have more holes than squares.
        let mut all: Vec<Square> = holes.into_iter().collect();
        if let Some(&hole) = all.iter().find(|&&hole| !self.spans(hole)) {
            return Err(BoardError::HoleOffBoard { hole, files, ranks });
        }
        all.extend_from_slice(&self.holes);
        all.sort_unstable();
        all.dedup();
        all.shrink_to_fit();
        if all.len() as u128 == self.area() {
            return Err(BoardError::OnlyHoles { files, ranks });
        }
        let dark_holes = all.iter().filter(|hole| hole.is_dark()).count();
        Ok(Board { holes: Arc::new(all), dark_holes, ..*self })
    }

    /// The number of files: the width.
    #[inline]
    pub fn files(&self) -> u64 {
        self.files
    }

    /// The number of ranks: the height.
    #[inline]
    pub fn ranks(&self) -> u64 {
        self.ranks
    }

    /// The missing squares of the rectangle, rank by rank.
    #[inline]
    pub fn holes(&self) -> &[Square] {
        &self.holes
    }

    /// Whether no square is missing.
    #[inline]
    pub fn is_rectangle(&self) -> bool {
        self.holes.is_empty()
    }

    /// Files times ranks, holes included.
    #[inline]
    pub fn area(&self) -> u128 {
        u128::from(self.files) * u128::from(self.ranks)
    }

    /// The area as an array length; `None` if some square has no `u32` index.
    ///
    /// ```
    /// use ktour::Board;
    /// assert_eq!(Board::new(8, 8)?.small_area(), Some(64));
    /// assert_eq!(Board::new(1 << 40, 1 << 40)?.small_area(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn small_area(&self) -> Option<usize> {
        u32::try_from(self.area()).ok().map(|area| area as usize)
    }

    /// The number of squares that exist.
    #[inline]
    pub fn square_count(&self) -> u128 {
        self.area() - self.holes.len() as u128
    }

    /// The number of squares of a1's colour, and of the other.
    ///
    /// ```
    /// use ktour::Board;
    /// assert_eq!(Board::new(5, 5)?.colour_counts(), (13, 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn colour_counts(&self) -> (u128, u128) {
        let light_holes = self.holes.len() - self.dark_holes;
        (self.area().div_ceil(2) - self.dark_holes as u128, self.area() / 2 - light_holes as u128)
    }

    /// Whether the square lies in the rectangle, hole or not.
    #[inline]
    pub fn spans(&self, square: Square) -> bool {
        square.file < self.files && square.rank < self.ranks
    }

    /// Whether the square exists.
    ///
    /// ```
    /// use ktour::{Board, Square};
    /// let board = Board::new(8, 8)?.with_holes(["d4".parse::<Square>()?])?;
    /// assert!(board.contains("h8".parse()?));
    /// assert!(!board.contains("d4".parse()?) && !board.contains("i1".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.spans(square) && !is_hole(&self.holes, &square)
    }

    /// The index of a square in an array that goes rank by rank from a1, on a board whose area is
    /// [small](Self::small_area).
    ///
    /// ```
    /// use ktour::{Board, Square};
    /// let board = Board::new(8, 8)?;
    /// assert_eq!(board.index(Square::new(2, 1)), 10);
    /// assert_eq!(board.square(10), Square::new(2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn index(&self, square: Square) -> usize {
        debug_assert!(self.spans(square));
        (square.rank * self.files + square.file) as usize
    }

    /// The square at an index.
    #[inline]
    pub fn square(&self, index: usize) -> Square {
        Square::new(index as u64 % self.files, index as u64 / self.files)
    }

    /// The row of a rank in a printed grid, whose rows are counted from zero at the top.
    ///
    /// ```
    /// let board = ktour::Board::new(8, 8)?;
    /// assert_eq!((board.row_of(7), board.rank_of(0)), (0, 7)); // the top
    /// # Ok::<(), ktour::error::BoardError>(())
    /// ```
    #[inline]
    pub fn row_of(&self, rank: u64) -> u64 {
        self.ranks - 1 - rank
    }

    /// The rank of a row in a printed grid, whose rows are counted from zero at the top.
    #[inline]
    pub fn rank_of(&self, row: u64) -> u64 {
        self.ranks - 1 - row
    }

    /// All squares that exist, rank by rank from a1.
    ///
    /// ```
    /// use ktour::Board;
    /// let names: Vec<String> = Board::new(2, 2)?.squares().map(|square| square.to_string()).collect();
    /// assert_eq!(names, ["a1", "b1", "a2", "b2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let (files, ranks) = (self.files, self.ranks);
        // Holes are sorted in the same order.
        let mut holes = self.holes.iter().peekable();
        (0..ranks)
            .flat_map(move |rank| (0..files).map(move |file| Square::new(file, rank)))
            .filter(move |square| holes.next_if_eq(&square).is_none())
    }

    /// All squares that exist, in the order of the printed grid: top rank first, left to right.
    ///
    /// ```
    /// use ktour::Board;
    /// let board = Board::new(2, 2)?;
    /// let names: Vec<String> = board.squares_as_read().map(|square| square.to_string()).collect();
    /// assert_eq!(names, ["a2", "b2", "a1", "b1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn squares_as_read(&self) -> impl Iterator<Item = Square> + '_ {
        let (files, ranks, holes) = (self.files, self.ranks, self.holes());
        (0..ranks)
            .rev()
            .flat_map(move |rank| (0..files).map(move |file| Square::new(file, rank)))
            .filter(move |square| !is_hole(holes, square))
    }

    /// The squares a leap away from `square` that exist.
    ///
    /// ```
    /// use ktour::{Board, KNIGHT, Square};
    /// let board = Board::new(8, 8)?;
    /// let from_the_corner: Vec<Square> = board.leaps(KNIGHT, Square::new(0, 0)).collect();
    /// assert_eq!(from_the_corner, [Square::new(1, 2), Square::new(2, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn leaps(&self, leaper: Leaper, square: Square) -> impl Iterator<Item = Square> + '_ {
        let (files, ranks, holes) = (self.files, self.ranks, self.holes());
        let spans = move |to: &Square| to.file < files && to.rank < ranks;
        let exists = move |to: &Square| spans(to) && !is_hole(holes, to);
        leaper.leaps().filter_map(move |leap| square.leap(leap)).filter(exists)
    }
}

/// Whether a square is one of these holes, which are sorted.
#[inline]
fn is_hole(holes: &[Square], square: &Square) -> bool {
    !holes.is_empty() && holes.binary_search(square).is_ok()
}

/// Writes `8x8`; with `{:#}` also the holes: `8x8 without a1, c3`.
///
/// ```
/// use ktour::{Board, Square};
/// let board = Board::try_from((5, 4))?.with_holes([Square::new(0, 0), Square::new(2, 2)])?;
/// assert_eq!(format!("{board}, {board:#}"), "5x4, 5x4 without a1, c3");
/// # Ok::<(), ktour::error::BoardError>(())
/// ```
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)?;
        if f.alternate() {
            for (hole, comma) in self.holes().iter().zip([" without "].into_iter().chain(iter::repeat(", ")))
            {
                write!(f, "{comma}{hole}")?;
            }
        }
        Ok(())
    }
}

/// Makes a board of a number of files and a number of ranks.
impl TryFrom<(u64, u64)> for Board {
    type Error = BoardError;

    fn try_from((files, ranks): (u64, u64)) -> Result<Board, BoardError> {
        Board::new(files, ranks)
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let text = text.trim();
        let unreadable = || BoardError::Unreadable(text.to_owned());
        let side = |side: &str| {
            let side = side.trim();
            let digits = side.strip_prefix('-').unwrap_or(side);
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                Err(unreadable())
            } else if side != digits {
                Err(BoardError::Negative(side.to_owned()))
            } else {
                side.parse::<u64>().map_err(|_| BoardError::TooLong(side.to_owned()))
            }
        };
        match text.split_once(['x', 'X', '×']) {
            Some((files, ranks)) => Board::new(side(files)?, side(ranks)?),
            None => side(text).and_then(|both| Board::new(both, both)),
        }
    }
}

crate::fact_by_name!(Board);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts_that_are_no_board_size_are_refused() {
        for (text, error) in [
            ("0", BoardError::Empty { files: 0, ranks: 0 }),
            ("0x5", BoardError::Empty { files: 0, ranks: 5 }),
            ("-3", BoardError::Negative("-3".into())),
            ("3x-3", BoardError::Negative("-3".into())),
            ("8x", BoardError::Unreadable("8x".into())),
            ("x8", BoardError::Unreadable("x8".into())),
            ("8x8x8", BoardError::Unreadable("8x8x8".into())),
            ("eight", BoardError::Unreadable("eight".into())),
            ("", BoardError::Unreadable("".into())),
            ("99999999999999999999", BoardError::TooLong("99999999999999999999".into())),
            ("9223372036854775808x1", BoardError::TooLong("9223372036854775808".into())),
        ] {
            assert_eq!(text.parse::<Board>(), Err(error), "{text}");
        }
    }

    #[test]
    fn a_board_may_be_too_large_to_store() {
        let board: Board = "1000000000000000000".parse().unwrap();
        assert_eq!(board.area(), 10u128.pow(36));
        assert_eq!(board.small_area(), None);
        assert!(board.contains(Square::new(10u64.pow(18) - 1, 0)));
    }

    #[test]
    fn an_odd_board_has_one_dark_square_more() {
        assert_eq!(Board::new(5, 5).unwrap().colour_counts(), (13, 12));
        let board = Board::new(5, 5).unwrap().with_holes([Square::new(0, 0)]).unwrap();
        assert_eq!(board.colour_counts(), (12, 12));
    }

    proptest! {
        #[test]
        fn parse_undoes_display(files in 1..=Board::MAX_SIDE, ranks in 1..=Board::MAX_SIDE) {
            let board = Board::new(files, ranks).unwrap();
            prop_assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,12}") {
            let _ = text.parse::<Board>();
        }
    }
}
