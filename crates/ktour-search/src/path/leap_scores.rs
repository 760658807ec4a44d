//! Leap scores: Warnsdorff's rule and its ties as one number per leap; the smallest wins.
//!
//! The number of onward leaps is in the upper five bits, below it the change of the distance from the centre,
//! then three bits for the move order, and in the lower half the target cell. The smallest score therefore
//! names the next cell, and nothing has to be looked up before it is entered.
//!
//! With the knight at p from the centre, a leap d leads to a square at distance |p|² + 2p·d + |d|², and |d|
//! is the same for all: p·d decides, and a leap e changes it by d·e, whatever p is.

use super::{
    onward_counts::{FREE_BELOW, OnwardCounts},
    walk_task::WalkTask,
};
use crate::{MoveOrder, Tie};
use ktour_core::Leap;

/// Scores of all leaps, updated as the knight moves.
pub(super) struct LeapScores<const L: usize> {
    /// Score of every leap from the knight's square, without its onward count.
    lean: [u64; L],
    /// Changes of all scores by each leap.
    turn: [[u64; L]; L],
}

impl<const L: usize> LeapScores<L> {
    /// Lowest bits of the onward count, of the distance from the centre and of the move order.
    const COUNT: u32 = 59;
    const DISTANCE: u32 = 35;
    const ORDER: u32 = 32;
    /// Offset that stands for distance zero, so that no field is negative.
    const LEVEL: i64 = 1 << (Self::COUNT - Self::DISTANCE - 1);

    /// Scores for the tie rules `First` and `Far`, on boards whose distances fit the field: those with sides
    /// up to a million do.
    pub(super) fn new(
        task: &WalkTask,
        ground: &OnwardCounts<L>,
        order: &MoveOrder,
        tie: Tie,
    ) -> Option<LeapScores<L>> {
        let (board, from) = (task.puzzle.board(), task.from);
        let farthest =
            u128::from(task.leaper().s()) * (u128::from(board.files()) + u128::from(board.ranks()));
        let scale: i64 = match tie {
            Tie::First => 0,
            Tie::Far if farthest < Self::LEVEL as u128 => -1,
            _ => return None,
        };
        let leaps: [Leap; L] = std::array::from_fn(|i| order.leaps()[i]);
        // Leaps longer than the board are never chosen, so their products may wrap.
        let part = |a: i64, b: i64| scale.wrapping_mul(a.wrapping_mul(b));
        let dot = |a: Leap, b: Leap| part(a.file, b.file).wrapping_add(part(a.rank, b.rank));
        // Twice the offset from the centre is an integer; leaps then count twice as well.
        let twice = |at: u64, side: u64| 2 * at as i64 - (side as i64 - 1);
        let from_centre = Leap::new(twice(from.file, board.files()), twice(from.rank, board.ranks()));
        let lean = |i: usize| {
            let cell = ground.cell(from).wrapping_add_signed(ground.leaps[i]);
            ((Self::LEVEL + dot(from_centre, leaps[i])) as u64) << Self::DISTANCE
                | (i as u64) << Self::ORDER
                | u64::from(cell)
        };
        let turn = |taken: usize, i: usize| {
            let farther = dot(leaps[taken], leaps[i]).wrapping_mul(2) << Self::DISTANCE;
            farther.wrapping_add(ground.leaps[taken].into()) as u64
        };
        Some(LeapScores {
            lean: std::array::from_fn(lean),
            turn: std::array::from_fn(|i| std::array::from_fn(|taken| turn(taken, i))),
        })
    }

    /// Walks from a cell: fills the path with the cells that the rule chooses, and returns their number.
    #[inline(never)]
    pub(super) fn walk(&mut self, ground: &mut OnwardCounts<L>, at: u32, path: &mut [u32]) -> usize {
        // A local copy stays in registers.
        let mut lean = self.lean;
        let many = ground.walk(at, path, |_, _, counts| self.choose(&mut lean, counts));
        self.lean = lean;
        many
    }

    /// The cell that the rule chooses; it is entered next.
    #[inline(always)]
    fn choose(&self, lean: &mut [u64; L], counts: [u32; L]) -> Option<u32> {
        let mut keys: [u64; L] =
            std::array::from_fn(|i| (u64::from(counts[i]) << Self::COUNT).wrapping_add(lean[i]));
        // A knockout tournament: three rounds of comparisons for eight leaps, not seven.
        let mut half = L / 2;
        while half > 0 {
            for i in 0..half {
                keys[i] = keys[i].min(keys[i + half]);
            }
            half /= 2;
        }
        let best = keys[0];
        if best >= u64::from(FREE_BELOW) << Self::COUNT {
            return None;
        }
        let taken = (best >> Self::ORDER) as usize % 8 % L;
        lean.iter_mut().zip(&self.turn).for_each(|(lean, turn)| *lean = lean.wrapping_add(turn[taken]));
        Some(best as u32)
    }
}
