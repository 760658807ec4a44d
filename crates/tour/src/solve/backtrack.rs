//! Plain backtracking, twice: recursive as it is taught, and with a stack of its own.
//!
//! Both try the leaps of every square in the given order, enter the first free one, and come back
//! when nothing is left. They agree move for move: the same tour, the same counters.
//!
//! *Guarantee:* complete; when it ends without a tour there is none from this start. *Cost:*
//! exponential; a byte a square, and for the recursion a stack frame a square.
//!
//! Counters are not kept leap by leap: a square that was given up tested all its leaps, one on
//! the path tested those up to the leap it took.

use std::ops::ControlFlow;

use super::{
    Refusal, Stats,
    ground::{Bits, Cells, Ground},
    walk::{End, Walk},
};
use crate::{Budget, Puzzle, Square, solve::MoveOrder};

/// How often the budget is asked, in squares entered.
const POLL: u64 = 1 << 12;
/// Stack set aside for one level of recursion, in bytes; the guard stops well before it is used.
const FRAME: usize = if cfg!(debug_assertions) { 1024 } else { 320 };
/// Stack for everything that is not the recursion.
const STACK_BASE: usize = 1 << 20;

/// Searches from the start of `walk`, recursively.
///
/// The recursion runs on a thread of its own whose stack is large enough for one frame a square.
pub(crate) fn recursive(
    walk: &Walk,
    order: &MoveOrder,
    budget: &Budget,
    stats: &mut Stats,
) -> Result<End, Refusal> {
    if let Some(ground) = Bits::new(walk.puzzle, order) {
        // At most 64 levels: any stack will do.
        return Ok(Search::new(ground, walk, order, budget, usize::MAX).run_recursive(stats));
    }
    let ground = Cells::new(walk.puzzle, order).ok_or_else(|| Refusal::too_large(walk.puzzle))?;
    let stack = stack_bytes(walk.puzzle);
    let refused = || Refusal::Stack { squares: walk.puzzle.board().square_count(), bytes: stack as u128 };
    std::thread::scope(|scope| {
        let search = || Search::new(ground, walk, order, budget, stack - STACK_BASE / 2).run_recursive(stats);
        let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, search);
        let end = thread.map_err(|_| refused())?.join().map_err(|_| refused())?;
        if matches!(end, End::StackSpent) { Err(refused()) } else { Ok(end) }
    })
}

/// The stack that the recursion reserves; touched only as deep as the search goes.
pub(crate) fn stack_bytes(puzzle: &Puzzle) -> usize {
    let squares = usize::try_from(puzzle.board().square_count()).unwrap_or(usize::MAX);
    squares.saturating_mul(FRAME).saturating_add(STACK_BASE)
}

/// Searches from the start of `walk` with a stack of its own.
pub(crate) fn iterative(
    walk: &Walk,
    order: &MoveOrder,
    budget: &Budget,
    stats: &mut Stats,
) -> Result<End, Refusal> {
    if let Some(ground) = Bits::new(walk.puzzle, order) {
        return Ok(Search::new(ground, walk, order, budget, 0).run_iterative(stats));
    }
    let ground = Cells::new(walk.puzzle, order).ok_or_else(|| Refusal::too_large(walk.puzzle))?;
    Ok(Search::new(ground, walk, order, budget, 0).run_iterative(stats))
}

struct Search<'a, G> {
    ground: G,
    walk: &'a Walk<'a>,
    budget: &'a Budget,
    stack: usize,
    leaps: u64,
    counts: Counts,
    /// The path found, last square first where the recursion unwinds.
    path: Vec<Square>,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    /// Squares entered after the start.
    entered: u64,
    /// Squares given up after all their leaps were tested.
    exhausted: u64,
    /// Last squares that did not meet the goal.
    missed: u64,
    /// Leaps tested on the path that stands at the end.
    on_path: u64,
}

impl<'a, G: Ground> Search<'a, G> {
    fn new(mut ground: G, walk: &'a Walk<'a>, order: &MoveOrder, budget: &'a Budget, stack: usize) -> Self {
        for square in walk.taken() {
            let at = ground.place(square);
            ground.enter(at);
        }
        let leaps = order.leaps().len() as u64;
        Search { ground, walk, budget, stack, leaps, counts: Counts::default(), path: Vec::new() }
    }

