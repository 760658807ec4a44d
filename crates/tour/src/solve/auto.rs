//! The method that chooses: theory first, then building for all but small boards, then greedy
//! walks, then a factor whose cycles are joined, in turn with the search that proves.
//!
//! Where the kind is left open, a closed tour is tried first: it is what people like best.

use super::{Method, Refusal, Stats, Strategy, divide, exact, repair, tie::Tie, walk, warnsdorff};
use crate::{
    Budget, Outcome, Puzzle, TourKind,
    theory::{self, Verdict},
};

/// Boards of up to so many squares are searched: their tours look less regular.
const SMALL: u128 = 64;

pub(crate) fn auto(
    puzzle: &Puzzle,
    strategy: &Strategy,
    budget: &Budget,
    stats: &mut Stats,
) -> Result<Outcome, Refusal> {
    if puzzle.kind().is_some() {
        return of_kind(puzzle, strategy, budget, stats);
    }
    let closed = puzzle.clone().with_kind(TourKind::Closed);
    let open = puzzle.clone().with_kind(TourKind::Open);
    match of_kind(&closed, strategy, budget, stats)? {
        Outcome::Impossible(_) => of_kind(&open, strategy, budget, stats),
        other => Ok(other),
    }
}

fn of_kind(
    puzzle: &Puzzle,
    strategy: &Strategy,
    budget: &Budget,
    stats: &mut Stats,
) -> Result<Outcome, Refusal> {
    if let Verdict::No(reason) = theory::exists_within(puzzle, &|| budget.is_spent(stats.trials)) {
        return Ok(Outcome::Impossible(reason));
    }
    if puzzle.board().area() > SMALL {
        stats.method = Method::Divide;
        if let Some(outcome) = divide::divide(puzzle, stats)? {
            return Ok(outcome);
        }
    }
    if puzzle.kind() == Some(TourKind::Open) && puzzle.board().square_count() > 1 {
        stats.method = Method::Warnsdorff;
        for tie in [Tie::Far, Tie::Lookahead, Tie::Random] {
            let walks = Strategy { method: Method::Warnsdorff, tie, tries: 4, ..strategy.clone() };
            let end = warnsdorff::warnsdorff(puzzle, &walks, budget, stats)?;
            if matches!(end, walk::End::Found(_)) || budget.is_spent(stats.trials) {
                return Ok(walk::outcome(end, budget, stats));
            }
        }
    }
    repaired_or_exact(puzzle, strategy, budget, stats)
}

/// A little repair, a short search, then more of both until one of them answers.
fn repaired_or_exact(
    puzzle: &Puzzle,
    strategy: &Strategy,
    budget: &Budget,
    stats: &mut Stats,
) -> Result<Outcome, Refusal> {
    for round in 0.. {
        stats.method = Method::Repair;
        let end = repair::repair(puzzle, strategy, round + 1, budget, stats)?;
        if !matches!(end, walk::End::Stopped) || budget.is_spent(stats.trials) {
            return Ok(walk::outcome(end, budget, stats));
        }
        stats.method = Method::Exact;
        let end = exact::exact(puzzle, 100 << (2 * round).min(40), budget, stats)?;
        if !matches!(end, walk::End::Stopped) || budget.is_spent(stats.trials) {
            return Ok(walk::outcome(end, budget, stats));
        }
    }
    unreachable!("the rounds have no end")
}
