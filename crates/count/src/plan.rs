//! The plan: in which order squares are decided and leaps are offered, and which places the
//! frontier has in between.
//!
//! A step either *decides* the next square, choosing its missing leaps to later squares, or
//! *offers* one leap between two squares of the frontier, to take or to leave. Places of a
//! frontier: the one beyond the board where tours are open, then the squares from the next one to
//! be decided to the farthest one reached.

use crate::{
    CountError,
    filter::{Digits, Set},
    frontier::{INNER, MOST_PLACES, Mates, ROOM},
    graph::{End, Graph},
};

/// The squares between two steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frontier {
    /// The number of the next square to be decided.
    pub(crate) first: usize,
    /// How many squares, from that one on.
    pub(crate) len: usize,
    /// 1 where there is a place beyond the board, which is place 0.
    pub(crate) beyond: usize,
}

impl Frontier {
    pub(crate) fn places(&self) -> usize {
        self.beyond + self.len
    }

    pub(crate) fn place(&self, square: usize) -> usize {
        self.beyond + square - self.first
    }
}

/// What a step does.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// The first square of the frontier gets its missing leaps.
    Decide {
        /// Places it may leap to.
        targets: Vec<Target>,
        /// Whether the first of them must be among the chosen.
        is_first_forced: bool,
    },
    /// One leap between two places is taken or left.
    Offer(Target, Target),
}

/// A place, and what one more leap at it adds to a degree profile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) place: usize,
    pub(crate) weight: usize,
}

/// One step from a frontier to the next.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) from: Frontier,
    pub(crate) to: Frontier,
    pub(crate) act: Act,
    /// Places of `from` and of the squares that enter.
    places: usize,
    /// What one leap weighs at each place of `from`.
    pub(crate) weights: [usize; ROOM],
    /// Whether no square lies behind the frontier that this step reaches.
    is_last_view: bool,
}

/// All steps of a board.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    pub(crate) digits: Digits,
}

impl Plan {
    /// Square by square to the end.
    pub(crate) fn whole(graph: &Graph) -> Result<Plan, CountError> {
        Plan::with_offers(graph, usize::MAX, &[])
    }

    /// Square by square; before square `at`, these leaps are offered.
    pub(crate) fn with_offers(
        graph: &Graph,
        at: usize,
        offers: &[(usize, usize)],
    ) -> Result<Plan, CountError> {
        let beyond = usize::from(graph.ends.is_some());
        let total = graph.squares.len();
        let most = graph.reach() + beyond;
        if most > MOST_PLACES {
            return Err(CountError::TooWide { places: most, most: MOST_PLACES });
        }
        let digits = Digits::new(graph.reach(), beyond == 1);
        let mut steps: Vec<Step> = Vec::with_capacity(total + offers.len());
        let mut from = Frontier { first: 0, len: 0, beyond };
        for (square, later) in graph.later.iter().enumerate() {
            if square == at {
                for &(a, b) in offers {
                    let target = |square| Target { place: from.place(square), weight: digits.weight(square) };
                    steps.push(Step::new(from, from, Act::Offer(target(a), target(b)), &digits, total));
                }
            }
            let is_offered = |to: &usize| square >= at && offers.contains(&(square, *to));
            let later = later.iter().copied().filter(|to| !is_offered(to));
            let reach = later.clone().next_back().unwrap_or(square).max(square);
            let end = (from.first + from.len).max(reach + 1);
            let to = Frontier { first: square + 1, len: end - square - 1, beyond };
            let end_here = graph.ends.as_ref().map_or(End::Never, |ends| ends[square]);
            let mut targets = Vec::new();
            if end_here != End::Never {
                targets.push(Target { place: 0, weight: digits.beyond() });
            }
            targets.extend(later.map(|to| Target { place: from.place(to), weight: digits.weight(to) }));
            let act = Act::Decide { targets, is_first_forced: end_here == End::Always };
            steps.push(Step::new(from, to, act, &digits, total));
            from = to;
        }
        Ok(Plan { steps, digits })
    }

    /// The frontier after so many steps.
    pub(crate) fn frontier(&self, after: usize) -> Frontier {
        match after {
            0 => self.steps[0].from,
            _ => self.steps[after - 1].to,
        }
    }
}

impl Step {
    fn new(from: Frontier, to: Frontier, act: Act, digits: &Digits, total: usize) -> Step {
        let weights = std::array::from_fn(|place| match place.checked_sub(from.beyond) {
            None => digits.beyond(),
            Some(at) => digits.weight(from.first + at),
        });
        let end = to.first + to.len;
        Step { from, to, places: from.beyond + end - from.first, weights, act, is_last_view: end == total }
    }

    /// Every table that follows from one, with the places leapt to, in a fixed order.
    pub(crate) fn each(
        &self,
        mates: &Mates,
        profile: usize,
        next: Option<&Set>,
        found: &mut impl FnMut(&Mates, usize, [usize; 2]),
    ) {
        let is_open = |target: &Target| mates.0[target.place] != INNER;
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
            Act::Offer(a, b) => {
                if has_future(profile) {
                    take(&[], profile, [ROOM; 2]);
                }
                let taken = profile + a.weight + b.weight;
                if is_open(a) && is_open(b) && has_future(taken) {
                    take(&[(a.place, b.place)], taken, [a.place, b.place]);
                }
                return;
            }
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
                        take(&[(square, a.place)], rest + a.weight, [a.place, ROOM]);
                    }
                }
            }
            0 => {
                for (at, a) in targets[..firsts].iter().enumerate().filter(|(_, a)| is_open(a)) {
                    for b in targets[at + 1..].iter().filter(|b| is_open(b)) {
                        let profile = rest + a.weight + b.weight;
                        if has_future(profile) {
                            take(&[(square, a.place), (square, b.place)], profile, [a.place, b.place]);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// Every word that follows from one.
    pub(crate) fn each_word(&self, word: u64, next: Option<&Set>, found: &mut impl FnMut(u64)) {
        let (mates, profile) = Mates::unpack(word, self.from.places(), &self.weights);
        self.each(&mates, profile, next, &mut |mates, _, _| found(self.pack(mates)));
    }

    /// The word of a table that followed.
    pub(crate) fn pack(&self, mates: &Mates) -> u64 {
        mates.pack(self.places, self.leaves())
    }

    /// The place that leaves the frontier with this step.
    fn leaves(&self) -> Option<usize> {
        (!matches!(self.act, Act::Offer(..))).then_some(self.from.beyond)
    }

    fn weight_of_first(&self) -> usize {
        self.weights[self.from.beyond]
    }

    /// Whether a closed cycle is the whole tour.
    fn is_finished(&self, mates: &Mates) -> bool {
        self.is_last_view && mates.0[..self.places].iter().all(|&mate| mate == INNER)
    }
}
