//! The rules by which knights' tours of rectangles exist.
//!
//! A board is oriented so that its long side lies along the ranks: *along* counts from the nearer short side,
//! *across* from the nearer long side. With the colours right ([`parity`](super::parity()) says when), an
//! open tour between two given ends exists
//!
//! * where both sides are at least 6: always;
//! * 5×n, n ≥ 7: always, but for even n the square of line 2 in the middle (b3) can be an end only together
//!   with a corner of its own short side (a1 or a5), because both corners need it;
//! * 4×n, n ≥ 7: exactly if both ends are on the two outer lines;
//! * 3×n, even n ≥ 12: always, but c2 can be an end only together with a1 or a3, for the same reason;
//! * 3×n, odd n = 11 and n ≥ 15: always, but not between two of c1, c3, d2.
//!
//! An open tour of a board that lacks one square exists wherever one of the full board begins there.
//!
//! These rules only prove existence. Every no has a reason of its own, and the few boards below these bounds
//! are searched. `docs/existence.md` has the proofs.
//!
//! *Checked:* 3×n, 4×n and 5×n for every n, every pair of ends and every missing square, by the finite set of
//! frontier states (`tests/all/theory/strips.rs`); all pairs on all boards from 5×5 to 13×16 by explicit
//! tours and exhaustive searches (`tests/all/theory/pairs.rs`), from which the larger boards follow by
//! joining.
//!
//! Reference: A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64
//! (1991).

use std::fmt;

use super::{exists, few_neighbours::ends, missing_square_rule};
use ktour_core::{Board, KNIGHT, Puzzle, Square, TourKind};

/// The grounds on which a tour is known to exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Grounds {
    /// The board has one square: a tour without a leap.
    OneSquare,
    /// Schwenk's theorem; a closed tour without its last leap is an open one.
    Schwenk,
    /// The rule for the missing square of a board with odd sides.
    MissingSquare,
    /// The rule for boards three, four or five squares wide.
    Strip,
    /// The rule for boards with both sides at least six (five, for one given end or none).
    Wide,
    /// A tour was found by search.
    Search,
}

impl fmt::Display for Grounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Grounds::OneSquare => "one square is a tour without a leap",
            Grounds::Schwenk => "a closed tour exists by Schwenk's theorem",
            Grounds::MissingSquare => {
                "a closed tour without this square exists by the rule for boards with odd sides"
            }
            Grounds::Strip => "a tour exists by the rule for boards three, four or five squares wide",
            Grounds::Wide => "a tour exists by the rule for boards at least five squares wide",
            Grounds::Search => "a search found a tour",
        })
    }
}

/// The rule by which a tour exists, if there is one. The caller has checked the colours.
pub(super) fn known_tour(puzzle: &Puzzle) -> Option<Grounds> {
    let board = puzzle.board();
    if board.square_count() == 1 {
        return (puzzle.kind() != Some(TourKind::Closed)).then_some(Grounds::OneSquare);
    }
    if puzzle.leaper() != KNIGHT {
        return None;
    }
    let given = ends(puzzle);
    match (board.holes(), &given[..]) {
        ([], _) if given.len() < 2 && has_closed(board) => Some(Grounds::Schwenk),
        ([hole], _) if given.len() < 2 && may_lack_square(board, *hole) => Some(Grounds::MissingSquare),
        ([], _) if puzzle.kind() == Some(TourKind::Closed) => None,
        ([], [start, end]) => open_between(board, *start, *end),
        ([], _) => open_from(board, given.first().copied()),
        // A tour of the full board that begins in the hole, without its first square, is one of this board.
        ([hole], []) if puzzle.kind() == Some(TourKind::Open) => open_from(board, Some(*hole)),
        _ => None,
    }
}

/// The squares c1 (with its image c3) and d2 of a board with three ranks, no two of which can be the ends.
const KNOT: [FromSides; 2] = [FromSides::new(2, 0), FromSides::new(3, 1)];

/// Whether a closed tour exists, by Schwenk's theorem.
fn has_closed(board: &Board) -> bool {
    let (short, long) = sides(board);
    board.area().is_multiple_of(2) && !matches!(short, 1 | 2 | 4) && !(short == 3 && long < 10)
}

/// Whether the rule for one missing square grants a closed tour of what remains.
fn may_lack_square(board: &Board, hole: Square) -> bool {
    let (short, long) = sides(board);
    let at = FromSides::nearest(board, hole);
    let odd = short % 2 == 1 && long % 2 == 1 && hole.is_dark();
    match short {
        3 => odd && long >= 11 && !KNOT.contains(&at),
        5.. => odd && long > 5,
        _ => false,
    }
}

