//! Every starting square answered: is there a tour from here?
//!
//! Squares that a symmetry of the board carries onto each other have the same answer, so one of
//! each class is solved and its tour turned.

use super::{Refusal, Strategy, solve};
use crate::{
    Board, Budget, Outcome, Puzzle, Square, Symmetry,
    theory::{self, Verdict},
};

/// The answer for one starting square.
#[derive(Clone, Debug)]
pub struct StartAnswer {
    /// The square.
    pub start: Square,
    /// A tour from it, a reason why there is none, or neither.
    pub outcome: Outcome,
}

/// Answers every square of the board, as the grid is read; `each` hears of each as it is known.
/// The puzzle's own start is ignored; its kind, leaper and end are not.
pub fn starts(
    puzzle: &Puzzle,
    strategy: &Strategy,
    budget: &Budget,
    mut each: impl FnMut(&StartAnswer),
) -> Result<Vec<StartAnswer>, Refusal> {
    let board = puzzle.board();
    let area = board.small_area().ok_or_else(|| Refusal::too_large(puzzle))?;
    let symmetries: Vec<Symmetry> =
        if puzzle.end().is_some() { vec![Symmetry::Identity] } else { board.symmetries() };
    let mut known: Vec<Option<u32>> = vec![None; area];
    let mut answers: Vec<StartAnswer> = Vec::new();
    for start in board.squares_as_read().filter(|&square| Some(square) != puzzle.end()) {
        // Only a given end that is also the start would be refused, and that one is left out.
        let from_here = Puzzle::clone(puzzle).from(start).expect("the start is a square of the board");
        let solved = known[board.index(start)];
        let outcome = match (theory::exists_within(&from_here, &|| budget.is_spent(0)), solved) {
            (Verdict::No(reason), _) => Outcome::Impossible(reason),
            (_, Some(at)) => turned(board, &symmetries, &answers[at as usize], start),
            (_, None) if budget.is_spent(0) => Outcome::Unknown(budget.spent(0)),
            (_, None) => solve(&from_here, strategy, budget)?.outcome,
        };
        let answer = StartAnswer { start, outcome };
        each(&answer);
        answers.push(answer);
        if solved.is_none() {
            for symmetry in &symmetries {
                known[board.index(symmetry.of_square(board, start))].get_or_insert(answers.len() as u32 - 1);
            }
        }
    }
    Ok(answers)
}

/// The answer for `start`, from that for a square a symmetry carries onto it.
fn turned(board: &Board, symmetries: &[Symmetry], answer: &StartAnswer, start: Square) -> Outcome {
    let symmetry = symmetries.iter().find(|symmetry| symmetry.of_square(board, answer.start) == start);
    match (symmetry, &answer.outcome) {
        (Some(&symmetry), Outcome::Found(tour)) => Outcome::Found(tour.turned(symmetry)),
        (_, outcome) => outcome.clone(),
    }
}