    fn account(&self, stats: &mut Stats, root_exhausted: bool) {
        let Counts { entered, exhausted, missed, on_path } = self.counts;
        stats.moves += entered;
        stats.trials += exhausted * self.leaps + on_path;
        stats.backtracks += exhausted + missed - u64::from(root_exhausted);
    }

    fn run_recursive(mut self, stats: &mut Stats) -> End {
        let at = self.ground.place(self.walk.from);
        let base = std::ptr::from_ref(&at).addr();
        let flow = self.enter(at, self.walk.left, base);
        let root_exhausted = flow.is_continue() && self.walk.left > 0;
        self.account(stats, root_exhausted);
        match flow {
            ControlFlow::Continue(()) => End::Exhausted,
            ControlFlow::Break(Stop::Found) => {
                self.path.reverse();
                End::Found(self.walk.finished(self.path))
            }
            ControlFlow::Break(Stop::Budget) => End::Stopped,
            ControlFlow::Break(Stop::Stack) => End::StackSpent,
        }
    }

    /// The knight stands on `at` with `left` squares to go; `base` is where the stack began.
    fn enter(&mut self, at: u32, left: u64, base: usize) -> ControlFlow<Stop> {
        if left == 0 {
            if self.walk.is_goal(self.ground.square(at)) {
                return ControlFlow::Break(Stop::Found);
            }
            self.counts.missed += 1;
            return ControlFlow::Continue(());
        }
        if base.abs_diff(std::ptr::from_ref(&left).addr()) > self.stack {
            return ControlFlow::Break(Stop::Stack);
        }
        let mut free = self.ground.free(at);
        while free != 0 {
            let leap = free.trailing_zeros();
            free &= free - 1;
            let to = self.ground.leap(at, leap);
            self.ground.enter(to);
            self.counts.entered += 1;
            let flow = if self.counts.entered.is_multiple_of(POLL) && self.is_spent() {
                ControlFlow::Break(Stop::Budget)
            } else {
                self.enter(to, left - 1, base)
            };
            if flow.is_break() {
                self.counts.on_path += u64::from(leap) + 1;
                self.path.push(self.ground.square(to));
                return flow;
            }
            self.ground.leave(to);
        }
        self.counts.exhausted += 1;
        ControlFlow::Continue(())
    }

    fn run_iterative(mut self, stats: &mut Stats) -> End {
        let mut at = self.ground.place(self.walk.from);
        let mut left = self.walk.left;
        // The squares behind the knight, with the leaps they still have to try.
        let mut behind: Vec<(u32, u8)> = Vec::with_capacity(left.min(1 << 16) as usize);
        let mut counts = Counts::default();
        let mut free = if left == 0 { 0 } else { self.ground.free(at) };
        let end = loop {
            if left == 0 {
                if self.walk.is_goal(self.ground.square(at)) {
                    break Stop::Found;
                }
                counts.missed += 1;
            } else if free != 0 {
                let to = self.ground.leap(at, free.trailing_zeros());
                behind.push((at, free));
                self.ground.enter(to);
                counts.entered += 1;
                at = to;
                left -= 1;
                if counts.entered.is_multiple_of(POLL) && self.budget.is_spent(counts.exhausted * self.leaps)
                {
                    break Stop::Budget;
                }
                free = if left == 0 { 0 } else { self.ground.free(at) };
                continue;
            } else {
                counts.exhausted += 1;
            }
            let Some((before, tried)) = behind.pop() else {
                self.counts = counts;
                self.account(stats, self.walk.left > 0);
                return End::Exhausted;
            };
            self.ground.leave(at);
            at = before;
            left += 1;
            free = tried & (tried - 1);
        };
        counts.on_path = behind.iter().map(|(_, free)| u64::from(free.trailing_zeros()) + 1).sum();
        self.counts = counts;
        self.account(stats, false);
        match end {
            Stop::Found => {
                let path = behind.iter().skip(1).map(|&(at, _)| at).chain([at]);
                let path = path.take(self.walk.left as usize).map(|at| self.ground.square(at)).collect();
                End::Found(self.walk.finished(path))
            }
            Stop::Budget | Stop::Stack => End::Stopped,
        }
    }

    fn is_spent(&self) -> bool {
        self.budget.is_spent(self.counts.exhausted * self.leaps)
    }
}

enum Stop {
    Found,
    Budget,
    Stack,
}
