//! JSON: the document of a tour, on one line.

use std::io;

use ktour_tour::{AnyTour, Control, search::Stats};

use crate::{
    Render,
    document::{MeasuresDocument, TourDocument},
    in_order,
};

/// The tour as a JSON document, with the counters of its search if there was one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Json {
    /// The counters.
    pub stats: Option<Stats>,
    /// Whether a stored tour is also measured.
    pub is_measured: bool,
}

impl Render for Json {
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        control.check_share(0.0)?;
        in_order(tour)?;
        let measures = tour.stored().filter(|_| self.is_measured).map(MeasuresDocument::of);
        let document = TourDocument { measures, ..TourDocument::new(tour, self.stats.as_ref()) };
        serde_json::to_writer(&mut *out, &document)?;
        out.write_all(b"\n")
    }
}
