//! What is said of many tours.

use ktour_tour::{Puzzle, Tour};
use schemars::JsonSchema;
use serde::Serialize;

use crate::document::{BoardDocument, KindDocument, LeaperDocument, MeasuresDocument, Whole, names};

/// Some tours of a board.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Tours", deny_unknown_fields)]
pub struct ToursDocument {
    /// Their board.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// The tours.
    pub tours: Vec<OneOfMany>,
    /// Whether the list goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<bool>,
    /// How many of all tours have each value of the measure that they are sorted by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<ValueDocument>>,
}

/// A tour among others of its board.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct OneOfMany {
    /// From the first to the last.
    pub squares: Vec<String>,
    /// Open or closed.
    pub kind: KindDocument,
    /// What it looks like, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measures: Option<MeasuresDocument>,
}

impl OneOfMany {
    /// This tour, measured or not.
    pub fn new(tour: &Tour, is_measured: bool) -> OneOfMany {
        OneOfMany {
            squares: names(tour.board(), tour.squares()),
            kind: tour.kind().into(),
            measures: is_measured.then(|| MeasuresDocument::of(tour)),
        }
    }
}

impl ToursDocument {
    pub(super) fn new(puzzle: &Puzzle, tours: Vec<OneOfMany>, more: Option<bool>) -> ToursDocument {
        ToursDocument {
            board: puzzle.board().into(),
            leaper: puzzle.leaper().into(),
            tours,
            more,
            values: None,
        }
    }
}

/// How many tours have a value.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Value", deny_unknown_fields)]
pub struct ValueDocument {
    /// A number, or the name of a symmetry.
    pub value: String,
    /// How many.
    pub tours: Whole,
}
