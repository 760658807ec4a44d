//! Fixed leaps: leaps that every 2-factor contains, or that none contains.
//!
//! Two factors differ by closed walks on which chosen and unchosen leaps alternate. Direct every undecided
//! leap: a chosen one from its light vertex to its dark one, any other from its dark vertex to its light one.
//! Then such walks follow the directions, and a leap lies on one if its two vertices are in the same
//! *strongly connected component*. Any other leap is the same in all factors, and so in all tours.
//!
//! Long leapers need this most: on 24×26 the (3,4) leaper has factors, but none with leaps between some parts
//! of the board.
//!
//! *Cost:* one walk over the leaps.
//!
//! Reference: J.-C. Régin, A filtering algorithm for constraints of difference in CSPs, AAAI 1994.

use super::factor::{Factor, Shortage};
use crate::decisions::Decisions;
use ktour_core::{
    Control,
    graph::{DepthFirst, StrongComponents},
};

/// Strongly connected components of the undecided leaps, and the leaps between them.
pub(crate) struct FixedLeaps {
    strong: StrongComponents,
    /// Leaps that are the same in all factors, and whether all factors contain them.
    pub(crate) leaps: Vec<(u32, bool)>,
}

impl FixedLeaps {
    /// Finds the fixed leaps among the undecided ones, given a factor of the remaining graph; `None` if it
    /// was stopped.
    pub(crate) fn new(decisions: &Decisions, factor: &Factor, control: &Control) -> Option<FixedLeaps> {
        let graph = &decisions.graph;
        let is_open = |leap: u32| !decisions.is_included(leap) && !decisions.is_excluded(leap);
        let leads_on = |leap: u32, from: u32| factor.has(from, leap) != factor.is_dark(from);
        let leads = |leap: u32, from: u32| is_open(leap) && leads_on(leap, from);
        let strong = DepthFirst::default().strong_components(graph, leads, control)?;
        let between = |&leap: &u32| {
            let (a, b) = graph.endpoints(leap);
            is_open(leap) && strong.part[a as usize] != strong.part[b as usize]
        };
        let leaps = (0..graph.leap_count() as u32).filter(between);
        let leaps = leaps.map(|leap| (leap, factor.has(graph.endpoints(leap).0, leap))).collect();
        Some(FixedLeaps { strong, leaps })
    }

    /// The vertices up to every component that a fixed leap enters: the dark ones have no leap to spare, and
    /// the light ones none to give to others.
    pub(crate) fn tight_sets(&self, decisions: &Decisions, factor: &Factor) -> Vec<Shortage> {
        let part = |vertex: u32| self.strong.part[vertex as usize];
        let entered = self.leaps.iter().map(|&(leap, _)| {
            let (a, b) = decisions.graph.endpoints(leap);
            part(a).min(part(b))
        });
        let mut parts: Vec<u32> = entered.collect();
        parts.sort_unstable();
        parts.dedup();
        let up_to = |last: u32| {
            let vertices = self.strong.vertices.iter().copied().take_while(|&vertex| part(vertex) <= last);
            let (needy, giving) = vertices.partition(|&vertex| factor.is_dark(vertex));
            Shortage { needy, giving }
        };
        parts.into_iter().map(up_to).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::problem::{Opening, Problem};
    use super::*;
    use ktour_core::{Board, Leaper, Puzzle, Square, TourKind, graph::GraphCache, random::Random};

    /// Tries every undecided leap both ways: it is fixed if no factor does the opposite.
    #[test]
    fn a_leap_is_fixed_if_no_factor_does_the_opposite() {
        let control = Control::unlimited();
        let (mut fixed_leaps, mut boards) = (0, 0);
        for seed in 0..60u64 {
            let mut random = Random::new(seed, 0);
            let (files, ranks) = (5 + seed % 4, 4 + seed % 5);
            let holes = (0..seed % 6).map(|_| Square::new(random.below_u64(files), random.below_u64(ranks)));
            let board = Board::new(files, ranks).unwrap().with_holes(holes.collect::<Vec<_>>()).unwrap();
            let puzzle =
                Puzzle::new(board).with_kind(if seed % 2 == 0 { TourKind::Closed } else { TourKind::Open });
            let Ok(Opening::Ready(mut problem)) = Problem::prepare(&puzzle, &GraphCache::default(), &control)
            else {
                continue;
            };
            if problem.restart(&mut random, &control).is_err() {
                continue;
            }
            boards += 1;
            let fixed = FixedLeaps::new(&problem.leaps.decisions, &problem.leaps.factor, &control).unwrap();
            fixed_leaps += fixed.leaps.len();
            for leap in 0..problem.leaps.decisions.graph.leap_count() as u32 {
                if problem.leaps.decisions.is_included(leap) || problem.leaps.decisions.is_excluded(leap) {
                    continue;
                }
                let (a, _) = problem.leaps.decisions.graph.endpoints(leap);
                let is_chosen = problem.leaps.factor.has(a, leap);
                let mark = problem.leaps.decisions.mark();
                let opposite = if is_chosen {
                    problem.leaps.decisions.exclude(leap)
                } else {
                    problem.leaps.decisions.include(leap)
                };
                let has_factor = opposite.is_ok() && {
                    problem.leaps.factor.apply_decisions(&problem.leaps.decisions, mark);
                    problem.leaps.factor.augment(&problem.leaps.decisions, &control).is_ok()
                };
                problem.leaps.decisions.undo(mark);
                assert!(matches!(problem.leaps.factor.augment(&problem.leaps.decisions, &control), Ok(true)));
                let is_fixed = fixed.leaps.iter().any(|&(other, _)| other == leap);
                // Including a leap may close a cycle, which a factor may have.
                assert!(!(is_fixed && has_factor), "seed {seed}, leap {leap}");
                assert!(
                    is_fixed || has_factor || opposite.is_err() || !is_chosen,
                    "seed {seed}, leap {leap}"
                );
            }
        }
        assert!(boards > 20 && fixed_leaps > 20, "{fixed_leaps} on {boards} boards");
    }

    #[test]
    fn a_leaper_of_three_and_four_has_no_closed_tour_of_24_by_26() {
        let puzzle = Puzzle::new(Board::new(24, 26).unwrap()).with_leaper(Leaper::new(3, 4).unwrap());
        let puzzle = puzzle.with_kind(TourKind::Closed);
        let answer = crate::solve(&puzzle, &crate::Strategy::default(), &Control::unlimited()).unwrap();
        assert!(matches!(answer.outcome, ktour_core::Outcome::Impossible(_)), "{:?}", answer.stats);
    }
}
