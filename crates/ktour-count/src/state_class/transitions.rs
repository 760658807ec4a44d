//! Transitions: the leaps that a step may take, as changes of keys and of pairings.

use super::degree_key::{self as key, KeySums};
use crate::{
    problem::step::{Step, StepAction},
    state::matching_map::{LeapEffect, MatchingMaps},
};

/// One way to go on: the leaps that are taken.
#[derive(Debug)]
pub(super) struct Transition {
    /// The degree that the square must have which is decided.
    degree: u64,
    /// Pairs of slots; a square with both of its leaps yet to come is none of them.
    leaps: Vec<[usize; 2]>,
    /// On a folded board, whether the side changes, and from which: that is the degree of the
    /// slot beyond, none or two.
    side: Option<u64>,
}

impl Transition {
    fn new(degree: u64, leaps: Vec<[usize; 2]>) -> Transition {
        Transition { degree, leaps, side: None }
    }
}

/// All that a step can choose, or a few offers at once.
#[derive(Debug)]
pub(crate) struct Transitions {
    pub(super) all: Vec<Transition>,
    /// The slot that leaves the frontier.
    leaving: Option<usize>,
    /// The profile of a key.
    pub(super) profiles: KeySums,
}

impl Transitions {
    /// Transitions of one step, or of several offered leaps.
    pub(crate) fn new(steps: &[Step]) -> Transitions {
        let step = &steps[0];
        let mut all = Vec::new();
        let leaving = match &step.act {
            StepAction::Decide { targets, is_first_forced } => {
                let square = step.from.beyond;
                let firsts = if *is_first_forced { 1 } else { targets.len() };
                if !is_first_forced {
                    all.push(Transition::new(2, Vec::new()));
                }
                let mut choose = |degree: u64, leap: [usize; 2], parallel: [u8; 2]| {
                    let sides =
                        [vec![None; parallel[0].into()], [Some(0), Some(2)].repeat(parallel[1].into())];
                    let sides = sides.into_iter().flatten();
                    all.extend(sides.map(|side| Transition { side, ..Transition::new(degree, vec![leap]) }));
                };
                for (at, a) in targets[..firsts].iter().enumerate() {
                    choose(1, [square, a.slot], a.parallel);
                    let others = targets[at + 1..].iter();
                    others.for_each(|b| choose(0, [a.slot, b.slot], a.parallel_with(b)));
                }
                Some(square)
            }
            _ => {
                all.push(Transition::new(0, Vec::new()));
                steps.iter().for_each(|step| offer(&step.act, &mut all));
                None
            }
        };
        let before = |slot: usize| slot + usize::from(leaving.is_some_and(|gone| slot >= gone));
        let weight = |slot: usize| step.weights.get(before(slot)).copied().unwrap_or(0) as u64;
        let slots = step.to.slots();
        let profiles = KeySums::new(|slot, degree| if slot < slots { weight(slot) * degree } else { 0 });
        Transitions { all, leaving, profiles }
    }

    /// The key that follows from one by a choice, if it fits.
    #[inline(always)]
    pub(super) fn follow(&self, choice: &Transition, mut key: u64) -> Option<u64> {
        if self.leaving.is_some_and(|slot| key::degree(key, slot) != choice.degree) {
            return None;
        }
        for &[a, b] in &choice.leaps {
            let leap = key::once(a) | key::once(b);
            if key & leap << 1 != 0 {
                return None;
            }
            key += leap;
        }
        if let Some(side) = choice.side {
            if key::degree(key, 0) != side {
                return None;
            }
            key = key + 2 - 2 * side;
        }
        Some(self.leaving.map_or(key, |slot| key::without(key, slot)))
    }

    /// The lowest key and the highest that can lead to one by a choice.
    pub(super) fn back(&self, choice: &Transition, key: u64) -> Option<(u64, u64)> {
        let leaps = choice.leaps.iter().flatten().filter(|&&slot| Some(slot) != self.leaving);
        let slot = |slot: usize| slot - usize::from(self.leaving.is_some_and(|gone| slot > gone));
        let across = choice.side.map_or(0, |side| 2 - side);
        let key = key + choice.side.unwrap_or(0);
        let key = key.checked_sub(leaps.map(|&leap| key::once(slot(leap))).sum::<u64>() + across)?;
        let Some(gone) = self.leaving else { return Some((key, key)) };
        let lowest = key::with_bare(key, gone);
        Some((lowest, lowest | (key::once(gone + 1) - 1)))
    }

    /// The only key that leads to one by a choice.
    pub(super) fn before(&self, choice: &Transition, key: u64) -> Option<u64> {
        let (lowest, _) = self.back(choice, key)?;
        let before = lowest + self.leaving.map_or(0, |slot| choice.degree << (2 * slot));
        (self.follow(choice, before) == Some(key)).then_some(before)
    }

    /// The leaps of a choice, each as two slots.
    pub(super) fn leaps(&self, choice: &Transition) -> Vec<[usize; 2]> {
        match (self.leaving, choice.degree, choice.leaps.first()) {
            (Some(square), 0, Some(&[a, b])) => vec![[square, a], [square, b]],
            _ => choice.leaps.clone(),
        }
    }

    /// Effect of a transition on the pairings of a class; a cycle may close only if it is the tour.
    pub(super) fn rewire(
        &self,
        choice: &Transition,
        mut key: u64,
        is_tour: bool,
        maps: &MatchingMaps,
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
                (true, true) => (LeapEffect::Join, at_a, at_b),
                (true, false) => (LeapEffect::Move, at_a, at_b - 1),
                (false, true) => (LeapEffect::Move, at_b, at_a),
                (false, false) => (LeapEffect::Add, at_a, at_b + 1),
            };
            if !matches!(leap, LeapEffect::Move) || from != to {
                maps.rewire(maps.leap(leap, pairs, from, to), numbers);
            }
        }
    }
}

/// All transitions so far, and all of them with an offer taken.
fn offer(act: &StepAction, all: &mut Vec<Transition>) {
    let StepAction::Offer { ends: [a, b], is_forced } = act else { return };
    let taken = |choice: &Transition| Transition {
        degree: choice.degree,
        leaps: choice.leaps.iter().copied().chain([[a.slot, b.slot]]).collect(),
        side: None,
    };
    let taken: Vec<Transition> = all.iter().map(taken).collect();
    if *is_forced {
        all.clear();
    }
    all.extend(taken);
}
