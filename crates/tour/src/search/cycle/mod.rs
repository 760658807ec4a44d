//! Searches that join: every place gets its two leaps, and the cycles become one.

mod cycles;
pub(super) mod exact;
mod factor;
mod merge;
mod places;
pub(super) mod problem;
pub(super) mod repair;
