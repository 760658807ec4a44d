//! ClassSums: the pairings of a group under construction, each with its multiplicity.

use super::layer::{ClassBlock, Multiplicities};
use crate::{
    frontier::multiplicity::Multiplicity,
    state::pairing::{CLOSES, PAIRINGS},
};

/// Maximum number of pairs for which every pairing has its own sum.
const MAX_PAIRS_SUMMED_DIRECTLY: usize = 7;

/// Accumulator in which the states of a class are summed.
pub(crate) struct ClassSums<C> {
    pairs: usize,
    /// A sum for every pairing, and whether it is taken.
    sums: Vec<C>,
    is_taken: Vec<u64>,
    /// All states, where there are too many pairings.
    loose: Vec<(u32, C)>,
    states: Vec<(u32, C)>,
}

impl<C: Multiplicity> ClassSums<C> {
    pub(crate) fn new() -> ClassSums<C> {
        ClassSums { pairs: 0, sums: Vec::new(), is_taken: Vec::new(), loose: Vec::new(), states: Vec::new() }
    }

    /// Starts a class with this many pairs.
    pub(crate) fn begin(&mut self, pairs: usize) {
        self.pairs = pairs;
        let size = PAIRINGS[pairs] as usize;
        if pairs <= MAX_PAIRS_SUMMED_DIRECTLY && self.sums.len() < size {
            self.sums.resize(size, C::ZERO);
            self.is_taken.resize(size.div_ceil(64), 0);
        }
    }

    /// Adds states with these numbers; those that close are left out.
    pub(crate) fn add(&mut self, numbers: &[u32], multiplicities: Multiplicities<'_>) {
        let states = numbers.iter().enumerate().filter(|(_, number)| **number != CLOSES);
        if self.pairs > MAX_PAIRS_SUMMED_DIRECTLY {
            self.loose.extend(states.map(|(at, &number)| (number, multiplicities.of::<C>(at))));
            return;
        }
        for (at, &number) in states {
            let sum = &mut self.sums[number as usize];
            *sum = sum.plus(multiplicities.of(at));
            self.is_taken[number as usize / 64] |= 1 << (number % 64);
        }
    }

    /// Adds one state.
    pub(crate) fn add_one(&mut self, number: u32, multiplicity: C) {
        if self.pairs > MAX_PAIRS_SUMMED_DIRECTLY {
            self.loose.push((number, multiplicity));
            return;
        }
        let sum = &mut self.sums[number as usize];
        *sum = sum.plus(multiplicity);
        self.is_taken[number as usize / 64] |= 1 << (number % 64);
    }

    /// All states by number, each once.
    pub(crate) fn end(&mut self) -> &[(u32, C)] {
        self.states.clear();
        if self.pairs > MAX_PAIRS_SUMMED_DIRECTLY {
            self.loose.sort_unstable_by_key(|state| state.0);
            for same in self.loose.chunk_by(|a, b| a.0 == b.0) {
                let sum = same.iter().fold(C::ZERO, |sum, state| sum.plus(state.1));
                self.states.push((same[0].0, sum));
            }
            self.loose.clear();
            return &self.states;
        }
        let words = (PAIRINGS[self.pairs] as usize).div_ceil(64);
        for (at, word) in (0..).zip(&mut self.is_taken[..words]) {
            let mut bits = std::mem::take(word);
            while bits != 0 {
                let number = 64 * at + bits.trailing_zeros();
                let multiplicity = std::mem::replace(&mut self.sums[number as usize], C::ZERO);
                self.states.push((number, multiplicity));
                bits &= bits - 1;
            }
        }
        &self.states
    }

    /// The same, as a group of a bucket, unless there is none.
    pub(crate) fn end_in(&mut self, key: u64, bucket: &mut ClassBlock) {
        let states = self.end();
        if !states.is_empty() {
            bucket.push(key, states);
        }
    }
}
