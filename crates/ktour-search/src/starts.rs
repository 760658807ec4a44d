//! The answer for every starting square: does a tour begin here?
//!
//! Squares that are images of each other under the board's symmetries have the same answer, so one of each
//! class is searched. Answers are stored, but tours are not: a board of n squares would have n tours of n
//! squares, so callers who want them receive each as it is found.

use std::ops::ControlFlow;

use super::{Method, Refusal, Strategy, solve_on};
use crate::theory::{self, Verdict};
use ktour_core::{
    Control, Outcome, Puzzle, Reason, Square, Symmetry, Tour, control::Spent, graph::GraphCache,
};

/// Whether a tour begins on a square.
#[derive(Clone, Debug)]
pub enum CanStart {
    /// A tour begins there.
    Yes,
    /// No tour begins there, with the reason.
    No(Reason),
    /// Not known: the time ran out or the search was cancelled.
    Unknown(Spent),
}

/// The answer for one starting square.
#[derive(Clone, Debug)]
pub struct StartAnswer {
    /// The square.
    pub start: Square,
    /// Yes, no or neither.
    pub answer: CanStart,
}

/// Answers every square of the board, in the order of the printed grid; `each` is called with every answer as
/// soon as it is known. The puzzle's own start is ignored; its kind, leaper and end are not.
///
/// *Guarantee:* memory grows with the squares, not with the lengths of their tours. With [`Method::Auto`], a
/// rule that guarantees a tour is enough for an answer.
///
/// ```
/// use ktour::{Board, Control, Puzzle, Strategy, CanStart, starts};
/// let puzzle = Puzzle::new(Board::new(5, 5)?);
/// let answers = starts(&puzzle, &Strategy::default(), &Control::unlimited(), |_| {})?;
/// let yes = answers.iter().filter(|one| matches!(one.answer, CanStart::Yes)).count();
/// assert_eq!((answers.len(), yes), (25, 13)); // the squares of a1's colour
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn starts(
    puzzle: &Puzzle,
    strategy: &Strategy,
    control: &Control,
    mut each: impl FnMut(&StartAnswer),
) -> Result<Vec<StartAnswer>, Refusal> {
    answers(puzzle, strategy, control, false, |answer, _| {
        each(answer);
        ControlFlow::Continue(())
    })
}

/// The same with a tour for every *yes*, found again for each square and passed to `each`, which may end the
/// work.
///
/// ```
/// use std::ops::ControlFlow;
/// use ktour::{Board, Control, Puzzle, Strategy, starts_with_tours};
/// let puzzle = Puzzle::new(Board::new(3, 4)?);
/// let mut tours = Vec::new();
/// starts_with_tours(&puzzle, &Strategy::default(), &Control::unlimited(), |_, tour| {
///     tours.extend(tour.cloned());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(tours.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn starts_with_tours(
    puzzle: &Puzzle,
    strategy: &Strategy,
    control: &Control,
    each: impl FnMut(&StartAnswer, Option<&Tour>) -> ControlFlow<()>,
) -> Result<Vec<StartAnswer>, Refusal> {
    answers(puzzle, strategy, control, true, each)
}

fn answers(
    puzzle: &Puzzle,
    strategy: &Strategy,
    control: &Control,
    has_tours: bool,
    mut each: impl FnMut(&StartAnswer, Option<&Tour>) -> ControlFlow<()>,
) -> Result<Vec<StartAnswer>, Refusal> {
    let board = puzzle.board();
    let area = board.small_area().ok_or_else(|| Refusal::too_large(puzzle))?;
    let symmetries: Vec<Symmetry> =
        if puzzle.end().is_some() { vec![Symmetry::Identity] } else { board.symmetries() };
    let mut known: Vec<Option<u32>> = vec![None; area];
    let mut answers: Vec<StartAnswer> = Vec::new();
    let graphs = GraphCache::default();
    for start in board.squares_as_read().filter(|&square| Some(square) != puzzle.end()) {
        // Only a start equal to the given end would be refused, and the filter skips it.
        let from_here = Puzzle::clone(puzzle).starting_at(start).expect("the start is a square of the board");
        let of_class = known[board.index(start)];
        let known_answer = of_class.map(|at| &answers[at as usize].answer);
        let (answer, tour) = match known_answer {
            Some(CanStart::Yes) if !has_tours => (CanStart::Yes, None),
            _ => answer(&from_here, strategy, &graphs, control, has_tours, known_answer)?,
        };
        let answer = StartAnswer { start, answer };
        let flow = each(&answer, tour.as_ref());
        answers.push(answer);
        if of_class.is_none() {
            for symmetry in &symmetries {
                known[board.index(symmetry.apply_to_square(board, start))]
                    .get_or_insert(answers.len() as u32 - 1);
            }
        }
        if flow.is_break() {
            break;
        }
    }
    Ok(answers)
}

/// The answer for one square, given the answer of an equivalent square if there is one.
fn answer(
    from_here: &Puzzle,
    strategy: &Strategy,
    graphs: &GraphCache,
    control: &Control,
    has_tours: bool,
    known_answer: Option<&CanStart>,
) -> Result<(CanStart, Option<Tour>), Refusal> {
    // A reason names squares, so the reason of an equivalent square is used only if theory has none.
    let by_rule = theory::exists_on(from_here, graphs, control);
    Ok(match (by_rule, known_answer) {
        (Verdict::No(reason), _) => (CanStart::No(reason), None),
        (Verdict::Yes(_), _) if !has_tours && strategy.method == Method::Auto => (CanStart::Yes, None),
        (_, Some(answer @ (CanStart::No(_) | CanStart::Unknown(_)))) => (answer.clone(), None),
        _ if control.is_over(0) => (CanStart::Unknown(control.spent(0)), None),
        _ => match solve_on(from_here, strategy, graphs, control)?.outcome {
            Outcome::Found(tour) => (CanStart::Yes, Some(tour)),
            Outcome::Impossible(reason) => (CanStart::No(reason), None),
            Outcome::Unknown(spent) => (CanStart::Unknown(spent), None),
        },
    })
}
