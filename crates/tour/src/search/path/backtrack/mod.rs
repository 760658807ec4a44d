//! Plain backtracking, twice: recursive as it is taught, and with a stack of its own.
//!
//! Both try the leaps of every square in the given order, enter the first free one, and come back
//! when nothing is left. They agree move for move: the same tour, the same counters. Both look at
//! a square before they go there: one without an onward leap is entered and given up on the spot.
//!
//! *Guarantee:* complete; when it ends without a tour there is none from this start. *Cost:*
//! exponential; a byte a square, and for the recursion a stack frame a square. Up to 64 squares
//! are two words ([`small`]), more of them a mailbox ([`large`]).

mod large;
mod small;
mod tally;

use super::task::Task;
use crate::{
    Control,
    search::{MoveOrder, Refusal, Stats, end::End},
};

pub(crate) use large::stack_bytes;

/// Searches from the start of `task`, recursively.
pub(crate) fn recursive(
    task: &Task,
    order: &MoveOrder,
    control: &Control,
    stats: &mut Stats,
) -> Result<End, Refusal> {
    let (stop, tally) = match small::Small::new(task, order) {
        Some(small) => small.recursive(task, control),
        None => large::recursive(task, order, control)?,
    };
    Ok(tally.close(stop, task, order, stats))
}

/// Searches from the start of `task` with a stack of its own.
pub(crate) fn iterative(
    task: &Task,
    order: &MoveOrder,
    control: &Control,
    stats: &mut Stats,
) -> Result<End, Refusal> {
    let (stop, tally) = match small::Small::new(task, order) {
        Some(small) => small.iterative(task, control),
        None => large::iterative(task, order, control)?,
    };
    Ok(tally.close(stop, task, order, stats))
}
