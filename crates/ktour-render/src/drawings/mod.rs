//! What is drawn besides a single tour: puzzles, many tours on one sheet, how a tour was built, and how it was
//! searched for.

pub(crate) mod merge;
pub(crate) mod poster;
pub(crate) mod puzzles;
pub(crate) mod search;
