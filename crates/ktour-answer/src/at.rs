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
    Cost, Declined, Job, Limits, Misread, Parameters, Refused, Reply,
    document::{BoardDocument, KindDocument, OutcomeWord, ReasonDocument, Whole},
};

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
    /// Parses the parameters.
    pub fn parse(words: &Parameters) -> Result<At, Refused> {
        let puzzle = words.puzzle(u128::MAX)?;
        let method = words.parse_named("method", Method::Auto)?;
        let wanted = match (words.text("step")?, words.text("square")?) {
            (Some(step), None) => StepOrSquare::Step(step),
            (None, Some(square)) => StepOrSquare::Square(square),
            _ => return Err(Misread::StepOrSquare.into()),
        };
        Ok(At { puzzle, method, wanted })
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

pub(crate) fn prepare(words: &Parameters, _: &Limits) -> Result<Job, Refused> {
    let question = At::parse(words)?;
    Ok(Job::single(Cost::QUICK, None, move |_| {
        Ok(Reply::json(&AtDocument::new(&question.puzzle, &question.answer()?)))
    }))
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
