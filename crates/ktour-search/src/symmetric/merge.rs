//! One Hamiltonian cycle of a large quotient: a 2-factor whose cycles are merged.
//!
//! A folded board is not bipartite if the symmetry changes colours, so the factor is found by plain
//! *alternating paths*: from a deficient vertex, unchosen and chosen leaps alternate until another deficient
//! vertex is reached, and all of them are exchanged. A path that would use a leap twice is skipped; another
//! try may find what this one misses.
//!
//! *Guarantee:* none. *Cost:* nearly linear in the vertices on boards that people draw.

use super::quotient::{Quotient, cycle_leaps};
use crate::{
    Stats,
    cycle::{
        chosen::{ChosenLeaps, FactorLeaps, pair_up},
        cycles::Cycles,
        factor::Factor,
        merge::{Join, MergeEffort},
    },
    decisions::Decisions,
};
use ktour_core::{Control, Square, graph::NONE, random::Random};

/// Tries to find the squares of a tour. Earlier decisions are undone first.
pub(super) fn merge_cycles(
    quotient: &Quotient<'_>,
    leaps: &mut FactorLeaps,
    random: &mut Random,
    patience: u32,
    control: &Control,
    stats: &mut Stats,
) -> Option<Vec<Square>> {
    let decisions = &mut leaps.decisions;
    decisions.undo(0);
    stats.tries += 1;
    // A tour uses at most one of the leaps that join the same two orbits; a random one is chosen.
    for run in &quotient.parallel {
        let kept = random.index(run.len());
        let left = run.iter().enumerate().filter(|&(at, _)| at != kept);
        left.map(|(_, &leap)| leap).try_for_each(|leap| decisions.exclude(leap)).ok()?;
    }
    quotient.given.iter().try_for_each(|&leap| decisions.include(leap)).ok()?;
    decisions.propagate_all().ok()?;
    let vertices = decisions.graph.vertex_count();
    leaps.factor.clear();
    leaps.factor.apply_decisions(decisions, 0);
    leaps.factor.choose_greedily(decisions, random, control);
    if !augment(leaps, random, control) {
        return None;
    }
    pair_up(leaps, control, &mut |_| ());
    let steps = (20_000 + 50 * vertices as u64) << patience;
    let mut join = Join::new(leaps, random);
    let effort = MergeEffort { longest: 5, steps, kicks: 20 << patience };
    let is_one = join.run(effort, stats.trials, control, &mut |_| ());
    stats.trials += join.steps;
    stats.moves += vertices as u64;
    if !is_one || Cycles::new(leaps).count() > 1 {
        return None;
    }
    let graph = &leaps.decisions.graph;
    quotient.unfold(graph, &cycle_leaps(graph, |vertex| leaps.chosen(vertex)))
}

/// Augments until no vertex is deficient; `false` if no alternating path is found.
fn augment(leaps: &mut FactorLeaps, random: &mut Random, control: &Control) -> bool {
    let FactorLeaps { decisions, factor } = leaps;
    let from = vec![[(NONE, NONE); 2]; decisions.graph.vertex_count()];
    let mut paths = AlternatingPaths { from, touched: Vec::new(), queue: Vec::new() };
    for vertex in 0..decisions.graph.vertex_count() as u32 {
        while factor.has(vertex, NONE) {
            let Some(path) = paths.find(factor, decisions, vertex, random) else { return false };
            // Added and removed leaps alternate, beginning with an added one.
            path.iter().skip(1).step_by(2).for_each(|&leap| factor.remove(decisions, leap));
            path.iter().step_by(2).for_each(|&leap| factor.choose(decisions, leap));
        }
        if control.is_stopped_at(vertex.into()) {
            return false;
        }
    }
    true
}

/// Alternating paths from one vertex, the shortest first.
struct AlternatingPaths {
    /// Leap and previous vertex on the path to each vertex, after a removed leap and after an added one.
    from: Vec<[(u32, u32); 2]>,
    touched: Vec<u32>,
    queue: Vec<(u32, bool)>,
}

impl AlternatingPaths {
    fn find(
        &mut self,
        factor: &Factor,
        decisions: &Decisions,
        vertex: u32,
        random: &mut Random,
    ) -> Option<Vec<u32>> {
        self.touched.drain(..).for_each(|vertex| self.from[vertex as usize] = [(NONE, NONE); 2]);
        self.queue.clear();
        self.queue.push((vertex, false));
        let is_twice_short = factor.chosen_at(vertex) == [NONE; 2];
        let mut next = 0;
        while let Some(&(at, has_got)) = self.queue.get(next) {
            next += 1;
            let around = decisions.graph.neighbours(at);
            let first = random.index(around.len());
            for &(leap, to) in around[first..].iter().chain(&around[..first]) {
                let is_chosen = factor.has(at, leap);
                let may = if has_got {
                    is_chosen && !decisions.is_included(leap)
                } else {
                    !is_chosen && !decisions.is_excluded(leap)
                };
                if !may || self.from[to as usize][usize::from(!has_got)].0 != NONE {
                    continue;
                }
                self.from[to as usize][usize::from(!has_got)] = (leap, at);
                self.touched.push(to);
                let is_end = !has_got && factor.has(to, NONE) && (to != vertex || is_twice_short);
                match is_end.then(|| self.path(vertex, to)).flatten() {
                    Some(path) => return Some(path),
                    None => self.queue.push((to, !has_got)),
                }
            }
        }
        None
    }

    /// The leaps of the path to a vertex after an added leap; `None` if a leap is repeated.
    fn path(&self, vertex: u32, to: u32) -> Option<Vec<u32>> {
        let (mut at, mut has_got, mut path) = (to, true, Vec::new());
        loop {
            let (leap, before) = self.from[at as usize][usize::from(has_got)];
            if path.contains(&leap) {
                return None;
            }
            path.push(leap);
            (at, has_got) = (before, !has_got);
            if at == vertex && !has_got {
                path.reverse();
                return Some(path);
            }
        }
    }
}
