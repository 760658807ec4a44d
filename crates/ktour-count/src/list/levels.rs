//! All layers of a board, with the ways into and out of every state.

use crate::{
    CountError,
    context::Context,
    frontier::filter::Filter,
    problem::plan::Plan,
    state::matching::{Matching, SLOT_CAPACITY},
};

/// The most states of all layers for which this is worth while.
pub(crate) const MAX_LISTED_STATES: usize = 8_000_000;
/// The most bytes of filter that are kept at once. Not what the memory allows: the order of the
/// tours must not depend on that.
pub(crate) const FILTER_BYTES: usize = 1 << 28;
/// States between two looks at whether to stop.
pub(crate) const STATES_PER_STOP_CHECK: usize = 1 << 12;

/// The states of a layer and the predecessors of each.
pub(crate) struct ListLevel {
    pub(crate) words: Vec<u64>,
    /// Index of the first predecessor of each state.
    starts: Vec<u32>,
    /// Which state of the level before, and by which choice.
    predecessors: Vec<(u32, [u8; 2])>,
    /// How many tours go on from each state: none for dead ends.
    pub(crate) futures: Vec<f64>,
}

impl ListLevel {
    pub(crate) fn predecessors(&self, state: usize) -> &[(u32, [u8; 2])] {
        &self.predecessors[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}

/// The successors of the states of a level, as far as they lead to a tour.
pub(crate) struct LevelSuccessors {
    starts: Vec<u32>,
    successors: Vec<(u32, [u8; 2])>,
}

impl LevelSuccessors {
    /// Derives the successors from the predecessors stored in the next level.
    pub(crate) fn new(states: usize, next: &ListLevel) -> LevelSuccessors {
        let live = || (0..next.words.len()).filter(|&state| next.futures[state] > 0.0);
        let mut starts = vec![0; states + 2];
        live()
            .flat_map(|state| next.predecessors(state))
            .for_each(|before| starts[before.0 as usize + 2] += 1);
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut successors = vec![(0, [0; 2]); starts[states + 1] as usize];
        for state in live() {
            for &(from, choice) in next.predecessors(state) {
                let next = &mut starts[from as usize + 1];
                successors[*next as usize] = (state as u32, choice);
                *next += 1;
            }
        }
        LevelSuccessors { starts, successors }
    }

    pub(crate) fn successors(&self, state: usize) -> &[(u32, [u8; 2])] {
        &self.successors[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}

/// All levels, if they have no more states than these.
pub(crate) fn levels(
    plan: &Plan,
    most: usize,
    run: &Context<'_>,
) -> Result<Option<Vec<ListLevel>>, CountError> {
    let end = plan.steps.len();
    let (mut filter, work) = (Filter::new(plan, FILTER_BYTES), &mut { u64::MAX });
    filter.reach(plan, 0..end, 1, work, run)?;
    let is_possible = filter.at_hand(0, 1)[0].contains(0);
    let words = if is_possible { vec![0] } else { Vec::new() };
    let starts = vec![0; words.len() + 1];
    let mut levels = vec![ListLevel { words, starts, predecessors: Vec::new(), futures: Vec::new() }];
    let mut states = 0;
    for (at, step) in plan.steps.iter().enumerate() {
        filter.reach(plan, at + 1..end, 1, work, run)?;
        let set = &filter.at_hand(at + 1, 1)[0];
        let mut reached: Vec<(u64, u32, [u8; 2])> = Vec::new();
        for (from, &word) in levels[at].words.iter().enumerate() {
            if from % STATES_PER_STOP_CHECK == 0 {
                run.check(1)?;
            }
            let (mates, profile) = Matching::unpack(word, step.from.form, &step.weights);
            step.each(&mates, profile, Some(set), &mut |next, _, choice| {
                reached.push((step.pack(next), from as u32, choice.map(|slot| slot as u8)));
            });
        }
        // Short runs first, so that cancellation never waits for a long sort; sorting runs is a merge.
        for sorted in reached.chunks_mut(64 * STATES_PER_STOP_CHECK) {
            run.check(1)?;
            sorted.sort_unstable();
        }
        reached.sort();
        let mut level = ListLevel {
            words: Vec::new(),
            starts: Vec::new(),
            predecessors: Vec::new(),
            futures: Vec::new(),
        };
        for same in reached.chunk_by(|a, b| a.0 == b.0) {
            level.words.push(same[0].0);
            level.starts.push(level.predecessors.len() as u32);
            level.predecessors.extend(same.iter().map(|&(_, from, choice)| (from, choice)));
        }
        level.starts.push(level.predecessors.len() as u32);
        states += level.words.len();
        if states > most {
            return Ok(None);
        }
        levels.push(level);
    }
    Ok(Some(levels))
}

/// The level at which halves meet, and how many ways lead to each of its states.
pub(crate) struct Middle {
    pub(crate) at: usize,
    pub(crate) pasts: Vec<f64>,
}

/// The level where the halves are fewest and every state has ends.
pub(crate) fn best_middle(levels: &[ListLevel], plan: &Plan) -> Option<Middle> {
    let mut pasts: Vec<f64> = vec![1.0];
    let mut best: Option<(f64, Middle)> = None;
    for (at, level) in levels.iter().enumerate().take(plan.steps.len()).skip(1) {
        let past =
            |state: usize| level.predecessors(state).iter().map(|before| pasts[before.0 as usize]).sum();
        pasts = (0..level.words.len()).map(past).collect();
        let form = plan.frontier(at).form;
        let live = || (0..level.words.len()).filter(|&state| level.futures[state] > 0.0);
        let has_ends = |state: usize| {
            let (mates, _) = Matching::unpack(level.words[state], form, &[0; SLOT_CAPACITY]);
            (0..plan.frontier(at).slots()).any(|slot| mates.degree(slot) == 1)
        };
        let halves: f64 = live().map(|state| pasts[state] + level.futures[state]).sum();
        let is_best = best.as_ref().is_none_or(|best| halves < best.0);
        if is_best && live().next().is_some() && live().all(has_ends) {
            best = Some((halves, Middle { at, pasts: pasts.clone() }));
        }
    }
    best.map(|best| best.1)
}
