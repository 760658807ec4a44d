//! Searches that merge cycles: every vertex gets two leaps, and then the cycles are merged into one.
//!
//! A `problem` is prepared once and passed from one search to the other: the leap graph of its `vertices`,
//! the decisions about leaps, and a 2-factor (`factor`). `repair` merges its cycles (`pair_up`, then
//! `merge`); `exact` branches on leaps if that fails, and is complete. Narrow boards have a search of their
//! own (`strip_dp`), square by square.

pub(crate) mod chosen;
pub(crate) mod cycles;
pub(crate) mod exact;
pub(crate) mod factor;
pub(crate) mod fixed_leaps;
pub(crate) mod merge;
pub(crate) mod merge_stages;
pub(crate) mod pair_up;
pub(crate) mod problem;
pub(super) mod repair;
pub(super) mod strip_dp;
mod vertices;
