//! Drawings other than a single tour: puzzles, posters, the construction of a tour, and a search.

pub(crate) mod merge;
pub(crate) mod poster;
pub(crate) mod puzzles;
pub(crate) mod search;
