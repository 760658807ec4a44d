//! Existence of tours on a board of any size, with reasons; and the class of every rectangle.

use std::{
    sync::atomic::{AtomicU8, Ordering},
    time::Duration,
};

use ktour_core::{Board, Control, KNIGHT, Puzzle, Square, TourKind, notation};
use ktour_search::{
    Method, decide, memory_needed,
    theory::{self, Class, Missing, Verdict},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Ask, Cost, Declined, Job, Limits, Refused, Reply, ReplyShape,
    document::{BoardDocument, LeaperDocument, ReasonDocument, Whole, names},
    parameters::{Squares, TourParameters, parameters},
};

/// Largest board whose possible missing squares are listed, in squares; for larger boards there is a rule.
const MAX_SQUARES_LISTED: u128 = 4096;
/// Bytes per cell of a table while the answer is written.
const CELL_BYTES: u128 = 64;
/// Longest side of a table whose cells are cached.
const MAX_CACHED_TABLE_SIDE: u64 = 200;

parameters! {
    /// Parameters of [`Exists`].
    pub struct ExistsParameters: tours: TourParameters {
        /// Squares already visited, in order.
        after: Squares,
        /// If a search is needed, stop after this long and answer unknown; 10s if not given.
        #[cli(value_name("TIME"))]
        max_time: Option<Duration>,
    }
}

/// Question whether tours exist.
#[derive(Clone, Debug)]
pub struct Exists {
    /// Board, kind and given squares.
    pub puzzle: Puzzle,
}

/// Answers about one board.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Whether a closed tour exists, if asked.
    pub closed: Option<Verdict>,
    /// Whether an open tour exists, if asked.
    pub open: Option<Verdict>,
    /// Class of the board, for a knight on a full rectangle.
    pub class: Option<Class>,
    /// Squares that may be missing, if asked.
    pub missing: Option<Missing>,
}

impl Exists {
    /// Checks the parameters.
    pub fn new(parameters: &ExistsParameters) -> Result<Exists, Refused> {
        let ExistsParameters { tours, after, .. } = parameters;
        Ok(Exists { puzzle: tours.puzzle_after(after, 0, u128::MAX)? })
    }

    /// Answers the question; a search may use `memory` bytes.
    pub fn answer(&self, memory: u128, control: &Control) -> Survey {
        let puzzle = &self.puzzle;
        let is_asked = |kind| {
            puzzle.kind().is_none_or(|asked| asked == kind)
                && (kind == TourKind::Open || puzzle.end().is_none())
        };
        let kinds: Vec<TourKind> =
            [TourKind::Closed, TourKind::Open].into_iter().filter(|&kind| is_asked(kind)).collect();
        let mut verdicts = decide(puzzle, &kinds, memory, control).into_iter();
        let mut verdict = |kind| if is_asked(kind) { verdicts.next() } else { None };
        let has_ends = puzzle.start().is_some() || puzzle.end().is_some();
        let is_plain = puzzle.board().is_rectangle() && puzzle.leaper() == KNIGHT;
        let is_for_missing = is_plain && !has_ends && puzzle.kind().is_none();
        Survey {
            closed: verdict(TourKind::Closed),
            open: verdict(TourKind::Open),
            class: is_plain.then(|| Class::new(puzzle.board())),
            missing: is_for_missing.then(|| theory::missing_square_rule(puzzle.board())),
        }
    }
}

impl Ask for ExistsParameters {
    const NAME: &'static str = "exists";
    const ABOUT: &'static str = "Whether closed and open tours exist on a board of any size, and why not.";
    const EXAMPLE: &'static str = "board=4x4";
    const SHAPE: ReplyShape = ReplyShape::json::<ExistsDocument>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let (question, memory) = (Exists::new(self)?, limits.memory);
        // If a search does not fit into memory, only theory can answer.
        let needed = Some(memory_needed(&question.puzzle, Method::Auto)).filter(|&needed| needed <= memory);
        let needed = needed.unwrap_or(0);
        Ok(Job::single(Cost::search(needed), self.max_time, move |control| {
            let survey = question.answer(memory, control);
            let is_silent =
                survey.closed.iter().chain(&survey.open).any(|verdict| *verdict == Verdict::Unknown);
            Ok(Reply::json_cut_off(&ExistsDocument::new(&question.puzzle, &survey), is_silent))
        }))
    }
}

