//! JSON: the document of a tour, on one line.

use std::io;

use ktour_core::{AnyTour, Control};
use ktour_search::Stats;

use crate::{
    Render, check_ordered,
    document::{MeasuresDocument, TourDocument},
};

/// The tour as a JSON document, with the counters of its search if they are given.
#[derive(Clone, Copy, Debug, Default)]
pub struct Json {
    /// Counters of the search.
    pub stats: Option<Stats>,
    /// Whether the document includes the measures; only a stored tour has them.
    pub is_measured: bool,
}

impl Render for Json {
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        control.check_share(0.0)?;
        check_ordered(tour)?;
        let measures = tour.stored().filter(|_| self.is_measured).map(MeasuresDocument::new);
        let document = TourDocument { measures, ..TourDocument::new(tour, self.stats.as_ref()) };
        serde_json::to_writer(&mut *out, &document)?;
        out.write_all(b"\n")
    }
}
