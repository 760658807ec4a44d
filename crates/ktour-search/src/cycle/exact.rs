//! Exact search: branch and propagate on leaps, instead of walking over squares.
//!
//! A tour is a choice of leaps such that every square has two and they form one cycle
//! ([`vertices`](super::vertices) explains how an open tour becomes a cycle). Including and excluding leaps
//! forces others:
//!
//! * a square with two included leaps excludes the rest; one with only two possible leaps includes both;
//! * the two ends of a path of included leaps must not be joined unless the path visits every vertex;
//! * the remaining graph must be connected and have no articulation point;
//! * the remaining graph must have a 2-factor: two leaps for every square, in any number of cycles;
//! * a leap that all factors contain is included, and one that none contains is excluded
//!   ([`fixed_leaps`](super::fixed_leaps)), once, before the first decision;
//! * of tours that are images of each other under the board's symmetries, one is enough: ends that are images
//!   of others are excluded.
//!
//! Every failed branch adds weight to the vertices of its leap, and leaps at heavy vertices are decided
//! first, so that an impossible part of the board is not searched again for every way to fill another part.
//!
//! In every node the cycles of the factor are merged as far as that is cheap. If more than one remains, a
//! tour must exclude a leap of each of them, so the search branches on such a leap: excluded first, then
//! included.
//!
//! The search restarts with its current weights, each time after twice as many nodes.
//!
//! *Guarantee:* complete; a search that ends is a proof. *Cost:* exponential in the worst case; about 200
//! bytes per square.

use super::{
    chosen::FactorLeaps,
    cycles::Cycles,
    fixed_leaps::FixedLeaps,
    merge::{Join, MergeEffort},
    pair_up::pair_up,
    problem::Problem,
};
use crate::{Stats, decisions::Decisions, search_end::SearchEnd};
use ktour_core::{Control, random::Random};

/// Effort spent on merging cycles in a node.
const NODE_MERGE_EFFORT: MergeEffort = MergeEffort { longest: 3, steps: 2000, kicks: 0 };

/// Nodes before the first restart; each next restart comes after twice as many.
const FIRST_RESTART_NODES: u64 = 256;

/// Listener for conflicts, which may shorten the backtrack. `()` listens to nothing and costs nothing.
pub(crate) trait ConflictListener {
    /// Whether one of several tours that are images of each other is enough.
    const BREAKS_SYMMETRY: bool = false;

    /// Called with leaps that are the same in all factors, before they are decided.
    fn on_fixed_leaps(&mut self, _: &Problem, _: &FixedLeaps) {}

    /// Called after the root was propagated; `false` ends the search.
    fn on_start(&mut self, _: &Problem) -> bool {
        true
    }

    /// Called when these decisions, each of which excludes a leap, end in a conflict. Returns how many of the
    /// first ones already suffice for it, or `None` to end the search.
    fn on_conflict(&mut self, problem: &mut Problem, branches: &[(usize, u32)]) -> Option<usize>;
}

/// The listener that ignores every conflict.
impl ConflictListener for () {
    const BREAKS_SYMMETRY: bool = true;

    fn on_conflict(&mut self, _: &mut Problem, branches: &[(usize, u32)]) -> Option<usize> {
        Some(branches.len())
    }
}

/// Searches for a tour of the requested kind; any kind counts as open. Stops after `nodes` nodes.
pub(crate) fn exact(problem: &mut Problem, nodes: u64, control: &Control, stats: &mut Stats) -> SearchEnd {
    exact_with(problem, nodes, control, stats, &mut ())
}

