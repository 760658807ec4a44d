//! Back to the empty board, by chance: among all states that lead to the present one, each is
//! chosen in proportion to its multiplicity.
//!
//! Many draws go back together, with one pass over each layer for all of them.

use std::collections::HashMap;

use crate::{
    CountError,
    layers::{
        filter::Backwards,
        layer::{AnyLayer, Layer},
        multiplicity::Multiplicity,
        table::mix,
    },
    problem::{
        path::{self, Chosen},
        plan::Plan,
        profile::Set,
        step::{Act, Step},
    },
    run::Run,
    sample::chance::Chance,
    state::{
        mates::{Mates, ROOM},
        packed::Nibbles,
    },
};

/// A way on its way back.
pub(crate) struct Draw {
    word: u64,
    /// Whether what comes before is seen in the mirror.
    is_flipped: bool,
    /// What was chosen, and whether it is seen in the mirror.
    chosen: Vec<(Chosen, bool)>,
    pub(crate) chance: Chance,
}

impl Draw {
    pub(crate) fn new(chance: Chance, word: u64) -> Draw {
        Draw { word, is_flipped: false, chosen: Vec::new(), chance }
    }

    /// The same, seen in the mirror.
    pub(crate) fn flipped(self, is_flipped: bool) -> Draw {
        Draw { is_flipped, ..self }
    }

    /// The leaps, with those seen in the mirror where the mirror takes them.
    pub(crate) fn leaps(&self, mirror: Option<&[usize]>) -> Vec<Chosen> {
        let there = |square: usize, is_flipped: bool| match mirror {
            Some(mirror) if is_flipped => mirror[square],
            _ => square,
        };
        let leap = |&((from, to), is_flipped): &(Chosen, bool)| {
            (there(from, is_flipped), to.map(|to| there(to, is_flipped)))
        };
        self.chosen.iter().map(leap).collect()
    }
}

/// One way into a state: from which word, by which choice, whether through the mirror, and in how
/// many ways that was reached.
type Entry = (u64, [usize; 2], bool, u128);

/// All draws back to the empty board.
pub(crate) fn walk_back(
    plan: &Plan,
    layers: &[AnyLayer],
    draws: &mut [Draw],
    run: &Run<'_>,
) -> Result<(), CountError> {
    let mut sets = Backwards::new(plan);
    for (at, layer) in layers.iter().enumerate().rev() {
        let (step, set) = (&plan.steps[at], sets.after(at + 1, plan, run)?);
        let mut wanted = Wanted::new(draws.iter().map(|draw| draw.word));
        let found = match layer {
            AnyLayer::Word(layer) => wanted.entries(step, set, layer, run, u128::from)?,
            AnyLayer::Double(layer) => wanted.entries(step, set, layer, run, |ways| ways)?,
            AnyLayer::Wide(_) => return Err(CountError::TooMany),
        };
        wanted.sort(found);
        for draw in draws.iter_mut() {
            let entries = &wanted.words[&draw.word];
            let &(word, choice, is_mirrored, _) = draw.chance.among(entries, |entry| entry.3);
            draw.word = word;
            draw.is_flipped ^= is_mirrored;
            let leaps = path::taken(step, choice).into_iter().flatten();
            draw.chosen.extend(leaps.map(|leap| (leap, draw.is_flipped)));
        }
    }
    Ok(())
}

/// The words that draws are at, and the ways into them.
struct Wanted {
    words: HashMap<u64, Vec<Entry>>,
    /// A bit for the hash of every word: most states are of no use, and this says so at once.
    bits: Vec<u64>,
}

impl Wanted {
    fn new(words: impl Iterator<Item = u64>) -> Wanted {
        let words: HashMap<u64, Vec<Entry>> = words.map(|word| (word, Vec::new())).collect();
        let bits = vec![0; (words.len() / 2).next_power_of_two().max(64)];
        let mut wanted = Wanted { words, bits };
        let bits: Vec<(usize, u64)> = wanted.words.keys().map(|&word| wanted.bit(word)).collect();
        bits.into_iter().for_each(|(at, bit)| wanted.bits[at] |= bit);
        wanted
    }

    fn bit(&self, word: u64) -> (usize, u64) {
        let hash = mix(word);
        ((hash >> 6) as usize & (self.bits.len() - 1), 1 << (hash & 63))
    }

    fn may_have(&self, word: u64) -> bool {
        let (at, bit) = self.bit(word);
        self.bits[at] & bit != 0
    }

    /// Every way from a layer into one of the words.
    fn entries<C: Multiplicity>(
        &self,
        step: &Step,
        set: &Set,
        layer: &Layer<C>,
        run: &Run<'_>,
        number: impl Fn(C) -> u128 + Sync,
    ) -> Result<Vec<(u64, Entry)>, CountError> {
        // Every thread has a list of what it found, and one of the words that follow.
        let mut lists = vec![(Vec::new(), Vec::new()); run.threads()];
        layer.gather(0..layer.buckets.len(), &mut lists, run, |(found, words), states| {
            for &(word, ways) in states {
                words.clear();
                step.words(word, set, words);
                if words.iter().any(|&next| self.may_have(next)) {
                    self.enter(step, word, number(ways), found);
                }
            }
        })?;
        Ok(lists.into_iter().flat_map(|(found, _)| found).collect())
    }

    /// The ways from one word.
    fn enter(&self, step: &Step, word: u64, ways: u128, found: &mut Vec<(u64, Entry)>) {
        let mut enter = |next: u64, choice: [usize; 2], is_mirrored: bool| {
            if self.words.contains_key(&next) {
                found.push((next, (word, choice, is_mirrored, ways)));
            }
        };
        if let (Act::Unfold, Some(mirror)) = (&step.act, &step.mirror) {
            let image = mirror.image(u128::kept(word, step.from.form));
            enter(word, [ROOM; 2], false);
            enter(image.keep(step.to.form), [ROOM; 2], true);
            return;
        }
        let (mates, profile) = Mates::unpack(word, step.from.form, &step.weights);
        step.each(&mates, profile, None, &mut |next, _, choice| match &step.mirror {
            None => enter(step.pack(next), choice, false),
            Some(mirror) => {
                let next = u128::kept(step.pack(next), step.to.form);
                let lower = mirror.lower(next);
                enter(lower.keep(step.to.form), choice, lower != next);
            }
        });
    }

    /// Shares out what was found; the order of a layer depends on its threads, this one does not.
    fn sort(&mut self, found: Vec<(u64, Entry)>) {
        for (word, entry) in found {
            self.words.entry(word).or_default().push(entry);
        }
        self.words.values_mut().for_each(|entries| entries.sort_unstable());
    }
}