/// Whether tours exist.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Exists", deny_unknown_fields)]
pub struct ExistsDocument {
    /// The board's sides.
    pub board: String,
    /// The board itself.
    pub shape: BoardDocument,
    /// Holes of the board, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holes: Option<Vec<String>>,
    /// The leaper, if it is not the knight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaper: Option<LeaperDocument>,
    /// Whether that leaper reaches every square of the rectangle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connected: Option<bool>,
    /// The given first square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The given last square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// c: closed; e: closed with one square missing; o: open; x: none. The first that applies is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Whether a closed tour exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<AnswerDocument>,
    /// Whether an open tour exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<AnswerDocument>,
    /// Whether a closed tour exists if one square is removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_with_one_missing: Option<MissingDocument>,
}

/// Yes, no or unknown.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Answer", deny_unknown_fields)]
pub struct AnswerDocument {
    /// Yes, no or unknown.
    pub answer: Word,
    /// Theorem or search that shows a yes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// Reason for a no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonDocument>,
}

/// Yes, no or unknown.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// A tour exists.
    Yes,
    /// No tour exists.
    No,
    /// It is not known.
    Unknown,
}

/// Squares of which one may be missing.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OneMissing", deny_unknown_fields)]
pub struct MissingDocument {
    /// Whether any square may be missing.
    pub answer: Word,
    /// Rule for the squares that may be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleDocument>,
    /// Squares that may be missing, if they are few.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<String>>,
    /// Reason why no square may be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<NoneMissing>,
}

/// Rule for missing squares.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Rule", deny_unknown_fields)]
pub struct RuleDocument {
    /// Rule in English.
    pub text: String,
    /// A square of the colour that may be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour_of: Option<String>,
    /// Squares of that colour that may not be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub except: Option<Vec<String>>,
}

/// Reason why no square may be missing.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct NoneMissing {
    /// Code: parity or every-square.
    pub code: &'static str,
    /// Reason in English.
    pub text: String,
    /// Every square with its own reason, if they are few.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<Vec<Without>>,
}

/// Square whose removal leaves no closed tour.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Without {
    /// Name of the square.
    pub square: String,
    /// Reason why no closed tour remains.
    pub reason: Option<ReasonDocument>,
}

impl ExistsDocument {
    /// Creates the document of a survey.
    pub fn new(puzzle: &Puzzle, survey: &Survey) -> ExistsDocument {
        let (board, leaper) = (puzzle.board(), puzzle.leaper());
        let is_other = leaper != KNIGHT;
        let name = |square: Square| notation::name(board, square);
        ExistsDocument {
            board: board.to_string(),
            shape: board.into(),
            holes: (!board.is_rectangle()).then(|| names(board, board.holes().iter().copied())),
            leaper: is_other.then(|| leaper.into()),
            connected: (is_other && board.is_rectangle())
                .then(|| theory::leaper_bound(board, leaper).is_none()),
            start: puzzle.start().map(name),
            end: puzzle.end().map(name),
            class: survey.class.map(|class| class.to_string()),
            closed: survey.closed.as_ref().map(|verdict| AnswerDocument::new(board, verdict)),
            open: survey.open.as_ref().map(|verdict| AnswerDocument::new(board, verdict)),
            closed_with_one_missing: survey
                .missing
                .as_ref()
                .map(|missing| MissingDocument::new(board, missing)),
        }
    }
}

impl AnswerDocument {
    fn new(board: &Board, verdict: &Verdict) -> AnswerDocument {
        let (answer, because, reason) = match verdict {
            Verdict::Yes(grounds) => (Word::Yes, Some(grounds.to_string()), None),
            Verdict::No(reason) => (Word::No, None, Some(ReasonDocument::new(board, reason))),
            Verdict::Unknown => (Word::Unknown, None, None),
        };
        AnswerDocument { answer, because, reason }
    }
}

