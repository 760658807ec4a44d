//! Chance that can be repeated: the same seed tries the same things.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A source of numbers.
pub(crate) struct Dice(Pcg64Mcg);

impl Dice {
    /// Dice of their own for every row: rows do not depend on which others are asked for.
    pub(crate) fn new(seed: u64, row: u64) -> Dice {
        Dice(Pcg64Mcg::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ row))
    }

    /// A number below `end`, which is not zero.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    /// Yes, `percent` times of a hundred.
    pub(crate) fn is_lucky(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some.
    pub(crate) fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len())]
    }

    /// Any byte.
    pub(crate) fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }

    /// Puts a list into any order.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
