//! Measures of a tour.

use ktour_core::Tour;
use ktour_search::symmetric::WantedSymmetry;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Ask, Cost, Job, Limits, Refused, Reply, ReplyShape,
    document::{
        BoardDocument, KindDocument, LeaperDocument, MEASURING_BYTES_PER_SQUARE, MeasuresDocument, Whole,
    },
    parameters::{SearchParameters, parameters},
    render::TourSource,
    verify::InputParameters,
};

parameters! {
    /// Parameters of the measures of a tour.
    pub struct MeasureParameters: search: SearchParameters, input: InputParameters {
        /// Symmetry that the tour must have if it is searched for.
        symmetry: Option<WantedSymmetry>,
    }
}

impl Ask for MeasureParameters {
    const NAME: &'static str = "measure";
    const ABOUT: &'static str =
        "The measures of a tour: the one that is sent as squares or text, or one that is found.";
    const EXAMPLE: &'static str = "board=6&kind=closed";
    const SHAPE: ReplyShape = ReplyShape::json::<MeasuredDocument>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let source = TourSource::new(&self.search, self.symmetry, &self.input, limits)?;
        let memory = source.memory(limits)? + MEASURING_BYTES_PER_SQUARE * source.board().area();
        Ok(Job::single(Cost::search(memory), self.search.max_time, move |control| {
            let tour = source.tour(control)?;
            Ok(Reply::json(&MeasuredDocument::new(&tour)))
        }))
    }
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
