//! The compass: Warnsdorff's rule and its ties as one number a leap, the least of which wins.
//!
//! Onward leaps are in the upper five bits, in the middle how much nearer to the centre the leap leads, in the
//! lowest three the move order. With the knight at p from the centre, a leap d leads to a square
//! |p|² + 2p·d + |d|² away, and |d| is the same for all: p·d decides, and a leap e changes it by d·e, whatever p is.
//!
//! Numbers have 32 bits, and two of them are one word: what is added to the word is added to both, for neither ever
//! leaves its half.

use super::{onward::FREE_BELOW, task::Task};
use crate::{
    Leap,
    search::{MoveOrder, Tie},
};

/// Which of `L` leaps the rule takes, as the knight goes.
pub(super) struct Compass<const L: usize> {
    /// The middle and lowest bits for every leap from where the knight stands: those of leap i below, of leap
    /// i + L/2 above.
    lean: [u64; 4],
    /// What each leap, once taken, adds to them.
    turn: [[u64; 4]; L],
}

impl<const L: usize> Compass<L> {
    /// Where the upper bits begin.
    const COUNT: u32 = 27;
    /// Half of what is below them is no way at all, so that no number is negative.
    const LEVEL: i64 = 1 << (Self::COUNT - 1);

    /// A compass for the rules it knows, on boards whose numbers fit: with sides of a million squares they do.
    pub(super) fn new(task: &Task, order: &MoveOrder, tie: Tie) -> Option<Compass<L>> {
        let (board, from) = (task.puzzle.board(), task.from);
        let farthest =
            u128::from(task.leaper().s()) * (u128::from(board.files()) + u128::from(board.ranks()));
        let scale: i64 = match tie {
            Tie::First => 0,
            Tie::Far if 8 * farthest + 8 < Self::LEVEL as u128 => -8,
            _ => return None,
        };
        let leaps: [Leap; L] = std::array::from_fn(|i| order.leaps()[i]);
        // Leaps that are longer than the board are never taken, whatever they weigh.
        let part = |a: i64, b: i64| scale.wrapping_mul(a.wrapping_mul(b));
        let dot = |a: Leap, b: Leap| part(a.file, b.file).wrapping_add(part(a.rank, b.rank));
        let pairs = |number: &dyn Fn(usize) -> i64| {
            let word = |i| number(i).wrapping_add(number(i + L / 2) << 32) as u64;
            std::array::from_fn(|i| if i < L / 2 { word(i) } else { 0 })
        };
        // Twice the way from the centre, so that it is whole; then leaps count twice as well.
        let twice = |at: u64, side: u64| 2 * at as i64 - (side as i64 - 1);
        let from = Leap::new(twice(from.file, board.files()), twice(from.rank, board.ranks()));
        Some(Compass {
            lean: pairs(&|i| Self::LEVEL + dot(from, leaps[i]) + i as i64),
            turn: leaps.map(|taken| pairs(&|i| dot(taken, leaps[i]).wrapping_mul(2))),
        })
    }

    /// The leap of the rule, which is then taken.
    #[inline(always)]
    pub(super) fn choose(&mut self, counts: [u32; L]) -> Option<usize> {
        let mut half = L / 2;
        let lean = |i| if i < half { self.lean[i] as u32 } else { (self.lean[i - half] >> 32) as u32 };
        let mut keys: [u32; L] = std::array::from_fn(|i| (counts[i] << Self::COUNT) + lean(i));
        // As in a cup: three rounds of comparing for eight leaps, not seven.
        while half > 0 {
            for i in 0..half {
                keys[i] = keys[i].min(keys[i + half]);
            }
            half /= 2;
        }
        let best = keys[0];
        if best >= FREE_BELOW << Self::COUNT {
            return None;
        }
        let leap = best as usize % 8 % L;
        let turn = &self.turn[leap];
        self.lean.iter_mut().zip(turn).for_each(|(lean, &turn)| *lean = lean.wrapping_add(turn));
        Some(leap)
    }
}
