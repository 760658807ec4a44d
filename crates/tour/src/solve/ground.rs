//! The ground a backtracking search stands on: which leaps are free from here?
//!
//! Two grounds, one question. [`Bits`] keeps boards of up to 8×8 in one word: rank by rank, eight
//! bits a rank, rotated so that the knight is at bit 0; then the eight squares it can reach
//! are always the same eight bits, which one multiplication gathers into a byte. [`Cells`] is
//! a mailbox of bytes for everything larger. The searches are written once, for both.

use crate::{KNIGHT, Puzzle, Square, solve::MoveOrder, solve::mailbox::Mailbox};

/// Free squares, and the leaps between them.
pub(crate) trait Ground {
    /// The free leaps from a place: bit i stands for the i-th leap of the order.
    fn free(&self, at: u32) -> u8;
    /// Where the i-th leap leads; only asked where that leap is free.
    fn leap(&self, at: u32, leap: u32) -> u32;
    /// The knight enters a place.
    fn enter(&mut self, at: u32);
    /// The knight takes it back.
    fn leave(&mut self, at: u32);
    /// The place of a square.
    fn place(&self, square: Square) -> u32;
    /// The square at a place.
    fn square(&self, at: u32) -> Square;
}

/// Boards of up to 8×8 for the knight, in one word.
pub(crate) struct Bits {
    visited: u64,
    /// The leaps that stay on the board, a byte a place.
    on_board: [u8; 64],
    /// From gathered bits to leaps in move order, inverted: free leaps.
    free: [u8; 256],
    /// Differences of places in move order.
    leaps: [u8; 8],
}

/// Sends the eight target bits to 256 different values of the top byte (found by search,
/// tested below).
const GATHER: u64 = 0x0220_0880_0000_6018;

/// Where a leap from bit 0 leads.
const fn bit(leap: (i64, i64)) -> u32 {
    (leap.0 + 8 * leap.1).rem_euclid(64) as u32
}

impl Bits {
    /// The ground for a puzzle, where it fits.
    pub(crate) fn new(puzzle: &Puzzle, order: &MoveOrder) -> Option<Bits> {
        let board = puzzle.board();
        if board.files() > 8 || board.ranks() > 8 || puzzle.leaper() != KNIGHT {
            return None;
        }
        let mut ground = Bits { visited: 0, on_board: [0; 64], free: [0; 256], leaps: [0; 8] };
        for (i, &leap) in order.leaps().iter().enumerate() {
            ground.leaps[i] = bit(leap) as u8;
            for square in board.squares() {
                let target = square.offset(leap.0, leap.1);
                if target.is_some_and(|target| board.contains(target)) {
                    ground.on_board[ground.place(square) as usize] |= 1 << i;
                }
            }
        }
        for taken in 0..=255u8 {
            let is_taken = |i: &usize| taken >> i & 1 == 1;
            let bits = (0..8).filter(is_taken).map(|i| 1 << bit(order.leaps()[i])).sum::<u64>();
            ground.free[(bits.wrapping_mul(GATHER) >> 56) as usize] = !taken;
        }
        Some(ground)
    }
}

/// The union of the eight target bits.
const TARGETS: u64 = {
    let leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let (mut bits, mut i) = (0, 0);
    while i < 8 {
        bits |= 1 << bit(leaps[i]);
        i += 1;
    }
    bits
};

impl Ground for Bits {
    #[inline(always)]
    fn free(&self, at: u32) -> u8 {
        let targets = self.visited.rotate_right(at) & TARGETS;
        let gathered = (targets.wrapping_mul(GATHER) >> 56) as u8;
        self.free[gathered as usize] & self.on_board[(at & 63) as usize]
    }

    #[inline(always)]
    fn leap(&self, at: u32, leap: u32) -> u32 {
        (at + u32::from(self.leaps[(leap & 7) as usize])) & 63
    }

    #[inline(always)]
    fn enter(&mut self, at: u32) {
        self.visited |= 1 << (at & 63);
    }

    #[inline(always)]
    fn leave(&mut self, at: u32) {
        self.visited &= !(1 << (at & 63));
    }

    fn place(&self, square: Square) -> u32 {
        (square.file + 8 * square.rank) as u32
    }

    fn square(&self, at: u32) -> Square {
        Square::new(u64::from(at % 8), u64::from(at / 8))
    }
}

/// Boards of any size and any leaper, a byte a square.
pub(crate) struct Cells {
    mailbox: Mailbox,
    /// 1 where the knight can go, 0 where it cannot.
    cells: Vec<u8>,
}

impl Cells {
    /// The ground for a puzzle; `None` where the board is too large to store.
    pub(crate) fn new(puzzle: &Puzzle, order: &MoveOrder) -> Option<Cells> {
        let mailbox = Mailbox::new(puzzle.board(), order)?;
        let cells = mailbox.cells(puzzle, 1, 0);
        Some(Cells { mailbox, cells })
    }
}

impl Ground for Cells {
    #[inline]
    fn free(&self, at: u32) -> u8 {
        let bit = |(i, &leap): (usize, &i32)| self.cells[at.wrapping_add_signed(leap) as usize] << i;
        self.mailbox.leaps.iter().enumerate().map(bit).fold(0, |all, bit| all | bit)
    }

    #[inline]
    fn leap(&self, at: u32, leap: u32) -> u32 {
        self.mailbox.leap(at, leap as usize)
    }

    #[inline]
    fn enter(&mut self, at: u32) {
        self.cells[at as usize] = 0;
    }

    #[inline]
    fn leave(&mut self, at: u32) {
        self.cells[at as usize] = 1;
    }

    fn place(&self, square: Square) -> u32 {
        self.mailbox.place(square)
    }

    fn square(&self, at: u32) -> Square {
        self.mailbox.square(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn one_word_and_a_mailbox_agree(files in 1u64..=8, ranks in 1u64..=8, visited: u64, name in 0usize..3) {
            let puzzle = Puzzle::new(Board::new(files, ranks).unwrap());
            let order = MoveOrder::parse(["d0", "d2", "sorted"][name], KNIGHT).unwrap();
            let mut bits = Bits::new(&puzzle, &order).unwrap();
            let mut cells = Cells::new(&puzzle, &order).unwrap();
            for square in puzzle.board().squares() {
                if visited >> bits.place(square) & 1 == 1 {
                    bits.enter(bits.place(square));
                    cells.enter(cells.place(square));
                }
            }
            for square in puzzle.board().squares() {
                let (at, there) = (bits.place(square), cells.place(square));
                prop_assert_eq!(bits.free(at), cells.free(there));
                prop_assert_eq!(cells.square(there), square);
                for leap in (0..8).filter(|leap| bits.free(at) >> leap & 1 == 1) {
                    prop_assert_eq!(bits.square(bits.leap(at, leap)), cells.square(cells.leap(there, leap)));
                }
            }
        }
    }
}
