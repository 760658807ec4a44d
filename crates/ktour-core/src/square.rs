//! Squares and leaps: a square is a file and a rank, counted from zero at the lower left; a leap is the
//! difference of two squares.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// A place on a board; `a1`, at the lower left, is file 0 and rank 0.
///
/// A square knows nothing about boards: [`Board::contains`](crate::Board::contains) says whether it exists.
///
/// ```
/// use ktour::Square;
/// assert_eq!(Square::new(2, 2).to_string(), "c3");
/// assert_eq!(Square::new(26, 9).to_string(), "aa10");
/// assert_eq!("aa10".parse(), Ok(Square::new(26, 9)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square {
    /// The rank, counted from zero, bottom to top. The first field, so that squares sort rank by rank.
    pub rank: u64,
    /// The file, counted from zero, left to right.
    pub file: u64,
}

impl Square {
    /// The square on a file and a rank, both counted from zero.
    #[inline]
    pub const fn new(file: u64, rank: u64) -> Self {
        Square { rank, file }
    }

    /// The square of a grid with this many ranks whose rows are counted from zero at the top, for use when
    /// there is no [`Board`](crate::Board) yet to [ask](crate::Board::rank_of).
    ///
    /// ```
    /// use ktour::Square;
    /// assert_eq!(Square::from_top(0, 0, 8).to_string(), "a8");
    /// ```
    #[inline]
    pub const fn from_top(file: u64, row: u64, ranks: u64) -> Self {
        Square::new(file, ranks - 1 - row)
    }

    /// Whether the square has a1's colour: its two coordinates add up to an even number.
    ///
    /// ```
    /// use ktour::Square;
    /// assert!(Square::new(0, 0).is_dark() && !Square::new(1, 0).is_dark());
    /// ```
    #[inline]
    pub const fn is_dark(self) -> bool {
        (self.file ^ self.rank) & 1 == 0
    }

    /// The square a leap away, if both coordinates stay within what a board can have.
    ///
    /// ```
    /// use ktour::{Leap, Square};
    /// assert_eq!(Square::new(0, 0).leap(Leap::new(1, 2)), Some(Square::new(1, 2)));
    /// assert_eq!(Square::new(0, 0).leap(Leap::new(-1, 2)), None);
    /// ```
    #[inline]
    pub fn leap(self, leap: Leap) -> Option<Square> {
        Some(Square::new(self.file.checked_add_signed(leap.file)?, self.rank.checked_add_signed(leap.rank)?))
    }
}

/// Makes a square of a file and a rank, both counted from zero.
///
/// ```
/// use ktour::Square;
/// assert_eq!(Square::from((2, 0)).to_string(), "c1");
/// ```
impl From<(u64, u64)> for Square {
    fn from((file, rank): (u64, u64)) -> Square {
        Square::new(file, rank)
    }
}

/// One leap: how much it changes the file, and how much the rank.
///
/// ```
/// use ktour::{Leap, Square};
/// let two_right_one_up = Leap::new(2, 1);
/// assert_eq!(Square::new(0, 0).leap(two_right_one_up), Some(Square::new(2, 1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leap {
    /// Files to the right; negative to the left.
    pub file: i64,
    /// Ranks up; negative down.
    pub rank: i64,
}

impl Leap {
    /// Creates a leap of `file` files to the right and `rank` ranks up.
    #[inline]
    pub const fn new(file: i64, rank: i64) -> Self {
        Leap { file, rank }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_file(self.file, f)?;
        write!(f, "{}", self.rank + 1)
    }
}

/// Writes the letters of a file: a, …, z, aa, ab, ….
pub(crate) fn write_file(file: u64, f: &mut dyn fmt::Write) -> fmt::Result {
    let mut letters = [0u8; 14];
    let (mut at, mut rest) = (letters.len(), Some(file));
    while let Some(file) = rest {
        at -= 1;
        letters[at] = b'a' + (file % 26) as u8;
        rest = (file / 26).checked_sub(1);
    }
    f.write_str(std::str::from_utf8(&letters[at..]).unwrap_or_default())
}

/// A text that is not letters followed by a number, or whose numbers are too large for any board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{text}` is not a square: write letters and a number, such as c3")]
pub struct NotASquare {
    /// The text.
    pub text: String,
}

crate::coded! { NotASquare: "square-unlettered" { text } }
crate::fact_by_name!(Square);

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Square, NotASquare> {
        parse_lettered(text).ok_or_else(|| NotASquare { text: text.to_owned() })
    }
}

/// Whether a text is letters and then digits.
pub(crate) fn is_lettered(text: &str) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = &text.as_bytes()[letters..];
    letters > 0 && !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Reads letters and a number; `None` if the square is on no board.
fn parse_lettered(text: &str) -> Option<Square> {
    if !is_lettered(text) {
        return None;
    }
    let (mut files, mut ranks) = (0u64, 0u64);
    for byte in text.bytes() {
        if byte.is_ascii_digit() {
            ranks = ranks.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?;
        } else {
            let digit = u64::from(byte.to_ascii_lowercase() - b'a') + 1;
            files = files.checked_mul(26)?.checked_add(digit)?;
        }
    }
    // Names count from 1, coordinates from 0; no board has a longer side.
    let coordinate = |side: u64| side.checked_sub(1).filter(|&coordinate| coordinate < i64::MAX as u64);
    Some(Square::new(coordinate(files)?, coordinate(ranks)?))
}
