//! Tours in quadrants, after I. Parberry: four parts, each a tour, joined by four leaps.
//!
//! [`parberry`] stores the tour and lists which parts were joined; [`quadrants`] stores only a few blocks,
//! and computes single squares on boards of any size.

mod blocks;
mod implicit;
mod stored;

pub use implicit::{QuadrantTour, quadrants};
pub use stored::{Merge, Rectangle, Structured, is_structured, parberry};
