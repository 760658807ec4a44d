//! A step: one square is decided or one leap offered, and every state leads to new states.
//!
//! The new states are found in two ways. [`Step::each`] unpacks the mate table and takes leaps one by one, so
//! it can also say which; [`Step::words`] moves whole words, and is where counting spends its time. The
//! common parts of similar steps are made once and shared.

use std::{collections::HashMap, ops::Deref, sync::Arc};

use crate::{
    problem::{
        frontier::Frontier,
        profile::{Digits, Set},
    },
    state::{
        form::{FULL_DIGIT, Form},
        mates::{INNER, MOST_SLOTS, Mates, ROOM},
        moves::{DegreeSum, Mirror, Named, Spot, digit_at, mirrored, without},
        packed::{Nibbles, lone_name},
    },
};

/// What a step does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Act {
    /// The first square of the frontier gets its missing leaps.
    Decide {
        /// Slots it may leap to.
        targets: Vec<Target>,
        /// Whether the first of them must be among the chosen.
        is_first_forced: bool,
    },
    /// One leap between two slots is taken or, unless it is forced, left.
    Offer {
        /// The two slots.
        ends: [Target; 2],
        /// Whether it must be taken.
        is_forced: bool,
    },
    /// States that were counted together with their mirror images are separated again; each is counted twice
    /// from here on.
    Unfold,
}

/// A slot, and what one more leap at it adds to a degree profile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Target {
    pub(crate) slot: usize,
    pub(crate) weight: usize,
    /// On a folded board, which is counted in groups: how many leaps stay on their side, and how
    /// many change it, which is remembered at the slot beyond the board and not in profiles.
    pub(crate) parallel: [u8; 2],
}

impl Target {
    /// One leap away.
    pub(super) fn new(slot: usize, weight: usize) -> Target {
        Target { slot, weight, parallel: [1, 0] }
    }

    /// In how many ways both this and another are leapt to, on one side and across.
    pub(crate) fn parallel_with(&self, other: &Target) -> [u8; 2] {
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

/// What a step has in common with all that are alike.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub(crate) act: Act,
    /// What one leap weighs at each slot of `from`.
    pub(crate) weights: [usize; ROOM],
    /// How words move.
    pub(super) moves: Moves,
    /// Which slot comes to which when the board is mirrored, where the frontier is its own image
    /// and states are counted together with their images, or come apart.
    pub(crate) mirror: Option<Mirror>,
}

impl Deref for Step {
    type Target = Tables;

    fn deref(&self) -> &Tables {
        &self.tables
    }
}

/// Tables by all that they are made of: the digit of the first square, the lengths and forms of
/// both frontiers, and the act.
pub(super) type Known = HashMap<(usize, [(usize, Form); 2], Act), Arc<Tables>>;

/// A step as words see it.
#[derive(Clone, Debug)]
pub(super) enum Moves {
    /// Nothing moves.
    None,
    /// Both frontiers are written in the nibbles of one machine word.
    Narrow(MovesIn<u64>),
    /// One of them is not, or its image is asked for and a slot is left out.
    Wide(MovesIn<u128>),
}

#[derive(Clone, Debug)]
pub(super) struct MovesIn<N> {
    /// The profile.
    degrees: DegreeSum,
    /// What one leap weighs at the slot left out.
    weight_left_out: usize,
    /// The slots leapt to, as they are after the step.
    spots: Vec<Spot<N>>,
}

impl Moves {
    fn new(from: Frontier, to: Frontier, act: &Act, weights: &[usize; ROOM]) -> Moves {
        let is_offer = matches!(act, Act::Offer { .. });
        match act {
            Act::Unfold => Moves::None,
            // A leap to a slot left out is not made for narrow words.
            _ if !from.form.is_narrow() || !to.form.is_narrow() || is_offer && from.form != Form::Nibbles => {
                Moves::Wide(MovesIn::new(from, act, weights))
            }
            _ => Moves::Narrow(MovesIn::new(from, act, weights)),
        }
    }
}

impl<N: Nibbles> MovesIn<N> {
    fn new(from: Frontier, act: &Act, weights: &[usize; ROOM]) -> MovesIn<N> {
        let spots = match act {
            Act::Decide { targets, .. } => targets
                .iter()
                .map(|target| Spot::new(target.slot - usize::from(target.slot > from.beyond)))
                .collect(),
            Act::Offer { ends, .. } => ends.iter().map(|end| Spot::new(end.slot)).collect(),
            Act::Unfold => Vec::new(),
        };
        let degrees = DegreeSum::new(|slot, degree| match slot {
            slot if slot < N::SLOTS.min(MOST_SLOTS) => (degree * weights[slot]) as u32,
            _ => 0,
        });
        MovesIn { degrees, weight_left_out: weights[16], spots }
    }

