//! Backtracking over at most 64 squares: a search node is two machine words.
//!
//! Squares are bits. They are numbered so that the first leaps of the move order lead to higher and higher
//! squares and the others, after a *turn*, to lower and lower ones, like the hand of a clock; all named
//! orders do this, by ranks or by files. So the next leap is the lowest bit of those before the turn, or
//! otherwise the highest of those after it. Orders that turn more often use the mailbox
//! ([`large`](super::large)).
//!
//! A processor cannot predict whether the next square is a dead end, and a wrong prediction costs more than
//! the step. So a step does not branch there: the next node is *selected*. It is the square just entered if
//! the knight can leave it, otherwise the previous one if it has leaps to try, otherwise the last one that
//! has. Squares given up are not counted one by one: they are the squares entered that are not on the path.
//! The path is not stored either: a square without leaps to try took its last one, so the squares with leaps
//! to try determine the path.
//!
//! Recursion and iteration take the same steps. A frame stores several squares to return to and calls itself
//! when it is full, just as an ordinary recursive frame stores one; a frame with capacity for all of them
//! never calls itself.

use std::{hint::select_unpredictable, ops::ControlFlow};

use super::{Stop, VisitCounts};
use crate::{MoveOrder, path::WalkTask};
use ktour_core::{Control, Leap, Square, control::POLL};

/// Nodes that a frame of the recursion can store; the first place is unused.
const FRAME_CAPACITY: usize = 32;
/// Capacity of a frame that stores every square.
const MAX_SQUARES: usize = 64;

/// One word per square, padded to 128 so that a seven-bit index needs no bounds test.
type SquareMasks = [u64; 128];

pub(super) struct SmallBoard {
    /// The squares to enter, in the order of their bits.
    squares: Vec<Square>,
    /// The knight's square before the first leap.
    start: SearchNode,
    bit: SquareMasks,
    /// The squares a leap away.
    around: SquareMasks,
    /// All squares except this one and those that a leap after the turn reaches.
    but_late: SquareMasks,
}

/// The squares still to be tried from the knight's square. A square in both words is tried before the turn,
/// one in `leaps` alone after it; one in `others` alone is free, one in neither is occupied.
#[derive(Clone, Copy)]
struct SearchNode {
    leaps: u64,
    others: u64,
}

impl SearchNode {
    fn free(self) -> u64 {
        self.leaps | self.others
    }

    /// Selects one of two nodes without a branch.
    #[inline(always)]
    fn select(is_first: bool, first: SearchNode, second: SearchNode) -> SearchNode {
        SearchNode {
            leaps: select_unpredictable(is_first, first.leaps, second.leaps),
            others: select_unpredictable(is_first, first.others, second.others),
        }
    }
}

impl SmallBoard {
    /// Creates the board of a task; `None` with more than 64 squares to enter or an order that turns more
    /// than once.
    pub(super) fn new(task: &WalkTask, order: &MoveOrder) -> Option<SmallBoard> {
        if task.left >= 64 || task.puzzle.board().area() > 1 << 16 {
            return None;
        }
        let (numbering, turn) = Numbering::turning_once(order)?;
        let taken: Vec<Square> = task.occupied().collect();
        let is_free = |square: &Square| !taken.contains(square);
        let mut squares: Vec<Square> = task.puzzle.board().squares().filter(is_free).collect();
        squares.sort_by_key(|square| numbering.key(Leap::new(square.file as i64, square.rank as i64)));
        let all = squares.iter().enumerate().fold(0, |all, (at, _)| all | 1 << at);
        let reach = |from: Square| {
            let (mut around, mut late) = (0, 0);
            for (number, &leap) in order.leaps().iter().enumerate() {
                let to = from.leap(leap).and_then(|to| squares.iter().position(|&square| square == to));
                let bit = to.map_or(0, |to| 1 << to);
                around |= bit;
                late |= if number < turn { 0 } else { bit };
            }
            (around, late)
        };
        let (around, late) = reach(task.from);
        let start = SearchNode { leaps: around, others: all & !late };
        let (mut bits, mut arounds, mut but_late) = ([0; 128], [0; 128], [0; 128]);
        for (at, &square) in squares.iter().enumerate() {
            let (around, late) = reach(square);
            bits[at] = 1 << at;
            arounds[at] = around;
            but_late[at] = !(late | 1 << at);
        }
        Some(SmallBoard { squares, start, bit: bits, around: arounds, but_late })
    }

