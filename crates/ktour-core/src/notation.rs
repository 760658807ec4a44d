//! Names of squares: `c3`, `aa10`, or `x,y`.
//!
//! Files are a…z, aa, ab, … (bijective base 26), ranks count from 1 at the bottom. The second form, `x,y`,
//! follows printed grids: column and row from zero at the **top left**. It needs the board's height, so it is
//! read and written through the board ([`parse_square`], [`name`]).

use thiserror::Error;

use crate::{Board, Square, square};

/// Largest number of files (26³) with which squares are written `c3`; on wider boards they are `x,y`.
pub const LETTERED_FILES: u64 = 26 * 26 * 26;

/// Why a text is not a square of a board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SquareError {
    /// A text that is neither `c3` nor `x,y`.
    #[error("`{0}` is not a square: write c3, or x,y counted from the top left (2,2)")]
    Unreadable(String),
    /// Correctly written, but outside the rectangle.
    #[error("{square} is off the {files}x{ranks} board, whose squares run from a1 to {last}")]
    OffBoard {
        /// The text that was read.
        square: String,
        /// The board's width.
        files: u64,
        /// The board's height.
        ranks: u64,
        /// The name of the upper right square.
        last: String,
    },
    /// Inside the rectangle, but a hole.
    #[error("{0} is a hole of the board: choose a square that exists")]
    Hole(String),
}

crate::coded! {
    SquareError {
        "square-unreadable": Unreadable(text),
        "square-off-board": OffBoard { square, files, ranks, last },
        "square-hole": Hole(square),
    }
}

/// The name of a square in output: `c3`, or `x,y` if the board has more than 26³ files.
///
/// ```
/// use ktour::{Board, Square, notation::name};
/// assert_eq!(name(&Board::new(8, 8)?, Square::new(2, 2)), "c3");
/// assert_eq!(name(&Board::new(20_000, 8)?, Square::new(2, 2)), "2,5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn name(board: &Board, square: Square) -> String {
    if board.files() <= LETTERED_FILES {
        square.to_string()
    } else {
        format!("{},{}", square.file, board.row_of(square.rank))
    }
}

/// The letters of a file, counted from zero: a, …, z, aa, ab, ….
///
/// ```
/// assert_eq!(ktour::notation::file_name(27), "ab");
/// ```
pub fn file_name(file: u64) -> String {
    let mut letters = String::new();
    // Writing to a string cannot fail.
    let _ = square::write_file(file, &mut letters);
    letters
}

/// Reads `c3` or `x,y` as a place in the board's rectangle, hole or not.
///
/// ```
/// use ktour::{Board, Square, notation::parse_place};
/// let board = Board::new(6, 6)?.with_holes([Square::new(2, 2)])?;
/// assert_eq!(parse_place(&board, "c3")?, Square::new(2, 2)); // the hole c3
/// assert_eq!(parse_place(&board, "2,3")?, Square::new(2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_place(board: &Board, text: &str) -> Result<Square, SquareError> {
    let text = text.trim();
    let unreadable = || SquareError::Unreadable(text.to_owned());
    let off_board = || SquareError::OffBoard {
        square: text.to_owned(),
        files: board.files(),
        ranks: board.ranks(),
        last: name(board, Square::new(board.files() - 1, board.ranks() - 1)),
    };
    if let Some((x, y)) = text.split_once(',') {
        let (x, y) = (x.trim(), y.trim());
        let digits = |s: &str| {
            let s = s.strip_prefix('-').unwrap_or(s);
            !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit())
        };
        if !digits(x) || !digits(y) {
            return Err(unreadable());
        }
        let (Ok(x), Ok(y)) = (x.parse::<u64>(), y.parse::<u64>()) else {
            return Err(off_board());
        };
        if x >= board.files() || y >= board.ranks() {
            return Err(off_board());
        }
        return Ok(Square::new(x, board.rank_of(y)));
    }
    if !square::is_lettered(text) {
        return Err(unreadable());
    }
    text.parse()
        .ok()
        .filter(|square: &Square| square.file < board.files() && square.rank < board.ranks())
        .ok_or_else(off_board)
}

/// Reads `c3` or `x,y` as a square that exists on the board.
///
/// ```
/// use ktour::{Board, Square, notation::parse_square};
/// let board = Board::new(6, 6)?;
/// assert_eq!(parse_square(&board, "c4")?, parse_square(&board, "2,2")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_square(board: &Board, text: &str) -> Result<Square, SquareError> {
    let square = parse_place(board, text)?;
    if board.contains(square) { Ok(square) } else { Err(SquareError::Hole(text.trim().to_owned())) }
}

/// Splits a list such as `a1,c3` or `0,7,c3` at commas, semicolons and spaces; a number and the number after
/// it are one square.
///
/// ```
/// use ktour::notation::split_squares;
/// assert_eq!(split_squares("a1, 0,7 c3"), ["a1", "0,7", "c3"]);
/// ```
pub fn split_squares(text: &str) -> Vec<String> {
    let mut squares: Vec<String> = Vec::new();
    let mut column: Option<&str> = None;
    for word in text.split([',', ';', ' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()) {
        let numeric = word.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        match column.take() {
            Some(x) => squares.push(format!("{x},{word}")),
            None if numeric => column = Some(word),
            None => squares.push(word.to_owned()),
        }
    }
    squares.extend(column.map(str::to_owned));
    squares
}

/// Formats a number with its noun: `1 node`, `2 nodes`.
pub fn counted(number: u64, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// Joins names to a list: `a1`, `a1 and b3`, `a1, b3 and c2`.
pub fn and_list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn files_after_z_are_aa_ab() {
        let names: Vec<String> =
            [0, 25, 26, 27, 701, 702].iter().map(|&file| Square::new(file, 0).to_string()).collect();
        assert_eq!(names, ["a1", "z1", "aa1", "ab1", "zz1", "aaa1"]);
    }

    #[test]
    fn a_list_mixes_both_spellings() {
        assert_eq!(split_squares("a1,c3"), ["a1", "c3"]);
        assert_eq!(split_squares("0,7, c3 2,2"), ["0,7", "c3", "2,2"]);
        assert_eq!(split_squares("a1,3"), ["a1", "3"]);
    }

    #[test]
    fn texts_that_are_no_square_of_the_board_are_refused() {
        let board = Board::new(8, 8).unwrap();
        for text in ["", "3", "c", "c3x", "3c", "x,y", "1,", "é4"] {
            assert!(matches!(parse_place(&board, text), Err(SquareError::Unreadable(_))), "{text}");
        }
        for text in ["i1", "a9", "a0", "8,0", "0,8", "-1,0", "a99999999999999999999999", "zzzzzzzzzzzzzzzzz1"]
        {
            assert!(matches!(parse_place(&board, text), Err(SquareError::OffBoard { .. })), "{text}");
        }
    }

    proptest! {
        #[test]
        fn parse_undoes_name(files in 1u64..1 << 40, ranks in 1u64..1 << 40, f: u64, r: u64) {
            let board = Board::new(files, ranks).unwrap();
            let square = Square::new(f % files, r % ranks);
            prop_assert_eq!(parse_square(&board, &name(&board, square)).unwrap(), square);
            prop_assert_eq!(parse_square(&board, &square.to_string()).unwrap(), square);
            let xy = format!("{},{}", square.file, board.row_of(square.rank));
            prop_assert_eq!(parse_square(&board, &xy).unwrap(), square);
        }
    }
}
