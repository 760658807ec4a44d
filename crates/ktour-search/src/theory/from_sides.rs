//! Squares of a rectangle by their distances from its sides, the form in which the rules are written.

use ktour_core::{Board, Square};

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
