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

pub(crate) use large::stack_bytes;

use super::WalkTask;
use crate::{MoveOrder, Refusal, Stats, strategy::SearchEnd};
use ktour_core::{Control, Square, control::POLL};

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

/// How a search ended; squares are those entered, in order.
pub(super) enum Stop {
    Found(Vec<Square>),
    Exhausted,
    /// The time ran out or the search was cancelled, after these squares were entered.
    Control(Vec<Square>),
}

/// Counters of a search. Tested leaps are not counted one by one: a square that was given up tested all its
/// leaps, a square on the path those up to the chosen one.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct VisitCounts {
    /// Squares entered after the start.
    pub(super) entered: u64,
    /// Squares given up, the start included, after all their leaps were tested.
    pub(super) exhausted: u64,
    /// Last squares on which the goal did not hold.
    pub(super) missed: u64,
}

impl VisitCounts {
    pub(super) fn is_poll(&self) -> bool {
        self.entered.is_multiple_of(POLL)
    }

    /// Adds the counters to the statistics and returns the end of the search.
    pub(super) fn into_end(
        self,
        stop: Stop,
        task: &WalkTask,
        order: &MoveOrder,
        stats: &mut Stats,
    ) -> SearchEnd {
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
            Stop::Found(path) => SearchEnd::Found(task.tour(path.into_iter())),
            Stop::Exhausted => SearchEnd::Exhausted,
            Stop::Control(_) => SearchEnd::Stopped,
        }
    }
}

/// Number of leaps tested on a path: at each square, those up to the chosen one.
fn tested_on(path: &[Square], task: &WalkTask, order: &MoveOrder) -> u64 {
    let mut from = task.from;
    let mut tested = 0;
    for &to in path {
        let took = order.leaps().iter().position(|&leap| from.leap(leap) == Some(to));
        tested += took.map_or(0, |took| took as u64 + 1);
        from = to;
    }
    tested
}
