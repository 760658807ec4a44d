//! The plan: the order in which squares are decided and leaps are offered, and the slots of the frontier in
//! between.
//!
//! A step either *decides* the next square, choosing its missing leaps to later squares, or
//! *offers* one leap between two squares of the frontier, to take or to leave. Slots of a
//! frontier: the one beyond the board where tours are open, then the squares from the next one to
//! be decided to the farthest one reached.
//!
//! The lines of a long board are alike, and so are its steps. Everything in a step except the numbers of its
//! squares is made once and shared, so that a plan of 65536 steps takes a few megabytes.

use std::{collections::HashMap, sync::Arc};

use crate::{
    CountError,
    context::Context,
    problem::{
        frontier::{Frontier, VIRTUAL_VERTEX},
        graph::{EndRule, OrderedGraph},
        profile::Digits,
        step::{LeapTarget, Step, StepAction, Tables, TablesCache},
    },
    state::{encoding::StateEncoding, matching::MOST_SLOTS},
};

/// Offers that are taken or left at once, where a plan does not say otherwise.
const DEFAULT_OFFERS_PER_STEP: usize = 2;

/// New tables, and those that they replace.
type Replaced = (Arc<Tables>, Arc<Tables>);

/// All steps of a board.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) steps: Vec<Step>,
    pub(crate) digits: Digits,
    /// How many offers are taken or left at once.
    pub(crate) together: usize,
}

/// About how much a layer grows from one square to the next, until the frontier has moved by twice its
/// length; measured on boards from 5x8 to 8x8.
const GROWTH: f64 = 1.4;

/// About which share of the work is done after each of the first `end` of all steps, and before them.
pub(crate) fn layer_shares(steps: usize, slots: usize, end: usize) -> Vec<f64> {
    let weight = |at: usize| GROWTH.powi(at.min(steps - at).min(2 * slots) as i32);
    let mut shares: Vec<f64> = vec![0.0];
    let mut sum = 0.0;
    shares.extend((0..end).map(|at| {
        sum += weight(at);
        sum
    }));
    shares.iter_mut().for_each(|share| *share /= sum.max(1.0));
    shares
}

impl Plan {
    /// Number of steps.
    #[allow(clippy::len_without_is_empty, reason = "a plan has at least one step")]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// About which share of the first `end` steps is done after each of them: layers grow, and shrink before
    /// the end of the board.
    pub(crate) fn shares(&self, end: usize) -> Vec<f64> {
        let slots = self.steps.iter().map(|step| step.to.slots()).max().unwrap_or(0);
        layer_shares(self.steps.len(), slots, end)
    }

    /// Square by square to the end.
    pub(crate) fn whole(graph: &OrderedGraph, run: &Context<'_>) -> Result<Plan, CountError> {
        Plan::with_offers(graph, usize::MAX, &[], run)
    }

    /// Square by square; before square `at`, these leaps are offered.
    pub(crate) fn with_offers(
        graph: &OrderedGraph,
        at: usize,
        offers: &[(usize, usize)],
        run: &Context<'_>,
    ) -> Result<Plan, CountError> {
        let beyond = usize::from(graph.ends.is_some());
        let total = graph.squares.len();
        let most = graph.reach() + beyond;
        let too_wide = || CountError::TooWide { slots: most, most: MOST_SLOTS - 1 };
        if most > MOST_SLOTS {
            return Err(too_wide());
        }
        let digits = Digits::new(graph.reach(), graph.has_ends());
        let mut steps: Vec<Step> = Vec::with_capacity(total + offers.len());
        let mut known = TablesCache::new();
        let mut reached = vec![0; total];
        let mut from = Frontier { first: 0, len: 0, beyond, form: StateEncoding::Nibbles };
        for (square, later) in graph.later.iter().enumerate() {
            run.check_at(square)?;
            if square == at {
                for &(a, b) in offers {
                    // Any slot may be touched twice from here on.
                    let form = StateEncoding::of(from.slots(), 2).ok_or_else(too_wide)?;
                    let to = Frontier { form, ..from };
                    let weight = |square| {
                        if square == VIRTUAL_VERTEX { digits.beyond() } else { digits.weight(square) }
                    };
                    let target = |square| LeapTarget::new(from.slot(square), weight(square));
                    let is_forced = b == VIRTUAL_VERTEX && graph.end(a) == EndRule::Always;
                    let act = StepAction::Offer { ends: [target(a), target(b)], is_forced };
                    steps.push(Step::new(from, to, act, &digits, total, &mut known));
                    from = to;
                }
            }
            let is_offered = |to: &usize| square >= at && offers.contains(&(square, *to));
            let later = later.iter().copied().filter(|to| !is_offered(to));
            let reach = later.clone().next_back().unwrap_or(square).max(square);
            let end = (from.first + from.len).max(reach + 1);
            later.clone().for_each(|to| reached[to] += 1);
            // Offers may have touched any slot.
            let touched = if square < at { reached[end - 1] } else { 2 };
            let form = StateEncoding::of(end - square - 1 + beyond, touched).ok_or_else(too_wide)?;
            let to = Frontier { first: square + 1, len: end - square - 1, beyond, form };
            let end_here = if is_offered(&VIRTUAL_VERTEX) { EndRule::Never } else { graph.end(square) };
            let mut targets = Vec::new();
            if end_here != EndRule::Never {
                targets.push(LeapTarget::new(0, digits.beyond()));
            }
            targets.extend(later.map(|to| {
                let parallel = graph.parallel(square, to);
                LeapTarget { parallel, ..LeapTarget::new(from.slot(to), digits.weight(to)) }
            }));
            let act = StepAction::Decide { targets, is_first_forced: end_here == EndRule::Always };
            steps.push(Step::new(from, to, act, &digits, total, &mut known));
            from = to;
        }
        Ok(Plan { steps, digits, together: DEFAULT_OFFERS_PER_STEP })
    }

