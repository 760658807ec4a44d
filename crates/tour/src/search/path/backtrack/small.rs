//! Backtracking over at most 64 squares: the whole position is one cache line.
//!
//! For every square one byte says which of its leaps lead to free squares, in move order. The
//! bit for the leap from a to b depends on b alone, so entering b toggles a fixed pattern of 64
//! bytes, four vector operations, and "which leaps are free here" is one load. Each depth has
//! its own copy, so coming back costs nothing.
//!
//! Nobody can guess whether the next square is a dead end, a processor least of all, and a wrong guess
//! costs more than the step. So a step has no branch there: the next position is *selected*. It is the square
//! just entered if that can be left, else the one before if that has leaps left, else the last one that has.
//! Squares given up are not counted one by one: they are those entered that are not on the path.
//!
//! Recursion and iteration are the same steps. A frame has room for some squares to come back to and calls
//! itself where that is full, as any recursion calls itself where it has one; a frame with room for all of them
//! never does.

use std::{hint::select_unpredictable, ops::ControlFlow};

use super::{Stop, Tally};
use crate::{
    Control, Square,
    control::POLL,
    search::{MoveOrder, path::task::Task},
};

/// How many squares a frame of the recursion can come back to, the last place not used.
const FRAME: usize = 8;
/// Room for every square.
const ALL: usize = 64;

/// For every square its free leaps.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Free([u8; 64]);

impl Free {
    /// Written out, sixteen bytes at a time: a compiler that minds the size, as for a browser, takes a loop byte by byte.
    #[inline(always)]
    fn toggled(&self, pattern: &Free) -> Free {
        let mut toggled = *self;
        let (to, pattern) = (toggled.0.as_chunks_mut().0, pattern.0.as_chunks().0);
        toggle(&mut to[0], &pattern[0]);
        toggle(&mut to[1], &pattern[1]);
        toggle(&mut to[2], &pattern[2]);
        toggle(&mut to[3], &pattern[3]);
        toggled
    }
}

#[inline(always)]
fn toggle(to: &mut [u8; 16], pattern: &[u8; 16]) {
    *to = (u128::from_ne_bytes(*to) ^ u128::from_ne_bytes(*pattern)).to_ne_bytes();
}

pub(super) struct Small {
    /// The free squares and the one under the knight, which is the first.
    squares: Vec<Square>,
    /// Where the first of some free leaps leads: by place, then by the leaps as a byte.
    first: Box<[u8; 64 * 256]>,
    /// What entering a place changes.
    toggle: Box<[Free; 64]>,
    /// Before the knight stands anywhere.
    free: Free,
}

impl Small {
    /// The board of a task, where at most 64 squares are in play.
    pub(super) fn new(task: &Task, order: &MoveOrder) -> Option<Small> {
        if task.left >= 64 || task.puzzle.board().area() > 1 << 16 {
            return None;
        }
        let taken: Vec<Square> = task.taken().collect();
        let is_free = |square: &Square| !taken.contains(square);
        let squares: Vec<Square> =
            [task.from].into_iter().chain(task.puzzle.board().squares().filter(is_free)).collect();
        let mut targets = [[0u8; 8]; 64];
        let mut free = Free([0; 64]);
        let mut toggle = Box::new([Free([0; 64]); 64]);
        for (at, &square) in squares.iter().enumerate() {
            for (number, &leap) in order.leaps().iter().enumerate() {
                let to = square.leap(leap).and_then(|to| squares.iter().position(|&s| s == to));
                if let Some(to) = to {
                    targets[at][number] = to as u8;
                    free.0[at] |= 1 << number;
                    toggle[to].0[at] |= 1 << number;
                }
            }
        }
        let mut first = Box::new([0; 64 * 256]);
        for (at, targets) in targets.iter().enumerate() {
            for leaps in 1..256usize {
                first[at * 256 + leaps] = targets[leaps.trailing_zeros() as usize];
            }
        }
        Some(Small { squares, first, toggle, free })
    }

    /// With a stack of its own.
    pub(super) fn iterative(&self, task: &Task, control: &Control) -> (Stop, Tally) {
        self.run::<ALL>(task, control)
    }

