//! Existence of tours, decided without a search: yes by a rule, no with a reason.
//!
//! [`exists`] answers for any puzzle in microseconds, on boards of any size: *yes* by a rule that is a
//! theorem or was found by computation over a stated range and extended by a construction; *no* with a
//! [`Reason`] that [`check`](ktour_core::proof::check()), which knows nothing of the rules, can follow; or
//! *unknown*, which claims nothing. It examines, in this order, the colours, the rules for knights on
//! rectangles, squares with few neighbours, cut squares, forced leaps and, on small boards, all
//! possibilities.

mod cut;
mod few_neighbours;
mod forced;
mod missing;
mod rules;

pub(crate) use cut::joins_through;
pub use cut::leaper_bound;
pub use missing::{Missing, missing_square_rule};
pub use rules::Class;
pub use rules::Grounds;

use forced::ForcedOutcome;
use ktour_core::{
    Control, KNIGHT, Puzzle, Reason, Square, TourKind,
    graph::GraphCache,
    proof::{Proof, ProofEnd},
};

/// Largest board that is searched if no rule decides it.
const MAX_SQUARES_TO_SEARCH: u128 = 40;
/// Maximum number of leaps on which a search may branch.
const MAX_CASES: u64 = 2000;

/// Whether a tour exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A tour exists.
    Yes(Grounds),
    /// No tour exists.
    No(Reason),
    /// Nothing is claimed.
    Unknown,
}

impl Verdict {
    /// Whether a tour is known to exist.
    pub fn is_yes(&self) -> bool {
        matches!(self, Verdict::Yes(_))
    }

    /// The reason why there is no tour, if there is none.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Verdict::No(reason) => Some(reason),
            _ => None,
        }
    }
}

/// Decides whether the puzzle has a solution. An open tour may end a leap away from its start.
///
/// *Guarantee:* every no passes [`check`](ktour_core::proof::check()); never unknown for a knight on a rectangle.
/// *Cost:* under 10 ms on rectangles up to sides of 10^18, mostly microseconds.
///
/// ```
/// use ktour::{Board, Puzzle, TourKind, theory::{Verdict, exists}};
/// let puzzle = Puzzle::new(Board::new(4, 1_000_000_000_000)?).with_kind(TourKind::Closed);
/// let verdict = exists(&puzzle); // no 4xn board has a closed tour
/// assert!(matches!(verdict, Verdict::No(_)) && !verdict.is_yes());
/// assert_eq!(verdict.reason().map(|reason| reason.code()), Some("schwenk"));
/// # Ok::<(), ktour::error::BoardError>(())
/// ```
pub fn exists(puzzle: &Puzzle) -> Verdict {
    exists_within(puzzle, &Control::unlimited())
}

/// Does the same as [`exists`], but can be stopped, and then claims only what is decided by then.
///
/// *Cost:* on a board with holes, up to a hundred milliseconds for a million places; `control` is checked
/// before every examination of many squares.
///
/// ```
/// use ktour::{Board, Control, Puzzle, theory::exists_within};
/// let puzzle = Puzzle::new(Board::new(8, 8)?);
/// assert!(exists_within(&puzzle, &Control::unlimited()).is_yes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exists_within(puzzle: &Puzzle, control: &Control) -> Verdict {
    exists_on(puzzle, &GraphCache::default(), control)
}

/// Does the same, with the leap graph that a search needs too.
pub(crate) fn exists_on(puzzle: &Puzzle, graphs: &GraphCache, control: &Control) -> Verdict {
    if puzzle.kind().is_none() {
        let closed = exists_on(&puzzle.clone().with_kind(TourKind::Closed), graphs, control);
        let open = || exists_on(&puzzle.clone().with_kind(TourKind::Open), graphs, control);
        return if closed.is_yes() { closed } else { open() };
    }
    if puzzle.kind() == Some(TourKind::Closed) && puzzle.board().square_count() < 3 {
        return Verdict::No(Reason::TooSmall { squares: puzzle.board().square_count() });
    }
    if puzzle.visited().len() > 1 {
        return exists_on(&puzzle.remaining(), graphs, control);
    }
    if let Some(reason) = parity(puzzle) {
        return Verdict::No(reason);
    }
    if let Some(grounds) = rules::known_tour(puzzle) {
        return Verdict::Yes(grounds);
    }
    // The remaining rules examine squares one by one.
    if control.is_stopped() {
        return Verdict::Unknown;
    }
    let notable = few_neighbours::notable_squares(puzzle);
    let unreachable = || cut::unreachable(puzzle.board(), puzzle.leaper());
    let quick = unreachable()
        .filter(|_| puzzle.leaper() != KNIGHT)
        .or_else(|| few_neighbours::few_neighbours(puzzle, &notable))
        .or_else(unreachable)
        .or_else(|| schwenk(puzzle))
        .or_else(|| few_neighbours::outer_lines(puzzle))
        .or_else(|| few_neighbours::contested(puzzle, &notable));
    match quick {
        Some(reason) => Verdict::No(reason),
        None => forced_or_cut(puzzle, &notable, graphs, control),
    }
}

/// Searches for a reason near squares where another search failed: squares with few neighbours, squares that
/// too many others need, forced leaps.
pub(crate) fn reason_near(puzzle: &Puzzle, centres: &[Square], control: &Control) -> Option<Reason> {
    let near = few_neighbours::squares_near(puzzle, centres.iter().copied());
    let quick =
        few_neighbours::few_neighbours(puzzle, &near).or_else(|| few_neighbours::contested(puzzle, &near));
    quick.or_else(|| match forced::search(puzzle, known_ends(puzzle)?, &near, &mut 0, control) {
        ForcedOutcome::Proof(proof) => Some(Reason::Forced(Box::new(proof))),
        _ => None,
    })
}

