//! Knight's tours: find one, or prove that none exists.
//!
//! ```
//! use ktour::{Board, Control, KNIGHT, Puzzle, Strategy, Tour, TourKind, solve};
//!
//! let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
//! let answer = solve(&puzzle, &Strategy::default(), &Control::unlimited())?;
//! let tour = answer.outcome.found().expect("6x6 has closed tours");
//! assert_eq!(Tour::verify(puzzle.board(), KNIGHT, tour.squares())?, tour);
//! for rank in tour.steps().chunks(6).rev() {
//!     println!("{rank:2?}"); // the numbers of the steps, the top rank first
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | module | contents |
//! | --- | --- |
//! | [`solve`], [`Strategy`], [`Trace`] | the methods, their counters, and the search shown square by square |
//! | [`theory`] | whether a tour exists, without a search |
//! | [`certificate`] | a *no* in files that other programs can check |
//! | [`build`], [`atlas`] | tours of boards too large to store |
//! | [`best`], [`symmetric`] | tours with few or many turns or crossings; tours with a symmetry |
//! | [`game`] | a tour played by hand, with hints that can be finished |

mod auto;
mod cycle;
mod decisions;
mod mend;
mod order;
mod path;
mod starts;
mod strategy;

pub mod atlas;
pub mod best;
pub mod build;
pub mod certificate;
pub mod game;
pub mod symmetric;
pub mod theory;

pub use cycle::repair::{Joining, joining};
pub use order::{MoveOrder, OrderError};
pub use path::trace::{Trace, Visit};
pub use starts::{CanStart, StartAnswer, starts, starts_with_tours};
pub use strategy::{Answer, Method, Refusal, Stats, Strategy, Tie};

use cycle::{
    exact,
    problem::{Opening, Problem},
    repair,
};
use ktour_core::{Control, KNIGHT, Outcome, Puzzle, Square, TourKind, graph::GraphCache};
use path::{WalkTask, backtrack, start_squares, warnsdorff, warnsdorff_backtrack};
use strategy::SearchEnd;
use theory::{Grounds, Verdict};

/// Searches for a tour.
///
/// ```text
///  1  4  7 10
/// 12  9  2  5
///  3  6 11  8
/// ```
///
/// ```
/// use ktour::{Control, Method, Outcome, Puzzle, Strategy, solve};
/// let (puzzle, control) = (Puzzle::new("4x3".parse()?), Control::unlimited());
/// let from_a3 = puzzle.clone().starting_at("a3".parse()?)?;
/// let tour = solve(&from_a3, &Strategy::default(), &control)?.outcome.found().expect("drawn above");
/// assert_eq!(tour.steps(), [3, 6, 11, 8, 12, 9, 2, 5, 1, 4, 7, 10]); // rank by rank from a1
///
/// let answer = solve(&puzzle.starting_at("b3".parse()?)?, &Strategy::new(Method::Exact), &control)?;
/// assert!(matches!(answer.outcome, Outcome::Impossible(_))); // no tour begins there
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(puzzle: &Puzzle, strategy: &Strategy, control: &Control) -> Result<Answer, Refusal> {
    solve_on(puzzle, strategy, &GraphCache::default(), control)
}

/// Does the same, with the leap graph that theory needs too.
pub(crate) fn solve_on(
    puzzle: &Puzzle,
    strategy: &Strategy,
    graphs: &GraphCache,
    control: &Control,
) -> Result<Answer, Refusal> {
    let began = control.clock().now();
    let mut stats = Stats::new(strategy.method);
    let outcome = match strategy.method {
        Method::Auto => auto::auto(puzzle, strategy, graphs, control, &mut stats)?,
        Method::Divide => match build::divide(puzzle, &mut stats)? {
            Some(outcome) => outcome,
            // Nothing to build: theory and search say why, or find what building does not cover.
            None => auto::auto(puzzle, strategy, graphs, control, &mut stats)?,
        },
        Method::Parberry => build::quadrants(puzzle, &mut stats)?,
        Method::Tidy => build::tidy(puzzle, &mut stats)?,
        Method::Warnsdorff => {
            let end = warnsdorff::warnsdorff(puzzle, strategy, control, &mut stats)?;
            end.outcome(control, &stats)
        }
        Method::Repair | Method::Exact => closed_first(puzzle, strategy, graphs, control, &mut stats)?,
        Method::Backtrack | Method::BacktrackIterative | Method::WarnsdorffBacktrack => {
            from_each_start(puzzle, strategy, control, &mut stats)?
        }
    };
    stats.elapsed = control.clock().now().saturating_sub(began);
    Ok(Answer { outcome, stats })
}

/// Decides whether tours of these kinds exist, whatever kind the puzzle has: by theory, or by a search if
/// theory has no answer and the search needs at most this many bytes.
///
/// ```
/// use ktour::{Board, Control, Puzzle, TourKind, decide, theory::exists};
/// let puzzle = Puzzle::new(Board::new(8, 8)?.with_holes(["d4".parse()?, "e4".parse()?])?);
/// assert!(!exists(&puzzle).is_yes());
/// let verdicts = decide(&puzzle, &[TourKind::Closed, TourKind::Open], 1 << 20, &Control::unlimited());
/// assert!(verdicts.iter().all(|verdict| verdict.is_yes()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decide(puzzle: &Puzzle, kinds: &[TourKind], max_bytes: u128, control: &Control) -> Vec<Verdict> {
    let graphs = GraphCache::default();
    let decide = |&kind| {
        let puzzle = puzzle.clone().with_kind(kind);
        let verdict = theory::exists_on(&puzzle, &graphs, control);
        if verdict != Verdict::Unknown || memory_needed(&puzzle, Method::Auto) > max_bytes {
            return verdict;
        }
        let (strategy, mut stats) = (Strategy::default(), Stats::new(Method::Auto));
        match auto::without_theory(&puzzle, &strategy, &graphs, control, &mut stats) {
            Ok(Outcome::Found(_)) => Verdict::Yes(Grounds::Search),
            Ok(Outcome::Impossible(reason)) => Verdict::No(reason),
            _ => Verdict::Unknown,
        }
    };
    kinds.iter().map(decide).collect()
}

