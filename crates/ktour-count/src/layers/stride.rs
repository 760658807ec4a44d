//! From a state to all states that follow from it, over one step or several.

use crate::{
    frontier::mix,
    problem::{plan::Plan, profile::Set, step::Step},
    state::{form::FULL_DIGIT, packed::Nibbles},
};

/// The words that follow from one, and those half way.
#[derive(Default)]
pub(crate) struct Words {
    half_way: Vec<u64>,
    all: Vec<u64>,
}

/// One step or a few, with the filter behind each.
pub(crate) struct Stride<'a> {
    steps: &'a [Step],
    sets: &'a [Set],
}

impl<'a> Stride<'a> {
    /// As many steps as there are sets, from step `at` on.
    pub(crate) fn new(plan: &'a Plan, at: usize, sets: &'a [Set]) -> Stride<'a> {
        Stride { steps: &plan.steps[at..at + sets.len()], sets }
    }

    /// The same for all words with the same degrees, as far as those are seen at once.
    #[inline(always)]
    pub(crate) fn hash(&self, word: u64) -> u64 {
        let form = self.steps[self.steps.len() - 1].to.form;
        mix(if form.is_narrow() { word.slots_of(0) | word.slots_of(FULL_DIGIT) << 1 } else { word })
    }

    /// Every word that follows from one.
    #[inline(always)]
    pub(crate) fn follow<'w>(&self, word: u64, words: &'w mut Words) -> &'w [u64] {
        words.all.clear();
        self.steps[0].words(word, &self.sets[0], &mut words.all);
        for (step, set) in self.steps.iter().zip(self.sets).skip(1) {
            std::mem::swap(&mut words.half_way, &mut words.all);
            words.all.clear();
            for &word in &words.half_way {
                step.words(word, set, &mut words.all);
            }
        }
        &words.all
    }
}
