//! Backtracking on a mailbox: boards of any size, any leaper.
//!
//! The recursion runs in a thread of its own whose stack is large enough for one frame per square; if the
//! frames are larger than expected, it stops with a refusal instead of crashing.

use std::{ops::ControlFlow, ptr, thread};

use super::{Stop, VisitCounts};
use crate::{
    MoveOrder, Refusal,
    path::{Mailbox, WalkTask},
};
use ktour_core::{Control, Puzzle};

/// Stack for one level of recursion, in bytes.
const FRAME_BYTES: usize = if cfg!(debug_assertions) { 1024 } else { 320 };
/// Stack for everything that is not the recursion.
const STACK_BASE: usize = 1 << 20;

/// Bytes of stack that the recursion reserves; touched only as deep as the search goes.
pub(crate) fn stack_bytes(puzzle: &Puzzle) -> usize {
    let squares = usize::try_from(puzzle.board().square_count()).unwrap_or(usize::MAX);
    squares.saturating_mul(FRAME_BYTES).saturating_add(STACK_BASE)
}

pub(super) fn recursive(
    task: &WalkTask,
    order: &MoveOrder,
    control: &Control,
) -> Result<(Stop, VisitCounts), Refusal> {
    if cfg!(target_family = "wasm") {
        // There is no thread to give the stack to: the iterative twin tries the same leaps in the same order.
        return iterative(task, order, control);
    }
    let ground = FreeCells::new(task, order)?;
    let stack = stack_bytes(&task.puzzle);
    let refused = || Refusal::Stack { squares: task.puzzle.board().square_count(), bytes: stack as u128 };
    thread::scope(|scope| {
        let mut search = Recursion {
            ground,
            task,
            control,
            stack: stack - STACK_BASE / 2,
            tally: VisitCounts::default(),
            path: Vec::new(),
        };
        let thread = thread::Builder::new().stack_size(stack).spawn_scoped(scope, move || search.run());
        thread.map_err(|_| refused())?.join().map_err(|_| refused())?.ok_or_else(refused)
    })
}

pub(super) fn iterative(
    task: &WalkTask,
    order: &MoveOrder,
    control: &Control,
) -> Result<(Stop, VisitCounts), Refusal> {
    let mut ground = FreeCells::new(task, order)?;
    let mut tally = VisitCounts::default();
    let mut at = ground.mailbox.cell(task.from);
    let mut left = task.left;
    let mut free = if left == 0 { 0 } else { ground.free(at) };
    // The squares behind the knight, with their remaining leaps.
    let mut behind: Vec<(u32, u8)> = Vec::with_capacity(left.min(1 << 16) as usize + 1);
    let stop = loop {
        if left == 0 && task.is_goal(ground.mailbox.square(at)) {
            break Stop::Found(Vec::new());
        }
        if free != 0 {
            let to = ground.mailbox.leap(at, free.trailing_zeros() as usize);
            behind.push((at, free & (free - 1)));
            ground.cells[to as usize] = 0;
            tally.entered += 1;
            left -= 1;
            at = to;
            if tally.is_poll() && control.is_over(tally.exhausted * 8) {
                break Stop::Control(Vec::new());
            }
            free = if left == 0 { 0 } else { ground.free(at) };
            continue;
        }
        tally.exhausted += u64::from(left > 0);
        tally.missed += u64::from(left == 0);
        let Some((before, rest)) = behind.pop() else { return Ok((Stop::Exhausted, tally)) };
        ground.cells[at as usize] = 1;
        left += 1;
        (at, free) = (before, rest);
    };
    let entered = behind.iter().skip(1).map(|&(at, _)| at).chain([at]).take(behind.len());
    let path = entered.map(|at| ground.mailbox.square(at)).collect();
    let stop = match stop {
        Stop::Found(_) => Stop::Found(path),
        _ => Stop::Control(path),
    };
    Ok((stop, tally))
}

/// One byte per cell: 1 if the knight can enter it.
struct FreeCells {
    mailbox: Mailbox,
    cells: Vec<u8>,
}

impl FreeCells {
    fn new(task: &WalkTask, order: &MoveOrder) -> Result<FreeCells, Refusal> {
        let mailbox =
            Mailbox::new(task.puzzle.board(), order).ok_or_else(|| Refusal::too_large(&task.puzzle))?;
        let mut cells = mailbox.cells(&task.puzzle, 1, 0);
        for square in task.occupied() {
            cells[mailbox.cell(square) as usize] = 0;
        }
        Ok(FreeCells { mailbox, cells })
    }

    /// The free leaps from a cell: bit i stands for the i-th leap of the order.
    #[inline]
    fn free(&self, at: u32) -> u8 {
        let bit = |(i, &leap): (usize, &i32)| self.cells[at.wrapping_add_signed(leap) as usize] << i;
        self.mailbox.leaps.iter().enumerate().map(bit).fold(0, |all, bit| all | bit)
    }
}

