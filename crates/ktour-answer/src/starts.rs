//! Existence of a tour from every square of a board.

use std::time::Duration;

use ktour_core::{Control, Puzzle, TourKind, notation};
use ktour_search::{self, CanStart, StartAnswer, Strategy, memory_needed};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Cost, Job, Limits, Parameters, Refused, Reply,
    document::{BoardDocument, KindDocument, ReasonDocument, SpentDocument},
};

/// Bytes per square with its reason in a document.
const REASON_BYTES_PER_SQUARE: u128 = 2048;

/// Question for every starting square.
#[derive(Clone, Debug)]
pub struct Starts {
    /// Board.
    pub puzzle: Puzzle,
    /// Method and options of each search.
    pub strategy: Strategy,
    /// Time limit, if given.
    pub time: Option<Duration>,
}

impl Starts {
    /// Parses the parameters. Tours are open unless closed ones are requested.
    pub fn parse(words: &Parameters, most: u128) -> Result<Starts, Refused> {
        let puzzle = words.puzzle(most)?;
        let kind = puzzle.kind().unwrap_or(TourKind::Open);
        let puzzle = puzzle.with_kind(kind);
        let strategy = words.strategy(puzzle.leaper())?;
        Ok(Starts { puzzle, strategy, time: words.time("max_time")? })
    }

    /// Answers the question; `each` receives every answer as soon as it is known.
    pub fn answer(
        &self,
        control: &Control,
        each: impl FnMut(&StartAnswer),
    ) -> Result<Vec<StartAnswer>, Refused> {
        ktour_search::starts(&self.puzzle, &self.strategy, control, each).map_err(Refused::new)
    }
}

pub(crate) fn prepare(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let question = Starts::parse(words, limits.watched)?;
    let search = memory_needed(&question.puzzle, question.strategy.method);
    let cost = Cost::long(search + REASON_BYTES_PER_SQUARE * question.puzzle.board().area());
    Ok(Job::single(cost, question.time, move |control| {
        let answers = question.answer(control, |_| ())?;
        Ok(Reply::json(&StartsDocument::new(&question.puzzle, &answers)))
    }))
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
