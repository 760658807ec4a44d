//! Tours that a rotation or a reflection of the board leaves unchanged.
//!
//! They are searched for on the board folded along the symmetry (`quotient`), which has half as many squares,
//! or a quarter: by merging the cycles of a 2-factor (`merge`), alternating with an exhaustive search
//! (`listing`), which can also list them all. Counting often shows that there can be none: squares that stay
//! in place, leaps between a square and its image, and colours. The symmetry of every tour found is checked
//! by the module that measures tours, which is independent of this one.

mod listing;
mod merge;
mod quotient;
mod wanted;

use std::ops::ControlFlow;

pub use self::wanted::WantedSymmetry;
pub use listing::sample_symmetric;

use self::{
    listing::{ListEnd, for_each_cycle},
    quotient::{Orbits, Quotient, cycle_leaps},
};
use crate::{
    Answer, Method, Refusal, Stats, Strategy,
    cycle::chosen::FactorLeaps,
    decisions::Decisions,
    solve,
    strategy::verified,
    theory::{self, Verdict},
};
use ktour_core::{
    Control, Outcome, Puzzle, Reason, Square, Symmetry, Tour, TourKind, measure::TourSymmetries,
    random::Random,
};

/// Smaller quotients are only listed.
const MIN_VERTICES_TO_JOIN: usize = 8;
/// Nodes of the first exhaustive round; each next round has four times as many.
const FIRST_ROUND_NODES: u64 = 200;

/// Searches for a tour with a symmetry. If no kind is given: a closed one, or an open one if no closed one
/// exists.
///
/// *Guarantee:* complete, given enough time. *Cost:* nearly linear on boards that have such tours: 100×100
/// takes less than a second; an impossible board that counting does not rule out takes a search.
///
/// ```
/// use ktour::{Board, Control, Puzzle, measure::{Measures, SymmetryName}};
/// use ktour::symmetric::{WantedSymmetry, solve_symmetric};
/// let puzzle = Puzzle::new(Board::new(6, 6)?);
/// let answer = solve_symmetric(&puzzle, WantedSymmetry::QuarterTurn, 0, &Control::unlimited())?;
/// let tour = answer.outcome.found().expect("6x6 has five classes of them");
/// assert_eq!(Measures::new(&tour).symmetry.symmetry_name(), SymmetryName::Birotary);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_symmetric(
    puzzle: &Puzzle,
    wanted: WantedSymmetry,
    seed: u64,
    control: &Control,
) -> Result<Answer, Refusal> {
    let began = control.clock().now();
    let symmetries = wanted_symmetries(puzzle, wanted)?;
    let mut stats = Stats::new(Method::Repair);
    let kinds = puzzle.kind().map_or(vec![TourKind::Closed, TourKind::Open], |kind| vec![kind]);
    let mut outcome = Outcome::Unknown(control.spent(0));
    for kind in kinds {
        outcome = solve_kind(&puzzle.clone().with_kind(kind), &symmetries, seed, control, &mut stats)?;
        if !matches!(outcome, Outcome::Impossible(_)) {
            break;
        }
    }
    stats.elapsed = control.clock().now().saturating_sub(began);
    Ok(Answer { outcome, stats })
}