    #[inline(always)]
    fn profile(&self, word: N, lone: u64) -> usize {
        self.degrees.sum(word) as usize + if lone == 0 { 0 } else { self.weight_left_out }
    }
}

impl Step {
    pub(super) fn new(
        from: Frontier,
        to: Frontier,
        act: Act,
        digits: &Digits,
        total: usize,
        known: &mut Known,
    ) -> Step {
        let end = to.first + to.len;
        let key = (digits.weight(from.first), [(from.len, from.form), (to.len, to.form)], act.clone());
        let tables = known.entry(key).or_insert_with(|| {
            let weights = std::array::from_fn(|slot| match slot.checked_sub(from.beyond) {
                None => digits.beyond(),
                Some(at) => digits.weight(from.first + at),
            });
            let moves = Moves::new(from, to, &act, &weights);
            Arc::new(Tables { act, weights, moves, mirror: None })
        });
        let (slots, is_last_view) = (from.beyond + end - from.first, end == total);
        Step { from, to, slots, is_last_view, tables: tables.clone() }
    }

    /// Its tables, for states counted together with their images.
    pub(super) fn mirrored(&self, order: Vec<u8>) -> Tables {
        let mut tables = Tables::clone(&self.tables);
        // The image of a word that leaves a slot out is seen in the whole word.
        if self.to.form != Form::Nibbles {
            tables.moves = Moves::Wide(MovesIn::new(self.from, &self.act, &self.weights));
        }
        Tables { mirror: Some(Mirror::new(order)), ..tables }
    }

    /// The same for all steps that are alike but for the numbers of their squares.
    pub(crate) fn kind(&self) -> *const Tables {
        Arc::as_ptr(&self.tables)
    }

