//! The squares of a board, and which leaps lead where: all that a page knows of the rules.

use std::collections::BTreeMap;

use ktour_tour::notation::name;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Cost, Job, Limits, Parameters, Refused, Reply,
    document::{BoardDocument, LeaperDocument, names},
};

/// Bytes of a square with its leaps while they are written.
const SQUARE_BYTES: u128 = 1024;

/// A board, square by square.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Squares", deny_unknown_fields)]
pub struct SquaresDocument {
    /// Its shape.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Its squares, rank by rank from the lowest.
    pub squares: Vec<String>,
    /// Where leaps lead from each.
    pub leaps: BTreeMap<String, Vec<String>>,
}

pub(crate) fn read(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let (board, leaper) = (words.board_within(limits.played)?, words.leaper()?);
    Ok(Job::whole(Cost::quick(SQUARE_BYTES * board.area()), None, move |_| {
        let leaps = |square| (name(&board, square), names(&board, board.leaps(leaper, square)));
        Ok(Reply::of(&SquaresDocument {
            board: (&board).into(),
            leaper: leaper.into(),
            squares: names(&board, board.squares()),
            leaps: board.squares().map(leaps).collect(),
        }))
    }))
}
