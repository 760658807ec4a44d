//! Documents of many tours.

use ktour_core::{Puzzle, Tour};
use schemars::JsonSchema;
use serde::Serialize;

use crate::document::{BoardDocument, KindDocument, LeaperDocument, MeasuresDocument, Whole, names};

/// Tours of a board.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Tours", deny_unknown_fields)]
pub struct ToursDocument {
    /// Board of the tours.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// The tours.
    pub tours: Vec<OneOfMany>,
    /// Whether more tours follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<bool>,
    /// Number of tours for each value of the measure by which they are sorted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<ValueDocument>>,
}

/// Tour in a list.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct OneOfMany {
    /// Squares in the order of the tour.
    pub squares: Vec<String>,
    /// Open or closed.
    pub kind: KindDocument,
    /// Measures of the tour, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measures: Option<MeasuresDocument>,
}

impl OneOfMany {
    /// Creates the document of a tour, with or without its measures.
    pub fn new(tour: &Tour, is_measured: bool) -> OneOfMany {
        OneOfMany {
            squares: names(tour.board(), tour.squares()),
            kind: tour.kind().into(),
            measures: is_measured.then(|| MeasuresDocument::new(tour)),
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

/// Number of tours with one value.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Value", deny_unknown_fields)]
pub struct ValueDocument {
    /// Number, or name of a symmetry.
    pub value: String,
    /// Number of tours.
    pub tours: Whole,
}