    /// With the machine's.
    pub(super) fn recursive(&self, task: &Task, control: &Control) -> (Stop, Tally) {
        self.run::<FRAME>(task, control)
    }

    fn run<const ROOM: usize>(&self, task: &Task, control: &Control) -> (Stop, Tally) {
        if task.left == 0 {
            // The goal holds where the knight stands, or nowhere.
            let missed = u64::from(!task.is_goal(task.from));
            let stop = if missed == 0 { Stop::Found(Vec::new()) } else { Stop::Exhausted };
            return (stop, Tally { missed, ..Tally::default() });
        }
        let mut walk = Walk {
            small: self,
            task,
            control,
            last: task.left as usize - 1,
            position: Box::new([self.free.toggled(&self.toggle[0]); 64]),
            path: [0; 64],
            entered: 0,
            missed: 0,
        };
        let end = match usize::from(self.free.0[0]) {
            0 => ControlFlow::Continue(()),
            leaps => walk.frame::<ROOM>(leaps),
        };
        let (entered, missed) = (walk.entered, walk.missed);
        let ControlFlow::Break((is_found, depth)) = end else {
            return (Stop::Exhausted, Tally { entered, exhausted: entered - missed + 1, missed });
        };
        let path = walk.path[..=depth].iter().map(|&place| self.squares[usize::from(place)]).collect();
        let stop = if is_found { Stop::Found(path) } else { Stop::Control(path) };
        (stop, Tally { entered, exhausted: walk.given_up(depth), missed })
    }
}

/// Where a knight stands, as one number: how many squares were entered on the way, its place, and which of its
/// leaps are left to try.
type Key = usize;
const DEPTH: u32 = 16;
const PLACE: u32 = 8;
const LEAPS: usize = 255;

struct Walk<'a> {
    small: &'a Small,
    task: &'a Task<'a>,
    control: &'a Control,
    /// The depth from which the last square is entered.
    last: usize,
    /// For every depth the free leaps of all squares, and the place entered from it.
    position: Box<[Free; 64]>,
    path: [u8; 64],
    entered: u64,
    missed: u64,
}

impl Walk<'_> {
    /// Squares given up when the path has so many squares before the last.
    fn given_up(&self, depth: usize) -> u64 {
        self.entered - self.missed - (depth as u64 + 1)
    }

    /// Tries everything from a key with leaps left; breaks with whether a tour was found, and the depth of its
    /// end. Not found, the time was over or somebody cancelled.
    fn frame<const ROOM: usize>(&mut self, mut key: Key) -> ControlFlow<(bool, usize)> {
        // Keys with leaps left; the first place stays empty and ends the frame.
        let mut waiting = [0; ROOM];
        let mut many = 1usize;
        while many > 0 {
            let below = waiting[(many - 1) % ROOM];
            let depth = key >> DEPTH;
            let to = usize::from(self.small.first[key % (1 << DEPTH) % (64 * 256)]) % 64;
            let rest = key & (key - 1);
            let here = &self.position[depth % 64];
            let down = (depth + 1) << DEPTH | to << PLACE | usize::from(here.0[to]);
            let next = here.toggled(&self.small.toggle[to]);
            self.position[(depth + 1) % 64] = next;
            self.path[depth % 64] = to as u8;
            self.entered += 1;
            if self.entered.is_multiple_of(POLL) && self.control.is_over(self.given_up(depth) * 8) {
                return ControlFlow::Break((false, depth));
            }
            if depth == self.last {
                if self.task.is_goal(self.small.squares[to]) {
                    return ControlFlow::Break((true, depth));
                }
                self.missed += 1;
            }
            waiting[many % ROOM] = rest;
            let (has_rest, is_dead) = (rest & LEAPS != 0, down & LEAPS == 0);
            let back = select_unpredictable(has_rest, rest, below);
            key = select_unpredictable(is_dead, back, down);
            many = many + usize::from(has_rest) - usize::from(is_dead);
            if many == ROOM {
                self.frame::<ROOM>(key)?;
                many -= 1;
                key = waiting[many];
            }
        }
        ControlFlow::Continue(())
    }
}
