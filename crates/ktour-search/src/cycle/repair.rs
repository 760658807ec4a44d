//! Construction with repair: a 2-factor of the board whose cycles are merged into one tour.
//!
//! A factor gives every square its two leaps, corners and bottlenecks included, so the remaining work,
//! merging cycles, is local. Each try after the first begins with another factor and may take twice as many
//! steps as the previous one.
//!
//! *Guarantee:* a tour, a proof if not even a factor exists, or nothing claimed. *Cost:* nearly linear in the
//! squares on boards that people draw; about 200 bytes per square.

use std::rc::Rc;

use super::{
    chosen::{FactorLeaps, pair_up},
    cycles::Cycles,
    merge::{Join, MergeEffort},
    problem::{Opening, Problem},
};
use crate::{Method, Refusal, Stats, Strategy, strategy::SearchEnd};
use ktour_core::{Control, Outcome, Puzzle, Square, TourKind, graph::GraphCache, random::Random};

/// Number of factors tried before giving up.
pub(crate) const MAX_REPAIR_TRIES: u32 = 12;

/// Searches for a tour of the requested kind; any kind counts as open. `watch` is called with every factor on
/// the way.
pub(crate) fn repair(
    problem: &mut Problem,
    strategy: &Strategy,
    tries: u32,
    control: &Control,
    stats: &mut Stats,
    mut watch: impl FnMut(&FactorLeaps),
) -> SearchEnd {
    let mut random = Random::new(strategy.seed, stats.tries);
    if let Err(end) = problem.restart(&mut random, control) {
        return end;
    }
    for attempt in 0..tries {
        if control.is_over(stats.trials) {
            break;
        }
        stats.tries += 1;
        // A problem restarts with a random factor.
        if attempt > 0 && !problem.shuffle(&mut random, control) {
            break;
        }
        let leaps = &mut problem.leaps;
        let vertices = leaps.decisions.graph.vertex_count() as u64;
        watch(leaps);
        pair_up(leaps, control, &mut watch);
        let steps = (20_000 + 50 * vertices) << attempt;
        let mut join = Join::new(leaps, &mut random);
        let effort = MergeEffort { longest: 5, steps, kicks: 20 << attempt };
        let is_tour = join.run(effort, stats.trials, control, &mut watch);
        let (steps, cycles) = (join.steps, join.cycles);
        stats.trials += steps;
        stats.moves += vertices;
        if is_tour {
            return problem.tour(&cycles);
        }
    }
    SearchEnd::Stopped
}

/// The stages in which the cycles of a 2-factor are merged into a tour.
#[derive(Debug)]
pub struct Joining {
    /// The cycles before the first and after each exchange, each as squares in order; if a tour was found,
    /// the last stage is one cycle.
    pub stages: Vec<Vec<Vec<Square>>>,
    /// The outcome.
    pub outcome: Outcome,
}

/// Covers a board with cycles and merges them into a closed tour, as [`Method::Repair`] does with the same
/// seed.
///
/// ```
/// use ktour::{Board, Control, Method, Puzzle, Strategy, joining};
/// let puzzle = Puzzle::new(Board::new(6, 6)?);
/// let joining = joining(&puzzle, &Strategy::new(Method::Repair), &Control::unlimited())?;
/// assert!(joining.stages.iter().all(|cycles| cycles.iter().map(Vec::len).sum::<usize>() == 36));
/// assert_eq!(joining.stages.last().map(Vec::len), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn joining(puzzle: &Puzzle, strategy: &Strategy, control: &Control) -> Result<Joining, Refusal> {
    let puzzle = puzzle.clone().with_kind(TourKind::Closed);
    let mut stats = Stats::new(Method::Repair);
    let mut stages = Vec::new();
    let end = match Problem::prepare(&puzzle, &GraphCache::default(), control)? {
        Opening::Ready(mut problem) => {
            let squares = Rc::clone(problem.squares());
            repair(&mut problem, strategy, MAX_REPAIR_TRIES, control, &mut stats, |leaps| {
                stages.push(cycles(&squares, leaps));
            })
        }
        Opening::Over(end) => end,
    };
    Ok(Joining { stages, outcome: end.outcome(control, &stats) })
}

/// The cycles of a factor, the one with the first square first.
fn cycles(squares: &[Square], leaps: &FactorLeaps) -> Vec<Vec<Square>> {
    let cycles = Cycles::new(leaps);
    let mut is_seen = vec![false; squares.len()];
    let mut all = Vec::new();
    for vertex in 0..squares.len() {
        if is_seen[vertex] {
            continue;
        }
        let cycle: Vec<u32> = cycles.vertices(cycles.cycle_of(vertex as u32)).collect();
        cycle.iter().for_each(|&at| is_seen[at as usize] = true);
        all.push(cycle.into_iter().map(|at| squares[at as usize]).collect());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve;
    use ktour_core::Board;

    #[test]
    fn the_stages_lead_to_the_tour_of_repair() {
        for (side, seed) in [(6, 1), (8, 2), (10, 3)] {
            let puzzle = Puzzle::new(Board::new(side, side).unwrap()).with_kind(TourKind::Closed);
            let strategy = Strategy { seed, ..Strategy::new(Method::Repair) };
            let Joining { stages, outcome } = joining(&puzzle, &strategy, &Control::unlimited()).unwrap();
            let answer = solve(&puzzle, &strategy, &Control::unlimited()).unwrap();
            let squares = |outcome: &Outcome| match outcome {
                Outcome::Found(tour) => tour.squares().collect::<Vec<_>>(),
                _ => panic!("a board with tours"),
            };
            assert_eq!(squares(&outcome), squares(&answer.outcome));
            for cycle in stages.iter().flatten() {
                let leaps = cycle.iter().zip(cycle.iter().cycle().skip(1));
                assert!(cycle.len() >= 4 && leaps.into_iter().all(|(a, b)| puzzle.leaper().is_leap(*a, *b)));
            }
        }
    }
}
