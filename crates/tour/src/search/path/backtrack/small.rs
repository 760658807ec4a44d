//! Backtracking over at most 64 squares: the whole position is one cache line.
//!
//! For every square one byte says which of its leaps lead to free squares, in move order. The
//! bit for the leap from a to b depends on b alone, so entering b toggles a fixed pattern of 64
//! bytes, four vector operations, and "which leaps are free here" is one load. Each depth has
//! its own copy, so coming back costs nothing.
//!
//! The iterative search remembers only squares with leaps left to try; from a dead end it goes
//! straight back to the last of those. One branch a square is left for the processor to guess.

use super::{Stop, Tally};
use crate::{
    Control, Square,
    search::{MoveOrder, path::task::Task},
};

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

    fn path(&self, places: &[u8]) -> Vec<Square> {
        places.iter().map(|&place| self.squares[place as usize]).collect()
    }

    /// No square to enter: the goal holds where the knight stands, or nowhere.
    fn nothing_left(task: &Task) -> (Stop, Tally) {
        let missed = u64::from(!task.is_goal(task.from));
        let stop = if missed == 0 { Stop::Found(Vec::new()) } else { Stop::Exhausted };
        (stop, Tally { missed, ..Tally::default() })
    }

    pub(super) fn iterative(&self, task: &Task, control: &Control) -> (Stop, Tally) {
        if task.left == 0 {
            return Small::nothing_left(task);
        }
        let last = task.left as usize - 1;
        let mut tally = Tally::default();
        let mut position = Box::new([self.free; 64]);
        position[0] = self.free.toggled(&self.toggle[0]);
        let mut path = [0u8; 64];
        // The knight's place and its leaps still to try, as an index into `first`.
        let mut key = usize::from(self.free.0[0]);
        let mut depth = 0usize;
        // Keys with leaps left, and their depths; unused above `waiting`.
        let mut behind = [0u32; 64];
        let mut waiting = 0usize;
        if key == 0 {
            tally.exhausted = 1;
            return (Stop::Exhausted, tally);
        }
        loop {
            let to = usize::from(self.first[key & 0x3fff]);
            key &= key - 1;
            behind[waiting & 63] = (key | depth << 16) as u32;
            waiting += usize::from(key & 255 != 0);
            tally.entered += 1;
            let free = usize::from(position[depth & 63].0[to & 63]);
            path[depth & 63] = to as u8;
            if tally.is_poll() && control.is_over(tally.exhausted * 8) {
                return (Stop::Control(self.path(&path[..=depth])), tally);
            }
            if depth == last {
                if task.is_goal(self.squares[to]) {
                    return (Stop::Found(self.path(&path[..=depth])), tally);
                }
                tally.missed += 1;
            } else if free != 0 {
                let next = position[depth & 63].toggled(&self.toggle[to & 63]);
                depth += 1;
                position[depth & 63] = next;
                key = to << 8 | free;
                continue;
            }
            // Given up: the square just entered, unless it was a last one, and all between.
            tally.exhausted += u64::from(depth != last) + depth as u64;
            let Some(next) = waiting.checked_sub(1) else {
                tally.exhausted += 1;
                return (Stop::Exhausted, tally);
            };
            waiting = next;
            let before = behind[waiting & 63] as usize;
            tally.exhausted -= (before >> 16) as u64;
            (key, depth) = (before & 0xffff, before >> 16);
        }
    }

    pub(super) fn recursive(&self, task: &Task, control: &Control) -> (Stop, Tally) {
        if task.left == 0 {
            return Small::nothing_left(task);
        }
        let mut search = Recursion { small: self, task, control, tally: Tally::default(), path: Vec::new() };
        let end = search.enter(&self.free, 0, self.free.0[0], task.left);
        search.path.reverse();
        let path = self.path(&search.path);
        let stop = match end {
            Some(true) => Stop::Found(path),
            Some(false) => Stop::Control(path),
            None => Stop::Exhausted,
        };
        (stop, search.tally)
    }
}

struct Recursion<'a> {
    small: &'a Small,
    task: &'a Task<'a>,
    control: &'a Control,
    tally: Tally,
    /// Filled as the recursion unwinds, last place first.
    path: Vec<u8>,
}

impl Recursion<'_> {
    /// Tries the leaps from a place with `left` squares to go: `Some(true)` when a tour was found,
    /// `Some(false)` when the time was over or somebody cancelled, `None` when nothing is left to try.
    fn enter(&mut self, before: &Free, at: u8, mut leaps: u8, left: u64) -> Option<bool> {
        let position = before.toggled(&self.small.toggle[usize::from(at & 63)]);
        while leaps != 0 {
            let to = self.small.first[usize::from(at & 63) << 8 | usize::from(leaps)];
            leaps &= leaps - 1;
            self.tally.entered += 1;
            let end = if self.tally.is_poll() && self.control.is_over(self.tally.exhausted * 8) {
                Some(false)
            } else {
                self.go_on(&position, to, left - 1)
            };
            if end.is_some() {
                self.path.push(to);
                return end;
            }
        }
        self.tally.exhausted += 1;
        None
    }

    #[inline(always)]
    fn go_on(&mut self, position: &Free, to: u8, left: u64) -> Option<bool> {
        if left == 0 {
            let is_goal = self.task.is_goal(self.small.squares[usize::from(to)]);
            self.tally.missed += u64::from(!is_goal);
            return is_goal.then_some(true);
        }
        let free = position.0[usize::from(to & 63)];
        if free == 0 {
            self.tally.exhausted += 1;
            return None;
        }
        self.enter(position, to, free, left)
    }
}