    /// Every table that follows from one, with the slots leapt to, in a fixed order.
    pub(crate) fn each(
        &self,
        mates: &Mates,
        profile: usize,
        next: Option<&Set>,
        found: &mut dyn FnMut(&Mates, usize, [usize; 2]),
    ) {
        let is_open = |target: &Target| mates.0[target.slot] != INNER;
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
            Act::Offer { ends: [a, b], is_forced } => {
                if !is_forced && has_future(profile) {
                    take(&[], profile, [ROOM; 2]);
                }
                let taken = profile + a.weight + b.weight;
                if is_open(a) && is_open(b) && has_future(taken) {
                    take(&[(a.slot, b.slot)], taken, [a.slot, b.slot]);
                }
                return;
            }
            Act::Unfold => return,
            Act::Decide { targets, is_first_forced } => (targets, *is_first_forced),
        };
        let square = self.from.beyond;
        let degree = mates.degree(square);
        let rest = profile - degree * self.weight_of_first();
        let firsts = if is_forced { 1 } else { targets.len() };
        match degree {
            2 if !is_forced && has_future(rest) => take(&[], rest, [ROOM; 2]),
            1 => {
                for a in targets[..firsts].iter().filter(|a| is_open(a)) {
                    if has_future(rest + a.weight) {
                        take(&[(square, a.slot)], rest + a.weight, [a.slot, ROOM]);
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

    /// Every word that follows from one, behind those that are there.
    pub(crate) fn words(&self, word: u64, next: &Set, found: &mut Vec<u64>) {
        match &self.moves {
            Moves::Narrow(moves) => self.moved(moves, word, next, found),
            Moves::Wide(moves) => self.moved(moves, word, next, found),
            Moves::None => {
                found.push(word);
                if let Some(mirror) = &self.mirror {
                    let image = mirrored(u128::kept(word, self.from.form), &mirror.order);
                    found.push(image.keep(self.to.form));
                }
            }
        }
    }

    fn moved<N: Nibbles>(&self, moves: &MovesIn<N>, word: u64, next: &Set, found: &mut Vec<u64>) {
        let is_left_out = N::SLOTS == 16 && self.from.form == Form::AllButOne;
        let lone = if is_left_out { lone_name(word) } else { 0 };
        let word = N::kept(word, self.from.form);
        self.each_moved(moves, word, lone, next, &mut |word| {
            let word = match &self.mirror {
                None => word,
                Some(mirror) => mirror.lower(word),
            };
            found.push(word.keep(self.to.form));
        });
    }

    /// The same as [`each`](Step::each), on words.
    #[inline(always)]
    fn each_moved<N: Nibbles>(
        &self,
        moves: &MovesIn<N>,
        word: N,
        lone: u64,
        next: &Set,
        found: &mut impl FnMut(N),
    ) {
        let profile = moves.profile(word, lone);
        let (targets, is_forced) = match &self.act {
            Act::Offer { ends: [a, b], is_forced } => {
                if !is_forced && next.contains(profile) {
                    found(word);
                }
                let (x, y) = (moves.spots[0].digit(word), moves.spots[1].digit(word));
                let is_open = x != FULL_DIGIT as usize && y != FULL_DIGIT as usize;
                if is_open && (x == 0 || x != y) && next.contains(profile + a.weight + b.weight) {
                    let named = Named::new(word, None, 0);
                    found(named.joined((x, moves.spots[0].mask), (y, moves.spots[1].mask)));
                }
                return;
            }
            Act::Unfold => return,
            Act::Decide { targets, is_first_forced } => (targets, *is_first_forced),
        };
        let leaving = self.from.beyond;
        let (first, without) = (digit_at(word, leaving), without(word, leaving, lone));
        let degree = match first {
            0 => 0,
            digit => 1 + usize::from(digit == FULL_DIGIT as usize),
        };
        let rest = profile - degree * self.weight_of_first();
        let firsts = if is_forced { 1 } else { targets.len() };
        let open = |at: usize| {
            let digit = moves.spots[at].digit(without);
            (digit != FULL_DIGIT as usize).then_some((digit, moves.spots[at].mask))
        };
        // Most states have few choices or none: names are looked for when the first is found.
        let mut named = None;
        let mut join = |x: (usize, N), y: (usize, N)| {
            if x.0 == 0 || x.0 != y.0 {
                let named = named.get_or_insert_with(|| Named::new(word, Some(leaving), lone));
                found(named.joined(x, y));
            } else if let Some(last) = self.closed(without, x, y) {
                found(last);
            }
        };
        match degree {
            2 if !is_forced && next.contains(rest) => found(without),
            1 => {
                for (at, a) in targets[..firsts].iter().enumerate() {
                    let Some(y) = open(at) else { continue };
                    if next.contains(rest + a.weight) {
                        join((first, N::BARE), y);
                    }
                }
            }
            0 => {
                for (at, a) in targets[..firsts].iter().enumerate() {
                    let Some(x) = open(at) else { continue };
                    for (other, b) in targets.iter().enumerate().skip(at + 1) {
                        let Some(y) = open(other) else { continue };
                        if next.contains(rest + a.weight + b.weight) {
                            join(x, y);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// The word after a cycle was closed by joining two mates, if that is the whole tour.
    fn closed<N: Nibbles>(&self, rest: N, x: (usize, N), y: (usize, N)) -> Option<N> {
        let word = rest.plus(x.1.times(FULL_DIGIT - x.0 as u64)).plus(y.1.times(FULL_DIGIT - y.0 as u64));
        let is_full = word.slots_of(FULL_DIGIT).count() as usize == self.to.slots();
        (self.is_last_view && is_full).then_some(word)
    }

    /// The word of a table that followed.
    pub(crate) fn pack(&self, mates: &Mates) -> u64 {
        mates.pack(self.to.form, self.leaves())
    }

    /// The slot that leaves the frontier with this step.
    fn leaves(&self) -> Option<usize> {
        matches!(self.act, Act::Decide { .. }).then_some(self.from.beyond)
    }

    fn weight_of_first(&self) -> usize {
        self.weights[self.from.beyond]
    }

    /// Whether a closed cycle is the whole tour.
    fn is_finished(&self, mates: &Mates) -> bool {
        self.is_last_view && mates.0[..self.slots].iter().all(|&mate| mate == INNER)
    }
}
