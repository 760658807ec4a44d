//! Plain backtracking, twice: recursive, as in textbooks, and with an explicit stack.
//!
//! Both try the leaps of every square in the given order, enter the first free square, and go back when no
//! leap remains. They agree move for move, with the same tour and the same counters. Both test a square
//! before they enter it; a square without an onward leap is entered and given up at once.
//!
//! *Guarantee:* complete; if it ends without a tour, there is none from this start. *Cost:* exponential; one
//! byte per square, and for the recursion one stack frame per square. Boards of up to 64 squares are two
//! machine words ([`small`]), larger ones a mailbox ([`large`]).

mod large;
mod small;
mod visit_counts;

use super::walk_task::WalkTask;
use crate::{MoveOrder, Refusal, Stats, search_end::SearchEnd};
use ktour_core::Control;

pub(crate) use large::stack_bytes;

/// Searches from the start of `task`, recursively.
pub(crate) fn recursive(
    task: &WalkTask,
    order: &MoveOrder,
    control: &Control,
    stats: &mut Stats,
) -> Result<SearchEnd, Refusal> {
    let (stop, tally) = match small::SmallBoard::new(task, order) {
        Some(small) => small.recursive(task, control),
        None => large::recursive(task, order, control)?,
    };
    Ok(tally.into_end(stop, task, order, stats))
}

/// Searches from the start of `task` with an explicit stack.
pub(crate) fn iterative(
    task: &WalkTask,
    order: &MoveOrder,
    control: &Control,
    stats: &mut Stats,
) -> Result<SearchEnd, Refusal> {
    let (stop, tally) = match small::SmallBoard::new(task, order) {
        Some(small) => small.iterative(task, control),
        None => large::iterative(task, order, control)?,
    };
    Ok(tally.into_end(stop, task, order, stats))
}
