//! The rules of a tour a second time, fast enough to check millions of tours a second.

use ktour_core::{Puzzle, Square, TourKind};

/// The rules of a tour, which know nothing of how tours are found; small boards have a table of
/// leaps.
pub(crate) struct Rules<'a> {
    puzzle: &'a Puzzle,
    /// Neighbours of every square as a bit set, for boards of at most 64 squares.
    leaps: Vec<u64>,
    words: usize,
    squares: Vec<u64>,
    total: usize,
    is_closed: bool,
    ends: [Option<u32>; 2],
}

impl Rules<'_> {
    pub(crate) fn new(puzzle: &Puzzle) -> Rules<'_> {
        let board = puzzle.board();
        let area = board.area() as usize;
        let words = area.div_ceil(64);
        let (mut leaps, mut squares) = (vec![0; if words == 1 { area } else { 0 }], vec![0; words]);
        for square in board.squares() {
            let from = board.index(square);
            squares[from / 64] |= 1 << (from % 64);
            if words == 1 {
                board.leaps(puzzle.leaper(), square).for_each(|to| leaps[from] |= 1 << board.index(to));
            }
        }
        let index = |square: Option<Square>| square.map(|square| board.index(square) as u32);
        let is_closed = puzzle.kind() == Some(TourKind::Closed);
        let (total, ends) = (board.square_count() as usize, [index(puzzle.start()), index(puzzle.end())]);
        Rules { puzzle, leaps, words, squares, total, is_closed, ends }
    }

    fn is_leap(&self, from: u32, to: u32) -> bool {
        let square = |index: u32| self.puzzle.board().square(index as usize);
        self.puzzle.leaper().is_leap(square(from), square(to))
    }

    /// Whether every square comes once, each a leap from the one before, and the ends are right.
    pub(crate) fn hold(&self, order: &[u32]) -> bool {
        let mut are_leaps = order.len() == self.total;
        if self.words == 1 {
            let mut seen = 0u64;
            for (&from, &to) in order.iter().zip(&order[1..]) {
                seen |= 1 << (to % 64);
                are_leaps &= self.leaps[from as usize] >> (to % 64) & 1 == 1;
            }
            // The number of different squares equals the number of steps: none is repeated.
            are_leaps &= seen | 1 << (order[0] % 64) == self.squares[0];
        } else {
            let mut seen = vec![0; self.words];
            for &square in order {
                seen[square as usize / 64] |= 1 << (square % 64);
            }
            are_leaps &= seen == self.squares;
            are_leaps &= order.iter().zip(&order[1..]).all(|(&from, &to)| self.is_leap(from, to));
        }
        let (first, last) = (order[0], order[order.len() - 1]);
        let is_end = |end: Option<u32>, at: u32| end.is_none_or(|end| end == at);
        are_leaps
            && (!self.is_closed || self.is_leap(last, first))
            && is_end(self.ends[0], first)
            && is_end(self.ends[1], last)
    }
}
