//! Searches that walk: a path grows square by square, and backtracks when it is stuck.
//!
//! Each takes a [`WalkTask`] (the knight's square and what remains). `backtrack` and `warnsdorff_backtrack`
//! are complete, `warnsdorff` is one greedy walk after another; `trace` replays all of them in the obvious
//! way, for display and for checking them.

pub(super) mod backtrack;
mod onward_counts;
pub(super) mod trace;
pub(super) mod warnsdorff;
pub(super) mod warnsdorff_backtrack;

use std::borrow::Cow;

use crate::{MoveOrder, strategy::verified};
use ktour_core::{Board, Leaper, Puzzle, Square, Tour, TourKind};

// The knight stands on a square; the squares behind it are occupied, `left` squares remain to be entered,
// and on the last of them a goal must hold. A given end is reserved and appended at the end, so that no
// search visits it.

/// A search from one square.
#[derive(Clone)]
pub(crate) struct WalkTask<'a> {
    pub(crate) puzzle: Cow<'a, Puzzle>,
    /// Squares behind the knight and under it, in order.
    pub(crate) behind: Vec<Square>,
    /// The knight's square.
    pub(crate) from: Square,
    /// Number of squares that the search has to enter.
    pub(crate) left: u64,
    goal: Goal,
}

/// Condition on the last square entered.
#[derive(Clone, Copy)]
enum Goal {
    Anywhere,
    /// It is a leap from this square: the start of a closed tour, or the given end.
    LeapFrom(Square),
}

impl<'a> WalkTask<'a> {
    /// Creates the task that begins on `start`, or continues from the puzzle's visited squares.
    pub(crate) fn new(puzzle: &'a Puzzle, start: Square) -> WalkTask<'a> {
        let behind = if puzzle.visited().is_empty() { vec![start] } else { puzzle.visited().to_vec() };
        let from = behind[behind.len() - 1];
        let squares = puzzle.board().square_count() as u64;
        let pending = puzzle.end().filter(|end| !behind.contains(end));
        let left = squares - behind.len() as u64 - u64::from(pending.is_some());
        let goal = match (pending, puzzle.kind()) {
            (Some(end), _) => Goal::LeapFrom(end),
            (None, Some(TourKind::Closed)) => Goal::LeapFrom(behind[0]),
            _ => Goal::Anywhere,
        };
        WalkTask { puzzle: Cow::Borrowed(puzzle), behind, from, left, goal }
    }

    /// The same task with a puzzle of its own.
    pub(crate) fn into_owned(self) -> WalkTask<'static> {
        WalkTask {
            puzzle: Cow::Owned(self.puzzle.into_owned()),
            behind: self.behind,
            from: self.from,
            left: self.left,
            goal: self.goal,
        }
    }

    /// The squares the search must not enter: those visited, and the given end.
    pub(crate) fn occupied(&self) -> impl Iterator<Item = Square> + '_ {
        self.behind.iter().copied().chain(self.pending_end())
    }

    /// The given end, if it is not visited yet.
    pub(crate) fn pending_end(&self) -> Option<Square> {
        self.puzzle.end().filter(|end| !self.behind.contains(end))
    }

    /// Whether the walk may end on this square once all squares are entered.
    pub(crate) fn is_goal(&self, last: Square) -> bool {
        match self.goal {
            Goal::Anywhere => true,
            // One leap back and forth is no closed tour.
            Goal::LeapFrom(square) if self.behind.len() + self.left as usize == 2 => {
                self.pending_end() == Some(square) && self.leaper().is_leap(last, square)
            }
            Goal::LeapFrom(square) => self.leaper().is_leap(last, square),
        }
    }

    /// The tour, given the squares the search entered.
    pub(crate) fn tour(&self, entered: impl Iterator<Item = Square>) -> Tour {
        let squares = self.behind.iter().copied().chain(entered).chain(self.pending_end());
        verified(&self.puzzle, squares)
    }

    pub(crate) fn leaper(&self) -> Leaper {
        self.puzzle.leaper()
    }
}

