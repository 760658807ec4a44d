//! The squares of a board and the leaps between them: the only rules that a page needs.

use std::collections::BTreeMap;

use ktour_core::notation::name;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Cost, Job, Limits, Parameters, Refused, Reply,
    document::{BoardDocument, LeaperDocument, names},
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

pub(crate) fn prepare(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let (board, leaper) = (words.board_within(limits.played)?, words.leaper()?);
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
