//! All tours of a board whose layers fit into memory: halves times halves.
//!
//! Every layer is kept, with only the states that can be finished. At a layer in the middle, a tour is a way
//! from the empty board to a state and a way from there to the end. Both are walked without dead ends, once
//! for every state, and stored as the stretches of the tour between the ends in that state. A tour is then
//! put together from a dozen stretches, not from its squares, and its order does not depend on threads or
//! memory.
//!
//! *Guarantee:* every tour once, always in the same order. *Cost:* the layers; then a few copies per tour.

use std::ops::ControlFlow;

use ktour_core::Puzzle;

use crate::{
    CountError,
    context::Context,
    list::{
        join::{HalfTours, Joined, LeapStack},
        levels::{LevelSuccessors, ListLevel, Middle, STATES_PER_STOP_CHECK, best_middle, levels},
        shard::Shard,
    },
    problem::{
        chosen_leaps::{StepLeaps, taken},
        graph::OrderedGraph,
        plan::Plan,
    },
    state::matching::{Matching, SLOT_CAPACITY},
};

/// The most bytes of halves that are written down at once.
pub(crate) const MAX_HALVES_BYTES: u128 = 1 << 25;

/// Every tour of a board, as pairs of halves.
pub(crate) struct Product<'a> {
    plan: &'a Plan,
    graph: &'a OrderedGraph,
    levels: Vec<ListLevel>,
    middle: Middle,
    /// Ways on from every state.
    onward: Vec<LevelSuccessors>,
    is_open: bool,
}

impl<'a> Product<'a> {
    /// `None` where the layers have more states than these, or the board too small to be halved.
    pub(crate) fn new(
        plan: &'a Plan,
        graph: &'a OrderedGraph,
        most: usize,
        run: &Context<'_>,
    ) -> Result<Option<Product<'a>>, CountError> {
        let Some(mut levels) = levels(plan, most, run)? else { return Ok(None) };
        let is_open = graph.ends.is_some();
        let end = plan.steps.len();
        let last = levels[end].words.len();
        levels[end].futures = vec![1.0; last];
        let mut onward = Vec::with_capacity(end);
        for at in (0..end).rev() {
            run.check(1)?;
            let states = levels[at].words.len();
            let on = LevelSuccessors::new(states, &levels[at + 1]);
            let future = |state: usize| {
                on.successors(state).iter().map(|next| levels[at + 1].futures[next.0 as usize]).sum()
            };
            levels[at].futures = (0..states).map(future).collect();
            onward.push(on);
        }
        onward.reverse();
        let Some(middle) = best_middle(&levels, plan) else { return Ok(None) };
        Ok(Some(Product { plan, graph, levels, middle, onward, is_open }))
    }

    /// Calls `found` with the squares of every tour, as board indices; those of the states that
    /// a shard has.
    pub(crate) fn each(
        &self,
        puzzle: &Puzzle,
        shard: Shard,
        run: &Context<'_>,
        found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, CountError> {
        let level = &self.levels[self.middle.at];
        // Bytes of a half: its squares in both directions, and where its stretches are.
        let half = (8 * self.plan.steps.len() + 512) as f64;
        let most = (run.memory() / 4).min(MAX_HALVES_BYTES) as f64 / half;
        let mut tour = Joined::new(puzzle, self.graph, self.is_open);
        let (mut near, mut far) = (HalfTours::default(), HalfTours::default());
        let mut leaps = LeapStack::new(self.graph);
        for (_, state) in (0..).zip(self.live()).filter(|(number, _)| shard.has(*number)) {
            run.check(1)?;
            if self.middle.pasts[state] + level.futures[state] > most {
                // The same tours in the same order, each walked square by square.
                let is_over = self.each_half(ListHalf::Near, state, &mut leaps, run, &mut |leaps| {
                    self.each_half(ListHalf::Far, state, leaps, run, &mut |leaps| Ok(tour.walk(leaps, found)))
                })?;
                if is_over.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                continue;
            }
            let ends = self.ends(level.words[state]);
            for (side, halves) in [(ListHalf::Near, &mut near), (ListHalf::Far, &mut far)] {
                halves.begin(&ends, side == ListHalf::Near);
                let _ = self.each_half(side, state, &mut leaps, run, &mut |leaps| {
                    halves.push(leaps);
                    Ok(ControlFlow::Continue(()))
                })?;
            }
            for (number, near) in near.all().enumerate() {
                if number % 64 == 63 {
                    run.check(1)?;
                }
                for far in far.all() {
                    if tour.join(&near, &far, found).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The states of the middle that lead to a tour.
    fn live(&self) -> impl Iterator<Item = usize> {
        let level = &self.levels[self.middle.at];
        (0..level.words.len()).filter(|&state| level.futures[state] > 0.0)
    }

    /// The nodes that are ends in a state of the middle.
    fn ends(&self, word: u64) -> Vec<usize> {
        let frontier = self.plan.frontier(self.middle.at);
        let (mates, _) = Matching::unpack(word, frontier.form, &[0; SLOT_CAPACITY]);
        (0..frontier.slots())
            .filter(|&slot| mates.degree(slot) == 1)
            .map(|slot| match slot.checked_sub(frontier.beyond) {
                Some(at) => frontier.first + at,
                None => self.graph.squares.len(),
            })
            .collect()
    }

    /// Calls `found` with the leaps of every half of a state of the middle, until it breaks.
    ///
    /// Not by recursion: a half of a long board is deeper than a stack.
    fn each_half(
        &self,
        side: ListHalf,
        state: usize,
        leaps: &mut LeapStack,
        run: &Context<'_>,
        found: &mut dyn FnMut(&mut LeapStack) -> Result<ControlFlow<()>, CountError>,
    ) -> Result<ControlFlow<()>, CountError> {
        // The states of the path, how many leads from each were walked, and the last of them.
        let mut path = vec![(state, 0, StepLeaps::default())];
        let mut halves = 0usize;
        while let Some(depth) = path.len().checked_sub(1) {
            let (state, walked, last) = &mut path[depth];
            leaps.leave(last);
            *last = StepLeaps::default();
            let (at, leads) = match side {
                ListHalf::Near => (self.middle.at - depth, self.predecessors(self.middle.at - depth, *state)),
                ListHalf::Far => (self.middle.at + depth, self.successors(self.middle.at + depth, *state)),
            };
            let Some(leads) = leads else {
                if halves % STATES_PER_STOP_CHECK == STATES_PER_STOP_CHECK - 1 {
                    run.check(1)?;
                }
                halves += 1;
                if found(leaps)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                path.pop();
                continue;
            };
            match leads.get(*walked) {
                None => drop(path.pop()),
                Some(&(next, choice)) => {
                    let step = if side == ListHalf::Near { at - 1 } else { at };
                    *last = taken(&self.plan.steps[step], choice.map(usize::from));
                    leaps.take(last);
                    *walked += 1;
                    path.push((next as usize, 0, StepLeaps::default()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Predecessors of a state; `None` at the empty board.
    fn predecessors(&self, level: usize, state: usize) -> Option<&[(u32, [u8; 2])]> {
        (level > 0).then(|| self.levels[level].predecessors(state))
    }

    /// Successors of a state; `None` at the end.
    fn successors(&self, level: usize, state: usize) -> Option<&[(u32, [u8; 2])]> {
        self.onward.get(level).map(|onward| onward.successors(state))
    }
}

/// Which half of a tour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListHalf {
    /// The half from the empty board to the middle.
    Near,
    /// The half from the middle to the end.
    Far,
}
