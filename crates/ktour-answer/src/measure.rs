//! What a tour looks like, in numbers.

use ktour_tour::Tour;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Cost, Job, Limits, Parameters, Refused, Reply,
    document::{
        BoardDocument, KindDocument, LeaperDocument, MEASURING_BYTES_PER_SQUARE, MeasuresDocument, Whole,
    },
    render::TourSource,
};

pub(crate) fn read(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let source = TourSource::read(words, limits)?;
    let memory = source.memory(limits)? + MEASURING_BYTES_PER_SQUARE * source.board().area();
    Ok(Job::whole(Cost::search(memory), words.time("max_time")?, move |control| {
        let tour = source.tour(control)?;
        Ok(Reply::of(&MeasuredDocument::of(&tour)))
    }))
}

/// A tour, measured.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Measured", deny_unknown_fields)]
pub struct MeasuredDocument {
    /// Where it is.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Open or closed.
    pub kind: KindDocument,
    /// How many squares it visits.
    pub squares: Whole,
    /// Its measures.
    pub measures: MeasuresDocument,
}

impl MeasuredDocument {
    /// This tour and its measures.
    pub fn of(tour: &Tour) -> MeasuredDocument {
        MeasuredDocument {
            board: tour.board().into(),
            leaper: tour.leaper().into(),
            kind: tour.kind().into(),
            squares: Whole(tour.len() as u128),
            measures: MeasuresDocument::of(tour),
        }
    }
}
