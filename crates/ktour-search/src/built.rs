//! The methods that build: equal blocks around a core, Parberry's quadrants, and tidy lines.
//!
//! *Guarantee:* finds a tour of every rectangle that has one, for every start and end that a tour
//! can have, and with one square missing. *Cost:* linear in the squares. See [`crate::build`].

use super::{Refusal, Stats, search_end::verified};
use crate::build::{self, tidy::TidyTour};
use ktour_core::{Board, KNIGHT, Outcome, Puzzle, Square, TourKind, notation};

/// A built and verified tour; `None` if building does not apply or there is no tour.
pub(crate) fn divide(puzzle: &Puzzle, stats: &mut Stats) -> Result<Option<Outcome>, Refusal> {
    if puzzle.board().small_area().is_none() {
        return Err(Refusal::too_large(puzzle));
    }
    let Some(tour) = build::build(puzzle) else { return Ok(None) };
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
    let structured = build::parberry::parberry(board).ok_or_else(|| not_structured(board))?;
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
    let tour = build::tidy::tidy(puzzle.board()).ok_or_else(|| not(describe(puzzle.board())))?;
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
