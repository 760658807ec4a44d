//! A hint for a game that was begun: graded, and never a guess.
//!
//! From little to much: whether the game can still be finished, which squares are in trouble, the next
//! square, the whole way. Each yes rests on a verified tour, each no on a reason.

use ktour_tour::{
    Control, Method, Outcome, Puzzle, Square, Tour,
    game::{Advice, Game, advise, finish, squares_in_trouble},
    notation::name,
    search::memory_needed,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Cost, Job, Limits, Parameters, Refused, Reply,
    document::{
        BoardDocument, KindDocument, LeaperDocument, OutcomeWord, ReasonDocument, SpentDocument, SquaresOf,
    },
    solve::is_cut_off,
};

/// How much a hint tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// Whether the game can still be finished.
    Solvable,
    /// Which squares are in trouble as well.
    Trouble,
    /// The next square as well.
    Next,
    /// The whole way.
    Way,
}

ktour_tour::named! {
    Grade: "grade" { "solvable" => Solvable, "trouble" => Trouble, "next" => Next, "way" => Way }
}

/// A hint.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Hint", deny_unknown_fields)]
pub struct HintDocument<'a> {
    /// Where the game is played.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Found: it can be finished. Impossible: it cannot.
    pub outcome: OutcomeWord,
    /// Of which kind the tour is that finishes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<KindDocument>,
    /// Unvisited squares that can hardly be entered and left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Vec<Trouble>>,
    /// The next square; none where all are visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The whole tour, which begins with the squares played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<SquaresOf<'a>>,
    /// Why it cannot be finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonDocument>,
    /// What was spent without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<SpentDocument>,
}

/// An unvisited square with too few leaps left.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Trouble {
    /// Which.
    pub square: String,
    /// Free squares and the knight's that are a leap away: with one it can only be the end, with none
    /// it is lost.
    #[serde(rename = "ways")]
    pub onward: usize,
}

/// What is known of a game: a tour that finishes it and the next square, a reason, or nothing.
pub type HintResult = (Outcome<Tour>, Option<Square>);

/// Advice as an outcome.
pub fn hint(game: &Game, control: &Control) -> HintResult {
    match advise(game, control) {
        Advice::Leap { to, tour } => (Outcome::Found(tour), Some(to)),
        Advice::Finished(_) => (finish(game, control), None),
        Advice::DeadEnd(reason) => (Outcome::Impossible(reason), None),
        Advice::Unknown(spent) => (Outcome::Unknown(spent), None),
    }
}

pub(crate) fn read(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let puzzle = words.puzzle(limits.named)?;
    let grade = words.named("grade", Grade::Next)?;
    graded(puzzle, grade, words)
}

/// The whole way, under its old name.
pub(crate) fn read_finish(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    graded(words.puzzle(limits.named)?, Grade::Way, words)
}

fn graded(puzzle: Puzzle, grade: Grade, words: &Parameters) -> Result<Job, Refused> {
    let memory = memory_needed(&puzzle, Method::Auto);
    let game = Game::new(puzzle).map_err(Refused::of)?;
    Ok(Job::whole(Cost::search(memory), words.time("max_time")?, move |control| {
        let (outcome, next) = hint(&game, control);
        let is_cut_off = is_cut_off(&outcome, control);
        Ok(Reply::cut(&document(&game, grade, &outcome, next), is_cut_off))
    }))
}

/// As much of a hint as the grade tells.
pub fn document<'a>(
    game: &Game,
    grade: Grade,
    outcome: &'a Outcome<Tour>,
    next: Option<Square>,
) -> HintDocument<'a> {
    let board = game.board();
    let mut document = HintDocument {
        board: board.into(),
        leaper: game.puzzle().leaper().into(),
        outcome: OutcomeWord::Unknown,
        kind: None,
        trouble: None,
        next: next.filter(|_| grade >= Grade::Next).map(|square| name(board, square)),
        squares: None,
        reason: None,
        spent: None,
    };
    if grade >= Grade::Trouble {
        let trouble = |(square, onward)| Trouble { square: name(board, square), onward };
        document.trouble = Some(squares_in_trouble(game).into_iter().map(trouble).collect());
    }
    match outcome {
        Outcome::Found(tour) => {
            document.outcome = OutcomeWord::Found;
            document.kind = Some(tour.kind().into());
            document.squares = (grade == Grade::Way).then_some(SquaresOf(tour));
        }
        Outcome::Impossible(reason) => {
            document.outcome = OutcomeWord::Impossible;
            document.reason = Some(ReasonDocument::new(board, reason));
        }
        Outcome::Unknown(spent) => document.spent = Some(spent.into()),
    }
    document
}
