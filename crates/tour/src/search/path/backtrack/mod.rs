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

use super::task::Task;
use crate::{
    Control, Square,
    control::POLL,
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

/// How a search ended; squares are those entered, in order.
enum Stop {
    Found(Vec<Square>),
    Exhausted,
    /// The time was over or somebody cancelled, with these squares entered.
    Control(Vec<Square>),
}

/// What was counted. Leaps are not: a square that was given up tested all its leaps, one on the
/// path those up to the leap it took.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Tally {
    /// Squares entered after the start.
    entered: u64,
    /// Squares given up, the start included, after all their leaps were tested.
    exhausted: u64,
    /// Last squares on which the goal did not hold.
    missed: u64,
}

impl Tally {
    fn is_poll(&self) -> bool {
        self.entered.is_multiple_of(POLL)
    }

    /// Enters the counts into the statistics.
    fn close(self, stop: Stop, task: &Task, order: &MoveOrder, stats: &mut Stats) -> End {
        let leaps = order.leaps().len() as u64;
        let root = u64::from(matches!(stop, Stop::Exhausted) && task.left > 0);
        let on_path = match &stop {
            Stop::Found(path) | Stop::Control(path) => tested_on(path, task, order),
            Stop::Exhausted => 0,
        };
        stats.moves += self.entered;
        stats.trials += self.exhausted * leaps + on_path;
        stats.backtracks += self.exhausted + self.missed - root;
        match stop {
            Stop::Found(path) => End::Found(task.tour(path.into_iter())),
            Stop::Exhausted => End::Exhausted,
            Stop::Control(_) => End::Stopped,
        }
    }
}

/// Leaps tested on a path: each square those up to the leap it took.
fn tested_on(path: &[Square], task: &Task, order: &MoveOrder) -> u64 {
    let mut from = task.from;
    let mut tested = 0;
    for &to in path {
        let took = order.leaps().iter().position(|&leap| from.leap(leap) == Some(to));
        tested += took.map_or(0, |took| took as u64 + 1);
        from = to;
    }
    tested
}
