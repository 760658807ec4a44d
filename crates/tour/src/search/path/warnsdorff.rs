//! Warnsdorff's rule (1823): always leap to the square with the fewest onward leaps.
//!
//! One greedy walk, no way back. *Guarantee:* none; a walk that gets stuck proves nothing, so the
//! answer is then *unknown*. *Cost:* constant per leap, one byte a square.
//!
//! Later tries differ from the first: with random ties by chance alone, with the other rules by
//! a shuffled move order; where no start was given, also by a random start.
//!
//! Reference: H. C. von Warnsdorff, *Des Rösselsprunges einfachste und allgemeinste Lösung*;
//! ties after I. Pohl (CACM 10, 1967) and A. Roth.

use super::{
    onward::{FREE_BELOW, Knight, Onward},
    task::{Task, starts},
};
use crate::{
    Control, Puzzle, Square,
    control::POLL,
    random::Random,
    search::{MoveOrder, Refusal, Stats, Strategy, Tie, end::End},
};

/// Walks until one walk succeeds, `tries` are used up, the time is over or somebody cancels.
pub(crate) fn warnsdorff(
    puzzle: &Puzzle,
    strategy: &Strategy,
    control: &Control,
    stats: &mut Stats,
) -> Result<End, Refusal> {
    let order = strategy.order_for(puzzle);
    for attempt in 0..strategy.tries.max(1) {
        let mut random = Random::new(strategy.seed, attempt);
        let mut order = order.clone();
        if attempt > 0 && strategy.tie != Tie::Random {
            order.shuffle(|bound| random.below(bound));
        }
        let Some(start) = start_of_try(puzzle, attempt, &mut random) else {
            break;
        };
        let task = Task::new(puzzle, start);
        stats.tries += 1;
        let end = match order.leaps().len() {
            4 => by_rule::<4>(&task, &order, strategy.tie, &mut random, control, stats)?,
            _ => by_rule::<8>(&task, &order, strategy.tie, &mut random, control, stats)?,
        };
        if matches!(end, End::Found(_)) {
            return Ok(end);
        }
        if control.is_over(stats.trials) {
            break;
        }
    }
    Ok(End::Stopped)
}

/// The given start; without one, first the corner where reading begins, then any square.
fn start_of_try(puzzle: &Puzzle, attempt: u64, random: &mut Random) -> Option<Square> {
    let first = starts(puzzle).next()?;
    if puzzle.start().is_some() || attempt == 0 {
        return Some(first);
    }
    Some(random_square(puzzle, random))
}

/// Any square of the board but the given end, with equal chances.
pub(crate) fn random_square(puzzle: &Puzzle, random: &mut Random) -> Square {
    let board = puzzle.board();
    loop {
        let square = Square::new(random.below_wide(board.files()), random.below_wide(board.ranks()));
        let is_end = puzzle.end() == Some(square) && board.square_count() > 1;
        if board.contains(square) && !is_end {
            return square;
        }
    }
}

/// One walk; the tie rule is chosen here, once, and not at every leap.
fn by_rule<const L: usize>(
    task: &Task,
    order: &MoveOrder,
    tie: Tie,
    random: &mut Random,
    control: &Control,
    stats: &mut Stats,
) -> Result<End, Refusal> {
    match tie {
        Tie::First => greedy::<L>(task, order, control, stats, |_, _, tied| tied.trailing_zeros() as usize),
        Tie::Random => greedy::<L>(task, order, control, stats, |_, _, mut tied| {
            for _ in 0..random.below(tied.count_ones()) {
                tied &= tied - 1;
            }
            tied.trailing_zeros() as usize
        }),
        Tie::Lookahead => greedy::<L>(task, order, control, stats, |ground, knight, tied| {
            smallest(tied, |leap| ground.tie_key(Tie::Lookahead, knight, leap, random))
        }),
        Tie::Far => greedy::<L>(task, order, control, stats, |ground, knight, tied| {
            smallest(tied, |leap| ground.tie_key(Tie::Far, knight, leap, random))
        }),
    }
}

/// The leap among those tied with the smallest key; what is still equal goes by the move order.
#[inline(always)]
fn smallest(mut tied: u32, mut key: impl FnMut(usize) -> i64) -> usize {
    let mut best = tied.trailing_zeros() as usize;
    tied &= tied - 1;
    if tied == 0 {
        return best;
    }
    let mut best_key = key(best);
    while tied != 0 {
        let leap = tied.trailing_zeros() as usize;
        tied &= tied - 1;
        let key = key(leap);
        if key < best_key {
            (best, best_key) = (leap, key);
        }
    }
    best
}

/// Leaps to a square with the fewest onward leaps until none is left; `choose` picks among the
/// leaps tied.
#[inline(always)]
fn greedy<const L: usize>(
    task: &Task,
    order: &MoveOrder,
    control: &Control,
    stats: &mut Stats,
    mut choose: impl FnMut(&Onward<L>, Knight, u32) -> usize,
) -> Result<End, Refusal> {
    let mut ground = Onward::<L>::new(task, order)?;
    let mut knight = ground.knight(task.from);
    let full = task.left as usize;
    let mut path: Vec<u32> = Vec::with_capacity(full);
    let mut counts = ground.around(knight.at);
    while path.len() < full {
        let fewest = counts.iter().copied().min().unwrap_or(u8::MAX);
        if fewest >= FREE_BELOW {
            break;
        }
        let mut tied = 0u32;
        for (leap, &count) in counts.iter().enumerate() {
            tied |= u32::from(count == fewest) << leap;
        }
        let leap = choose(&ground, knight, tied);
        knight = ground.leap(knight, leap);
        counts = ground.enter(knight.at);
        path.push(knight.at);
        if (path.len() as u64).is_multiple_of(POLL)
            && control.is_over(stats.trials + path.len() as u64 * L as u64)
        {
            break;
        }
    }
    stats.moves += path.len() as u64;
    stats.trials += path.len() as u64 * L as u64;
    if path.len() == full && task.is_goal(ground.square(knight)) {
        return Ok(End::Found(task.tour(path.iter().map(|&at| ground.square_at(at)))));
    }
    Ok(End::Stopped)
}