/// Runs `repair` or `exact`. If no kind is given, a closed tour is searched for first.
fn closed_first(
    puzzle: &Puzzle,
    strategy: &Strategy,
    graphs: &GraphCache,
    control: &Control,
    stats: &mut Stats,
) -> Result<Outcome, Refusal> {
    if puzzle.kind().is_none() {
        let closed = puzzle.clone().with_kind(TourKind::Closed);
        if !matches!(theory::exists_on(&closed, graphs, control), Verdict::No(_)) {
            let outcome = joined(&closed, strategy, graphs, control, stats)?;
            if matches!(outcome, Outcome::Found(_)) || control.is_over(stats.trials) {
                return Ok(outcome);
            }
        }
    }
    joined(puzzle, strategy, graphs, control, stats)
}

/// Searches for a tour of the given kind by merging the cycles of a 2-factor.
fn joined(
    puzzle: &Puzzle,
    strategy: &Strategy,
    graphs: &GraphCache,
    control: &Control,
    stats: &mut Stats,
) -> Result<Outcome, Refusal> {
    let is_repair = strategy.method == Method::Repair;
    if is_repair && let Some(end) = mend::mend(puzzle, strategy, control, stats) {
        return Ok(end.outcome(control, stats));
    }
    let end = match Problem::prepare(puzzle, graphs, control)? {
        Opening::Ready(mut problem) if is_repair => {
            repair::repair(&mut problem, strategy, repair::MAX_REPAIR_TRIES, control, stats, |_| ())
        }
        Opening::Ready(mut problem) => exact::exact(&mut problem, u64::MAX, control, stats),
        Opening::Over(end) => {
            // The exact search counts the root as a node.
            stats.moves += u64::from(!is_repair);
            end
        }
    };
    Ok(end.outcome(control, stats))
}

/// Searches from the given start, or from every start in turn until one search has an answer.
fn from_each_start(
    puzzle: &Puzzle,
    strategy: &Strategy,
    control: &Control,
    stats: &mut Stats,
) -> Result<Outcome, Refusal> {
    let order = strategy.order_for(puzzle);
    let mut end = SearchEnd::Exhausted;
    for start in start_squares(puzzle) {
        let task = WalkTask::new(puzzle, start);
        stats.tries += 1;
        end = match strategy.method {
            Method::Backtrack => backtrack::recursive(&task, &order, control, stats)?,
            Method::BacktrackIterative => backtrack::iterative(&task, &order, control, stats)?,
            _ => warnsdorff_backtrack::warnsdorff_backtrack(&task, strategy, control, stats)?,
        };
        if !matches!(end, SearchEnd::Exhausted) {
            break;
        }
    }
    Ok(end.outcome(control, stats))
}

/// A random square of the board, each with equal probability: this is what `--start random` means.
///
/// ```
/// use ktour::{Board, Puzzle, search::random_start};
/// let puzzle = Puzzle::new(Board::new(8, 8)?);
/// assert_eq!(random_start(&puzzle, 7), random_start(&puzzle, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn random_start(puzzle: &Puzzle, seed: u64) -> Square {
    warnsdorff::random_square(puzzle, &mut ktour_core::random::Random::new(seed, u64::MAX))
}

/// Memory for mending, in bytes per square; the answer is written from it.
const MENDING_BYTES_PER_SQUARE: u128 = 24;

/// Whether the tour is built without a search: knights on rectangles with at most one square missing.
fn is_built(puzzle: &Puzzle, method: Method) -> bool {
    method == Method::Auto && puzzle.board().holes().len() < 2 && puzzle.leaper() == KNIGHT
}

/// Estimates the bytes that a search needs at most, so that a caller can refuse in time. For a board that is
/// mended, this is the memory for mending; if mending fails and the board has at most four million squares,
/// the search that follows takes more.
///
/// ```
/// use ktour::{Board, Method, Puzzle, search::memory_needed};
/// let puzzle = Puzzle::new(Board::new(10_000, 10_000)?);
/// assert!(memory_needed(&puzzle, Method::Exact) > 10 * memory_needed(&puzzle, Method::Divide));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn memory_needed(puzzle: &Puzzle, method: Method) -> u128 {
    let squares = puzzle.board().area();
    if matches!(method, Method::Auto | Method::Repair)
        && mend::comes_first(puzzle)
        && !is_built(puzzle, method)
    {
        let holes = puzzle.board().holes().len() as u128;
        return MENDING_BYTES_PER_SQUARE * squares + size_of::<Square>() as u128 * holes;
    }
    // The answer as squares (16 bytes) and as a tour (4 bytes and a bit), then the search itself.
    let per_square: u128 = 21
        + match method {
            Method::Backtrack => 2 + (backtrack::stack_bytes(puzzle) as u128 / squares.max(1)),
            Method::BacktrackIterative => 9,
            Method::Warnsdorff => 5,
            Method::WarnsdorffBacktrack => 41,
            Method::Divide | Method::Tidy => 5,
            Method::Parberry => 24,
            _ if is_built(puzzle, method) => 5,
            Method::Auto | Method::Repair | Method::Exact => 250,
        };
    squares.saturating_mul(per_square)
}
