//! JSON: the document of a tour, on one line.

use std::io;

use knights_tour::{AnyTour, Control, search::Stats};

use crate::{Render, document::TourDocument, in_order};

/// The tour as a JSON document, with the counters of its search where there was one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Json {
    /// The counters.
    pub stats: Option<Stats>,
}

impl Render for Json {
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        control.proceed(0.0)?;
        in_order(tour)?;
        serde_json::to_writer(&mut *out, &TourDocument::new(tour, self.stats.as_ref()))?;
        out.write_all(b"\n")
    }
}
