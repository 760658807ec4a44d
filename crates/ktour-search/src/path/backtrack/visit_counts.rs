//! The end of a backtracking search and its counters.

use super::super::walk_task::WalkTask;
use crate::{MoveOrder, Stats, search_end::SearchEnd};
use ktour_core::{Square, control::POLL};

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
