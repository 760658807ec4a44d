//! Cycle merging, stage by stage: a board covered with cycles becomes one tour.

use std::time::Duration;

use ktour_core::{Board, Puzzle};
use ktour_search as search;
use ktour_search::{Joining, Strategy};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Ask, Cost, Job, Limits, Refused, Reply, ReplyShape,
    document::{OutcomeDocument, names},
    parameters::{BoardParameters, parameters},
};

/// Bytes per square for all stages, while the answer is written.
const SQUARE_BYTES: u128 = 8 << 10;
/// Largest board whose every stage is listed, in squares.
const MAX_BOARD_SQUARES: u128 = 400;

parameters! {
    /// Parameters of a cycle merging.
    pub struct JoiningParameters: board: BoardParameters {
        /// Seed of all random choices: the same seed gives the same answer.
        seed: u64,
        /// Stop after this long and answer unknown.
        max_time: Option<Duration>,
    }
}

impl Ask for JoiningParameters {
    const NAME: &'static str = "joining";
    const ABOUT: &'static str = "A board of up to 400 squares covered with cycles, and the cycles joined into one closed tour, exchange by exchange.";
    const EXAMPLE: &'static str = "board=6";
    const SHAPE: ReplyShape = ReplyShape::json::<JoiningDocument<'_>>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let board = self.board.board_within(MAX_BOARD_SQUARES.min(limits.played))?;
        let puzzle = Puzzle::new(board).with_leaper(self.board.leaper());
        let strategy = Strategy { seed: self.seed, ..Strategy::default() };
        let cost = Cost::quick(SQUARE_BYTES * puzzle.board().area());
        Ok(Job::single(cost, self.max_time, move |control| {
            let joining = search::joining(&puzzle, &strategy, control).map_err(Refused::new)?;
            Ok(Reply::json(&JoiningDocument::new(puzzle.board(), &joining)))
        }))
    }
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
