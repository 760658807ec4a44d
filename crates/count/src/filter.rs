//! The filter: which degrees can still be finished.
//!
//! Forget the pairs of a mate table and keep how many chosen leaps touch each place: 0, 1 or 2.
//! Such a *profile* has a future only if the leaps that remain can bring every place to two. That
//! is decided once for all profiles, walking the plan backwards over bit sets, and it removes
//! most states before they are made.
//!
//! A profile is a number in base 3, each square at the digit `number mod reach`, so that digits
//! stay where they are while the frontier moves. The four lowest digits are the bits of one
//! 128-bit word; a step is then a few shifted copies of the whole set.

use crate::plan::{Act, Plan, Target};

/// Digits inside a word.
const LOW: usize = 4;
/// Bits a word of profiles takes.
const WORD: usize = 128;

/// Where each square stands in a profile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digits {
    reach: usize,
    has_beyond: bool,
}

impl Digits {
    pub(crate) fn new(reach: usize, has_beyond: bool) -> Digits {
        Digits { reach, has_beyond }
    }

    /// What one leap at a square weighs.
    pub(crate) fn weight(&self, square: usize) -> usize {
        weight(square % self.reach)
    }

    /// What one leap at the place beyond the board weighs.
    pub(crate) fn beyond(&self) -> usize {
        weight(self.reach)
    }

    fn count(&self) -> usize {
        self.reach + usize::from(self.has_beyond)
    }

    /// How many words hold every profile.
    pub(crate) fn words(&self) -> usize {
        3usize.pow(self.count().saturating_sub(LOW) as u32)
    }
}

fn weight(digit: usize) -> usize {
    match digit.checked_sub(LOW) {
        None => 3usize.pow(digit as u32),
        Some(high) => WORD * 3usize.pow(high as u32),
    }
}

/// A set of profiles.
#[derive(Clone, Debug)]
pub(crate) struct Set(Vec<u128>);

impl Set {
    fn only(digits: &Digits, profile: usize) -> Set {
        let mut set = Set(vec![0; digits.words()]);
        set.0[profile / WORD] |= 1 << (profile % WORD);
        set
    }

    pub(crate) fn contains(&self, profile: usize) -> bool {
        self.0[profile / WORD] >> (profile % WORD) & 1 == 1
    }

    /// Adds the profiles that one more leap at a digit carries into `other`.
    fn join_leap(&mut self, weight: usize, other: &Set) {
        if weight < WORD {
            let mask = low_mask(weight, 2);
            for (to, from) in self.0.iter_mut().zip(&other.0) {
                *to |= from >> weight & mask;
            }
            return;
        }
        let stride = weight / WORD;
        for (to, from) in self.0.chunks_mut(3 * stride).zip(other.0.chunks(3 * stride)) {
            for (to, from) in to[..2 * stride].iter_mut().zip(&from[stride..]) {
                *to |= from;
            }
        }
    }

    /// The profiles whose digit is 0, 1 or 2, taken from where it is 0 in three sets.
    fn place(weight: usize, by_degree: [&Set; 3]) -> Set {
        let mut set = Set(vec![0; by_degree[0].0.len()]);
        for (degree, from) in by_degree.into_iter().enumerate() {
            if weight < WORD {
                let mask = low_mask(weight, 1);
                for (to, from) in set.0.iter_mut().zip(&from.0) {
                    *to |= (from & mask) << (degree * weight);
                }
                continue;
            }
            let stride = weight / WORD;
            for (to, from) in set.0.chunks_mut(3 * stride).zip(from.0.chunks(3 * stride)) {
                to[degree * stride..][..stride].copy_from_slice(&from[..stride]);
            }
        }
        set
    }
}

/// The bits of a word whose digit of this weight is below `end`.
fn low_mask(weight: usize, end: usize) -> u128 {
    (0..81).filter(|bit| bit / weight % 3 < end).map(|bit| 1 << bit).sum()
}

/// The sets after every step from `first` on; `sets[i]` belongs to the frontier after `first + i`.
pub(crate) struct Filter {
    first: usize,
    sets: Vec<Set>,
}

impl Filter {
    /// Walks the plan backwards, keeping the sets of the frontiers `first..=last`.
    pub(crate) fn new(plan: &Plan, first: usize, last: usize) -> Filter {
        let done = if plan.digits.has_beyond { 2 * plan.digits.beyond() } else { 0 };
        let mut set = Set::only(&plan.digits, done);
        let mut sets = Vec::new();
        for (at, step) in plan.steps.iter().enumerate().rev() {
            if at < last {
                sets.push(set.clone());
            }
            if at + 1 == first {
                break;
            }
            set = match &step.act {
                Act::Offer(a, b) => before_offer(&set, *a, *b),
                Act::Decide { targets, is_first_forced } => {
                    before_decision(&set, plan.digits.weight(step.from.first), targets, *is_first_forced)
                }
            };
        }
        if first == 0 {
            sets.push(set);
        }
        sets.reverse();
        Filter { first, sets }
    }

    /// The set of the frontier after so many steps.
    pub(crate) fn after(&self, steps: usize) -> &Set {
        &self.sets[steps - self.first]
    }
}

fn before_offer(after: &Set, a: Target, b: Target) -> Set {
    let mut one = Set(vec![0; after.0.len()]);
    one.join_leap(a.weight, after);
    let mut set = after.clone();
    set.join_leap(b.weight, &one);
    set
}

/// With none, one or two leaps missing, what the square may have been before.
fn before_decision(after: &Set, weight: usize, targets: &[Target], is_forced: bool) -> Set {
    let empty = || Set(vec![0; after.0.len()]);
    let (forced, free) = if is_forced { targets.split_at(1) } else { targets.split_at(0) };
    let (mut one, mut two) = (empty(), empty());
    for target in free {
        two.join_leap(target.weight, &one);
        one.join_leap(target.weight, after);
    }
    let Some(forced) = forced.first() else {
        return Set::place(weight, [&two, &one, after]);
    };
    let (mut only, mut with_one) = (empty(), empty());
    only.join_leap(forced.weight, after);
    with_one.join_leap(forced.weight, &one);
    Set::place(weight, [&with_one, &only, &empty()])
}