/// The same, with a listener for conflicts.
pub(crate) fn exact_with<L: ConflictListener>(
    problem: &mut Problem,
    nodes: u64,
    control: &Control,
    stats: &mut Stats,
    listener: &mut L,
) -> SearchEnd {
    let mut random = Random::new(0, 0);
    stats.moves += 1;
    if let Some(end) = prepare(problem, &mut random, control, listener) {
        return end;
    }
    let last = stats.moves.saturating_add(nodes);
    let root = problem.decisions.mark();
    let mut weights = vec![0u32; problem.decisions.graph.vertex_count()];
    // Each decision: the mark before it, and the leap that it excludes first.
    let mut branches: Vec<(usize, u32)> = Vec::new();
    let (mut node_limit, mut restart) = (FIRST_RESTART_NODES, stats.moves + FIRST_RESTART_NODES);
    loop {
        if control.is_over(stats.trials) || stats.moves >= last {
            return SearchEnd::Stopped;
        }
        if stats.moves >= restart && !branches.is_empty() {
            branches.clear();
            problem.decisions.undo(root);
            node_limit *= 2;
            restart = stats.moves + node_limit;
        }
        pair_up(&problem.decisions, &mut problem.factor, control, &mut |_| ());
        let mut leaps = FactorLeaps { decisions: &problem.decisions, factor: &mut problem.factor };
        let mut join = Join::new(&mut leaps, &mut random);
        join.run(NODE_MERGE_EFFORT, stats.trials, control, &mut |_| ());
        let cycles = join.cycles;
        let Some(leap) = choose(problem, &cycles, &weights) else {
            return problem.tour(&cycles);
        };
        let mark = problem.decisions.mark();
        branches.push((mark, leap));
        stats.moves += 1;
        stats.trials += 1;
        let mut state = problem.decisions.exclude(leap).and_then(|()| problem.propagate(mark, control));
        while state.is_err() {
            match listener.on_conflict(problem, &branches) {
                Some(kept) => branches.truncate(kept),
                None => return SearchEnd::Stopped,
            }
            let Some((mark, leap)) = branches.pop() else {
                return SearchEnd::Exhausted;
            };
            let (a, b) = problem.decisions.graph.endpoints(leap);
            weights[a as usize] += 1;
            weights[b as usize] += 1;
            stats.moves += 1;
            stats.backtracks += 1;
            problem.decisions.undo(mark);
            state = problem.decisions.include(leap).and_then(|()| problem.propagate(mark, control));
        }
    }
}

/// Prepares the root: a factor, fixed leaps, symmetry breaking. Returns the end of the search if it is known
/// there.
fn prepare<L: ConflictListener>(
    problem: &mut Problem,
    random: &mut Random,
    control: &Control,
    listener: &mut L,
) -> Option<SearchEnd> {
    match problem.restart(random, control) {
        Ok(()) => {}
        Err(SearchEnd::Stopped) => return Some(SearchEnd::Stopped),
        Err(end) => return Some(listener.on_conflict(problem, &[]).map_or(SearchEnd::Stopped, |_| end)),
    }
    if problem.fix_common_leaps(control, |problem, fixed| listener.on_fixed_leaps(problem, fixed)).is_err() {
        return Some(listener.on_conflict(problem, &[]).map_or(SearchEnd::Stopped, |_| SearchEnd::Exhausted));
    }
    if !listener.on_start(problem) {
        return Some(SearchEnd::Stopped);
    }
    let is_over = L::BREAKS_SYMMETRY && problem.exclude_images(control).is_err();
    is_over.then_some(SearchEnd::Exhausted)
}

/// The leap to branch on: an undecided one on a cycle that is not the longest, with the heaviest vertices,
/// then on the cycle with the fewest undecided leaps, then between vertices with the fewest undecided leaps.
/// `None` if there is only one cycle.
fn choose(problem: &Problem, cycles: &Cycles, weights: &[u32]) -> Option<u32> {
    let decisions: &Decisions = &problem.decisions;
    let mut best = None;
    for cycle in cycles.shorter_cycles() {
        let leaps = || {
            let leaps = cycles.vertices(cycle).flat_map(|at| problem.factor.chosen_at(at));
            leaps.filter(|&leap| !decisions.is_included(leap))
        };
        let many = leaps().count();
        let keyed = leaps().map(|leap| {
            let (a, b) = decisions.graph.endpoints(leap);
            let weight = weights[a as usize] + weights[b as usize];
            (
                (
                    std::cmp::Reverse(weight),
                    many,
                    decisions.undecided_count(a) + decisions.undecided_count(b),
                ),
                leap,
            )
        });
        best = best.into_iter().chain(keyed).min();
    }
    best.map(|(_, leap)| leap)
}