/// The starts to try in turn: the given one; for a closed tour, which visits every square, any one; otherwise
/// all, in the order of the printed grid.
pub(crate) fn start_squares(puzzle: &Puzzle) -> impl Iterator<Item = Square> + '_ {
    let given = puzzle.start();
    let max_starts = match puzzle.kind() {
        _ if given.is_some() => 0,
        Some(TourKind::Closed) => 1,
        _ => usize::MAX,
    };
    let end = puzzle.end().filter(|_| puzzle.board().square_count() > 1);
    given
        .into_iter()
        .chain(puzzle.board().squares_as_read().filter(move |&square| Some(square) != end).take(max_starts))
}

// The mailbox: a board with a border, so that no leap needs a bounds test.
//
// Every square is one byte; border and holes are bytes too, of a value that stands for
// "not free". A leap is then one addition. On the left and right one shared border of `s` files is
// enough: a leap off the right edge lands in the left border of the next rank.
//
// This is not a `Graph`: a walk follows the move order and examines the neighbours of every
// square it enters. For this, one byte per square and one addition per leap take a hundredth of the memory
// of an adjacency list, and are faster.

/// The geometry of a bordered board, and the leaps as differences of cells.
#[derive(Clone, Debug)]
pub(crate) struct Mailbox {
    /// Distance between two ranks; cell numbers fit 31 bits, so all of these do.
    stride: u32,
    /// 2⁶⁴ / stride, rounded up, for division by multiplication.
    per_stride: u64,
    border: u32,
    ranks: u32,
    /// Differences of cells, in the order of the moves.
    pub(crate) leaps: Vec<i32>,
}

impl Mailbox {
    /// Borders the board; `None` where cells would not fit 31 bits.
    pub(crate) fn new(board: &Board, order: &MoveOrder) -> Option<Mailbox> {
        let border = order.leaps().iter().map(|leap| leap.file.unsigned_abs()).max()?;
        let stride = board.files().checked_add(border)?;
        let ranks = board.ranks().checked_add(2 * border)?;
        if u128::from(stride) * u128::from(ranks) + u128::from(border) >= 1 << 31 {
            return None;
        }
        let (stride, border) = (stride as u32, border as u32);
        let leaps = order.leaps().iter().map(|leap| (leap.rank * i64::from(stride) + leap.file) as i32);
        let per_stride = u64::MAX / u64::from(stride) + 1;
        Some(Mailbox { stride, per_stride, border, ranks: board.ranks() as u32, leaps: leaps.collect() })
    }

    /// Number of cells.
    pub(crate) fn len(&self) -> usize {
        ((self.ranks + 2 * self.border) * self.stride + self.border) as usize
    }

    /// The cell of a square.
    pub(crate) fn cell(&self, square: Square) -> u32 {
        (square.rank as u32 + self.border) * self.stride + self.border + square.file as u32
    }

    /// The square of a cell on the board.
    pub(crate) fn square(&self, cell: u32) -> Square {
        let cell = cell - self.border;
        // Exact: cell and stride have 32 bits, the product 96.
        let rank = ((u128::from(self.per_stride) * u128::from(cell)) >> 64) as u32;
        let file = cell - rank * self.stride;
        Square::new(u64::from(file), u64::from(rank - self.border))
    }

    /// The cell a leap away.
    #[inline]
    pub(crate) fn leap(&self, from: u32, leap: usize) -> u32 {
        from.wrapping_add_signed(self.leaps[leap])
    }

    /// A byte for every cell: `free` where a square exists, `blocked` elsewhere.
    pub(crate) fn cells(&self, puzzle: &Puzzle, free: u8, blocked: u8) -> Vec<u8> {
        let board = puzzle.board();
        let mut cells = vec![blocked; self.len()];
        for rank in 0..board.ranks() {
            let from = self.cell(Square::new(0, rank)) as usize;
            cells[from..from + board.files() as usize].fill(free);
        }
        for &hole in board.holes() {
            cells[self.cell(hole) as usize] = blocked;
        }
        cells
    }
}
