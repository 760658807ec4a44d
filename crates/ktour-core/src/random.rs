//! Random numbers, reproducible from a seed on every machine and in every version.
//!
//! All random numbers of the project come from here, with two exceptions: the keys of a cluster must not be
//! guessable, so the operating system generates them, and `attack`, which tests the program from outside, has
//! its own generator.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A stream of random numbers.
///
/// ```
/// use ktour::random::Random;
/// let (mut one, mut same, mut other) = (Random::new(7, 0), Random::new(7, 0), Random::new(7, 1));
/// let dice: Vec<u32> = (0..6).map(|_| one.below(6)).collect();
/// assert!(dice.iter().all(|&number| number < 6));
/// assert_eq!(dice, (0..6).map(|_| same.below(6)).collect::<Vec<_>>());
/// assert_ne!(one.next(), other.next());
/// assert!(Random::seeded(7).below_u64(1 << 40) < 1 << 40);
/// let names = ["a1", "b3", "d4"];
/// println!("{}", names[one.index(names.len())]); // uniformly
/// let heads = (0..100).filter(|_| one.coin()).count();
/// assert!((20..80).contains(&heads));
/// ```
#[derive(Clone, Debug)]
pub struct Random(Pcg64Mcg);

impl Random {
    /// Creates the stream of one attempt.
    pub fn new(seed: u64, attempt: u64) -> Random {
        // The mixing makes streams of neighbouring seeds and attempts unrelated.
        let mixed = (seed ^ attempt.wrapping_mul(GOLDEN)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Random::seeded(mixed ^ (mixed >> 32))
    }

    /// Creates the stream of a seed that is already well mixed.
    pub fn seeded(seed: u64) -> Random {
        Random(Pcg64Mcg::seed_from_u64(seed))
    }

    /// The next number, uniform in 64 bits.
    #[expect(clippy::should_implement_trait, reason = "a stream without an end is no iterator to collect")]
    #[inline]
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A fair coin: `true` is heads.
    #[inline]
    pub fn coin(&mut self) -> bool {
        self.0.next_u32() & 1 == 1
    }

    /// A number below `bound`, with a bias below bound / 2³².
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// An index into a list of this length.
    #[inline]
    pub fn index(&mut self, length: usize) -> usize {
        self.below_u64(length as u64) as usize
    }

    /// A number below `bound`, with a bias below bound / 2⁶⁴.
    #[inline]
    pub fn below_u64(&mut self, bound: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(bound)) >> 64) as u64
    }
}

/// The generator splitmix64, for millions of short streams: one for every walk of an experiment.
///
/// *Reference:* Steele, Lea & Flood, Fast splittable pseudorandom number generators, 2014.
///
/// ```
/// use ktour::random::Splitmix;
/// assert_eq!(Splitmix::new(1234567).next(), 6457827717110365317); // the published value
/// let mut random = Splitmix::from_parts([2026, 8]);
/// assert!(random.below(64) < 64);
/// assert_eq!(Splitmix::from_parts([2026, 8]).next(), Splitmix::from_parts([2026, 8]).next());
/// ```
#[derive(Clone, Debug)]
pub struct Splitmix {
    state: u64,
    /// Constant added while a number is mixed; zero in splitmix64 as published.
    added: u64,
}

/// 2⁶⁴ divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Splitmix {
    /// Creates the stream of a seed.
    pub fn new(seed: u64) -> Splitmix {
        Splitmix { state: seed, added: 0 }
    }

    /// Creates the stream determined by these numbers. It is a variant of splitmix64 that adds a constant
    /// while mixing, as the published experiments of this project were made with it.
    pub fn from_parts(parts: impl IntoIterator<Item = u64>) -> Splitmix {
        let added = GOLDEN;
        Splitmix { state: parts.into_iter().fold(0, |all, part| mix(all ^ part, added)), added }
    }

    /// The next number, uniform in 64 bits.
    #[expect(clippy::should_implement_trait, reason = "a stream without an end is no iterator to collect")]
    #[inline]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state, self.added)
    }

    /// A number below `bound`, with a bias below bound / 2⁶⁴.
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
