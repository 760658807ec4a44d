//! Repair, watched: a board covered with cycles, and the cycles joined into one tour.

use ktour_tour::{
    Board, Puzzle,
    search::{self, Joining},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Cost, Job, Limits, Parameters, Refused, Reply,
    document::{OutcomeDocument, names},
};

/// Bytes of a square in all stages while they are written.
const SQUARE_BYTES: u128 = 8 << 10;
/// Squares of a board whose every stage is told.
const MAX_BOARD_SQUARES: u128 = 400;

pub(crate) fn read(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let board = words.board_within(MAX_BOARD_SQUARES.min(limits.played))?;
    let leaper = words.leaper()?;
    let puzzle = Puzzle::new(board).with_leaper(leaper);
    let strategy = words.strategy(leaper)?;
    Ok(Job::whole(
        Cost::quick(SQUARE_BYTES * puzzle.board().area()),
        words.time("max_time")?,
        move |control| {
            let joining = search::joining(&puzzle, &strategy, control).map_err(Refused::of)?;
            Ok(Reply::of(&JoiningDocument::new(puzzle.board(), &joining)))
        },
    ))
}

/// How the cycles of a board became a tour.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Joining", deny_unknown_fields)]
pub struct JoiningDocument<'a> {
    /// The cycles at first and after each exchange, each as squares in order.
    pub stages: Vec<Vec<Vec<String>>>,
    /// What came of it.
    pub answer: OutcomeDocument<'a>,
}

impl<'a> JoiningDocument<'a> {
    /// The stages by the names of their squares.
    pub fn new(board: &Board, joining: &'a Joining) -> JoiningDocument<'a> {
        let stage = |cycles: &Vec<Vec<ktour_tour::Square>>| -> Vec<Vec<String>> {
            cycles.iter().map(|cycle| names(board, cycle.iter().copied())).collect()
        };
        JoiningDocument {
            stages: joining.stages.iter().map(stage).collect(),
            answer: OutcomeDocument::of(board, &joining.outcome),
        }
    }
}