/// Calls `found` with every tour of one kind that has a symmetry, always in the same order; if no kind is
/// given, it counts as open. As in lists of all tours, a closed tour is listed once, from its start or the
/// first square, and an open tour in both directions, unless an end is given. Returns `false` if it was
/// stopped before the end.
///
/// ```
/// use ktour::{Board, Control, Puzzle, TourKind, symmetric::{WantedSymmetry, for_each_symmetric}};
/// use std::ops::ControlFlow;
/// let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
/// let mut tours = 0;
/// for_each_symmetric(&puzzle, WantedSymmetry::QuarterTurn, &Control::unlimited(), &mut |_| {
///     tours += 1;
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(tours, 10); // five classes of two
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn for_each_symmetric(
    puzzle: &Puzzle,
    wanted: WantedSymmetry,
    control: &Control,
    found: &mut dyn FnMut(Tour) -> ControlFlow<()>,
) -> Result<bool, Refusal> {
    let symmetries = wanted_symmetries(puzzle, wanted)?;
    let puzzle = &puzzle.clone().with_kind(puzzle.kind().unwrap_or(TourKind::Open));
    if let Verdict::No(_) = theory::exists_within(puzzle, control) {
        return Ok(true);
    }
    let is_one_way = puzzle.kind() == Some(TourKind::Closed)
        || puzzle.start().or(puzzle.end()).is_some()
        || puzzle.board().square_count() == 1;
    let mut stats = Stats::new(Method::Exact);
    for (at, &symmetry) in symmetries.iter().enumerate() {
        let Some(orbits) = Orbits::new(puzzle, symmetry, control) else { return Ok(false) };
        let mut each = |squares: Vec<Square>| {
            let tour = tour(puzzle, symmetry, squares);
            // A tour that has an earlier symmetry too was listed there.
            let is_repeated = at > 0 && {
                let kept = TourSymmetries::new(&tour);
                symmetries[..at].iter().any(|&earlier| kept.reverses(earlier).is_some())
            };
            if is_repeated {
                return ControlFlow::Continue(());
            }
            if is_one_way {
                return found(tour);
            }
            let back = tour.clone().reversed();
            found(tour)?;
            found(back)
        };
        match only_tour(puzzle, &orbits, 0, control)? {
            None => {}
            Some(Outcome::Unknown(_)) => return Ok(false),
            Some(Outcome::Impossible(_)) => continue,
            Some(Outcome::Found(tour)) => match each(tour.squares().collect()) {
                ControlFlow::Continue(()) => continue,
                ControlFlow::Break(()) => return Ok(true),
            },
        }
        for action in orbits.actions() {
            let Some((quotient, graph)) = Quotient::new(&orbits, action, control) else { return Ok(false) };
            let mut decisions = Decisions::new(graph);
            let given = quotient.given.clone();
            let listed =
                for_each_cycle(&mut decisions, &given, u64::MAX, control, &mut stats, &mut |decisions| {
                    included_squares(&quotient, decisions).map_or(ControlFlow::Continue(()), &mut each)
                });
            match listed {
                ListEnd::All => {}
                ListEnd::Enough => return Ok(true),
                ListEnd::Stopped => return Ok(false),
            }
        }
    }
    Ok(true)
}

/// The answer for a board that folding makes no smaller or reduces to one vertex; `None` for all others.
///
/// * A reflection whose axis goes through all squares moves none of them, so every tour has it. Leaps along a
///   line form paths, so there is at most one tour, in two directions.
/// * Four squares that a quarter turn exchanges have at most one tour with this symmetry.
fn only_tour(
    puzzle: &Puzzle,
    orbits: &Orbits<'_>,
    seed: u64,
    control: &Control,
) -> Result<Option<Outcome>, Refusal> {
    if orbits.order == 1 {
        let strategy = Strategy { seed, ..Strategy::default() };
        return Ok(Some(solve(puzzle, &strategy, control)?.outcome));
    }
    Ok(orbits.quarter_turned().map(|squares| Outcome::Found(verified(puzzle, squares))))
}

/// The requested symmetries of the board; refuses puzzles that this search does not cover.
fn wanted_symmetries(puzzle: &Puzzle, wanted: WantedSymmetry) -> Result<Vec<Symmetry>, Refusal> {
    if puzzle.visited().len() > 1 {
        return Err(Refusal::NotWhole);
    }
    if puzzle.board().small_area().is_none() {
        return Err(Refusal::too_large(puzzle));
    }
    wanted.on(puzzle.board())
}

/// The squares of the tour whose leaps are included.
fn included_squares(quotient: &Quotient<'_>, decisions: &Decisions) -> Option<Vec<Square>> {
    let cycle = cycle_leaps(&decisions.graph, |vertex| {
        let mut leaps = decisions.graph.neighbours(vertex).iter().map(|&(leap, _)| leap);
        let mut next = || leaps.find(|&leap| decisions.is_included(leap)).unwrap_or(0);
        [next(), next()]
    });
    quotient.unfold(&decisions.graph, &cycle)
}

/// Verifies a tour and its symmetry: every answer of this module is made here.
///
/// # Panics
/// If it is not a tour, or lacks the symmetry: a defect of this code, never of the input.
fn tour(puzzle: &Puzzle, symmetry: Symmetry, mut squares: Vec<Square>) -> Tour {
    if puzzle.kind() == Some(TourKind::Closed) {
        let first = puzzle.start().or(puzzle.board().squares().next());
        let at = squares.iter().position(|&square| Some(square) == first).unwrap_or(0);
        squares.rotate_left(at);
        if squares.len() > 1 && squares[1] > squares[squares.len() - 1] {
            squares[1..].reverse();
        }
    } else if puzzle.start().is_none() && puzzle.end().is_none() && squares[0] > squares[squares.len() - 1] {
        squares.reverse();
    }
    let tour = verified(puzzle, squares);
    assert!(TourSymmetries::new(&tour).reverses(symmetry).is_some(), "the tour found lacks the symmetry");
    tour
}

