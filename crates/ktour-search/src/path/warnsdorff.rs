//! Warnsdorff's rule (1823): always leap to the square with the fewest onward leaps.
//!
//! One greedy walk that never goes back. *Guarantee:* none; a walk that gets stuck proves nothing, so the
//! answer is then *unknown*. *Cost:* constant per leap, one byte per square.
//!
//! Later tries differ from the first: with random ties by other random numbers, with the other rules by a
//! shuffled move order; if no start was given, also by a random start.
//!
//! Reference: H. C. von Warnsdorff, *Des Rösselsprunges einfachste und allgemeinste Lösung*;
//! ties after I. Pohl (CACM 10, 1967) and A. Roth.

use super::{
    WalkTask,
    onward_counts::{FREE_BELOW, OnwardCounts},
    start_squares,
};
use crate::{
    MoveOrder, Refusal, Stats, Strategy, Tie,
    strategy::{SearchEnd, verified},
};
use ktour_core::{Control, Leap, Puzzle, Square, control::POLL, random::Random};

/// Walks until one walk succeeds, `tries` are used up, the time is over or the search is cancelled.
pub(crate) fn warnsdorff(
    puzzle: &Puzzle,
    strategy: &Strategy,
    control: &Control,
    stats: &mut Stats,
) -> Result<SearchEnd, Refusal> {
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
        let task = WalkTask::new(puzzle, start);
        stats.tries += 1;
        let end = match order.leaps().len() {
            4 => walk_by_rule::<4>(&task, &order, strategy.tie, &mut random, control, stats)?,
            _ => walk_by_rule::<8>(&task, &order, strategy.tie, &mut random, control, stats)?,
        };
        if matches!(end, SearchEnd::Found(_)) {
            return Ok(end);
        }
        if control.is_over(stats.trials) {
            break;
        }
    }
    Ok(SearchEnd::Stopped)
}

/// The given start; without one, the first square as the grid is read, then a random square.
fn start_of_try(puzzle: &Puzzle, attempt: u64, random: &mut Random) -> Option<Square> {
    let first = start_squares(puzzle).next()?;
    if puzzle.start().is_some() || attempt == 0 {
        return Some(first);
    }
    Some(random_square(puzzle, random))
}

/// A random square other than the given end, each with equal probability.
pub(crate) fn random_square(puzzle: &Puzzle, random: &mut Random) -> Square {
    let board = puzzle.board();
    loop {
        let square = Square::new(random.below_u64(board.files()), random.below_u64(board.ranks()));
        let is_end = puzzle.end() == Some(square) && board.square_count() > 1;
        if board.contains(square) && !is_end {
            return square;
        }
    }
}

/// Makes one walk. The tie rule is selected here, once, not at every leap.
fn walk_by_rule<const L: usize>(
    task: &WalkTask,
    order: &MoveOrder,
    tie: Tie,
    random: &mut Random,
    control: &Control,
    stats: &mut Stats,
) -> Result<SearchEnd, Refusal> {
    let ground = OnwardCounts::<L>::new(task, order)?;
    if let Some(mut scores) = LeapScores::new(task, &ground, order, tie) {
        return Ok(walk_greedily(task, ground, control, stats, |ground, at, path| {
            scores.walk(ground, at, path)
        }));
    }
    let mut leap = |ground: &OnwardCounts<L>, at, counts| {
        let mut tied = fewest(counts)?;
        if tie == Tie::Random {
            for _ in 0..random.below(tied.count_ones()) {
                tied &= tied - 1;
            }
            return Some(tied.trailing_zeros() as usize);
        }
        let knight = ground.knight(ground.square_at(at));
        Some(smallest(tied, |leap| ground.tie_key(tie, knight, leap, random)))
    };
    Ok(walk_greedily(task, ground, control, stats, |ground, at, path| {
        ground.walk(at, path, |ground, at, counts| {
            leap(ground, at, counts).map(|leap| at.wrapping_add_signed(ground.leaps[leap]))
        })
    }))
}

