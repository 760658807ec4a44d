//! The squares of a board and the leaps between them: the only rules that a page needs.

use std::collections::BTreeMap;

use ktour_core::notation::name;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Ask, Cost, Job, Limits, Refused, Reply, ReplyShape,
    document::{BoardDocument, LeaperDocument, names},
    parameters::{BoardParameters, parameters},
};

/// Bytes per square with its leaps, while the answer is written.
const SQUARE_BYTES: u128 = 1024;

/// Board as a graph.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Squares", deny_unknown_fields)]
pub struct SquaresDocument {
    /// Shape of the board.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Squares, rank by rank from the lowest.
    pub squares: Vec<String>,
    /// Squares that are a leap away from each square.
    pub leaps: BTreeMap<String, Vec<String>>,
}

parameters! {
    /// Parameters of the squares and leaps of a board.
    pub struct SquaresParameters: board: BoardParameters {}
}

impl Ask for SquaresParameters {
    const NAME: &'static str = "board";
    const ABOUT: &'static str = "The squares of a board of up to 10000 squares, and the leaps from each.";
    const EXAMPLE: &'static str = "board=3x4";
    const SHAPE: ReplyShape = ReplyShape::json::<SquaresDocument>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let (board, leaper) = (self.board.board_within(limits.played)?, self.board.leaper());
        Ok(Job::single(Cost::quick(SQUARE_BYTES * board.area()), None, move |_| {
            let leaps = |square| (name(&board, square), names(&board, board.leaps(leaper, square)));
            Ok(Reply::json(&SquaresDocument {
                board: (&board).into(),
                leaper: leaper.into(),
                squares: names(&board, board.squares()),
                leaps: board.squares().map(leaps).collect(),
            }))
        }))
    }
}
