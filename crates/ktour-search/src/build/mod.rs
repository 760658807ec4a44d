//! Building tours: for any rectangle that has one, in linear time or without storing the tour.
//!
//! [`build`] chooses a construction for the puzzle: a small core is searched, and everything else is equal
//! blocks in rows.
//!
//! ```text
//!   Puzzle ─▶ strip, comb or row ─▶ RouteLayout: a Route and the zones in which it repeats
//!                                             │
//!                                             └─▶ ImplicitTour: Route (step ▶ square),
//!                                                 │             StepIndex (square ▶ step)
//!                                                 └─▶ squares, number grids, a verified Tour
//! ```
//!
//! *Guarantee:* everything built is a tour; the tests verify every rectangle up to 64×64 and samples up to
//! 5000×5000. *Cost:* a few milliseconds at most to build, then constant time for a square or a step, and the
//! speed of memory for all of them.
//!
//! *Reference:* A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", 1991;
//! A. Conrad, T. Hindrichs, H. Morsy, I. Wegener, "Solution of the knight's Hamiltonian path problem
//! on chessboards", 1994, for the idea of joining closed blocks along their borders.

mod implicit_tour;
mod offset;
mod patch;
mod rows;

pub mod parberry;
pub mod tidy;

pub use offset::MAX_SIDE;
pub use rows::{implicit::ImplicitTour, rank_writer::Number};

use ktour_core::{Board, KNIGHT, Puzzle, Square, TourKind};
use offset::Offset;
use patch::Ends;
use rows::{comb, corridor, layout::RouteLayout, strip};

/// Builds a tour that solves the puzzle, on a rectangle of at least three ranks and files, with at most one
/// square missing. `None` if there is no tour or it cannot be built: for other leapers, more holes, or more
/// than one square already visited.
///
/// If no kind is given, a closed tour is preferred; if no start is given, it is a1 if a tour can begin there.
///
/// ```
/// use ktour::{Board, Puzzle, TourKind, build::build};
/// let puzzle = Puzzle::new(Board::new(1_000_000, 1_000_000)?).with_kind(TourKind::Closed);
/// let tour = build(&puzzle).expect("large boards of even area have closed tours");
/// assert_eq!(tour.step_of(tour.square_at(123_456_789).unwrap()), Some(123_456_789));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build(puzzle: &Puzzle) -> Option<ImplicitTour> {
    let board = puzzle.board();
    let (files, ranks) = (board.files(), board.ranks());
    let is_ours = puzzle.leaper() == KNIGHT
        && puzzle.visited().len() <= 1
        && board.holes().len() <= 1
        && files.min(ranks) >= 3
        && files.max(ranks) <= MAX_SIDE;
    if !is_ours {
        return None;
    }
    match puzzle.kind() {
        Some(TourKind::Closed) => closed(board, puzzle.start()),
        Some(TourKind::Open) => open(board, puzzle.start(), puzzle.end()),
        None => closed(board, puzzle.start()).or_else(|| open(board, puzzle.start(), puzzle.end())),
    }
}

fn closed(board: &Board, start: Option<Square>) -> Option<ImplicitTour> {
    if board.square_count() % 2 == 1 || board.files().min(board.ranks()) == 4 {
        return None;
    }
    let hole = board.holes().first().copied();
    let layout = choose_layout(board, Ends::Closed, hole)?;
    let corner = Square::new(0, 0);
    let start = start.unwrap_or(if hole == Some(corner) { Square::new(1, 0) } else { corner });
    ImplicitTour::new(board.clone(), TourKind::Closed, layout).started_at(start)
}

fn open(board: &Board, start: Option<Square>, end: Option<Square>) -> Option<ImplicitTour> {
    // A closed tour can start anywhere.
    if end.is_none()
        && let Some(tour) = closed(board, start)
    {
        return Some(tour.as_open());
    }
    if let [hole] = board.holes() {
        // A tour of the whole rectangle that begins in the hole, less its first square.
        let whole =
            Board::new(board.files(), board.ranks()).ok().filter(|_| start.is_none() && end.is_none());
        let mut layout = choose_layout(&whole?, Ends::From((*hole).into()), None)?;
        layout.route = layout.route.without_first()?;
        return Some(ImplicitTour::new(board.clone(), TourKind::Open, layout));
    }
    let layout = match (start.map(Offset::from), end.map(Offset::from)) {
        (Some(start), Some(end)) => choose_layout(board, Ends::Between(start, end), None)?,
        (Some(start), None) => choose_layout(board, Ends::From(start), None)?,
        (None, Some(end)) => choose_layout(board, Ends::From(end), None)?.reversed(),
        (None, None) => choose_layout(board, Ends::From(Offset::default()), None)?,
    };
    Some(ImplicitTour::new(board.clone(), TourKind::Open, layout))
}

/// Chooses the construction by the shorter side and the ends.
fn choose_layout(board: &Board, ends: Ends, hole: Option<Square>) -> Option<RouteLayout> {
    let (files, ranks) = (board.files() as i64, board.ranks() as i64);
    let hole = hole.map(Offset::from);
    match (ends, files.min(ranks)) {
        (_, 3 | 4) if ranks <= files => strip::strip(files, ranks, ends, hole),
        (_, 3 | 4) => Some(
            strip::strip(ranks, files, ends.mapped(Offset::turned), hole.map(Offset::turned))?.transposed(),
        ),
        (Ends::Between(start, end), _) => corridor::between(files, ranks, start, end),
        _ => comb::comb(files, ranks, ends, hole),
    }
}
