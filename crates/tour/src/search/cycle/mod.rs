//! Searches that join: every vertex gets its two leaps, and the cycles become one.

mod cycles;
pub(super) mod exact;
mod factor;
mod merge;
pub(super) mod problem;
pub(super) mod repair;
mod vertices;
