//! Existence of a tour from every square of a board.

use std::time::Duration;

use ktour_core::{Control, Puzzle, TourKind, notation};
use ktour_search as search;
use ktour_search::{CanStart, Method, StartAnswer, Strategy, memory_needed};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Ask, Cost, Job, Limits, Refused, Reply, ReplyShape,
    document::{BoardDocument, KindDocument, ReasonDocument, SpentDocument},
    parameters::{BoardParameters, SearchOptions, TourParameters, parameters},
};

/// Bytes per square with its reason in a document.
const REASON_BYTES_PER_SQUARE: u128 = 2048;

parameters! {
    /// Parameters of [`Starts`].
    pub struct StartsParameters: board: BoardParameters, options: SearchOptions {
        /// Kind of the tours: open unless closed ones are requested.
        #[cli()]
        kind: Option<TourKind>,
        /// End here.
        #[cli(value_name("S").allow_hyphen_values(true))]
        end: Option<String>,
        /// Method of each search.
        #[cli(short('m').value_name("M"))]
        method: Method = Method::Auto,
        /// Stop after this long and answer unknown: 500ms, 10s, 2m, 1h.
        #[cli(value_name("TIME"))]
        max_time: Option<Duration>,
    }
}

/// Question for every starting square.
#[derive(Clone, Debug)]
pub struct Starts {
    /// Board.
    pub puzzle: Puzzle,
    /// Method and options of each search.
    pub strategy: Strategy,
}

impl Starts {
    /// Checks the parameters, and refuses a board of more than `most` squares.
    pub fn new(parameters: &StartsParameters, most: u128) -> Result<Starts, Refused> {
        let StartsParameters { board, options, kind, end, method, .. } = parameters.clone();
        let kind = Some(kind.unwrap_or(TourKind::Open));
        let puzzle = TourParameters { board, kind, start: None, end }.puzzle(most)?;
        let strategy = options.strategy(method, puzzle.leaper())?;
        Ok(Starts { puzzle, strategy })
    }

    /// Answers the question; `each` receives every answer as soon as it is known.
    pub fn answer(
        &self,
        control: &Control,
        each: impl FnMut(&StartAnswer),
    ) -> Result<Vec<StartAnswer>, Refused> {
        search::starts(&self.puzzle, &self.strategy, control, each).map_err(Refused::new)
    }
}

impl Ask for StartsParameters {
    const NAME: &'static str = "starts";
    const ABOUT: &'static str = "Yes or no for every starting square of a board of up to 1600 squares.";
    const EXAMPLE: &'static str = "board=5";
    const SHAPE: ReplyShape = ReplyShape::json::<StartsDocument>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let question = Starts::new(self, limits.watched)?;
        let search = memory_needed(&question.puzzle, question.strategy.method);
        let cost = Cost::long(search + REASON_BYTES_PER_SQUARE * question.puzzle.board().area());
        Ok(Job::single(cost, self.max_time, move |control| {
            let answers = question.answer(control, |_| ())?;
            Ok(Reply::json(&StartsDocument::new(&question.puzzle, &answers)))
        }))
    }
}

/// Every starting square with its answer.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Starts", deny_unknown_fields)]
pub struct StartsDocument {
    /// The board's sides.
    pub board: String,
    /// The board itself.
    pub shape: BoardDocument,
    /// Open or closed.
    pub kind: KindDocument,
    /// Squares with a tour.
    pub yes: Vec<String>,
    /// Squares without one.
    pub no: Vec<NoStart>,
    /// Squares for which it is not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<UnknownStart>,
}

/// Square without a tour.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct NoStart {
    /// Name of the square.
    pub square: String,
    /// Reason why there is no tour.
    pub reason: ReasonDocument,
}

/// Square for which it is not known.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct UnknownStart {
    /// Name of the square.
    pub square: String,
    /// Cost of its search.
    pub spent: SpentDocument,
}

impl StartsDocument {
    /// Creates the document of a board's answers.
    pub fn new(puzzle: &Puzzle, answers: &[StartAnswer]) -> StartsDocument {
        let board = puzzle.board();
        let kind = puzzle.kind().unwrap_or(TourKind::Open).into();
        let (mut yes, mut no, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        for answer in answers {
            let square = notation::name(board, answer.start);
            match &answer.answer {
                CanStart::Yes => yes.push(square),
                CanStart::No(reason) => {
                    no.push(NoStart { square, reason: ReasonDocument::new(board, reason) });
                }
                CanStart::Unknown(spent) => unknown.push(UnknownStart { square, spent: spent.into() }),
            }
        }
        StartsDocument { board: board.to_string(), shape: board.into(), kind, yes, no, unknown }
    }
}
