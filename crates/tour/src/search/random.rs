//! Chance with a memory: the same seed gives the same numbers, everywhere and for good.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A stream of random numbers, fixed by a seed and the number of the try.
#[derive(Clone)]
pub(crate) struct Random(Pcg64Mcg);

impl Random {
    /// The stream of one try.
    pub(crate) fn new(seed: u64, attempt: u64) -> Random {
        // Two rounds of a mixing constant keep neighbouring seeds and tries far apart.
        let mixed = (seed ^ attempt.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Random(Pcg64Mcg::seed_from_u64(mixed ^ (mixed >> 32)))
    }

    /// A number below `bound`, which is small: the bias is below bound / 2³².
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// A number below `bound`, of any size.
    pub(crate) fn below_wide(&mut self, bound: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(bound)) >> 64) as u64
    }
}
