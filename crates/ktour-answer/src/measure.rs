//! Measures of a tour.

use ktour_core::Tour;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Cost, Job, Limits, Parameters, Refused, Reply,
    document::{
        BoardDocument, KindDocument, LeaperDocument, MEASURING_BYTES_PER_SQUARE, MeasuresDocument, Whole,
    },
    render::TourSource,
};

pub(crate) fn prepare(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let source = TourSource::parse(words, limits)?;
    let memory = source.memory(limits)? + MEASURING_BYTES_PER_SQUARE * source.board().area();
    Ok(Job::single(Cost::search(memory), words.time("max_time")?, move |control| {
        let tour = source.tour(control)?;
        Ok(Reply::json(&MeasuredDocument::new(&tour)))
    }))
}

/// Tour with its measures.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Measured", deny_unknown_fields)]
pub struct MeasuredDocument {
    /// Board of the tour.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Open or closed.
    pub kind: KindDocument,
    /// Number of visited squares.
    pub squares: Whole,
    /// Measures of the tour.
    pub measures: MeasuresDocument,
}

impl MeasuredDocument {
    /// Measures a tour.
    pub fn new(tour: &Tour) -> MeasuredDocument {
        MeasuredDocument {
            board: tour.board().into(),
            leaper: tour.leaper().into(),
            kind: tour.kind().into(),
            squares: Whole(tour.len() as u128),
            measures: MeasuresDocument::new(tour),
        }
    }
}
