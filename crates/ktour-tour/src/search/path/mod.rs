//! Searches that walk: a path grows square by square, and goes back when it must.

pub(super) mod backtrack;
mod compass;
mod mailbox;
mod onward;
pub(super) mod task;
pub(super) mod trace;
pub(super) mod warnsdorff;
pub(super) mod warnsdorff_backtrack;
