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

mod offset;
mod patch;
mod rows;

pub mod parberry;
pub mod tidy;

pub use offset::MAX_SIDE;
pub use rows::{ImplicitTour, rank_writer::Number};

use std::io;

use crate::{Refusal, Stats, strategy::verified};
use ktour_core::{
    AnyTour, Board, KNIGHT, Leaper, Outcome, Puzzle, Square, TourKind,
    any_tour::{Numbers, SquareIter},
    notation,
};
use offset::Offset;
use parberry::QuadrantTour;
use patch::Ends;
use rows::{
    comb,
    corridor::{self, RouteLayout},
    strip,
};
use tidy::TidyTour;

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

// The methods that build: equal blocks around a core, Parberry's quadrants, and tidy lines.
//
// *Guarantee:* finds a tour of every rectangle that has one, for every start and end that a tour
// can have, and with one square missing. *Cost:* linear in the squares. See `crate::build`.

/// A built and verified tour; `None` if building does not apply or there is no tour.
pub(crate) fn divide(puzzle: &Puzzle, stats: &mut Stats) -> Result<Option<Outcome>, Refusal> {
    if puzzle.board().small_area().is_none() {
        return Err(Refusal::too_large(puzzle));
    }
    let Some(tour) = build(puzzle) else { return Ok(None) };
    stats.moves += tour.len() as u64 - 1;
    stats.tries += 1;
    Ok(Some(Outcome::Found(verified(puzzle, tour.squares()))))
}

/// A structured and verified tour that begins on the requested square.
pub(crate) fn quadrants(puzzle: &Puzzle, stats: &mut Stats) -> Result<Outcome, Refusal> {
    let board = puzzle.board();
    if board.small_area().is_none() {
        return Err(Refusal::too_large(puzzle));
    }
    suits_quadrants(puzzle)?;
    let structured = parberry::parberry(board).ok_or_else(|| not_structured(board))?;
    let mut squares: Vec<Square> = structured.squares();
    let begin = puzzle.start().and_then(|start| squares.iter().position(|&square| square == start));
    squares.rotate_left(begin.unwrap_or(0));
    stats.moves += squares.len() as u64 - 1;
    stats.tries += 1;
    Ok(Outcome::Found(verified(puzzle, squares)))
}

/// A tidy and verified tour that begins on the requested square.
pub(crate) fn tidy(puzzle: &Puzzle, stats: &mut Stats) -> Result<Outcome, Refusal> {
    if puzzle.board().small_area().is_none() {
        return Err(Refusal::too_large(puzzle));
    }
    let tour = tidy_tour(puzzle)?;
    stats.moves += tour.len() as u64 - 1;
    stats.tries += 1;
    Ok(Outcome::Found(verified(puzzle, tour.squares_from(1).collect::<Vec<Square>>())))
}

/// A tidy tour that is not stored.
pub(crate) fn tidy_tour(puzzle: &Puzzle) -> Result<TidyTour, Refusal> {
    let not = |asked: String| Refusal::NotTidy { asked };
    if let Some(asked) = unsupported_condition(puzzle) {
        return Err(not(asked));
    }
    let tour = tidy::tidy(puzzle.board()).ok_or_else(|| not(describe(puzzle.board())))?;
    let tour = if puzzle.kind() == Some(TourKind::Open) { tour.as_open() } else { tour };
    let start = puzzle.start().unwrap_or(Square::new(0, 0));
    tour.started_at(start).ok_or_else(|| not(describe(puzzle.board())))
}

/// Refuses a puzzle that Parberry's method does not cover, before anything is built.
pub(crate) fn suits_quadrants(puzzle: &Puzzle) -> Result<(), Refusal> {
    unsupported_condition(puzzle).map_or(Ok(()), |asked| Err(Refusal::NotStructured { asked }))
}

pub(crate) fn not_structured(board: &Board) -> Refusal {
    Refusal::NotStructured { asked: describe(board) }
}

/// Condition of the puzzle that a closed tour of a whole board, begun anywhere, does not meet.
fn unsupported_condition(puzzle: &Puzzle) -> Option<String> {
    let asks_more = puzzle.leaper() != KNIGHT || puzzle.visited().len() > 1 || puzzle.end().is_some();
    asks_more.then(|| "a tour with another leaper, a given end or squares already visited".to_owned())
}

fn describe(board: &Board) -> String {
    match board.holes() {
        [] => board.to_string(),
        [hole] => format!("{board} without {}", notation::name(board, *hole)),
        _ => format!("{board} with several holes"),
    }
}

// Built tours as `AnyTour`s: their squares and numbers are computed on demand.
//
// All built tours have a board and a kind; the macro writes the methods about these once.

macro_rules! implicit_tour {
    ($tour:ty, $len:expr) => {
        impl $tour {
            /// The board.
            #[inline]
            pub fn board(&self) -> &Board {
                &self.board
            }

            /// Open or closed.
            #[inline]
            pub fn kind(&self) -> TourKind {
                self.kind
            }

            /// Number of squares.
            #[allow(clippy::len_without_is_empty)] // a tour has at least one square
            #[inline]
            pub fn len(&self) -> u128 {
                $len(self)
            }

            /// The tour as an open one: its closing leap, if it has one, is not part of it.
            pub fn as_open(mut self) -> Self {
                self.kind = TourKind::Open;
                self
            }
        }

        impl AnyTour for $tour {
            fn board(&self) -> &Board {
                self.board()
            }

            fn leaper(&self) -> Leaper {
                KNIGHT
            }

            fn kind(&self) -> TourKind {
                self.kind()
            }

            fn square_at(&self, step: u128) -> Option<Square> {
                self.square_at(step)
            }

            fn step_of(&self, square: Square) -> Option<u128> {
                self.step_of(square)
            }

            fn squares_from(&self, step: u128) -> SquareIter<'_> {
                Box::new(self.squares_from(step).map(Ok))
            }

            fn numbers(&self) -> io::Result<Box<dyn Numbers + Send + '_>> {
                Ok(Box::new(self))
            }
        }

        impl Numbers for &$tour {
            fn step_of(&mut self, square: Square) -> io::Result<u128> {
                Ok(<$tour>::step_of(self, square).unwrap_or(0))
            }

            fn write_rank(&mut self, rank: u64, numbers: &mut [u64]) -> io::Result<()> {
                <$tour>::write_rank(self, rank, numbers);
                Ok(())
            }
        }
    };
}

implicit_tour!(ImplicitTour, |tour: &Self| tour.route.len());
implicit_tour!(QuadrantTour, |tour: &Self| tour.board.square_count());
implicit_tour!(TidyTour, |tour: &Self| tour.board.square_count());