    /// Searches with one frame that holds all squares.
    pub(super) fn iterative(&self, task: &WalkTask, control: &Control) -> (Stop, VisitCounts) {
        self.run::<MAX_SQUARES>(task, control)
    }

    /// Searches with small frames on the machine's stack.
    pub(super) fn recursive(&self, task: &WalkTask, control: &Control) -> (Stop, VisitCounts) {
        self.run::<FRAME_CAPACITY>(task, control)
    }

    fn run<const CAPACITY: usize>(&self, task: &WalkTask, control: &Control) -> (Stop, VisitCounts) {
        if task.left == 0 {
            // The goal holds on the knight's square, or there is no tour.
            let missed = u64::from(!task.is_goal(task.from));
            let stop = if missed == 0 { Stop::Found(Vec::new()) } else { Stop::Exhausted };
            return (stop, VisitCounts { missed, ..VisitCounts::default() });
        }
        let mut walk = SmallSearch {
            small: self,
            task,
            control,
            polls: 0,
            until_poll: POLL,
            missed: 0,
            waiting: Vec::new(),
        };
        let end = walk.frame::<CAPACITY>(self.start);
        let (entered, missed) = (walk.entered(), walk.missed);
        let ControlFlow::Break((is_found, free)) = end else {
            return (Stop::Exhausted, VisitCounts { entered, exhausted: entered - missed + 1, missed });
        };
        let exhausted = walk.given_up(free);
        let path = self.path(free, walk.waiting);
        let stop = if is_found { Stop::Found(path) } else { Stop::Control(path) };
        (stop, VisitCounts { entered, exhausted, missed })
    }

    /// Reconstructs the squares entered, given the squares that are free now and the nodes on the path with
    /// leaps to try, last one first.
    fn path(&self, free: u64, mut waiting: Vec<SearchNode>) -> Vec<Square> {
        let mut path = Vec::new();
        let mut at = self.start;
        while at.free() != free {
            let left = waiting.pop_if(|node| node.free() == at.free()).map_or(0, |node| node.leaps);
            // The last leap that does not remain.
            let tried = at.leaps & !left;
            let late = tried & !at.others;
            let to = if late == 0 { tried.ilog2() } else { late.trailing_zeros() } as usize;
            at = SearchNode { leaps: self.around[to] & at.free(), others: self.but_late[to] & at.free() };
            path.push(self.squares[to]);
        }
        path
    }
}

/// A way to number squares: by ranks or by files, up or down each.
struct Numbering {
    by_files: bool,
    signs: [i64; 2],
}

impl Numbering {
    /// Finds a numbering in which the leaps of an order rise before they fall, and where they turn.
    fn turning_once(order: &MoveOrder) -> Option<(Numbering, usize)> {
        let all = [false, true].into_iter().flat_map(|by_files| {
            [[1, 1], [1, -1], [-1, 1], [-1, -1]].map(|signs| Numbering { by_files, signs })
        });
        all.into_iter().find_map(|numbering| {
            let keys: Vec<_> = order.leaps().iter().map(|leap| numbering.key(*leap)).collect();
            let turn = keys.iter().zip(&keys[1..]).take_while(|(one, next)| one < next).count() + 1;
            keys[turn..].is_sorted_by(|one, next| one > next).then_some((numbering, turn))
        })
    }

    fn key(&self, leap: Leap) -> (i64, i64) {
        let (first, second) = if self.by_files { (leap.file, leap.rank) } else { (leap.rank, leap.file) };
        (self.signs[0] * first, self.signs[1] * second)
    }
}

