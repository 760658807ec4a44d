//! Choices: the leaps that a step may take, as changes of keys and of pairings.

use super::key::{self, KeySums};
use crate::{
    problem::step::{Act, Step},
    state::rewiring::{Leap, Rewirings},
};

/// One way to go on: the leaps that are taken.
#[derive(Debug)]
pub(super) struct Choice {
    /// The degree that the square must have which is decided.
    degree: u64,
    /// Pairs of places; a square with both of its leaps yet to come is none of them.
    leaps: Vec<[usize; 2]>,
}

/// All that a step can choose, or a few offers at once.
#[derive(Debug)]
pub(crate) struct Choices {
    pub(super) all: Vec<Choice>,
    /// The place that leaves the frontier.
    leaving: Option<usize>,
    /// The profile of a key.
    pub(super) profiles: KeySums,
}

impl Choices {
    /// Of one step, or of some offers.
    pub(crate) fn new(steps: &[Step]) -> Choices {
        let step = &steps[0];
        let mut all = Vec::new();
        let leaving = match &step.act {
            Act::Decide { targets, is_first_forced } => {
                let square = step.from.beyond;
                let firsts = if *is_first_forced { 1 } else { targets.len() };
                if !is_first_forced {
                    all.push(Choice { degree: 2, leaps: Vec::new() });
                }
                for (at, a) in targets[..firsts].iter().enumerate() {
                    all.push(Choice { degree: 1, leaps: vec![[square, a.place]] });
                    let others = targets[at + 1..].iter();
                    all.extend(others.map(|b| Choice { degree: 0, leaps: vec![[a.place, b.place]] }));
                }
                Some(square)
            }
            _ => {
                all.push(Choice { degree: 0, leaps: Vec::new() });
                steps.iter().for_each(|step| offer(&step.act, &mut all));
                None
            }
        };
        let before = |place: usize| place + usize::from(leaving.is_some_and(|gone| place >= gone));
        let weight = |place: usize| step.weights.get(before(place)).copied().unwrap_or(0) as u64;
        let places = step.to.places();
        let profiles = KeySums::new(|place, degree| if place < places { weight(place) * degree } else { 0 });
        Choices { all, leaving, profiles }
    }

    /// The key that follows from one by a choice, if it fits.
    #[inline(always)]
    pub(super) fn follow(&self, choice: &Choice, mut key: u64) -> Option<u64> {
        if self.leaving.is_some_and(|place| key::degree(key, place) != choice.degree) {
            return None;
        }
        for &[a, b] in &choice.leaps {
            let leap = key::once(a) | key::once(b);
            if key & leap << 1 != 0 {
                return None;
            }
            key += leap;
        }
        Some(self.leaving.map_or(key, |place| key::without(key, place)))
    }

    /// The lowest key and the highest that can lead to one by a choice.
    pub(super) fn back(&self, choice: &Choice, key: u64) -> Option<(u64, u64)> {
        let leaps = choice.leaps.iter().flatten().filter(|&&place| Some(place) != self.leaving);
        let place = |place: usize| place - usize::from(self.leaving.is_some_and(|gone| place > gone));
        let key = key.checked_sub(leaps.map(|&leap| key::once(place(leap))).sum())?;
        let Some(gone) = self.leaving else { return Some((key, key)) };
        let lowest = key::with_bare(key, gone);
        Some((lowest, lowest | (key::once(gone + 1) - 1)))
    }

    /// What a choice makes of the pairings of a group; a cycle may close only if that is the tour.
    pub(super) fn rewire(
        &self,
        choice: &Choice,
        mut key: u64,
        is_tour: bool,
        rewirings: &Rewirings,
        numbers: &mut [u32],
    ) {
        for &[a, b] in &choice.leaps {
            let (a, b) = (a.min(b), a.max(b));
            let (ends, pairs) = (key::ends(key), key::pairs(key));
            let (x, y) = (key::once(a), key::once(b));
            let (at_a, at_b) = (key::ends_before(ends, a), key::ends_before(ends, b));
            key += x | y;
            let (leap, from, to) = match (ends & x != 0, ends & y != 0) {
                (true, true) if is_tour => return,
                (true, true) => (Leap::Join, at_a, at_b),
                (true, false) => (Leap::Move, at_a, at_b - 1),
                (false, true) => (Leap::Move, at_b, at_a),
                (false, false) => (Leap::Add, at_a, at_b + 1),
            };
            if !matches!(leap, Leap::Move) || from != to {
                rewirings.rewire(rewirings.leap(leap, pairs, from, to), numbers);
            }
        }
    }
}

/// All choices so far, and all of them with an offer taken.
fn offer(act: &Act, all: &mut Vec<Choice>) {
    let Act::Offer { ends: [a, b], is_forced } = act else { return };
    let taken = |choice: &Choice| Choice {
        degree: choice.degree,
        leaps: choice.leaps.iter().copied().chain([[a.place, b.place]]).collect(),
    };
    let taken: Vec<Choice> = all.iter().map(taken).collect();
    if *is_forced {
        all.clear();
    }
    all.extend(taken);
}
