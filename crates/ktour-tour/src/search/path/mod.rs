//! Searches that walk: a path grows square by square, and goes back when it must.
//!
//! Each takes a `task` (where the knight stands and what remains). `backtrack` and `warnsdorff_backtrack` are
//! complete, `warnsdorff` is one greedy walk after another; `trace` replays all of them in the obvious way, for
//! showing and for checking them.

pub(super) mod backtrack;
mod leap_scores;
mod mailbox;
mod onward_counts;
pub(super) mod trace;
pub(super) mod walk_task;
pub(super) mod warnsdorff;
pub(super) mod warnsdorff_backtrack;
