//! The method that chooses the others: theory first, then building for all but small boards, then, on large
//! boards, a built tour mended around the holes; otherwise greedy walks, then a 2-factor whose cycles are
//! merged, alternating with the exact search.
//!
//! If no kind is given, a closed tour is tried first, because players prefer one.

use super::{
    Method, Refusal, Stats, Strategy, Tie, build,
    cycle::{
        exact,
        problem::{Opening, Problem},
        repair,
        strip_dp::strip_dp,
    },
    mend,
    path::warnsdorff,
};
use crate::strategy::SearchEnd;
use crate::theory::{self, Verdict};
use ktour_core::{Control, Outcome, Puzzle, TourKind, graph::GraphCache};

/// Boards up to this size are searched before building: such tours look less regular.
const MAX_SQUARES_TO_SEARCH_FIRST: u128 = 64;

/// Rounds of repair and exact search after which a narrow board goes to the strip DP.
const ROUNDS_BEFORE_STRIP_DP: u32 = 1;

pub(crate) fn auto(
    puzzle: &Puzzle,
    strategy: &Strategy,
    graphs: &GraphCache,
    control: &Control,
    stats: &mut Stats,
) -> Result<Outcome, Refusal> {
    if puzzle.kind().is_some() {
        return solve_kind(puzzle, strategy, graphs, control, stats);
    }
    let closed = puzzle.clone().with_kind(TourKind::Closed);
    let open = puzzle.clone().with_kind(TourKind::Open);
    match solve_kind(&closed, strategy, graphs, control, stats)? {
        // The search for a closed tour used up the budget.
        Outcome::Unknown(_) if control.is_over(stats.trials) => {
            Ok(Outcome::Unknown(control.spent(stats.trials)))
        }
        Outcome::Impossible(_) | Outcome::Unknown(_) => solve_kind(&open, strategy, graphs, control, stats),
        found => Ok(found),
    }
}

fn solve_kind(
    puzzle: &Puzzle,
    strategy: &Strategy,
    graphs: &GraphCache,
    control: &Control,
    stats: &mut Stats,
) -> Result<Outcome, Refusal> {
    match theory::exists_on(puzzle, graphs, control) {
        Verdict::No(reason) => Ok(Outcome::Impossible(reason)),
        _ => without_theory(puzzle, strategy, graphs, control, stats),
    }
}

/// Searches for a tour of the given kind that theory does not rule out.
pub(crate) fn without_theory(
    puzzle: &Puzzle,
    strategy: &Strategy,
    graphs: &GraphCache,
    control: &Control,
    stats: &mut Stats,
) -> Result<Outcome, Refusal> {
    if puzzle.board().area() > MAX_SQUARES_TO_SEARCH_FIRST {
        stats.method = Method::Divide;
        if let Some(outcome) = build::divide(puzzle, stats)? {
            return Ok(outcome);
        }
    }
    stats.method = Method::Repair;
    if let Some(end) = mend::mend(puzzle, strategy, control, stats) {
        return Ok(end.outcome(control, stats));
    }
    if puzzle.kind() == Some(TourKind::Open) && puzzle.board().square_count() > 1 {
        stats.method = Method::Warnsdorff;
        for tie in [Tie::Far, Tie::Lookahead, Tie::Random] {
            let walks = Strategy { method: Method::Warnsdorff, tie, tries: 4, ..strategy.clone() };
            let end = warnsdorff::warnsdorff(puzzle, &walks, control, stats)?;
            if matches!(end, SearchEnd::Found(_)) || control.is_over(stats.trials) {
                return Ok(end.outcome(control, stats));
            }
        }
    }
    repaired_or_exact(puzzle, strategy, graphs, control, stats)
}

/// Alternates between repair and exact search, each round with a larger budget, until one of them answers.
fn repaired_or_exact(
    puzzle: &Puzzle,
    strategy: &Strategy,
    graphs: &GraphCache,
    control: &Control,
    stats: &mut Stats,
) -> Result<Outcome, Refusal> {
    stats.method = Method::Repair;
    let mut problem = match Problem::prepare(puzzle, graphs, control)? {
        Opening::Ready(problem) => problem,
        Opening::Over(end) => return Ok(end.outcome(control, stats)),
    };
    for round in 0.. {
        stats.method = Method::Repair;
        let end = repair::repair(&mut problem, strategy, round + 1, control, stats, |_| ());
        if !matches!(end, SearchEnd::Stopped) || control.is_over(stats.trials) {
            return Ok(end.outcome(control, stats));
        }
        stats.method = Method::Exact;
        // A node costs a pass over the whole board: on a large one, a few cost as much as a try of repair.
        let nodes = (30_000 / problem.leaps.decisions.graph.vertex_count() as u64).clamp(10, 100);
        let end = exact::exact(&mut problem, nodes << (4 * round).min(40), control, stats);
        if !matches!(end, SearchEnd::Stopped) || control.is_over(stats.trials) {
            return Ok(end.outcome(control, stats));
        }
        if round == ROUNDS_BEFORE_STRIP_DP
            && let Some(end @ (SearchEnd::Found(_) | SearchEnd::Exhausted)) = strip_dp(puzzle, control, stats)
        {
            return Ok(end.outcome(control, stats));
        }
    }
    unreachable!("the rounds have no end")
}
