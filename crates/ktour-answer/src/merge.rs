//! The levels of a structured tour: parts, removed and added leaps, and the result.

use ktour_core::{Board, KNIGHT, Square, Tour, notation::name};
use ktour_search::{
    Refusal,
    build::parberry::{self, Rectangle, Structured, parberry},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Ask, Cost, Job, Limits, Refused, Reply, ReplyShape,
    document::{BoardDocument, KindDocument, LeaperDocument, OutcomeWord, names},
    parameters::{BoardParameters, Squares, parameters},
};

/// Bytes per square for all levels, while the answer is written.
const SQUARE_BYTES: u128 = 640;

/// Builds the structured tour of a board, and verifies it.
pub fn merge(board: &Board) -> Result<Structured, Refused> {
    let refusal = || Refused::new(Refusal::NotStructured { asked: board.to_string() });
    let structured = parberry(board).ok_or_else(refusal)?;
    Tour::verify(board, KNIGHT, structured.squares()).map_err(Refused::new)?;
    Ok(structured)
}

parameters! {
    /// Parameters of a structured tour.
    pub struct MergeParameters {
        /// The board, with sides that differ by at most 2.
        board: Option<Board>,
        /// Squares to remove, such as a1,c3.
        holes: Squares,
    }
}

impl Ask for MergeParameters {
    const NAME: &'static str = "merge";
    const ABOUT: &'static str = "A structured tour level by level: parts, leaps removed and added, result.";
    const EXAMPLE: &'static str = "board=12";
    const SHAPE: ReplyShape = ReplyShape::json::<MergeDocument>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let MergeParameters { board, holes } = self.clone();
        let board = BoardParameters { board, holes, ..BoardParameters::default() };
        let board = board.board_within(16 * limits.watched)?;
        let cost = Cost::quick(SQUARE_BYTES * board.area());
        Ok(Job::single(cost, None, move |_| Ok(Reply::json(&MergeDocument::from(&merge(&board)?)))))
    }
}

/// Levels in which a structured tour is built.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Merge", deny_unknown_fields)]
pub struct MergeDocument {
    /// Board of the tour.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Always found.
    pub outcome: OutcomeWord,
    /// Always closed.
    pub kind: KindDocument,
    /// Levels from the smallest parts up.
    pub levels: Vec<Level>,
    /// The tour.
    pub squares: Vec<String>,
}

/// One level of merging.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Level {
    /// Level; 0 is the whole board.
    pub level: usize,
    /// Tours of the parts before the merges.
    pub tours: Vec<Vec<String>>,
    /// Merges of this level.
    pub merges: Vec<MergeOfParts>,
}

/// Merge of four parts into one.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MergeOfParts", deny_unknown_fields)]
pub struct MergeOfParts {
    /// Part that results.
    pub whole: PartDocument,
    /// The parts.
    pub parts: Vec<PartDocument>,
    /// Removed leaps.
    pub removed: Vec<Vec<String>>,
    /// Added leaps.
    pub added: Vec<Vec<String>>,
}

/// A rectangle of the board.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Part", deny_unknown_fields)]
pub struct PartDocument {
    /// Its lower left square.
    pub corner: String,
    /// Number of files.
    pub files: u64,
    /// Number of ranks.
    pub ranks: u64,
}

impl From<&Structured> for MergeDocument {
    fn from(structured: &Structured) -> MergeDocument {
        let board = structured.board();
        let leaps = |leaps: &[(Square, Square); 4]| -> Vec<Vec<String>> {
            leaps.iter().map(|&(from, to)| names(board, [from, to])).collect()
        };
        let part = |part: &Rectangle| PartDocument {
            corner: name(board, Square::new(part.file, part.rank)),
            files: part.files,
            ranks: part.ranks,
        };
        let merge = |merge: &parberry::Merge| MergeOfParts {
            whole: part(&merge.whole),
            parts: merge.parts.iter().map(part).collect(),
            removed: leaps(&merge.removed),
            added: leaps(&merge.added),
        };
        let level = |(level, merges): (usize, Vec<&parberry::Merge>)| Level {
            level,
            tours: structured
                .tours_before(level)
                .iter()
                .map(|tour| names(board, tour.iter().copied()))
                .collect(),
            merges: merges.into_iter().map(merge).collect(),
        };
        MergeDocument {
            board: board.into(),
            leaper: KNIGHT.into(),
            outcome: OutcomeWord::Found,
            kind: KindDocument::Closed,
            levels: structured.levels().into_iter().map(level).collect(),
            squares: names(board, structured.squares()),
        }
    }
}
