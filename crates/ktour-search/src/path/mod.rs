//! Searches that walk: a path grows square by square, and backtracks when it is stuck.
//!
//! Each takes a `walk_task` (the knight's square and what remains). `backtrack` and `warnsdorff_backtrack`
//! are complete, `warnsdorff` is one greedy walk after another; `trace` replays all of them in the obvious
//! way, for display and for checking them.

pub(super) mod backtrack;
mod leap_scores;
mod mailbox;
mod onward_counts;
pub(super) mod trace;
pub(super) mod walk_task;
pub(super) mod warnsdorff;
pub(super) mod warnsdorff_backtrack;
