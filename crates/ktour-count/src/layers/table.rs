//! The table that adds up states: equal words become one, with the sum of their multiplicities.

use crate::frontier::{mix, multiplicity::Multiplicity};

/// A word and its multiplicity.
pub(crate) type State<C> = (u64, C);

/// No state has this word.
const NOBODY: u64 = u64::MAX;

/// Bits of the largest multiplicity.
pub(crate) fn widest_of<C: Multiplicity>(states: &[State<C>]) -> u64 {
    states.iter().map(|state| state.1.bits()).max().unwrap_or(0)
}

/// Adds up equal words.
pub(crate) struct Table<C> {
    entries: Vec<State<C>>,
}

impl<C> Default for Table<C> {
    fn default() -> Self {
        Table { entries: Vec::new() }
    }
}

impl<C: Multiplicity> Table<C> {
    /// All states of the parts, each once, in the memory of the longest part.
    pub(crate) fn sum(&mut self, mut parts: Vec<Vec<State<C>>>) -> Vec<State<C>> {
        let len: usize = parts.iter().map(Vec::len).sum();
        let size = (len * 2).next_power_of_two().max(16);
        self.entries.clear();
        self.entries.resize(size, (NOBODY, C::ONE));
        let longest = (0..parts.len()).max_by_key(|&at| parts[at].capacity()).unwrap_or(0);
        let mut kept = 0;
        for &(word, multiplicity) in parts.iter().flatten() {
            let mut at = mix(word) as usize & (size - 1);
            loop {
                let entry = &mut self.entries[at];
                if entry.0 == word {
                    entry.1 = entry.1.plus(multiplicity);
                    break;
                }
                if entry.0 == NOBODY {
                    *entry = (word, multiplicity);
                    kept += 1;
                    break;
                }
                at = (at + 1) & (size - 1);
            }
        }
        let mut sum = if parts.is_empty() { Vec::new() } else { parts.swap_remove(longest) };
        sum.clear();
        sum.reserve_exact(kept);
        sum.extend(self.entries.iter().filter(|entry| entry.0 != NOBODY));
        sum.shrink_to(kept + kept / 4);
        sum
    }
}
