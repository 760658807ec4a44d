//! How a search ended, and what it counted on the way.

use super::super::walk_task::WalkTask;
use crate::{
    Square,
    control::POLL,
    search::{MoveOrder, Stats, search_end::SearchEnd},
};

/// How a search ended; squares are those entered, in order.
pub(super) enum Stop {
    Found(Vec<Square>),
    Exhausted,
    /// The time ran out or somebody cancelled, after entering these squares.
    Control(Vec<Square>),
}

/// What was counted. Leaps are not: a square that was given up tested all its leaps, one on the
/// path those up to the leap it took.
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

    /// Enters the counts into the statistics.
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

/// Leaps tested on a path: each square those up to the leap it took.
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
