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
    Control, Leap, Puzzle, Square,
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
        Tie::First | Tie::Far => {
            let mut compass = Compass::<L>::new(task, order, tie);
            greedy(task, order, control, stats, |_, _, counts| compass.choose(counts))
        }
        Tie::Random => greedy::<L>(task, order, control, stats, |_, _, counts| {
            let mut tied = fewest(counts)?;
            for _ in 0..random.below(tied.count_ones()) {
                tied &= tied - 1;
            }
            Some(tied.trailing_zeros() as usize)
        }),
        Tie::Lookahead => greedy::<L>(task, order, control, stats, |ground, knight, counts| {
            let key = |leap| ground.tie_key(Tie::Lookahead, knight, leap, random);
            fewest(counts).map(|tied| smallest(tied, key))
        }),
    }
}

/// The free leaps with the fewest onward leaps, a bit each; `None` where no leap is free.
#[inline(always)]
fn fewest<const L: usize>(counts: [u32; L]) -> Option<u32> {
    let fewest = counts.iter().copied().min().filter(|&fewest| fewest < FREE_BELOW)?;
    let tied = |(leap, &count): (usize, &u32)| u32::from(count == fewest) << leap;
    Some(counts.iter().enumerate().map(tied).sum())
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

/// The rule as one number a leap, the least of which wins: onward leaps in the upper bits, in the
/// middle how much nearer to the centre the leap leads, in the lowest three the move order.
///
/// With the knight at p from the centre, a leap d leads to a square |p|² + 2p·d + |d|² away, and
/// |d| is the same for all: p·d decides, and a leap e changes it by d·e, whatever p is.
struct Compass<const L: usize> {
    /// The middle and lowest bits for every leap from where the knight stands.
    lean: [i64; L],
    /// What each leap, once taken, adds to them.
    turn: [[i64; L]; L],
}

impl<const L: usize> Compass<L> {
    /// Where the upper bits begin. Boards of this method have 2³¹ cells at most, border included, so p·d has 33 bits.
    const COUNT: u32 = 40;

    fn new(task: &Task, order: &MoveOrder, tie: Tie) -> Compass<L> {
        let leaps: [Leap; L] = std::array::from_fn(|i| order.leaps()[i]);
        let scale = if tie == Tie::Far { -8 } else { 0 };
        // Leaps that are longer than the board are never taken, whatever they weigh.
        let part = |a: i64, b: i64| a.saturating_mul(b);
        let dot = |a: Leap, b: Leap| part(scale, part(a.file, b.file).saturating_add(part(a.rank, b.rank)));
        let (board, from) = (task.puzzle.board(), task.from);
        // Twice the way from the centre, so that it is whole; then leaps count twice as well.
        let twice = |at: u64, side: u64| 2 * at as i64 - (side as i64 - 1);
        let from = Leap::new(twice(from.file, board.files()), twice(from.rank, board.ranks()));
        let double = |leap: Leap| Leap::new(2 * leap.file, 2 * leap.rank);
        Compass {
            lean: std::array::from_fn(|i| dot(from, leaps[i]).saturating_add(i as i64)),
            turn: leaps.map(|taken| leaps.map(|leap| dot(double(taken), leap))),
        }
    }

    /// The leap of the rule, which is then taken.
    #[inline(always)]
    fn choose(&mut self, counts: [u32; L]) -> Option<usize> {
        let mut keys: [i64; L] =
            std::array::from_fn(|i| (i64::from(counts[i]) << Self::COUNT) + self.lean[i]);
        // As in a cup: three rounds of comparing for eight leaps, not seven.
        let mut half = L / 2;
        while half > 0 {
            for i in 0..half {
                keys[i] = keys[i].min(keys[i + half]);
            }
            half /= 2;
        }
        let best = keys[0];
        if best > i64::from(FREE_BELOW) << Self::COUNT {
            return None;
        }
        let leap = best as usize % 8 % L;
        let turn = &self.turn[leap];
        self.lean.iter_mut().zip(turn).for_each(|(lean, turn)| *lean += turn);
        Some(leap)
    }
}

/// Leaps to a square with the fewest onward leaps until none is left; `choose` picks among the
/// leaps, given their onward counts.
#[inline(always)]
fn greedy<const L: usize>(
    task: &Task,
    order: &MoveOrder,
    control: &Control,
    stats: &mut Stats,
    mut choose: impl FnMut(&Onward<L>, Knight, [u32; L]) -> Option<usize>,
) -> Result<End, Refusal> {
    let mut ground = Onward::<L>::new(task, order)?;
    let mut knight = ground.knight(task.from);
    let full = task.left as usize;
    let mut path: Vec<u32> = Vec::with_capacity(full);
    let mut counts = ground.around(knight.at);
    while path.len() < full {
        let Some(leap) = choose(&ground, knight, counts) else {
            break;
        };
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
    if path.len() == full && task.is_goal(ground.square_at(knight.at)) {
        return Ok(End::Found(task.tour(path.iter().map(|&at| ground.square_at(at)))));
    }
    Ok(End::Stopped)
}