/// Bit set of the free leaps with the fewest onward leaps; `None` if no leap is free.
#[inline(always)]
fn fewest<const L: usize>(counts: [u32; L]) -> Option<u32> {
    let fewest = counts.iter().copied().min().filter(|&fewest| fewest < FREE_BELOW)?;
    let tied = |(leap, &count): (usize, &u32)| u32::from(count == fewest) << leap;
    Some(counts.iter().enumerate().map(tied).sum())
}

/// The tied leap with the smallest key; equal keys are ordered by the move order.
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

/// Runs one greedy walk; `walk` continues from a cell, fills a stretch of the path with the cells it enters,
/// and returns their number.
fn walk_greedily<const L: usize>(
    task: &WalkTask,
    mut ground: OnwardCounts<L>,
    control: &Control,
    stats: &mut Stats,
    mut walk: impl FnMut(&mut OnwardCounts<L>, u32, &mut [u32]) -> usize,
) -> SearchEnd {
    // One list holds all cells of the tour and is verified directly.
    let mut path: Vec<u32> = task.behind.iter().map(|&square| ground.cell(square)).collect();
    let behind = path.len();
    let mut at = path[behind - 1];
    path.resize(behind + task.left as usize, 0);
    let mut entered: u64 = 0;
    for stretch in path[behind..].chunks_mut(POLL as usize) {
        let entered_now = walk(&mut ground, at, stretch);
        entered += entered_now as u64;
        if entered_now < stretch.len() || control.is_over(stats.trials + entered * L as u64) {
            break;
        }
        at = stretch[entered_now - 1];
    }
    stats.moves += entered;
    stats.trials += entered * L as u64;
    if entered < task.left || !task.is_goal(ground.square_at(path[path.len() - 1])) {
        return SearchEnd::Stopped;
    }
    path.extend(task.pending_end().map(|end| ground.cell(end)));
    SearchEnd::Found(verified(&task.puzzle, path.iter().map(|&at| ground.square_at(at))))
}

// Leap scores: Warnsdorff's rule and its ties as one number per leap; the smallest wins.
//
// The number of onward leaps is in the upper five bits, below it the change of the distance from the centre,
// then three bits for the move order, and in the lower half the target cell. The smallest score therefore
// names the next cell, and nothing has to be looked up before it is entered.
//
// With the knight at p from the centre, a leap d leads to a square at distance |p|² + 2p·d + |d|², and |d|
// is the same for all: p·d decides, and a leap e changes it by d·e, whatever p is.

/// Scores of all leaps, updated as the knight moves.
pub(super) struct LeapScores<const L: usize> {
    /// Score of every leap from the knight's square, without its onward count.
    lean: [u64; L],
    /// Changes of all scores by each leap.
    turn: [[u64; L]; L],
}

impl<const L: usize> LeapScores<L> {
    /// Lowest bits of the onward count, of the distance from the centre and of the move order.
    const COUNT: u32 = 59;
    const DISTANCE: u32 = 35;
    const ORDER: u32 = 32;
    /// Offset that stands for distance zero, so that no field is negative.
    const LEVEL: i64 = 1 << (Self::COUNT - Self::DISTANCE - 1);

    /// Scores for the tie rules `First` and `Far`, on boards whose distances fit the field: those with sides
    /// up to a million do.
    pub(super) fn new(
        task: &WalkTask,
        ground: &OnwardCounts<L>,
        order: &MoveOrder,
        tie: Tie,
    ) -> Option<LeapScores<L>> {
        let (board, from) = (task.puzzle.board(), task.from);
        let farthest =
            u128::from(task.leaper().s()) * (u128::from(board.files()) + u128::from(board.ranks()));
        let scale: i64 = match tie {
            Tie::First => 0,
            Tie::Far if farthest < Self::LEVEL as u128 => -1,
            _ => return None,
        };
        let leaps: [Leap; L] = std::array::from_fn(|i| order.leaps()[i]);
        // Leaps longer than the board are never chosen, so their products may wrap.
        let part = |a: i64, b: i64| scale.wrapping_mul(a.wrapping_mul(b));
        let dot = |a: Leap, b: Leap| part(a.file, b.file).wrapping_add(part(a.rank, b.rank));
        // Twice the offset from the centre is an integer; leaps then count twice as well.
        let twice = |at: u64, side: u64| 2 * at as i64 - (side as i64 - 1);
        let from_centre = Leap::new(twice(from.file, board.files()), twice(from.rank, board.ranks()));
        let lean = |i: usize| {
            let cell = ground.cell(from).wrapping_add_signed(ground.leaps[i]);
            ((Self::LEVEL + dot(from_centre, leaps[i])) as u64) << Self::DISTANCE
                | (i as u64) << Self::ORDER
                | u64::from(cell)
        };
        let turn = |taken: usize, i: usize| {
            let farther = dot(leaps[taken], leaps[i]).wrapping_mul(2) << Self::DISTANCE;
            farther.wrapping_add(ground.leaps[taken].into()) as u64
        };
        Some(LeapScores {
            lean: std::array::from_fn(lean),
            turn: std::array::from_fn(|i| std::array::from_fn(|taken| turn(taken, i))),
        })
    }

