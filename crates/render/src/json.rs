//! JSON: the document of a tour, on one line.

use std::io;

use knights_tour::{Tour, search::Stats};

use crate::{Render, document::TourDocument};

/// The tour as a JSON document, with the counters of its search where there was one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Json {
    /// The counters.
    pub stats: Option<Stats>,
}

impl Render for Json {
    fn write(&self, tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &TourDocument::new(tour, self.stats.as_ref()))?;
        out.write_all(b"\n")
    }
}
