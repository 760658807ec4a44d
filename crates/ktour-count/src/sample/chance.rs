//! Random numbers: the same for the same seed and index, on any machine.

use ktour_tour::random::Random;

use crate::frontier::mix;

/// Chances, the same for the same seed and number.
pub(crate) struct Chance(Random);

impl Chance {
    /// The stream of a tour. `Random::new` would mix as well; this older way stays, so that a seed keeps its tours.
    pub(crate) fn new(seed: u64, number: u64) -> Chance {
        let mixed = mix(seed ^ mix(number.wrapping_add(0x9e37_79b9_7f4a_7c15)));
        Chance(Random::seeded(mixed))
    }

    /// A number below `end`, all equally likely.
    pub(crate) fn below(&mut self, end: u128) -> u128 {
        let whole = u128::MAX - u128::MAX % end;
        loop {
            let number = u128::from(self.0.next()) << 64 | u128::from(self.0.next());
            if number < whole {
                return number % end;
            }
        }
    }

    /// One of a list, each as likely as it has multiplicity.
    pub(crate) fn among<'a, T>(&mut self, list: &'a [T], multiplicity: impl Fn(&T) -> u128) -> &'a T {
        let mut left = self.below(list.iter().map(&multiplicity).sum());
        let one = list.iter().find(|one| {
            let (is_it, multiplicity) = (left < multiplicity(one), multiplicity(one));
            left -= if is_it { 0 } else { multiplicity };
            is_it
        });
        one.expect("a number below the sum falls to one of the list")
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.0.coin()
    }
}