struct Recursion<'a> {
    ground: FreeCells,
    task: &'a WalkTask<'a>,
    control: &'a Control,
    /// Maximum stack growth in bytes.
    stack: usize,
    tally: VisitCounts,
    /// Filled as the recursion unwinds, last cell first.
    path: Vec<u32>,
}

/// Reason why the recursion ends before everything is tried.
#[derive(Clone, Copy)]
enum EarlyExit {
    Found,
    Control,
    Stack,
}

impl Recursion<'_> {
    /// `None` when the stack was too small.
    fn run(&mut self) -> Option<(Stop, VisitCounts)> {
        let at = self.ground.mailbox.cell(self.task.from);
        let base = ptr::from_ref(&at).addr();
        let end = self.enter(at, self.task.left, base);
        let path = self.path.iter().rev().map(|&at| self.ground.mailbox.square(at)).collect();
        let stop = match end {
            ControlFlow::Continue(()) => Stop::Exhausted,
            ControlFlow::Break(EarlyExit::Found) => Stop::Found(path),
            ControlFlow::Break(EarlyExit::Control) => Stop::Control(path),
            ControlFlow::Break(EarlyExit::Stack) => return None,
        };
        Some((stop, self.tally))
    }

    /// The knight stands on `at` with `left` squares to go; `base` is where the stack began.
    fn enter(&mut self, at: u32, left: u64, base: usize) -> ControlFlow<EarlyExit> {
        if left == 0 {
            if self.task.is_goal(self.ground.mailbox.square(at)) {
                return ControlFlow::Break(EarlyExit::Found);
            }
            self.tally.missed += 1;
            return ControlFlow::Continue(());
        }
        if base.abs_diff(ptr::from_ref(&left).addr()) > self.stack {
            return ControlFlow::Break(EarlyExit::Stack);
        }
        let mut free = self.ground.free(at);
        while free != 0 {
            let to = self.ground.mailbox.leap(at, free.trailing_zeros() as usize);
            free &= free - 1;
            self.ground.cells[to as usize] = 0;
            self.tally.entered += 1;
            let flow = if self.tally.is_poll() && self.control.is_over(self.tally.exhausted * 8) {
                ControlFlow::Break(EarlyExit::Control)
            } else {
                self.enter(to, left - 1, base)
            };
            if flow.is_break() {
                self.path.push(to);
                return flow;
            }
            self.ground.cells[to as usize] = 1;
        }
        self.tally.exhausted += 1;
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::small::SmallBoard;
    use super::*;
    use ktour_core::{Board, KNIGHT, Square, TourKind};
    use proptest::prelude::*;

    #[test]
    fn an_order_that_turns_often_is_left_to_the_mailbox() {
        let puzzle = Puzzle::new(Board::new(5, 5).unwrap()).starting_at(Square::new(0, 0)).unwrap();
        let order = MoveOrder::parse("1,2 -1,-2 2,1 -2,-1 2,-1 -2,1 1,-2 -1,2", KNIGHT).unwrap();
        assert!(SmallBoard::new(&WalkTask::new(&puzzle, Square::new(0, 0)), &order).is_none());
    }

    proptest! {
        /// Small and large, recursive and iterative: one search.
        #[test]
        fn all_four_agree_move_for_move(files in 1u64..=6, ranks in 1u64..=6, pick: u32, holes: u16, closed: bool, order in 0usize..4, trials in 1u64..200_000) {
            let board = Board::new(files, ranks).unwrap();
            let squares: Vec<Square> = board.squares().collect();
            let holed = board.with_holes((0..2).filter(|i| holes >> i & 1 == 1).map(|i| squares[(holes >> (2 + 6 * i)) as usize % squares.len()]));
            let board = holed.unwrap_or(board);
            let squares: Vec<Square> = board.squares().collect();
            let kind = if closed { TourKind::Closed } else { TourKind::Open };
            let puzzle = Puzzle::new(board).with_kind(kind).starting_at(squares[pick as usize % squares.len()]).unwrap();
            let task = WalkTask::new(&puzzle, puzzle.start().unwrap());
            let orders = ["d2", "d0", "sorted", "1,2 2,1 2,-1 1,-2 -1,-2 -2,-1 -2,1 -1,2"];
            let order = MoveOrder::parse(orders[order], KNIGHT).unwrap();
            let control = Control::unlimited().with_trials(trials);
            let small = SmallBoard::new(&task, &order).unwrap();
            let seen = [
                small.iterative(&task, &control),
                small.recursive(&task, &control),
                iterative(&task, &order, &control).unwrap(),
                recursive(&task, &order, &control).unwrap(),
            ]
            .map(|(stop, tally)| match stop {
                Stop::Found(path) => ("found", path, tally),
                Stop::Exhausted => ("exhausted", Vec::new(), tally),
                Stop::Control(path) => ("control", path, tally),
            });
            prop_assert!(seen.iter().all(|one| *one == seen[0]), "{seen:?}");
        }
    }
}