struct SmallSearch<'a> {
    small: &'a SmallBoard,
    task: &'a WalkTask<'a>,
    control: &'a Control,
    /// Number of times that `POLL` squares were entered, and squares until the next time.
    polls: u64,
    until_poll: u64,
    missed: u64,
    /// Set at a break: the nodes on the path with leaps to try, last one first.
    waiting: Vec<SearchNode>,
}

impl SmallSearch<'_> {
    fn entered(&self) -> u64 {
        self.polls * POLL + (POLL - self.until_poll)
    }

    /// Number of squares given up, given the free squares.
    fn given_up(&self, free: u64) -> u64 {
        let path = self.task.left - u64::from(free.count_ones());
        self.entered() - self.missed - path
    }

    /// Searches everything below a node; breaks with whether a tour was found and with the free squares at
    /// that point. Without a tour, the time was over or the search was cancelled.
    fn frame<const CAPACITY: usize>(&mut self, mut at: SearchNode) -> ControlFlow<(bool, u64)> {
        let small = self.small;
        let mut waiting = PendingNodes { leaps: [0; CAPACITY], others: [0; CAPACITY] };
        let mut top = 0;
        while at.leaps != 0 {
            if top >= CAPACITY - 1 {
                if let ControlFlow::Break((is_found, free)) = self.frame::<CAPACITY>(at) {
                    return self.cut(is_found, free, &waiting, CAPACITY - 1);
                }
                top = CAPACITY - 2;
                at = waiting.at(CAPACITY - 1);
            }
            let below = waiting.at(top);
            let (early, free) = (at.leaps & at.others, at.free());
            let to = select_unpredictable(early != 0, early.trailing_zeros(), at.leaps.ilog2()) as usize;
            let bit = small.bit[to];
            let down = SearchNode { leaps: small.around[to] & free, others: small.but_late[to] & free };
            let rest = SearchNode { leaps: at.leaps ^ bit, others: at.others | bit };
            (waiting.leaps[top + 1], waiting.others[top + 1]) = (rest.leaps, rest.others);
            self.until_poll -= 1;
            if self.until_poll == 0 {
                (self.polls, self.until_poll) = (self.polls + 1, POLL);
                if self.control.is_over(self.given_up(free ^ bit) * 8) {
                    return self.cut(false, free ^ bit, &waiting, top + 1);
                }
            }
            if free == bit {
                if self.task.is_goal(small.squares[to]) {
                    return self.cut(true, 0, &waiting, top + 1);
                }
                self.missed += 1;
            }
            let (has_rest, is_dead) = (rest.leaps != 0, down.leaps == 0);
            at = SearchNode::select(is_dead, SearchNode::select(has_rest, rest, below), down);
            top = (top + usize::from(has_rest)).wrapping_sub(usize::from(is_dead));
        }
        ControlFlow::Continue(())
    }

    /// Breaks, and stores the nodes of this frame that have leaps to try.
    fn cut<const CAPACITY: usize>(
        &mut self,
        is_found: bool,
        free: u64,
        waiting: &PendingNodes<CAPACITY>,
        top: usize,
    ) -> ControlFlow<(bool, u64)> {
        let nodes = (1..=top).rev().map(|place| waiting.at(place));
        self.waiting.extend(nodes.filter(|node| node.leaps != 0));
        ControlFlow::Break((is_found, free))
    }
}

/// Nodes with leaps to try; the first place stays empty and ends the frame. Two arrays, so that an index
/// addresses a word in both.
struct PendingNodes<const CAPACITY: usize> {
    leaps: [u64; CAPACITY],
    others: [u64; CAPACITY],
}

impl<const CAPACITY: usize> PendingNodes<CAPACITY> {
    #[inline(always)]
    fn at(&self, place: usize) -> SearchNode {
        SearchNode { leaps: self.leaps[place], others: self.others[place] }
    }
}
