//! Groups of squares, each with its role in the argument, for pictures of a reason.
//!
//! Lines and colours are stored as such, so a group is small on a board of any size.

use std::iter;

use super::Reason;
use crate::{Board, KNIGHT, Square};

/// Maximum number of squares listed of a piece.
const MAX_LISTED_SQUARES: usize = 1024;

/// Squares with the same role in a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The role: `outer` and `inner` lines, `dark` (a1's colour) and `light` squares, squares `removed` and
    /// each `piece` that they leave, squares with `two-neighbours`.
    pub role: &'static str,
    /// The squares.
    pub region: Region,
    /// Number of squares.
    pub count: u128,
}

/// Some squares of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    /// Listed squares; of a large piece that a cut leaves, only the first ones.
    Squares(Vec<Square>),
    /// All squares on these ranks, counted from 0.
    Ranks([u64; 2]),
    /// All squares on these files, counted from 0.
    Files([u64; 2]),
    /// All squares of one colour.
    Colour {
        /// Whether it is a1's colour.
        is_dark: bool,
    },
}

impl Reason {
    /// The groups of squares in the argument; none if its [`squares`](Reason::squares) suffice for a picture.
    ///
    /// ```
    /// use ktour::{Board, Puzzle, TourKind, proof::Region, theory::{Verdict, exists}};
    /// let puzzle = Puzzle::new(Board::new(7, 4)?).with_kind(TourKind::Closed);
    /// let Verdict::No(reason) = exists(&puzzle) else { panic!("4xn has no closed tour") };
    /// let groups = reason.groups(puzzle.board());
    /// assert_eq!((groups[0].role, &groups[0].region), ("outer", &Region::Ranks([0, 3])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn groups(&self, board: &Board) -> Vec<Group> {
        let listed = |role, squares: &[Square]| {
            let count = squares.len() as u128;
            Group { role, region: Region::Squares(squares.to_vec()), count }
        };
        match self {
            Reason::Parity { dark, light, .. } => {
                let colour = |role, is_dark, count| Group { role, region: Region::Colour { is_dark }, count };
                vec![colour("dark", true, *dark), colour("light", false, *light)]
            }
            Reason::Cut { removed, pieces, .. } => {
                let piece = |piece: &Vec<Square>| Group {
                    count: piece.len() as u128,
                    ..listed("piece", &piece[..piece.len().min(MAX_LISTED_SQUARES)])
                };
                iter::once(listed("removed", removed)).chain(pieces.iter().map(piece)).collect()
            }
            Reason::OuterLines { .. } => outer_and_inner_lines(board),
            // 3x4 has four lines as well.
            Reason::Schwenk { short, long } if [*short, *long].contains(&4) => outer_and_inner_lines(board),
            // 3x6 and 3x8: where both leaps are forced.
            Reason::Schwenk { .. } => {
                let is_forced = |square: &Square| board.leaps(KNIGHT, *square).count() == 2;
                let forced: Vec<Square> = board.squares().filter(is_forced).collect();
                vec![listed("two-neighbours", &forced)]
            }
            _ => Vec::new(),
        }
    }
}

/// The outer and the inner lines of a board that is four ranks high, or four files wide.
fn outer_and_inner_lines(board: &Board) -> Vec<Group> {
    let is_high = board.ranks() == 4;
    let group = |role, lines: [u64; 2]| {
        let line = |square: &Square| if is_high { square.rank } else { square.file };
        let holes = board.holes().iter().filter(|hole| lines.contains(&line(hole))).count();
        let region = if is_high { Region::Ranks(lines) } else { Region::Files(lines) };
        Group { role, region, count: board.area() / 2 - holes as u128 }
    };
    vec![group("outer", [0, 3]), group("inner", [1, 2])]
}
