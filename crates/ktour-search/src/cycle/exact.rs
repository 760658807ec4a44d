//! Exact search: branch and propagate on leaps, instead of walking over squares.
//!
//! A tour is a choice of leaps such that every square has two and they form one cycle
//! ([`problem`](super::problem) explains how an open tour becomes a cycle). Including and excluding leaps
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
//! The search restarts with its current weights, each time after twice as many nodes; leaps that were refuted
//! below no other decision stay decided.
//!
//! *Guarantee:* complete; a search that ends is a proof. *Cost:* exponential in the worst case; about 200
//! bytes per square.

use std::ops::ControlFlow;

use super::{
    chosen::pair_up,
    cycles::Cycles,
    fixed_leaps::FixedLeaps,
    merge::{Join, MergeEffort},
    problem::Problem,
};
use crate::{
    Stats,
    decisions::{BranchVisitor, Conflict, Decisions, Next, branch_and_propagate},
    strategy::SearchEnd,
};
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
    let weights = vec![0; problem.leaps.decisions.graph.vertex_count()];
    let (node_limit, restart) = (FIRST_RESTART_NODES, stats.moves + FIRST_RESTART_NODES);
    let mut search =
        ExactSearch { problem, random, weights, last, node_limit, restart, control, stats, listener };
    branch_and_propagate(&mut search, Ok(())).unwrap_or(SearchEnd::Exhausted)
}

/// Search that excludes the leap of a branch first, then includes it.
struct ExactSearch<'s, 'a, L> {
    problem: &'s mut Problem<'a>,
    random: Random,
    /// Number of failed branches on leaps of each vertex.
    weights: Vec<u32>,
    /// Number of nodes at which the search stops.
    last: u64,
    /// Nodes between two restarts, and number of nodes at the next one.
    node_limit: u64,
    restart: u64,
    control: &'s Control,
    stats: &'s mut Stats,
    listener: &'s mut L,
}

impl<L: ConflictListener> BranchVisitor for ExactSearch<'_, '_, L> {
    type Leap = u32;
    type Mark = usize;
    type End = SearchEnd;

    fn mark(&self) -> usize {
        self.problem.leaps.decisions.mark()
    }

    fn undo(&mut self, mark: usize) {
        self.problem.leaps.decisions.undo(mark);
    }

    fn visit(&mut self, depth: usize) -> Next<u32, SearchEnd> {
        let stats = &mut *self.stats;
        if self.control.is_over(stats.trials) || stats.moves >= self.last {
            return Next::End(SearchEnd::Stopped);
        }
        if stats.moves >= self.restart && depth > 0 {
            self.node_limit *= 2;
            self.restart = stats.moves + self.node_limit;
            return Next::Restart;
        }
        let problem = &mut *self.problem;
        pair_up(&mut problem.leaps, self.control, &mut |_| ());
        let mut join = Join::new(&mut problem.leaps, &mut self.random);
        join.run(NODE_MERGE_EFFORT, stats.trials, self.control, &mut |_| ());
        let cycles = join.cycles;
        match choose(problem, &cycles, &self.weights) {
            None => Next::End(problem.tour(&cycles)),
            Some(leap) => {
                stats.trials += 1;
                Next::Branch(leap)
            }
        }
    }

    fn decide(&mut self, leap: u32, is_first: bool) -> Result<(), Conflict> {
        self.stats.moves += 1;
        let mark = self.mark();
        let decisions = &mut self.problem.leaps.decisions;
        if is_first {
            decisions.exclude(leap)?;
        } else {
            self.stats.backtracks += 1;
            let (a, b) = decisions.graph.endpoints(leap);
            self.weights[a as usize] += 1;
            self.weights[b as usize] += 1;
            decisions.include(leap)?;
        }
        self.problem.leaps.propagate(mark, self.control)
    }

    fn on_conflict(&mut self, branches: &[(usize, u32)]) -> ControlFlow<SearchEnd, usize> {
        match self.listener.on_conflict(self.problem, branches) {
            Some(kept) => ControlFlow::Continue(kept),
            None => ControlFlow::Break(SearchEnd::Stopped),
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
    let decisions: &Decisions = &problem.leaps.decisions;
    let mut best = None;
    for cycle in cycles.shorter_cycles() {
        let leaps = || {
            let leaps = cycles.vertices(cycle).flat_map(|at| problem.leaps.factor.chosen_at(at));
            leaps.filter(|&leap| !decisions.is_included(leap))
        };
        let open_leaps = leaps().count();
        let keyed = leaps().map(|leap| {
            let (a, b) = decisions.graph.endpoints(leap);
            let weight = weights[a as usize] + weights[b as usize];
            (
                (
                    std::cmp::Reverse(weight),
                    open_leaps,
                    decisions.undecided_count(a) + decisions.undecided_count(b),
                ),
                leap,
            )
        });
        best = best.into_iter().chain(keyed).min();
    }
    best.map(|(_, leap)| leap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Method, cycle::problem::Opening};
    use ktour_core::{Board, Leaper, Puzzle, TourKind, graph::GraphCache};

    /// Every restart would otherwise refute the same leaps again: 15,000 nodes.
    #[test]
    fn a_restart_keeps_what_was_refuted_at_the_root() {
        let puzzle = Puzzle::new(Board::new(8, 8).unwrap()).with_leaper(Leaper::new(1, 4).unwrap());
        let (puzzle, control) = (puzzle.with_kind(TourKind::Open), Control::unlimited());
        let Ok(Opening::Ready(mut problem)) = Problem::prepare(&puzzle, &GraphCache::default(), &control)
        else {
            panic!("the board has a factor")
        };
        let mut stats = Stats::new(Method::Exact);
        let end = exact(&mut problem, 11_000, &control, &mut stats);
        assert!(matches!(end, SearchEnd::Exhausted), "{} nodes", stats.moves);
    }
}
