//! Exact search: it decides leaps, instead of walking over squares.
//!
//! A tour is a choice of leaps such that every square has two and they form one cycle
//! ([`vertices`](super::vertices) explains how an open tour becomes a cycle). Taking and leaving leaps forces
//! others:
//!
//! * a square with two taken leaps leaves the rest; one that has only two takes both;
//! * the two ends of a path of taken leaps must not be joined unless everything is on that path;
//! * what remains must stay in one piece that no single square holds together;
//! * what remains must have a factor: two leaps for every square, in any number of cycles;
//! * a leap that all factors have is taken, and one that none has is left ([`fixed_leaps`](super::fixed_leaps)), once,
//!   before the first decision;
//! * of tours that are images of one another under the board's symmetries, one is enough: ends that are
//!   images of others are left out.
//!
//! Vertices where branches failed weigh more and more, and leaps at heavy vertices are decided first, so that
//! an impossible part of the board is not searched again for every way to fill another part.
//!
//! In every node the cycles of the factor are joined as far as that is easy. If more than one remains, a tour
//! must leave the shortest of them somewhere, so the search branches on one of its leaps: left, or else
//! taken.
//!
//! Now and then the search restarts with its current weights, each time with twice the patience.
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
use crate::{
    Control,
    decisions::Decisions,
    random::Random,
    search::{Stats, search_end::SearchEnd},
};

/// What a node may spend on joining cycles.
const NODE_MERGE_EFFORT: MergeEffort = MergeEffort { longest: 3, steps: 2000, kicks: 0 };

/// The first search gives up after so many nodes and begins again, wiser; each next one after twice as many.
const FIRST_RESTART_NODES: u64 = 256;

/// Hears where a search leads nowhere, and may say how far back that reaches. Nobody listening costs nothing.
pub(crate) trait ConflictListener {
    /// Whether it is content with one of the tours that symmetries make of one.
    const BREAKS_SYMMETRY: bool = false;

    /// Some leaps are the same in all factors and will be decided.
    fn on_fixed_leaps(&mut self, _: &Problem, _: &FixedLeaps) {}

    /// What is forced was followed; `false` if it wants no more.
    fn on_start(&mut self, _: &Problem) -> bool {
        true
    }

    /// These decisions, each to leave a leap, end in a clash; so do the first of them, so many, alone.
    /// `None` if it wants no more.
    fn on_conflict(&mut self, problem: &mut Problem, branches: &[(usize, u32)]) -> Option<usize>;
}

/// Nobody listens.
impl ConflictListener for () {
    const BREAKS_SYMMETRY: bool = true;

    fn on_conflict(&mut self, _: &mut Problem, branches: &[(usize, u32)]) -> Option<usize> {
        Some(branches.len())
    }
}

/// Searches for a tour of the kind asked for; any kind counts as open. Stops after so many nodes.
pub(crate) fn exact(problem: &mut Problem, nodes: u64, control: &Control, stats: &mut Stats) -> SearchEnd {
    exact_with(problem, nodes, control, stats, &mut ())
}

/// The same while somebody listens.
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
    let mut weights = vec![0u32; problem.decisions.graph.len()];
    // Each decision: the mark before it, and the leap that was left first.
    let mut branches: Vec<(usize, u32)> = Vec::new();
    let (mut patience, mut restart) = (FIRST_RESTART_NODES, stats.moves + FIRST_RESTART_NODES);
    loop {
        if control.is_over(stats.trials) || stats.moves >= last {
            return SearchEnd::Stopped;
        }
        if stats.moves >= restart && !branches.is_empty() {
            branches.clear();
            problem.decisions.undo(root);
            patience *= 2;
            restart = stats.moves + patience;
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

/// Before anything is decided: a first factor, the leaps that all factors share, images. The end, if it comes so soon.
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
    if problem.fix_common_leaps(control, |problem, sifted| listener.on_fixed_leaps(problem, sifted)).is_err()
    {
        return Some(listener.on_conflict(problem, &[]).map_or(SearchEnd::Stopped, |_| SearchEnd::Exhausted));
    }
    if !listener.on_start(problem) {
        return Some(SearchEnd::Stopped);
    }
    let is_over = L::BREAKS_SYMMETRY && problem.exclude_images(control).is_err();
    is_over.then_some(SearchEnd::Exhausted)
}

/// The leap to decide: an open one of a cycle that is not the longest, at the heaviest vertices, of
/// a cycle with few open leaps, between vertices with few choices. `None` if there is one cycle only.
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