fn solve_kind(
    puzzle: &Puzzle,
    symmetries: &[Symmetry],
    seed: u64,
    control: &Control,
    stats: &mut Stats,
) -> Result<Outcome, Refusal> {
    if let Verdict::No(reason) = theory::exists_within(puzzle, control) {
        return Ok(Outcome::Impossible(reason));
    }
    let unknown = |stats: &Stats| Outcome::Unknown(control.spent(stats.trials));
    let mut all = Vec::new();
    for &symmetry in symmetries {
        match Orbits::new(puzzle, symmetry, control) {
            Some(orbits) => all.push((symmetry, orbits)),
            None => return Ok(unknown(stats)),
        }
    }
    for (symmetry, orbits) in &all {
        if let Some(outcome) = only_tour(puzzle, orbits, seed, control)? {
            return Ok(match outcome {
                Outcome::Found(found) => Outcome::Found(tour(puzzle, *symmetry, found.squares().collect())),
                other => other,
            });
        }
    }
    let mut sides = Vec::new();
    for (symmetry, orbits) in &all {
        for action in orbits.actions() {
            match Quotient::new(orbits, action, control) {
                Some((quotient, graph)) => {
                    let no_colours = vec![false; graph.vertex_count()];
                    let leaps = FactorLeaps::new(graph, no_colours);
                    sides.push(Folded { symmetry: *symmetry, quotient, leaps });
                }
                None => return Ok(unknown(stats)),
            }
        }
    }
    if sides.is_empty() {
        let facts = all.iter().map(|(_, orbits)| orbits.facts()).collect();
        return Ok(Outcome::Impossible(Reason::SymmetryImpossible(facts)));
    }
    let outcome = (0u32..).find_map(|round| {
        by_joining(puzzle, &mut sides, round, seed, control, stats)
            .or_else(|| by_search(puzzle, &mut sides, round, control, stats))
    });
    Ok(outcome.unwrap_or_else(|| unknown(stats)))
}

/// The board folded along a symmetry, in one of the ways in which a tour can have it.
struct Folded<'a> {
    symmetry: Symmetry,
    quotient: Quotient<'a>,
    leaps: FactorLeaps,
}

/// Merges the cycles of factors, more of them every round; an outcome ends the search.
fn by_joining(
    puzzle: &Puzzle,
    sides: &mut [Folded],
    round: u32,
    seed: u64,
    control: &Control,
    stats: &mut Stats,
) -> Option<Outcome> {
    stats.method = Method::Repair;
    for attempt in 0..=u64::from(round) {
        for Folded { symmetry, quotient, leaps } in &mut *sides {
            if leaps.decisions.graph.vertex_count() < MIN_VERTICES_TO_JOIN {
                continue;
            }
            let mut random = Random::new(seed, u64::from(round) << 32 | attempt);
            let joined = merge::merge_cycles(quotient, leaps, &mut random, round.min(20), control, stats);
            if let Some(squares) = joined {
                return Some(Outcome::Found(tour(puzzle, *symmetry, squares)));
            }
            if control.is_over(stats.trials) {
                return Some(Outcome::Unknown(control.spent(stats.trials)));
            }
        }
    }
    None
}

/// Lists the cycles of each quotient, with more nodes every round; a quotient without cycles is removed.
fn by_search(
    puzzle: &Puzzle,
    sides: &mut Vec<Folded>,
    round: u32,
    control: &Control,
    stats: &mut Stats,
) -> Option<Outcome> {
    stats.method = Method::Exact;
    let nodes = FIRST_ROUND_NODES << (2 * round).min(40);
    let (mut is_found, mut at) = (None, 0);
    while let Some(Folded { symmetry, quotient, leaps }) = sides.get_mut(at) {
        let given = quotient.given.clone();
        let listed = for_each_cycle(&mut leaps.decisions, &given, nodes, control, stats, &mut |decisions| {
            is_found = included_squares(quotient, decisions);
            if is_found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(squares) = is_found {
            return Some(Outcome::Found(tour(puzzle, *symmetry, squares)));
        }
        match listed {
            ListEnd::All => drop(sides.remove(at)),
            _ => at += 1,
        }
        if control.is_over(stats.trials) && !sides.is_empty() {
            return Some(Outcome::Unknown(control.spent(stats.trials)));
        }
    }
    let nodes = stats.moves + stats.tries;
    sides.is_empty().then_some(Outcome::Impossible(Reason::Exhausted { nodes }))
}
