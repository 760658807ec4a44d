//! The stages of `repair` for display: the cycles of its 2-factor after each exchange.

use std::rc::Rc;

use super::{
    chosen::FactorLeaps,
    cycles::Cycles,
    problem::{Opening, Problem},
    repair,
};
use crate::{Method, Refusal, Stats, Strategy};
use ktour_core::{Control, Outcome, Puzzle, Square, TourKind, graph::GraphCache};

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
            repair::repair(&mut problem, strategy, repair::MAX_REPAIR_TRIES, control, &mut stats, |leaps| {
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
