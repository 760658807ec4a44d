//! A step: one square is decided or one leap offered, and every state leads to new states.
//!
//! [`Step::each`] chooses leaps one by one on a mate table, and says which; counting follows whole classes of
//! states (see [`state_class`](crate::state_class)). The common parts of similar steps are made once and
//! shared.

use std::{collections::HashMap, ops::Deref, sync::Arc};

use crate::{
    problem::{
        frontier::Frontier,
        profile::{Digits, ProfileSet},
    },
    state::{
        encoding::StateEncoding,
        matching::{INNER, Matching, SLOT_CAPACITY},
    },
};

/// Action of a step.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum StepAction {
    /// The first square of the frontier gets its missing leaps.
    Decide {
        /// Slots it may leap to.
        targets: Vec<LeapTarget>,
        /// Whether the first of them must be among the chosen.
        is_first_forced: bool,
    },
    /// One leap between two slots is taken or, unless it is forced, left.
    Offer {
        /// The two slots.
        ends: [LeapTarget; 2],
        /// Whether it must be taken.
        is_forced: bool,
    },
    /// States that were counted together with their mirror images are separated again; each is counted twice
    /// from here on.
    Unfold,
}

/// A slot, and what one more leap at it adds to a degree profile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LeapTarget {
    pub(crate) slot: usize,
    pub(crate) weight: usize,
    /// On a folded board, which is counted in groups: how many leaps stay on their side, and how
    /// many change it, which is remembered at the slot beyond the board and not in profiles.
    pub(crate) parallel: [u8; 2],
}

impl LeapTarget {
    /// One leap away.
    pub(super) fn new(slot: usize, weight: usize) -> LeapTarget {
        LeapTarget { slot, weight, parallel: [1, 0] }
    }

    /// Number of ways to include this leap and another, on one side of the fold and across.
    pub(crate) fn parallel_with(&self, other: &LeapTarget) -> [u8; 2] {
        let ([a, x], [b, y]) = (self.parallel, other.parallel);
        [a * b + x * y, a * y + x * b]
    }
}

/// One step from a frontier to the next.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) from: Frontier,
    pub(crate) to: Frontier,
    /// Slots of `from` and of the squares that enter.
    slots: usize,
    /// Whether no square lies behind the frontier that this step reaches.
    pub(crate) is_last_view: bool,
    pub(super) tables: Arc<Tables>,
}

/// Tables that are shared by all equal steps.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub(crate) act: StepAction,
    /// Weight of one leap at each slot of `from`.
    pub(crate) weights: [usize; SLOT_CAPACITY],
    /// Which slot comes to which when the board is mirrored, where the frontier is its own image
    /// and states are counted together with their images, or come apart.
    pub(crate) mirror: Option<Vec<u8>>,
}

impl Deref for Step {
    type Target = Tables;

    fn deref(&self) -> &Tables {
        &self.tables
    }
}

/// Tables by all that they are made of: the digit of the first square, the lengths and forms of
/// both frontiers, and the act.
pub(super) type TablesCache = HashMap<(usize, [(usize, StateEncoding); 2], StepAction), Arc<Tables>>;

impl Step {
    pub(super) fn new(
        from: Frontier,
        to: Frontier,
        act: StepAction,
        digits: &Digits,
        total: usize,
        known: &mut TablesCache,
    ) -> Step {
        let end = to.first + to.len;
        let key = (digits.weight(from.first), [(from.len, from.form), (to.len, to.form)], act.clone());
        let tables = known.entry(key).or_insert_with(|| {
            let weights = std::array::from_fn(|slot| match slot.checked_sub(from.beyond) {
                None => digits.beyond(),
                Some(at) => digits.weight(from.first + at),
            });
            Arc::new(Tables { act, weights, mirror: None })
        });
        let (slots, is_last_view) = (from.beyond + end - from.first, end == total);
        Step { from, to, slots, is_last_view, tables: tables.clone() }
    }

    /// Its tables, for states counted together with their images.
    pub(super) fn mirrored(&self, order: Vec<u8>) -> Tables {
        Tables { mirror: Some(order), ..Tables::clone(&self.tables) }
    }

    /// The same for all steps that are alike but for the numbers of their squares.
    pub(crate) fn kind(&self) -> *const Tables {
        Arc::as_ptr(&self.tables)
    }

    /// Every table that follows from one, with the slots leapt to, in a fixed order.
    pub(crate) fn each(
        &self,
        mates: &Matching,
        profile: usize,
        next: Option<&ProfileSet>,
        found: &mut dyn FnMut(&Matching, usize, [usize; 2]),
    ) {
        let is_open = |target: &LeapTarget| mates.0[target.slot] != INNER;
        let has_future = |profile: usize| next.is_none_or(|set| set.contains(profile));
        let mut take = |leaps: &[(usize, usize)], profile: usize, chosen: [usize; 2]| {
            let mut mates = *mates;
            let mut has_closed = false;
            for &(a, b) in leaps {
                has_closed |= mates.take(a, b);
            }
            if !has_closed || self.is_finished(&mates) {
                found(&mates, profile, chosen);
            }
        };
        let (targets, is_forced) = match &self.act {
            StepAction::Offer { ends: [a, b], is_forced } => {
                if !is_forced && has_future(profile) {
                    take(&[], profile, [SLOT_CAPACITY; 2]);
                }
                let taken = profile + a.weight + b.weight;
                if is_open(a) && is_open(b) && has_future(taken) {
                    take(&[(a.slot, b.slot)], taken, [a.slot, b.slot]);
                }
                return;
            }
            StepAction::Unfold => return,
            StepAction::Decide { targets, is_first_forced } => (targets, *is_first_forced),
        };
        let square = self.from.beyond;
        let degree = mates.degree(square);
        let rest = profile - degree * self.weight_of_first();
        let firsts = if is_forced { 1 } else { targets.len() };
        match degree {
            2 if !is_forced && has_future(rest) => take(&[], rest, [SLOT_CAPACITY; 2]),
            1 => {
                for a in targets[..firsts].iter().filter(|a| is_open(a)) {
                    if has_future(rest + a.weight) {
                        take(&[(square, a.slot)], rest + a.weight, [a.slot, SLOT_CAPACITY]);
                    }
                }
            }
            0 => {
                for (at, a) in targets[..firsts].iter().enumerate().filter(|(_, a)| is_open(a)) {
                    for b in targets[at + 1..].iter().filter(|b| is_open(b)) {
                        let profile = rest + a.weight + b.weight;
                        if has_future(profile) {
                            take(&[(square, a.slot), (square, b.slot)], profile, [a.slot, b.slot]);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// The word of a table that followed.
    pub(crate) fn pack(&self, mates: &Matching) -> u64 {
        mates.pack(self.to.form, self.leaves())
    }

    /// The slot that leaves the frontier with this step.
    fn leaves(&self) -> Option<usize> {
        matches!(self.act, StepAction::Decide { .. }).then_some(self.from.beyond)
    }

    fn weight_of_first(&self) -> usize {
        self.weights[self.from.beyond]
    }

    /// Whether a closed cycle is the whole tour.
    fn is_finished(&self, mates: &Matching) -> bool {
        self.is_last_view && mates.0[..self.slots].iter().all(|&mate| mate == INNER)
    }
}
