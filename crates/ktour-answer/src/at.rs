//! A step or a square of a tour that is not stored, on a board of any size.

use ktour_core::{
    AnyTour, Puzzle, Reason, Square,
    notation::{name, parse_square},
};
use ktour_search::{
    Method,
    atlas::Atlas,
    build::MAX_SIDE,
    theory::{Verdict, exists},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Ask, Cost, Declined, Job, Limits, Misread, Refused, Reply, ReplyShape,
    document::{BoardDocument, KindDocument, OutcomeWord, ReasonDocument, Whole},
    parameters::{TourParameters, parameters},
};

parameters! {
    /// Parameters of [`At`].
    pub struct AtParameters: tours: TourParameters {
        /// Number of the step, counted from 1.
        #[cli(value_name("K").allow_hyphen_values(true))]
        step: Option<String>,
        /// Name of the square.
        #[cli(value_name("S").allow_hyphen_values(true))]
        square: Option<String>,
        /// Structure of the tour: divide builds blocks in rows, parberry quadrants within quadrants, tidy
        /// parallel lines.
        #[cli(short('m').value_name("M").value_parser(built_method()))]
        method: Method = Method::Divide,
    }
}

/// Parses a method that computes its tours.
#[cfg(feature = "clap")]
fn built_method() -> impl clap::builder::TypedValueParser<Value = Method> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    PossibleValuesParser::new(Atlas::METHODS.map(Method::name)).try_map(|name| name.parse::<Method>())
}

/// Question about one step or one square of a tour.
#[derive(Clone, Debug)]
pub struct At {
    /// Board, and first square if given.
    pub puzzle: Puzzle,
    /// Structure of the tour: `divide` builds blocks in rows, `parberry` quadrants within quadrants, `tidy`
    /// lines.
    pub method: Method,
    /// A step, or a square.
    pub wanted: StepOrSquare,
}

/// Position to look up.
#[derive(Clone, Debug)]
pub enum StepOrSquare {
    /// Step number as text, counted from 1.
    Step(String),
    /// Name of a square.
    Square(String),
}

/// Answer to [`At`].
#[derive(Debug)]
pub enum Located {
    /// A step of the tour and its square.
    Here {
        /// The tour.
        tour: Box<Atlas>,
        /// Step, counted from 1.
        step: u128,
        /// Square of that step.
        square: Square,
    },
    /// There is no tour.
    Impossible(Reason),
}

impl At {
    /// Checks the parameters.
    pub fn new(parameters: &AtParameters) -> Result<At, Refused> {
        let puzzle = parameters.tours.puzzle(u128::MAX)?;
        let wanted = match (parameters.step.clone(), parameters.square.clone()) {
            (Some(step), None) => StepOrSquare::Step(step),
            (None, Some(square)) => StepOrSquare::Square(square),
            _ => return Err(Misread::StepOrSquare.into()),
        };
        Ok(At { puzzle, method: parameters.method, wanted })
    }

    /// Answers the question.
    pub fn answer(&self) -> Result<Located, Refused> {
        let board = self.puzzle.board();
        let Some(tour) = Atlas::new(&self.puzzle, self.method).map_err(Refused::new)? else {
            return match exists(&self.puzzle) {
                Verdict::No(reason) => Ok(Located::Impossible(reason)),
                _ if board.files().max(board.ranks()) > MAX_SIDE => {
                    Err(Declined::BeyondAtlas { board: board.to_string(), most: MAX_SIDE }.into())
                }
                _ => Err(Declined::NotBuilt { board: board.to_string() }.into()),
            };
        };
        let off = |square: String| Refused::from(Declined::NotOnTour { square });
        let (step, square) = match &self.wanted {
            StepOrSquare::Step(text) => {
                let squares = tour.len();
                let step = text.parse().ok().filter(|step| (1..=squares).contains(step));
                let none = || Declined::NoStep { step: text.clone(), squares };
                let step = step.ok_or_else(none)?;
                (step, tour.square_at(step).ok_or_else(none)?)
            }
            StepOrSquare::Square(text) => {
                let square = parse_square(board, text).map_err(Refused::new)?;
                (tour.step_of(square).ok_or_else(|| off(name(board, square)))?, square)
            }
        };
        Ok(Located::Here { tour: Box::new(tour), step, square })
    }
}

impl Ask for AtParameters {
    const NAME: &'static str = "at";
    const ABOUT: &'static str = "One step, or one square, of the tour of a board of any size.";
    const EXAMPLE: &'static str = "board=1000000000&step=1000000";
    const SHAPE: ReplyShape = ReplyShape::json::<AtDocument>();

    fn prepare(&self, _: &Limits) -> Result<Job, Refused> {
        let question = At::new(self)?;
        Ok(Job::single(Cost::QUICK, None, move |_| {
            Ok(Reply::json(&AtDocument::new(&question.puzzle, &question.answer()?)))
        }))
    }
}

/// A step and its square, with the squares before and after.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "At", deny_unknown_fields)]
pub struct AtDocument {
    /// `impossible` if there is no tour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeWord>,
    /// Reason why there is no tour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonDocument>,
    /// The board's sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The board itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<BoardDocument>,
    /// Open or closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<KindDocument>,
    /// Step, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// Name of the square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// Number of squares of the tour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<Whole>,
    /// Square of the previous step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Option<String>>,
    /// Square of the next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Option<String>>,
}

impl AtDocument {
    /// Creates the document of an answer.
    pub fn new(puzzle: &Puzzle, found: &Located) -> AtDocument {
        let board = puzzle.board();
        match found {
            Located::Impossible(reason) => AtDocument {
                outcome: Some(OutcomeWord::Impossible),
                reason: Some(ReasonDocument::new(board, reason)),
                ..AtDocument::default()
            },
            Located::Here { tour, step, square } => {
                let (before, after) = tour.neighbours(*square).unwrap_or_default();
                let name = |square: Square| name(board, square);
                AtDocument {
                    board: Some(board.to_string()),
                    shape: Some(board.into()),
                    kind: Some(tour.kind().into()),
                    step: Some(step.to_string()),
                    square: Some(name(*square)),
                    squares: Some(Whole(tour.len())),
                    before: Some(before.map(name)),
                    after: Some(after.map(name)),
                    ..AtDocument::default()
                }
            }
        }
    }
}
