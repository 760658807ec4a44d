//! What a tour looks like, in numbers.

use ktour_tour::Tour;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Asked, Cost, Limits, Refused, Reply, Words,
    document::{BoardDocument, KindDocument, LeaperDocument, MEASURED, MeasuresDocument, Whole},
    render::TourSource,
};

pub(crate) fn read(words: &Words, limits: &Limits) -> Result<Asked, Refused> {
    let source = TourSource::read(words, limits)?;
    let memory = source.memory(limits)? + MEASURED * source.board().area();
    Ok(Asked::whole(Cost::search(memory), words.time("max_time")?, move |control| {
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