/// The rule for an open tour with at most one given end.
fn open_from(board: &Board, end: Option<Square>) -> Option<Grounds> {
    match sides(board) {
        (5.., _) => Some(Grounds::Wide),
        (4, 5..) => {
            end.is_none_or(|end| FromSides::nearest(board, end).across == 0).then_some(Grounds::Strip)
        }
        (3, 9..) => Some(Grounds::Strip),
        _ => None,
    }
}

/// The rule for an open tour between two given ends.
fn open_between(board: &Board, start: Square, end: Square) -> Option<Grounds> {
    let (short, long) = sides(board);
    let [a, b] = [start, end].map(|square| FromSides::nearest(board, square));
    // Whether an end is the middle square that both corners of its short side need, and the other end is
    // neither of those corners.
    let blocked = |middle: FromSides| {
        let is_corner = |square: Square| FromSides::nearest(board, square) == FromSides::new(0, 0);
        let saved = |one: Square, other: Square| is_corner(other) && same_half(board, one, other);
        (a == middle && !saved(start, end)) || (b == middle && !saved(end, start))
    };
    match (short, long % 2) {
        (6.., _) => Some(Grounds::Wide),
        (5, 1) => (long >= 7).then_some(Grounds::Strip),
        (5, _) => (long >= 8 && !blocked(FromSides::new(1, 2))).then_some(Grounds::Strip),
        (4, _) => (long >= 7 && a.across == 0 && b.across == 0).then_some(Grounds::Strip),
        (3, 1) => {
            let is_knot = KNOT.contains(&a) && KNOT.contains(&b);
            let tied = is_knot && (same_half(board, start, end) || long == 13 && a == b && a == KNOT[0]);
            (long >= 11 && !tied).then_some(Grounds::Strip)
        }
        (3, _) => (long >= 12 && !blocked(FromSides::new(2, 1))).then_some(Grounds::Strip),
        _ => None,
    }
}

/// Whether two squares are nearest to the same short side.
fn same_half(board: &Board, a: Square, b: Square) -> bool {
    let is_far = |square: Square| {
        if is_wide(board) { square.file * 2 >= board.files() } else { square.rank * 2 >= board.ranks() }
    };
    is_far(a) == is_far(b)
}

// Squares of a rectangle by their distances from its sides, the form in which the rules are written.

/// Distances of a square from a short side and from a long side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FromSides {
    /// Distance from the short side, along the long one.
    pub(super) along: u64,
    /// Distance from the long side.
    pub(super) across: u64,
}

impl FromSides {
    pub(super) const fn new(along: u64, across: u64) -> FromSides {
        FromSides { along, across }
    }

    /// Distances of a square from the nearest sides.
    pub(super) fn nearest(board: &Board, square: Square) -> FromSides {
        let file = square.file.min(board.files() - 1 - square.file);
        let rank = square.rank.min(board.row_of(square.rank));
        if is_wide(board) { FromSides::new(file, rank) } else { FromSides::new(rank, file) }
    }

    /// The square at these distances from the sides that meet in a1.
    pub(super) fn square(self, board: &Board) -> Square {
        let FromSides { along, across } = self;
        if is_wide(board) { Square::new(along, across) } else { Square::new(across, along) }
    }
}

/// The shorter side and the longer.
pub(super) fn sides(board: &Board) -> (u64, u64) {
    (board.files().min(board.ranks()), board.files().max(board.ranks()))
}

/// Whether the long side lies along the ranks.
pub(super) fn is_wide(board: &Board) -> bool {
    board.files() >= board.ranks()
}

// The class of a rectangle in the existence table: c, e, o or x.

/// The best kind of tour that a rectangle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The rectangle has a closed tour.
    Closed,
    /// It has no closed tour, but one with a single square missing; both sides are odd.
    MissingOne,
    /// It has neither of these, but an open tour.
    Open,
    /// It has no tour.
    Neither,
}

impl Class {
    /// The class of a knight's rectangle.
    ///
    /// ```
    /// use ktour::{Board, theory::Class};
    /// assert_eq!(Class::new(&Board::new(8, 8)?).to_string(), "c");
    /// assert_eq!(Class::new(&Board::new(4, 8)?).to_string(), "o");
    /// # Ok::<(), ktour::error::BoardError>(())
    /// ```
    pub fn new(board: &Board) -> Class {
        let has = |kind| exists(&Puzzle::new(board.clone()).with_kind(kind)).is_yes();
        if has(TourKind::Closed) {
            Class::Closed
        } else if missing_square_rule(board).is_possible() {
            Class::MissingOne
        } else if has(TourKind::Open) {
            Class::Open
        } else {
            Class::Neither
        }
    }
}

ktour_core::named! {
    Class: "class" {
        "c" => Closed,
        "e" => MissingOne,
        "o" => Open,
        "x" => Neither,
    }
}
