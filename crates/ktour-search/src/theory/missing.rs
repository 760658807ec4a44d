//! The rule for one missing square: closed tours of boards with two odd sides, without one square.
//!
//! A board with both sides odd has one square more of a1's colour, so a closed tour can exist only if a
//! square of that colour is left out. It exists for
//!
//! * both sides at least 5, but not 5×5: any square of a1's colour;
//! * 5×5: the four corners;
//! * 3×n, n ≥ 11: any square of a1's colour except c1, c3, d2 and their mirror images;
//! * 3×3: b2. 3×5: none. 3×7: b2, f2. 3×9: the six squares a1, a3, e1, e3, i1, i3.
//!
//! *Checked:* 3×n and 5×n for every n (`tests/all/theory/strips.rs`), all boards to 11×13 square by square
//! (`tests/all/theory/missing.rs`).
//!
//! Reference: agrees with J. DeMaio and T. Hippchen, Closed knight's tours with minimal square removal for
//! all rectangular boards, Mathematics Magazine 82 (2009), and B. Bi, S. Butler, S. DeGraaf and E. Doebel,
//! Knight's tours on boards with odd dimensions, Involve 8 (2015).

use super::rules::{FromSides, sides};
use ktour_core::{Board, Square, notation};

/// The squares whose removal leaves a rectangle with a closed knight's tour. See [`missing_square_rule`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// No square: the board has an even number of squares, so an odd number would remain, and colours
    /// alternate.
    EvenBoard,
    /// These squares and no others; the list may be empty.
    Only(Vec<Square>),
    /// Every square of a1's colour except these.
    DarkBut(Vec<Square>),
}

impl Missing {
    /// Whether any square may be left out.
    pub fn is_possible(&self) -> bool {
        match self {
            Missing::EvenBoard => false,
            Missing::Only(squares) => !squares.is_empty(),
            Missing::DarkBut(_) => true,
        }
    }

    /// Whether this square may be left out.
    pub fn allows(&self, square: Square) -> bool {
        match self {
            Missing::EvenBoard => false,
            Missing::Only(squares) => squares.contains(&square),
            Missing::DarkBut(squares) => square.is_dark() && !squares.contains(&square),
        }
    }

    /// The rule in words, with squares named as in the board's output.
    pub fn text(&self, board: &Board) -> String {
        let list = |squares: &[Square]| {
            let names: Vec<String> = squares.iter().map(|&square| notation::name(board, square)).collect();
            names.join(", ")
        };
        match self {
            Missing::EvenBoard => {
                "without one square an odd number is left, and a closed tour has as many of each colour"
                    .into()
            }
            Missing::Only(squares) if squares.is_empty() => {
                "whichever square is left out, the rest has no closed tour".into()
            }
            Missing::Only(squares) => format!("any one of {}", list(squares)),
            Missing::DarkBut(squares) if squares.is_empty() => "any one square of a1's colour".into(),
            Missing::DarkBut(squares) => format!("any one square of a1's colour but {}", list(squares)),
        }
    }
}

/// The rule for the board, ignoring any holes it already has.
///
/// ```text
///  ?  .  .  .  ?      any one of the corners;
///  .  .  .  .  .      whichever other square is left out,
///  .  .  .  .  .      the rest has no closed tour
///  .  .  .  .  .
///  ?  .  .  .  ?
/// ```
///
/// ```
/// use ktour::{Board, theory::{Missing, missing_square_rule}};
/// let board = Board::new(5, 5)?;
/// let rule = missing_square_rule(&board);
/// assert_eq!(rule.text(&board), "any one of a1, e1, a5, e5");
/// assert!(rule.allows("a1".parse()?) && !rule.allows("c3".parse()?));
/// assert!(rule.is_possible() && !missing_square_rule(&Board::new(6, 6)?).is_possible());
/// assert_eq!(missing_square_rule(&Board::new(7, 5)?), Missing::DarkBut(vec![]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn missing_square_rule(board: &Board) -> Missing {
    let (short, long) = sides(board);
    if board.area().is_multiple_of(2) {
        return Missing::EvenBoard;
    }
    let squares_of = |all: &[FromSides]| {
        let mut squares: Vec<Square> = all.iter().map(|at| at.square(board)).collect();
        squares.sort_unstable();
        squares
    };
    let at = FromSides::new;
    match (short, long) {
        (1, _) | (3, 5) => Missing::Only(vec![]),
        (3, 3) => Missing::Only(squares_of(&[at(1, 1)])),
        (3, 7) => Missing::Only(squares_of(&[at(1, 1), at(5, 1)])),
        (3, 9) => {
            let files = [0, 4, 8].map(|along| [at(along, 0), at(along, 2)]);
            Missing::Only(squares_of(&files.concat()))
        }
        (5, 5) => Missing::Only(squares_of(&[at(0, 0), at(0, 4), at(4, 0), at(4, 4)])),
        (3, _) => {
            let near = [at(2, 0), at(2, 2), at(3, 1)];
            let mirrored = near.map(|FromSides { along, across }| at(long - 1 - along, across));
            Missing::DarkBut(squares_of(&[near, mirrored].concat()))
        }
        _ => Missing::DarkBut(vec![]),
    }
}
