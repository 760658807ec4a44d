//! Searches that join cycles: every vertex gets two leaps, and then the cycles are joined into one.

pub(crate) mod chosen;
pub(crate) mod cycles;
pub(crate) mod exact;
pub(crate) mod factor;
pub(crate) mod joining;
pub(crate) mod merge;
pub(super) mod narrow;
pub(crate) mod pair_up;
pub(crate) mod problem;
pub(super) mod repair;
pub(crate) mod sift;
mod vertices;
