//! Chance with a memory: the same seed gives the same numbers, on every machine and for good.
//!
//! All random numbers of the house come from here, with two exceptions. The keys of a cluster must not be guessed,
//! so the system gives them. And `attack` tries the house from outside: it has dice of its own.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A stream of random numbers.
///
/// ```
/// use ktour_tour::random::Random;
/// let (mut one, mut same, mut other) = (Random::new(7, 0), Random::new(7, 0), Random::new(7, 1));
/// let dice: Vec<u32> = (0..6).map(|_| one.below(6)).collect();
/// assert!(dice.iter().all(|&number| number < 6));
/// assert_eq!(dice, (0..6).map(|_| same.below(6)).collect::<Vec<_>>());
/// assert_ne!(one.next(), other.next());
/// assert!(Random::seeded(7).below_u64(1 << 40) < 1 << 40);
/// let names = ["a1", "b3", "d4"];
/// println!("{}", names[one.index(names.len())]); // any of them, all equally likely
/// let heads = (0..100).filter(|_| one.coin()).count();
/// assert!((20..80).contains(&heads));
/// ```
#[derive(Clone, Debug)]
pub struct Random(Pcg64Mcg);

impl Random {
    /// The stream of one try.
    pub fn new(seed: u64, attempt: u64) -> Random {
        // Two rounds of a mixing constant keep neighbouring seeds and tries far apart.
        let mixed = (seed ^ attempt.wrapping_mul(GOLDEN)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Random::seeded(mixed ^ (mixed >> 32))
    }

    /// The stream of a seed that is already well mixed.
    pub fn seeded(seed: u64) -> Random {
        Random(Pcg64Mcg::seed_from_u64(seed))
    }

    /// Any 64-bit number.
    #[expect(clippy::should_implement_trait, reason = "a stream without an end is no iterator to collect")]
    #[inline]
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Heads or tails.
    #[inline]
    pub fn coin(&mut self) -> bool {
        self.0.next_u32() & 1 == 1
    }

    /// A number below `bound`, which is small: the bias is below bound / 2³².
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// An index into a list of this length.
    #[inline]
    pub fn index(&mut self, length: usize) -> usize {
        self.below_u64(length as u64) as usize
    }

    /// A number below `bound`, of any size.
    #[inline]
    pub fn below_u64(&mut self, bound: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(bound)) >> 64) as u64
    }
}

/// splitmix64, for streams that are begun by the million: one for every walk of an experiment.
///
/// *Reference:* Steele, Lea & Flood, Fast splittable pseudorandom number generators, 2014.
///
/// ```
/// use ktour_tour::random::Splitmix;
/// assert_eq!(Splitmix::new(1234567).next(), 6457827717110365317); // as in every other language
/// let mut draw = Splitmix::from_parts([2026, 8]);
/// assert!(draw.below(64) < 64);
/// assert_eq!(Splitmix::from_parts([2026, 8]).next(), Splitmix::from_parts([2026, 8]).next());
/// ```
#[derive(Clone, Debug)]
pub struct Splitmix {
    state: u64,
    /// Zero for splitmix64 as it was published.
    added: u64,
}

/// 2⁶⁴ divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Splitmix {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Splitmix {
        Splitmix { state: seed, added: 0 }
    }

    /// The stream determined by these numbers. It is a variant of splitmix64: a constant is added while a
    /// number is mixed, and stays, for the experiments that were made with it.
    pub fn from_parts(parts: impl IntoIterator<Item = u64>) -> Splitmix {
        let added = GOLDEN;
        Splitmix { state: parts.into_iter().fold(0, |all, part| mix(all ^ part, added)), added }
    }

    /// Any 64-bit number.
    #[expect(clippy::should_implement_trait, reason = "a stream without an end is no iterator to collect")]
    #[inline]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state, self.added)
    }

    /// A number below `bound`, of any size.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

#[inline]
fn mix(number: u64, added: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_add(added).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
