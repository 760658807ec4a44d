//! The mailbox: a board with a border, so that no leap needs a bounds test.
//!
//! Every square is one byte; border and holes are bytes too, of a value that stands for
//! "not free". A leap is then one addition. On the left and right one shared border of `s` files is
//! enough: a leap off the right edge lands in the left border of the next rank.
//!
//! This is not a [`Graph`](ktour_core::graph): a walk follows the move order and examines the neighbours of every
//! square it enters. For this, one byte per square and one addition per leap take a hundredth of the memory
//! of an adjacency list, and are faster.

use crate::MoveOrder;
use ktour_core::{Board, Puzzle, Square};

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
