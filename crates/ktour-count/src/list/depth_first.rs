//! Tours depth-first, with only the current path and the filter in memory.
//!
//! Choices are tried in their fixed order; the filter of degrees keeps the walk out of most dead ends, and
//! even on a board with trillions of tours the first ones come at once.

use std::ops::ControlFlow;

use ktour_core::{Puzzle, TourKind};

use crate::{
    CountError,
    context::Context,
    frontier::filter::Filter,
    list::shard::Shard,
    problem::{chosen_leaps, graph::OrderedGraph, plan::Plan, profile::Digits, step::StepAction},
    state::matching::Matching,
};

/// Steps after which the ways to begin are shared out.
const SHARED_STEPS: usize = 10;
/// The most bytes of filter that are kept at once.
const MAX_FILTER_BYTES: u128 = 2 << 30;

/// Calls `found` with the squares of every tour, as board indices, until it breaks.
pub(crate) fn each_tour(
    puzzle: &Puzzle,
    graph: &OrderedGraph,
    plan: &Plan,
    shard: Shard,
    run: &Context<'_>,
    found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<(), CountError> {
    let is_two_way =
        puzzle.kind() == Some(TourKind::Open) && puzzle.start().is_none() && puzzle.end().is_none();
    let steps = plan.steps.len();
    let is_small = has_filter(&plan.digits, steps, run.memory());
    let filter = is_small.then(|| Filter::all(plan, run)).transpose()?;
    if filter.as_ref().is_some_and(|filter| !filter[0].contains(0)) {
        return Ok(());
    }
    let mut chosen = vec![[0; 2]; steps];
    let mut waiting = vec![(0, Matching::bare(), 0, [0; 2])];
    let mut next = Vec::new();
    let (mut beginnings, mut visited) = (0, 0usize);
    while let Some((level, mates, profile, choice)) = waiting.pop() {
        if level > 0 {
            chosen[level - 1] = choice;
        }
        visited += 1;
        if visited % 4096 == 0 && run.is_stopped(4096) {
            return Err(CountError::Stopped);
        }
        if level == SHARED_STEPS.min(steps) {
            beginnings += 1;
            if !shard.has(beginnings - 1) {
                continue;
            }
        }
        if level == steps {
            let steps = plan.steps.iter().zip(&chosen);
            let leaps = steps.flat_map(|(step, &chosen)| chosen_leaps::taken(step, chosen)).flatten();
            let squares = chosen_leaps::squares(puzzle, graph, leaps);
            let mut order: Vec<u32> =
                squares.iter().map(|&square| puzzle.board().index(square) as u32).collect();
            for _ in 0..1 + usize::from(is_two_way) {
                if found(&order).is_break() {
                    return Ok(());
                }
                order.reverse();
            }
            continue;
        }
        let step = &plan.steps[level];
        let set = filter.as_ref().map(|filter| &filter[level + 1]);
        step.each(&mates, profile, set, &mut |mates, profile, choice| {
            let mates = match step.act {
                StepAction::Decide { .. } => mates.shifted(step.from.beyond),
                StepAction::Offer { .. } | StepAction::Unfold => *mates,
            };
            next.push((level + 1, mates, profile, choice));
        });
        waiting.extend(next.drain(..).rev());
    }
    Ok(())
}

/// Whether the walk has a filter: without one it takes longer, and finds the same.
pub(crate) fn has_filter(digits: &Digits, steps: usize, memory: u128) -> bool {
    digits.bytes() as u128 * steps as u128 <= (memory / 2).min(MAX_FILTER_BYTES)
}
