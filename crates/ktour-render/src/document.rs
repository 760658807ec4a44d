//! The JSON documents of this project: a board, a tour, its measures and the counters of a search.
//!
//! Squares are serialized while the tour is walked, so no list of names is stored.

mod measures;

use std::borrow::Cow;

use ktour_core::{AnyTour, Board, Leaper, Square, TourKind, notation};
use ktour_search::Stats;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Serialize, Serializer,
    ser::{Error as _, SerializeSeq as _},
};

pub use measures::*;

/// A whole number; beyond 2^53, where a double would be inexact, it is written as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whole(pub u128);

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(small) if small <= 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl JsonSchema for Whole {
    fn schema_name() -> Cow<'static, str> {
        "Whole".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["integer", "string"], "description": "a whole number; a text beyond 2^53"})
    }
}

impl<T: Into<u128>> From<T> for Whole {
    fn from(number: T) -> Whole {
        Whole(number.into())
    }
}

/// The squares of a board: files by ranks, without the holes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Board", deny_unknown_fields)]
pub struct BoardDocument {
    /// Squares from left to right.
    pub files: Whole,
    /// Squares from bottom to top.
    pub ranks: Whole,
    /// The missing squares.
    pub holes: Vec<String>,
}

impl From<&Board> for BoardDocument {
    fn from(board: &Board) -> BoardDocument {
        let (files, ranks) = (board.files().into(), board.ranks().into());
        BoardDocument { files, ranks, holes: names(board, board.holes().iter().copied()) }
    }
}

/// Names of squares, in the notation of the board.
///
/// ```
/// use ktour::Board;
/// let board = Board::new(3, 3)?;
/// assert_eq!(ktour::render::document::names(&board, board.squares().take(2)), ["a1", "b1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn names(board: &Board, squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares.into_iter().map(|square| notation::name(board, square)).collect()
}

/// The two distances of a leaper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Leaper")]
pub struct LeaperDocument(pub u32, pub u32);

impl From<Leaper> for LeaperDocument {
    fn from(leaper: Leaper) -> LeaperDocument {
        LeaperDocument(leaper.r(), leaper.s())
    }
}

/// Whether the last square is a leap from the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Kind")]
pub enum KindDocument {
    /// The last square is a leap from the first.
    Closed,
    /// The last square need not be a leap from the first.
    Open,
}

impl From<TourKind> for KindDocument {
    fn from(kind: TourKind) -> KindDocument {
        match kind {
            TourKind::Closed => KindDocument::Closed,
            TourKind::Open => KindDocument::Open,
        }
    }
}

/// The counters of a search.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Stats", deny_unknown_fields)]
pub struct StatsDocument {
    /// Method that gave the answer.
    pub method: &'static str,
    /// Number of leaps tested, on the board or off it.
    pub trials: Whole,
    /// Number of squares entered after the start.
    pub moves: Whole,
    /// Number of squares given up.
    pub backtracks: Whole,
    /// Number of walks started, or of starts tried.
    pub tries: Whole,
    /// Elapsed time in seconds.
    pub seconds: f64,
    /// Trials and moves as the report's program counts them; for plain backtracking only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<ReportCounters>,
}

/// Trials and moves as the report's program counts them.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ReportCounters {
    /// Number of leaps tested, plus two.
    pub trials: Whole,
    /// Number of squares entered, including the start.
    pub moves: Whole,
}

impl From<&Stats> for StatsDocument {
    fn from(stats: &Stats) -> StatsDocument {
        let (trials, moves) = stats.as_the_report_counts();
        let report = ReportCounters { trials: trials.into(), moves: moves.into() };
        StatsDocument {
            method: stats.method.name(),
            trials: stats.trials.into(),
            moves: stats.moves.into(),
            backtracks: stats.backtracks.into(),
            tries: stats.tries.into(),
            seconds: stats.elapsed.as_secs_f64(),
            report: stats.method.is_backtracking().then_some(report),
        }
    }
}

/// Serializes the squares of a tour in order, by name.
#[derive(Clone, Copy, Debug)]
pub struct SquaresOf<'a>(pub &'a dyn AnyTour);

impl Serialize for SquaresOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(usize::try_from(self.0.len()).ok())?;
        for square in self.0.squares() {
            list.serialize_element(&notation::name(self.0.board(), square.map_err(S::Error::custom)?))?;
        }
        list.end()
    }
}

impl JsonSchema for SquaresOf<'_> {
    fn schema_name() -> Cow<'static, str> {
        "SquareList".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array",
            "items": {"type": "string"},
            "description": "c3; x,y from the top left where a board has more than 26^3 files",
        })
    }
}

/// A tour.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Tour", deny_unknown_fields)]
pub struct TourDocument<'a> {
    /// Its board.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Always `found`.
    pub outcome: Found,
    /// Open or closed.
    pub kind: KindDocument,
    /// Squares in order.
    pub squares: SquaresOf<'a>,
    /// Counters of the search, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<StatsDocument>,
    /// Measures, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measures: Option<MeasuresDocument>,
}

/// The outcome of a search that found a tour.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// A tour.
    Found,
}

impl<'a> TourDocument<'a> {
    /// The document of a tour, with the counters of its search if there was one.
    pub fn new(tour: &'a dyn AnyTour, stats: Option<&Stats>) -> TourDocument<'a> {
        TourDocument {
            board: tour.board().into(),
            leaper: tour.leaper().into(),
            outcome: Found::Found,
            kind: tour.kind().into(),
            squares: SquaresOf(tour),
            stats: stats.map(StatsDocument::from),
            measures: None,
        }
    }
}