    /// Walks from a cell: fills the path with the cells that the rule chooses, and returns their number.
    #[inline(never)]
    pub(super) fn walk(&mut self, ground: &mut OnwardCounts<L>, at: u32, path: &mut [u32]) -> usize {
        // A local copy stays in registers.
        let mut lean = self.lean;
        let entered_now = ground.walk(at, path, |_, _, counts| self.choose(&mut lean, counts));
        self.lean = lean;
        entered_now
    }

    /// The cell that the rule chooses; it is entered next.
    #[inline(always)]
    fn choose(&self, lean: &mut [u64; L], counts: [u32; L]) -> Option<u32> {
        let mut keys: [u64; L] =
            std::array::from_fn(|i| (u64::from(counts[i]) << Self::COUNT).wrapping_add(lean[i]));
        // A knockout tournament: three rounds of comparisons for eight leaps, not seven.
        let mut half = L / 2;
        while half > 0 {
            for i in 0..half {
                keys[i] = keys[i].min(keys[i + half]);
            }
            half /= 2;
        }
        let best = keys[0];
        if best >= u64::from(FREE_BELOW) << Self::COUNT {
            return None;
        }
        let taken = (best >> Self::ORDER) as usize % 8 % L;
        lean.iter_mut().zip(&self.turn).for_each(|(lean, turn)| *lean = lean.wrapping_add(turn[taken]));
        Some(best as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ktour_core::{Board, Leaper};

    #[test]
    fn leap_scores_and_distances_choose_the_same_leaps() {
        for (files, ranks, r, s) in [(30, 30, 1, 2), (9, 41, 1, 2), (20, 31, 2, 3), (12, 12, 0, 1)] {
            let board = Board::new(files, ranks).unwrap();
            let puzzle = Puzzle::new(board).with_leaper(Leaper::new(r, s).unwrap());
            let order = Strategy::default().order_for(&puzzle);
            for start in puzzle.board().squares().step_by(37) {
                let task = WalkTask::new(&puzzle, start);
                let walks = match order.leaps().len() {
                    4 => both_ways::<4>(&task, &order),
                    _ => both_ways::<8>(&task, &order),
                };
                assert_eq!(walks.0, walks.1, "{files}x{ranks} from {start}");
            }
        }
    }

    /// The cells of a walk with `LeapScores`, and of one that computes every distance.
    fn both_ways<const L: usize>(task: &WalkTask, order: &MoveOrder) -> (Vec<u32>, Vec<u32>) {
        let ground = || OnwardCounts::<L>::new(task, order).unwrap();
        let mut random = Random::new(1, 0);
        let mut by_scores = vec![0; task.left as usize];
        let mut by_distance = by_scores.clone();
        let mut scores = LeapScores::new(task, &ground(), order, Tie::Far).unwrap();
        let from = ground().cell(task.from);
        scores.walk(&mut ground(), from, &mut by_scores);
        ground().walk(from, &mut by_distance, |ground, at, counts| {
            let knight = ground.knight(ground.square_at(at));
            let key = |leap| ground.tie_key(Tie::Far, knight, leap, &mut random);
            fewest(counts).map(|tied| at.wrapping_add_signed(ground.leaps[smallest(tied, key)]))
        });
        (by_scores, by_distance)
    }
}
