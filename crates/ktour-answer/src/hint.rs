//! Hints for a game in progress: graded, and always verified.
//!
//! The grades, from weak to strong: whether the game can still be finished, which squares are in trouble,
//! the next square, the rest of the tour. Each yes comes with a verified tour, each no with a reason.

use std::time::Duration;

use ktour_core::{Control, Outcome, Square, Tour, notation::name};
use ktour_search::{
    Method,
    game::{Advice, Game, advise, finish, squares_in_trouble},
    memory_needed,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Ask, Cost, Job, Limits, Refused, Reply, ReplyShape,
    document::{
        BoardDocument, KindDocument, LeaperDocument, OutcomeWord, ReasonDocument, SpentDocument, SquaresOf,
    },
    parameters::{Squares, TourParameters, named_parameters, parameters},
    solve::is_cut_off,
};

/// Grade of a hint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// Whether the game can still be finished.
    Solvable,
    /// Also which squares are in trouble.
    Trouble,
    /// Also the next square.
    Next,
    /// The rest of the tour.
    Way,
}

ktour_core::named! {
    Grade: "grade" { "solvable" => Solvable, "trouble" => Trouble, "next" => Next, "way" => Way }
}
named_parameters! { Grade }

parameters! {
    /// A hint that gives all of the tour.
    pub struct FinishParameters: tours: TourParameters {
        /// Squares already visited, in order.
        after: Squares,
        /// Stop after this long and answer unknown.
        max_time: Option<Duration>,
    }
}

parameters! {
    /// A hint.
    pub struct HintParameters: game: FinishParameters {
        /// How much the hint reveals.
        grade: Grade = Grade::Next,
    }
}

/// A hint.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Hint", deny_unknown_fields)]
pub struct HintDocument<'a> {
    /// Board of the game.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Found if the game can be finished, impossible if it cannot.
    pub outcome: OutcomeWord,
    /// Kind of the tour that finishes the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<KindDocument>,
    /// Unvisited squares with one free neighbour or none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Vec<Trouble>>,
    /// Next square; null if all are visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Whole tour; it begins with the squares already visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<SquaresOf<'a>>,
    /// Reason why the game cannot be finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonDocument>,
    /// Cost of a search without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<SpentDocument>,
}

/// Unvisited square with too few free neighbours.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Trouble {
    /// Name of the square.
    pub square: String,
    /// Number of its neighbours that are free or hold the knight. With one, the square can only be the last;
    /// with none, it cannot be reached.
    #[serde(rename = "ways")]
    pub onward: usize,
}

/// Outcome of the search for the rest of the tour, and the next square.
pub type HintResult = (Outcome<Tour>, Option<Square>);

/// Searches for a tour that finishes the game.
pub fn hint(game: &Game, control: &Control) -> HintResult {
    match advise(game, control) {
        Advice::Leap { to, tour } => (Outcome::Found(tour), Some(to)),
        Advice::Finished(_) => (finish(game, control), None),
        Advice::DeadEnd(reason) => (Outcome::Impossible(reason), None),
        Advice::Unknown(spent) => (Outcome::Unknown(spent), None),
    }
}

impl Ask for HintParameters {
    const NAME: &'static str = "hint";
    const ABOUT: &'static str = "A hint for a game in progress: whether it can be finished, which squares are in trouble, the next square, or the rest of the tour.";
    const EXAMPLE: &'static str = "board=5&after=a1,b3,c5&grade=next";
    const SHAPE: ReplyShape = ReplyShape::json::<HintDocument<'_>>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let puzzle = self.game.tours.puzzle_after(&self.game.after, 0, limits.named)?;
        let (grade, memory) = (self.grade, memory_needed(&puzzle, Method::Auto));
        let game = Game::new(puzzle).map_err(Refused::new)?;
        Ok(Job::single(Cost::search(memory), self.game.max_time, move |control| {
            let (outcome, next) = hint(&game, control);
            let is_cut_off = is_cut_off(&outcome, control);
            Ok(Reply::json_cut_off(&document(&game, grade, &outcome, next), is_cut_off))
        }))
    }
}

impl Ask for FinishParameters {
    const NAME: &'static str = "finish";
    const ABOUT: &'static str = "The hint that gives all of the tour.";
    const EXAMPLE: &'static str = "board=5&after=a1,b3,c5";
    const SHAPE: ReplyShape = HintParameters::SHAPE;

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        HintParameters { game: self.clone(), grade: Grade::Way }.prepare(limits)
    }
}

/// Creates the document of a hint, limited to its grade.
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
