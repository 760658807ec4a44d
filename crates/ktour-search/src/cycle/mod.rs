//! Searches that merge cycles: every vertex gets two leaps, and then the cycles are merged into one.
//!
//! A `problem` is prepared once and passed from one search to the other: its leap graph, the decisions about
//! leaps, and a 2-factor (`factor`). `repair` merges the cycles of the factor, in pairs (`chosen`), then by
//! longer exchanges (`merge`); `exact` branches on leaps if that fails, and is complete. Narrow boards have a
//! search of their own (`strip_dp`), square by square.

pub(crate) mod chosen;
pub(crate) mod cycles;
pub(crate) mod exact;
pub(crate) mod factor;
pub(crate) mod fixed_leaps;
pub(crate) mod merge;
pub(crate) mod problem;
pub(super) mod repair;
pub(super) mod strip_dp;