impl MissingDocument {
    fn new(board: &Board, missing: &Missing) -> MissingDocument {
        let is_listed = board.area() <= MAX_SQUARES_LISTED;
        if !missing.is_possible() {
            let code = if *missing == Missing::EvenBoard { "parity" } else { "every-square" };
            let squares = (code == "every-square" && is_listed)
                .then(|| board.squares().filter_map(|hole| Without::new(board, hole)).collect());
            let reason = Some(NoneMissing { code, text: missing.text(board), squares });
            return MissingDocument { answer: Word::No, rule: None, missing: None, reason };
        }
        let (colour_of, except) = match missing {
            Missing::DarkBut(but) => {
                let a1 = notation::name(board, Square::new(0, 0));
                (Some(a1), Some(names(board, but.iter().copied())))
            }
            _ => (None, None),
        };
        let allowed = || names(board, board.squares().filter(|&square| missing.allows(square)));
        MissingDocument {
            answer: Word::Yes,
            rule: Some(RuleDocument { text: missing.text(board), colour_of, except }),
            missing: is_listed.then(allowed),
            reason: None,
        }
    }
}

impl Without {
    fn new(board: &Board, hole: Square) -> Option<Without> {
        let rest = board.with_holes([hole]).ok()?;
        let verdict = theory::exists(&Puzzle::new(rest).with_kind(TourKind::Closed));
        let reason = verdict.reason().map(|reason| ReasonDocument::new(board, reason));
        Some(Without { square: notation::name(board, hole), reason })
    }
}

/// The class of every rectangle up to a size.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Table", deny_unknown_fields)]
pub struct TableDocument {
    /// Number of columns.
    pub files: Whole,
    /// Number of rows.
    pub ranks: Whole,
    /// Classes: row m, column n.
    pub rows: Vec<String>,
}

parameters! {
    /// Parameters of a table of classes.
    pub struct TableParameters {
        /// The largest rectangle, 200 a side at most; 20x20 if not given.
        size: Option<Board>,
    }
}

impl Ask for TableParameters {
    const NAME: &'static str = "table";
    const ABOUT: &'static str = "The class of every rectangle up to a size: c closed, e closed with one square missing, o open, x none.";
    const EXAMPLE: &'static str = "size=8x8";
    const SHAPE: ReplyShape = ReplyShape::json::<TableDocument>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let sides = self.size.clone().map_or_else(|| Board::new(20, 20).map_err(Refused::new), Ok)?;
        check_table(&sides, limits.table)?;
        Ok(Job::single(Cost::quick(CELL_BYTES * sides.area()), None, move |_| {
            Ok(Reply::json(&table(&sides)))
        }))
    }
}

/// Refuses a table that is too long.
pub fn check_table(sides: &Board, most: u64) -> Result<(), Refused> {
    if sides.files().max(sides.ranks()) <= most {
        return Ok(());
    }
    Err(Declined::LongTable { sides: sides.to_string(), most }.into())
}

/// Returns the table; the classes of small rectangles are cached.
pub fn table(sides: &Board) -> TableDocument {
    static KNOWN: [AtomicU8; (MAX_CACHED_TABLE_SIDE * MAX_CACHED_TABLE_SIDE) as usize] =
        [const { AtomicU8::new(0) }; (MAX_CACHED_TABLE_SIDE * MAX_CACHED_TABLE_SIDE) as usize];
    let asked = |m: u64, n: u64| {
        let class = Board::new(n, m).map_or(String::new(), |board| Class::new(&board).to_string());
        class.bytes().next().unwrap_or(b'x')
    };
    let class = |m: u64, n: u64| {
        if m.max(n) > MAX_CACHED_TABLE_SIDE {
            return char::from(asked(m, n)).to_string();
        }
        let known = &KNOWN[((m - 1) * MAX_CACHED_TABLE_SIDE + n - 1) as usize];
        if known.load(Ordering::Relaxed) == 0 {
            known.store(asked(m, n), Ordering::Relaxed);
        }
        char::from(known.load(Ordering::Relaxed)).to_string()
    };
    let row = |m| (1..=sides.files()).map(|n| class(m, n)).collect::<Vec<_>>().join(" ");
    let rows = (1..=sides.ranks()).map(row).collect();
    TableDocument { files: sides.files().into(), ranks: sides.ranks().into(), rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_from_memory_is_the_table() {
        for size in ["20x20", "7x30", "30x7"] {
            let sides: Board = size.parse().unwrap();
            let once = table(&sides).rows;
            assert_eq!(table(&sides).rows, once, "{size}, known by now");
            let class = |m, n| Class::new(&Board::new(n, m).unwrap()).to_string();
            for (m, row) in (1..).zip(&once) {
                let plain: Vec<String> = (1..=sides.files()).map(|n| class(m, n)).collect();
                assert_eq!(*row, plain.join(" "), "{size}");
            }
        }
    }
}