/// The two ends of an open tour, or none for a closed one; `None` if an end is free.
fn known_ends(puzzle: &Puzzle) -> Option<Option<(Square, Square)>> {
    match (puzzle.kind(), &few_neighbours::ends(puzzle)[..]) {
        (Some(TourKind::Closed), _) => Some(None),
        (_, [start, end]) => Some(Some((*start, *end))),
        _ => None,
    }
}

/// The exceptions of Schwenk's theorem that neither colours nor squares with few neighbours explain.
fn schwenk(puzzle: &Puzzle) -> Option<Reason> {
    let board = puzzle.board();
    let (short, long) = (board.files().min(board.ranks()), board.files().max(board.ranks()));
    let is_exception = short == 4 || short == 3 && matches!(long, 4 | 6 | 8);
    let is_covered =
        puzzle.kind() == Some(TourKind::Closed) && board.is_rectangle() && puzzle.leaper() == KNIGHT;
    (is_covered && is_exception).then_some(Reason::Schwenk { short, long })
}

/// Tries forced leaps, then cut squares, then, on a small board, all cases.
fn forced_or_cut(puzzle: &Puzzle, notable: &[Square], graphs: &GraphCache, control: &Control) -> Verdict {
    let board = puzzle.board();
    let given = few_neighbours::ends(puzzle);
    if let Some(ends) = known_ends(puzzle) {
        match forced::search(puzzle, ends, notable, &mut 0, control) {
            ForcedOutcome::Proof(proof) => return Verdict::No(Reason::Forced(Box::new(proof))),
            ForcedOutcome::Tour => return Verdict::Yes(Grounds::Search),
            ForcedOutcome::GaveUp => {}
        }
    }
    if let Some(reason) = cut::cut(puzzle, graphs, control) {
        return Verdict::No(reason);
    }
    if board.square_count() > MAX_SQUARES_TO_SEARCH || control.is_stopped() {
        return Verdict::Unknown;
    }
    match every_case(puzzle, &given, notable, &mut { MAX_CASES }, control) {
        ForcedOutcome::Tour => Verdict::Yes(Grounds::Search),
        ForcedOutcome::Proof(proof) => Verdict::No(Reason::Forced(Box::new(proof))),
        ForcedOutcome::GaveUp => Verdict::Unknown,
    }
}

/// Searches a small board, once for every square that a free end could be.
fn every_case(
    puzzle: &Puzzle,
    given: &[Square],
    squares: &[Square],
    limit: &mut u64,
    control: &Control,
) -> ForcedOutcome {
    if puzzle.kind() == Some(TourKind::Closed) {
        return forced::search(puzzle, None, squares, limit, control);
    }
    if let [start, end] = given {
        return forced::search(puzzle, Some((*start, *end)), squares, limit, control);
    }
    let mut proofs = Vec::new();
    for &square in squares.iter().filter(|square| !given.contains(square)) {
        let more: Vec<Square> = given.iter().copied().chain([square]).collect();
        let narrower = with_ends(puzzle, &more);
        if parity(&narrower).is_some() {
            continue;
        }
        match every_case(&narrower, &more, squares, limit, control) {
            ForcedOutcome::Proof(proof) => proofs.push((square, proof)),
            other => return other,
        }
    }
    ForcedOutcome::Proof(Proof { steps: Vec::new(), end: ProofEnd::Ends(proofs) })
}

/// The puzzle of an open tour with these ends.
fn with_ends(puzzle: &Puzzle, ends: &[Square]) -> Puzzle {
    let open = Puzzle::new(puzzle.board().clone()).with_leaper(puzzle.leaper()).with_kind(TourKind::Open);
    let conditions = match *ends {
        [start, end, ..] => open.starting_at(start).and_then(|puzzle| puzzle.ending_at(end)),
        [start] => open.starting_at(start),
        [] => Ok(open),
    };
    conditions.expect("different squares of the board")
}

// Colour parity: leaps that change colour visit the two colours in turn.
//
// A closed tour therefore needs equally many squares of both colours; an open tour allows one more of one
// colour, and then begins and ends on it.

/// The reason why colours forbid the tour, if they do.
///
/// ```
/// use ktour::{Board, Puzzle, TourKind, theory::parity};
/// let puzzle = Puzzle::new(Board::new(5, 5)?); // 13 dark squares, 12 light ones
/// assert!(parity(&puzzle.clone().with_kind(TourKind::Closed)).is_some());
/// assert!(parity(&puzzle.with_kind(TourKind::Open)).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parity(puzzle: &Puzzle) -> Option<Reason> {
    if !puzzle.leaper().changes_colour() {
        return None;
    }
    let (dark, light) = puzzle.board().colour_counts();
    let (start, end) = (puzzle.start(), puzzle.end());
    let kind = puzzle.kind().unwrap_or(TourKind::Open);
    let reason = |start, end| Some(Reason::Parity { kind, dark, light, start, end });
    let difference = dark.abs_diff(light);
    if difference > 1 || (difference == 1 && kind == TourKind::Closed) {
        return reason(None, None);
    }
    if difference == 1 {
        let rare = |square: &ktour_core::Square| square.is_dark() != (dark > light);
        return match (start.filter(rare), end.filter(rare)) {
            (None, None) => None,
            (Some(_), None) | (None, Some(_)) if start.is_none() || end.is_none() => {
                reason(start.filter(rare), end.filter(rare))
            }
            _ => reason(start, end),
        };
    }
    match (start, end) {
        (Some(a), Some(b)) if a.is_dark() == b.is_dark() => reason(start, end),
        _ => None,
    }
}
