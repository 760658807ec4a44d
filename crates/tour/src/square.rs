//! A square: a file and a rank, counted from zero at the lower left, so that a1 is (0, 0).

use std::fmt;

use crate::notation;

/// A place on a board; `a1`, at the lower left, is file 0 and rank 0.
///
/// A square knows nothing of boards: whether it exists is [`Board::contains`](crate::Board::contains).
///
/// ```
/// use knights_tour::Square;
/// assert_eq!(Square::new(2, 2).to_string(), "c3");
/// assert_eq!(Square::new(26, 9).to_string(), "aa10");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square {
    /// Counted from zero, bottom to top. First, so that squares sort rank by rank.
    pub rank: u64,
    /// Counted from zero, left to right.
    pub file: u64,
}

impl Square {
    /// The square on a file and a rank, both counted from zero.
    pub const fn new(file: u64, rank: u64) -> Self {
        Square { rank, file }
    }

    /// Whether the two coordinates add up to an even number, as a1's do: the colour of a1.
    pub const fn is_dark(self) -> bool {
        (self.file ^ self.rank) & 1 == 0
    }

    /// The square a leap away, where neither coordinate leaves the numbers a board can have.
    pub fn offset(self, files: i64, ranks: i64) -> Option<Square> {
        Some(Square::new(self.file.checked_add_signed(files)?, self.rank.checked_add_signed(ranks)?))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write_file(self.file, f)?;
        write!(f, "{}", self.rank + 1)
    }
}
