//! Cycle merging, stage by stage: a board covered with cycles becomes one tour.

use ktour_core::{Board, Puzzle};
use ktour_search::{self, Joining};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Cost, Job, Limits, Parameters, Refused, Reply,
    document::{OutcomeDocument, names},
};

/// Bytes per square for all stages, while the answer is written.
const SQUARE_BYTES: u128 = 8 << 10;
/// Largest board whose every stage is listed, in squares.
const MAX_BOARD_SQUARES: u128 = 400;

pub(crate) fn prepare(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let board = words.board_within(MAX_BOARD_SQUARES.min(limits.played))?;
    let leaper = words.leaper()?;
    let puzzle = Puzzle::new(board).with_leaper(leaper);
    let strategy = words.strategy(leaper)?;
    Ok(Job::single(
        Cost::quick(SQUARE_BYTES * puzzle.board().area()),
        words.time("max_time")?,
        move |control| {
            let joining = ktour_search::joining(&puzzle, &strategy, control).map_err(Refused::new)?;
            Ok(Reply::json(&JoiningDocument::new(puzzle.board(), &joining)))
        },
    ))
}

/// Stages in which the cycles of a board become one tour.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Joining", deny_unknown_fields)]
pub struct JoiningDocument<'a> {
    /// Cycles at first and after each exchange, each as its squares in order.
    pub stages: Vec<Vec<Vec<String>>>,
    /// Outcome of the merging.
    pub answer: OutcomeDocument<'a>,
}

impl<'a> JoiningDocument<'a> {
    /// Creates the document, with squares by name.
    pub fn new(board: &Board, joining: &'a Joining) -> JoiningDocument<'a> {
        let stage = |cycles: &Vec<Vec<ktour_core::Square>>| -> Vec<Vec<String>> {
            cycles.iter().map(|cycle| names(board, cycle.iter().copied())).collect()
        };
        JoiningDocument {
            stages: joining.stages.iter().map(stage).collect(),
            answer: OutcomeDocument::from_outcome(board, &joining.outcome),
        }
    }
}
