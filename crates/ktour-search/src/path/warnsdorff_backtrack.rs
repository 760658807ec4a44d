//! Warnsdorff's rule inside a depth-first search, with backtracking.
//!
//! Leaps are tried in the order of their onward counts, ties by the rule. Looking ahead one leap costs
//! nothing: a free square without any onward leap can only be the last square; if more squares remain, the
//! branch is pruned.
//!
//! *Guarantee:* complete; ends with *impossible* when everything was tried. *Cost:* exponential in the worst
//! case, one leap per square in the best; nine bytes per square.

use super::{
    WalkTask,
    onward_counts::{FREE_BELOW, Knight, OnwardCounts},
};
use crate::{MoveOrder, Refusal, Stats, Strategy, strategy::SearchEnd};
use ktour_core::{Control, control::POLL, random::Random};

/// Searches from the start of `task`.
pub(crate) fn warnsdorff_backtrack(
    task: &WalkTask,
    strategy: &Strategy,
    control: &Control,
    stats: &mut Stats,
) -> Result<SearchEnd, Refusal> {
    let order = strategy.order_for(&task.puzzle);
    match order.leaps().len() {
        4 => search::<4>(task, &order, strategy, control, stats),
        _ => search::<8>(task, &order, strategy, control, stats),
    }
}

/// Leaps still to try, best first, packed four bits each; 15 ends the list.
#[derive(Clone, Copy)]
pub(super) struct Queue(u64);

impl Queue {
    pub(super) const EMPTY: Queue = Queue(u64::MAX);

    pub(super) fn new(leaps: impl DoubleEndedIterator<Item = usize>) -> Queue {
        leaps.rev().fold(Queue::EMPTY, |queue, leap| Queue(queue.0 << 4 | leap as u64))
    }

    pub(super) fn next(&mut self) -> Option<usize> {
        let leap = (self.0 & 15) as usize;
        self.0 = self.0 >> 4 | 15 << 60;
        (leap != 15).then_some(leap)
    }
}

fn search<const L: usize>(
    task: &WalkTask,
    order: &MoveOrder,
    strategy: &Strategy,
    control: &Control,
    stats: &mut Stats,
) -> Result<SearchEnd, Refusal> {
    let mut ground = OnwardCounts::<L>::new(task, order)?;
    let mut random = Random::new(strategy.seed, 0);
    let mut knight = ground.knight(task.from);
    let mut left = task.left;
    let mut tested = L as u64;
    // For every square behind the knight: the square, its remaining leaps, and its count when entered.
    let mut behind: Vec<(Knight, Queue, u8)> = Vec::with_capacity(left.min(1 << 16) as usize);
    let mut count = 0;
    let around = ground.neighbour_counts(knight.at);
    let mut queue = order_leaps(&ground, strategy, knight, around, left, &mut random);
    let end = loop {
        if left == 0 && task.is_goal(ground.square(knight)) {
            let path = behind.iter().skip(1).map(|&(knight, ..)| knight).chain([knight]);
            break SearchEnd::Found(
                task.tour(path.take(task.left as usize).map(|knight| ground.square(knight))),
            );
        }
        if let Some(leap) = queue.next() {
            behind.push((knight, queue, count));
            knight = ground.leap(knight, leap);
            count = ground.cells[knight.at as usize];
            let around = ground.enter(knight.at);
            left -= 1;
            stats.moves += 1;
            tested += if left > 0 { L as u64 } else { 0 };
            if stats.moves.is_multiple_of(POLL) && control.is_over(stats.trials + tested) {
                break SearchEnd::Stopped;
            }
            queue = order_leaps(&ground, strategy, knight, around, left, &mut random);
        } else {
            let Some((before, rest, counted)) = behind.pop() else {
                break SearchEnd::Exhausted;
            };
            ground.undo_enter(knight.at, count);
            stats.backtracks += 1;
            left += 1;
            (knight, queue, count) = (before, rest, counted);
        }
    };
    stats.trials += tested;
    Ok(end)
}

/// The free leaps, fewest onward leaps first; none if the branch is pruned.
#[inline]
fn order_leaps<const L: usize>(
    ground: &OnwardCounts<L>,
    strategy: &Strategy,
    knight: Knight,
    counts: [u32; L],
    left: u64,
    random: &mut Random,
) -> Queue {
    let mut keys = [(u32::MAX, 0i64, 0usize); L];
    let mut free = 0;
    for (leap, &count) in counts.iter().enumerate().filter(|&(_, &count)| count < FREE_BELOW) {
        if count == 0 && left > 1 {
            return Queue::EMPTY;
        }
        keys[free] = (count, 0, leap);
        free += 1;
    }
    let keys = &mut keys[..free];
    if strategy.tie != crate::Tie::First {
        for i in 0..free {
            let (count, _, leap) = keys[i];
            let is_tied = keys.iter().enumerate().any(|(j, key)| j != i && key.0 == count);
            if is_tied {
                keys[i].1 = ground.tie_key(strategy.tie, knight, leap, random);
            }
        }
    }
    keys.sort_unstable();
    Queue::new(keys.iter().map(|&(_, _, leap)| leap))
}
