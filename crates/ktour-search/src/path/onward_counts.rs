//! Onward counts, updated at every step: the basis of Warnsdorff's rule.
//!
//! One byte per square holds the number of free squares a leap away; occupied squares, holes and the border
//! hold [`TAKEN`], which is so large that decrementing it does no harm. Entering a square decrements its
//! neighbours, and they are exactly the squares the rule has to compare next: one pass does both.

use super::{Mailbox, WalkTask};
use crate::{MoveOrder, Refusal, Tie};
use ktour_core::{Leap, Square, random::Random};

/// Count of a square that cannot be entered: at most eight neighbours decrement it, and it fits five bits.
pub(crate) const TAKEN: u8 = 24;
/// Squares with at least this count cannot be entered.
pub(crate) const FREE_BELOW: u32 = 16;

/// A board of onward-leap counts for a leaper with `L` leaps.
pub(crate) struct OnwardCounts<const L: usize> {
    mailbox: Mailbox,
    pub(crate) cells: Vec<u8>,
    pub(crate) leaps: [i32; L],
    /// Twice each leap: the change of `from_centre`.
    double: [Leap; L],
    /// Twice the vector from a1 to the centre.
    centre: Leap,
}

/// The knight's cell, and twice its vector from the centre.
#[derive(Clone, Copy)]
pub(crate) struct Knight {
    pub(crate) at: u32,
    from_centre: Leap,
}

impl<const L: usize> OnwardCounts<L> {
    /// The board at the beginning of a task, with the knight on its square.
    pub(crate) fn new(task: &WalkTask, order: &MoveOrder) -> Result<Self, Refusal> {
        let mailbox =
            Mailbox::new(task.puzzle.board(), order).ok_or_else(|| Refusal::too_large(&task.puzzle))?;
        let board = task.puzzle.board();
        let leaps: [i32; L] = std::array::from_fn(|i| mailbox.leaps[i]);
        let mut cells = vec![TAKEN; mailbox.len()];
        let files = board.files();
        // Most ranks are equal: a row is computed again only where other leaps stay on the board.
        let mut row = vec![0; files as usize];
        let mut staying = Vec::new();
        for rank in 0..board.ranks() {
            let stays = |leap: &Leap| board.spans(Square::new(0, rank.wrapping_add_signed(leap.rank)));
            if !staying.iter().copied().eq(order.leaps().iter().copied().filter(stays)) || rank == 0 {
                staying = order.leaps().iter().copied().filter(stays).collect();
                row.fill(0);
                for leap in &staying {
                    // The files from which the leap stays on the board.
                    let first = files.min(leap.file.min(0).unsigned_abs());
                    let behind = files.saturating_sub(leap.file.max(0).unsigned_abs()).max(first);
                    row[first as usize..behind as usize].iter_mut().for_each(|count| *count += 1);
                }
            }
            let from = mailbox.cell(Square::new(0, rank)) as usize;
            cells[from..from + row.len()].copy_from_slice(&row);
        }
        for square in board.holes().iter().copied().chain(task.occupied()) {
            let at = mailbox.cell(square);
            cells[at as usize] = TAKEN;
            for leap in leaps {
                cells[at.wrapping_add_signed(leap) as usize] -= 1;
            }
        }
        let double = std::array::from_fn(|i| Leap::new(2 * order.leaps()[i].file, 2 * order.leaps()[i].rank));
        let centre = Leap::new(board.files() as i64 - 1, board.ranks() as i64 - 1);
        Ok(OnwardCounts { mailbox, cells, leaps, double, centre })
    }

    /// A knight on a square.
    pub(crate) fn knight(&self, square: Square) -> Knight {
        let (file, rank) = (2 * square.file as i64, 2 * square.rank as i64);
        let from_centre = Leap::new(file - self.centre.file, rank - self.centre.rank);
        Knight { at: self.mailbox.cell(square), from_centre }
    }

    /// The square under the knight.
    pub(crate) fn square(&self, knight: Knight) -> Square {
        let Leap { file, rank } = knight.from_centre;
        Square::new((file + self.centre.file) as u64 / 2, (rank + self.centre.rank) as u64 / 2)
    }

    /// The cell of a square.
    pub(crate) fn cell(&self, square: Square) -> u32 {
        self.mailbox.cell(square)
    }

    /// The square of a cell.
    pub(crate) fn square_at(&self, at: u32) -> Square {
        self.mailbox.square(at)
    }

    /// The knight after a leap.
    #[inline(always)]
    pub(crate) fn leap(&self, knight: Knight, leap: usize) -> Knight {
        let (from, by) = (knight.from_centre, self.double[leap]);
        let from_centre = Leap::new(from.file + by.file, from.rank + by.rank);
        Knight { at: knight.at.wrapping_add_signed(self.leaps[leap]), from_centre }
    }

    /// Onward counts of the squares a leap away. Not as bytes: a compiler packs eight of them into one
    /// machine word and takes it apart again.
    #[inline]
    pub(crate) fn neighbour_counts(&self, at: u32) -> [u32; L] {
        std::array::from_fn(|i| self.cells[at.wrapping_add_signed(self.leaps[i]) as usize].into())
    }

    /// Marks the knight's square as occupied, decrements its neighbours and returns their new counts.
    #[inline(always)]
    pub(crate) fn enter(&mut self, at: u32) -> [u32; L] {
        self.cells[at as usize] = TAKEN;
        let mut counts = [0; L];
        for (count, leap) in counts.iter_mut().zip(self.leaps) {
            let cell = &mut self.cells[at.wrapping_add_signed(leap) as usize];
            *count = u32::from(*cell) - 1;
            *cell = *count as u8;
        }
        counts
    }

    /// Walks from a cell: fills the path with the cells that `choose` picks by the counts around the knight,
    /// and returns their number.
    #[inline(always)]
    pub(crate) fn walk(
        &mut self,
        mut at: u32,
        path: &mut [u32],
        mut choose: impl FnMut(&Self, u32, [u32; L]) -> Option<u32>,
    ) -> usize {
        let mut counts = self.neighbour_counts(at);
        let mut entered = 0;
        for step in path {
            let Some(next) = choose(self, at, counts) else {
                break;
            };
            at = next;
            counts = self.enter(at);
            *step = at;
            entered += 1;
        }
        entered
    }

    /// Undoes [`enter`](Self::enter): frees the square and restores its count.
    #[inline]
    pub(crate) fn undo_enter(&mut self, at: u32, count: u8) {
        for leap in self.leaps {
            self.cells[at.wrapping_add_signed(leap) as usize] += 1;
        }
        self.cells[at as usize] = count;
    }

    /// Sort key by the tie rule; the preferred square has the smallest.
    #[inline(always)]
    pub(crate) fn tie_key(&self, tie: Tie, knight: Knight, leap: usize, random: &mut Random) -> i64 {
        match tie {
            Tie::First => 0,
            Tie::Random => i64::from(random.below(1 << 30)),
            Tie::Lookahead => {
                let free = |&count: &u32| count < FREE_BELOW;
                let to = self.leap(knight, leap).at;
                self.neighbour_counts(to).into_iter().filter(free).map(i64::from).min().unwrap_or(0)
            }
            Tie::Far => {
                let Leap { file, rank } = self.leap(knight, leap).from_centre;
                -(file * file + rank * rank)
            }
        }
    }
}