    /// The same plan for states counted together with their mirror images, where the board is its
    /// own image: half the states from the first line on.
    pub(crate) fn with_mirror(mut self, graph: &OrderedGraph, run: &Context<'_>) -> Result<Plan, CountError> {
        let Some(image) = graph.mirror() else { return Ok(self) };
        let mut last = 0;
        let mut decided = 0;
        let mut offered: Vec<[usize; 2]> = Vec::new();
        let mut known = HashMap::<(*const Tables, Vec<u8>), Replaced>::new();
        for (at, step) in self.steps.iter_mut().enumerate() {
            run.check_at(at)?;
            while decided < step.to.first {
                last = last.max(image[decided]);
                decided += 1;
            }
            if let StepAction::Offer { ends, .. } = &step.act {
                let [a, b] = ends.map(|end| step.from.square(end.slot));
                offered.push([a.min(b), a.max(b)]);
            }
            let is_offered = |leap: &[usize; 2]| {
                let [a, b] = leap.map(|square| image.get(square).copied().unwrap_or(VIRTUAL_VERTEX));
                offered.contains(&[a.min(b), a.max(b)])
            };
            let is_whole = last < decided && offered.iter().all(is_offered);
            let order = if is_whole && step.to.len > 0 { step.to.mirror(&image) } else { None };
            if let Some(order) = order {
                // What is replaced is kept as long as its address is a key.
                let (tables, _) = known
                    .entry((step.kind(), order.clone()))
                    .or_insert_with(|| (Arc::new(step.mirrored(order)), step.tables.clone()));
                step.tables = tables.clone();
            }
        }
        Ok(self)
    }

    /// The same plan with a step before step `at` at which images come apart.
    pub(crate) fn with_unfolding(mut self, at: usize) -> Plan {
        let mut step = self.steps[at - 1].clone();
        let tables = Tables { act: StepAction::Unfold, ..Tables::clone(&step.tables) };
        (step.from, step.tables) = (step.to, Arc::new(tables));
        let mut known = HashMap::<*const Tables, Replaced>::new();
        for later in self.steps[at..].iter_mut().filter(|later| later.mirror.is_some()) {
            // What is replaced is kept as long as its address is a key.
            let (tables, _) = known.entry(later.kind()).or_insert_with(|| {
                let apart = Tables { mirror: None, ..Tables::clone(&later.tables) };
                (Arc::new(apart), later.tables.clone())
            });
            later.tables = tables.clone();
        }
        self.steps.insert(at, step);
        self
    }

    /// Number of steps from step `at` on that lead to the next reported layer: one, or a few offers, which
    /// hardly change a layer.
    pub(crate) fn steps_together(&self, at: usize, end: usize) -> usize {
        let is_small = |step: &&Step| !matches!(step.act, StepAction::Decide { .. });
        let small = self.steps[at..end].iter().take(self.together).take_while(is_small).count();
        small.max(1)
    }

    /// The frontier after `after` steps.
    pub(crate) fn frontier(&self, after: usize) -> Frontier {
        match after {
            0 => self.steps[0].from,
            _ => self.steps[after - 1].to,
        }
    }
}
