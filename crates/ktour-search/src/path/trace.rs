//! A search replayed: every square entered and every square given up, one after the other.
//!
//! These are the same searches as `backtrack`, `warnsdorff` and `warnsdorff-backtrack`, but slow enough to
//! watch, and written in the obvious way: onward leaps are counted again at every square. A trace is an
//! iterator, holds one entry per square, and can be cloned and walked again. Tests check that the fast
//! searches agree with it: in the leaps tested, the squares entered and given up, and the tour at the end.

use std::time::Duration;

use super::{WalkTask, start_squares, warnsdorff_backtrack::Queue};
use crate::{Answer, Method, MoveOrder, Refusal, Stats, Strategy, Tie, strategy::SearchEnd};
use ktour_core::{Control, Puzzle, Square, random::Random};

/// One event of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// The knight enters a square.
    Enter(Square),
    /// No leap remains to be tried from this square: the knight goes back.
    Leave(Square),
}

/// A search from one square, visit by visit.
///
/// ```
/// use ktour::{Board, Puzzle, Square, Strategy, Method, Trace, Visit};
/// let puzzle = Puzzle::new(Board::new(3, 4)?).starting_at(Square::new(0, 0))?;
/// let mut trace = Trace::new(&puzzle, &Strategy::new(Method::Backtrack))?;
/// let entered = trace.by_ref().filter(|visit| matches!(visit, Visit::Enter(_))).count();
/// assert!(entered >= 11 && trace.is_found());
/// assert_eq!(trace.entered() - trace.given_up(), 11);
/// assert_eq!((trace.squares().last(), trace.pending_end()), (Some(trace.knight()), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Trace {
    task: WalkTask<'static>,
    order: MoveOrder,
    method: Method,
    tie: Tie,
    random: Random,
    /// Squares that are not free, by index.
    taken: Vec<bool>,
    /// The knight's square and those before it, each with the leaps still to be tried.
    path: Vec<(Square, Queue)>,
    trials: u64,
    entered: u64,
    left: u64,
    is_found: bool,
    is_over: bool,
}

impl Trace {
    /// Starts the search from the puzzle's start, or from the first square in the order of the printed grid.
    /// For `warnsdorff` it is the first walk, whatever the number of tries.
    pub fn new(puzzle: &Puzzle, strategy: &Strategy) -> Result<Trace, Refusal> {
        if !strategy.method.is_watched() {
            return Err(Refusal::NotWatched { method: strategy.method });
        }
        let area = puzzle.board().small_area().ok_or_else(|| Refusal::too_large(puzzle))?;
        let start = start_squares(puzzle).next().ok_or_else(|| Refusal::too_large(puzzle))?;
        let task = WalkTask::new(puzzle, start).into_owned();
        let mut taken = vec![false; area];
        task.occupied().for_each(|square| taken[puzzle.board().index(square)] = true);
        let from = task.from;
        let mut trace = Trace {
            order: strategy.order_for(puzzle),
            method: strategy.method,
            tie: strategy.tie,
            random: Random::new(strategy.seed, 0),
            task,
            taken,
            path: Vec::new(),
            trials: 0,
            entered: 0,
            left: 0,
            is_found: false,
            is_over: false,
        };
        trace.queue_leaps(from);
        if trace.method == Method::WarnsdorffBacktrack {
            trace.trials = trace.order.leaps().len() as u64;
        }
        Ok(trace)
    }

    /// Whether the search has ended with a tour.
    pub fn is_found(&self) -> bool {
        self.is_found
    }

    /// Leaps tested so far.
    ///
    /// ```
    /// use ktour::{Board, Method, Puzzle, Strategy, Trace};
    /// let puzzle = Puzzle::new(Board::new(5, 5)?).starting_at("a1".parse()?)?;
    /// let mut trace = Trace::new(&puzzle, &Strategy::new(Method::Backtrack))?;
    /// assert_eq!((trace.trials(), trace.entered()), (0, 0));
    /// trace.by_ref().for_each(drop);
    /// assert!(trace.trials() > trace.entered()); // most leaps lead nowhere
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// Squares entered so far, the start not counted.
    pub fn entered(&self) -> u64 {
        self.entered
    }

    /// Squares given up so far.
    pub fn given_up(&self) -> u64 {
        self.left
    }

    /// The squares from the first to the one under the knight.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let behind = self.task.behind.iter().copied();
        behind.chain(self.path.iter().skip(1).map(|&(square, _)| square))
    }

    /// The square under the knight.
    pub fn knight(&self) -> Square {
        self.path.last().map_or(self.task.from, |&(square, _)| square)
    }

    /// The given end, if the search has not reached it yet.
    pub fn pending_end(&self) -> Option<Square> {
        self.task.pending_end()
    }

    /// The answer of the watched search so far: the tour, with its given end; impossible, if nothing remains
    /// to be tried; or unknown, if the search is stuck or was cut off.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ktour::{Board, Control, Method, Puzzle, Strategy, Trace};
    /// let puzzle = Puzzle::new(Board::new(5, 5)?).starting_at("a1".parse()?)?;
    /// let mut trace = Trace::new(&puzzle, &Strategy::new(Method::Backtrack))?;
    /// trace.by_ref().for_each(drop);
    /// let answer = trace.answer(Duration::ZERO, &Control::unlimited());
    /// assert_eq!(answer.outcome.found().map(|tour| tour.len()), Some(25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(&self, elapsed: Duration, control: &Control) -> Answer {
        let (method, trials, moves, backtracks) = (self.method, self.trials, self.entered, self.left);
        let stats = Stats { method, trials, moves, backtracks, tries: 1, elapsed };
        let end = match (self.is_found, self.is_over && self.method != Method::Warnsdorff) {
            (true, _) => {
                SearchEnd::Found(self.task.tour(self.path.iter().skip(1).map(|&(square, _)| square)))
            }
            (false, true) => SearchEnd::Exhausted,
            (false, false) => SearchEnd::Stopped,
        };
        Answer { outcome: end.outcome(control, &stats), stats }
    }

    /// Enters a square and queues the leaps that the method tries from there, in its order.
    fn queue_leaps(&mut self, at: Square) {
        let to_go = self.task.left - self.path.len() as u64;
        let queue = match self.method {
            _ if to_go == 0 => Queue::EMPTY,
            Method::Warnsdorff => self.warnsdorff_leap(at),
            Method::WarnsdorffBacktrack => self.leaps_by_count(at, to_go),
            _ => Queue::new(0..self.order.leaps().len()),
        };
        self.path.push((at, queue));
    }

    /// The free squares a leap away, each with the number of its leap.
    fn free_neighbours(&self, at: Square) -> impl Iterator<Item = (usize, Square)> + '_ {
        let board = self.task.puzzle.board();
        let leaps = self.order.leaps().iter().enumerate();
        leaps
            .filter_map(move |(number, &leap)| Some((number, at.leap(leap)?)))
            .filter(|&(_, to)| board.contains(to) && !self.taken[board.index(to)])
    }

    /// The free leaps with their onward counts, in move order.
    fn counted(&self, at: Square) -> Vec<(usize, Square, usize)> {
        self.free_neighbours(at).map(|(leap, to)| (leap, to, self.free_neighbours(to).count())).collect()
    }

    /// The leap that Warnsdorff's rule chooses.
    fn warnsdorff_leap(&mut self, at: Square) -> Queue {
        let mut tied = self.counted(at);
        let fewest = tied.iter().map(|&(.., count)| count).min();
        tied.retain(|&(.., count)| Some(count) == fewest);
        let best = match self.tie {
            _ if tied.is_empty() => None,
            Tie::Random => Some(tied[self.random.below(tied.len() as u32) as usize]),
            _ => tied.into_iter().min_by_key(|&(_, to, _)| self.tie_key(to)),
        };
        Queue::new(best.map(|(leap, ..)| leap).into_iter())
    }

    /// All free leaps, fewest onward leaps first; none if some free square has no onward leap and is not the
    /// last.
    fn leaps_by_count(&mut self, at: Square, to_go: u64) -> Queue {
        let counted = self.counted(at);
        if to_go > 1 && counted.iter().any(|&(.., count)| count == 0) {
            return Queue::EMPTY;
        }
        let mut keys = Vec::with_capacity(counted.len());
        for &(leap, to, count) in &counted {
            let is_tied = counted.iter().filter(|other| other.2 == count).count() > 1;
            let key = if is_tied && self.tie != Tie::First { self.tie_key(to) } else { 0 };
            keys.push((count, key, leap));
        }
        keys.sort_unstable();
        Queue::new(keys.into_iter().map(|(.., leap)| leap))
    }

    /// Smaller for squares that the tie rule prefers.
    fn tie_key(&mut self, to: Square) -> i64 {
        match self.tie {
            Tie::First => 0,
            Tie::Random => i64::from(self.random.below(1 << 30)),
            Tie::Lookahead => {
                let fewest =
                    self.free_neighbours(to).map(|(_, next)| self.free_neighbours(next).count()).min();
                fewest.unwrap_or(0) as i64
            }
            Tie::Far => {
                let board = self.task.puzzle.board();
                let x = 2 * to.file as i64 - (board.files() as i64 - 1);
                let y = 2 * to.rank as i64 - (board.ranks() as i64 - 1);
                -(x * x + y * y)
            }
        }
    }
}

impl Iterator for Trace {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        let depth = self.path.len() as u64 - 1;
        let leaps = self.order.leaps().len() as u64;
        let is_plain = self.method.is_backtracking();
        let (at, queue) = self.path.last_mut()?;
        let at = *at;
        if self.is_found || depth == self.task.left && self.task.is_goal(at) {
            self.is_found = true;
            self.is_over = true;
            return None;
        }
        while let Some(leap) = queue.next() {
            self.trials += u64::from(is_plain);
            let board = self.task.puzzle.board();
            let Some(to) = at.leap(self.order.leaps()[leap]).filter(|&to| board.contains(to)) else {
                continue;
            };
            let taken = &mut self.taken[board.index(to)];
            if !*taken {
                *taken = true;
                self.entered += 1;
                let is_last = depth + 1 == self.task.left;
                self.trials += match self.method {
                    Method::Warnsdorff => leaps,
                    Method::WarnsdorffBacktrack if !is_last => leaps,
                    _ => 0,
                };
                self.queue_leaps(to);
                return Some(Visit::Enter(to));
            }
        }
        // A greedy walk never goes back.
        if self.path.len() == 1 || self.method == Method::Warnsdorff {
            self.is_over = true;
            return None;
        }
        self.taken[self.task.puzzle.board().index(at)] = false;
        self.path.pop();
        self.left += 1;
        Some(Visit::Leave(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve;
    use ktour_core::{Board, Control, Outcome, TourKind};

    /// Asserts that trace and search test, enter and give up equally many leaps and squares, and find the
    /// same tour.
    fn agree(puzzle: &Puzzle, strategy: &Strategy) -> bool {
        let answer = solve(puzzle, strategy, &Control::unlimited()).unwrap();
        let mut trace = Trace::new(puzzle, strategy).unwrap();
        let (mut entered, mut left) = (0, 0);
        for visit in trace.by_ref() {
            match visit {
                Visit::Enter(_) => entered += 1,
                Visit::Leave(_) => left += 1,
            }
        }
        assert_eq!((entered, left), (trace.entered(), trace.given_up()));
        let counted = (trace.trials(), entered, left);
        let stats = answer.stats;
        assert_eq!(counted, (stats.trials, stats.moves, stats.backtracks), "{puzzle:?} {strategy:?}");
        match answer.outcome {
            Outcome::Found(tour) => {
                assert!(trace.is_found() && trace.squares().chain(trace.pending_end()).eq(tour.squares()))
            }
            _ => assert!(!trace.is_found(), "{puzzle:?} {strategy:?}"),
        }
        trace.is_found()
    }

    fn puzzle(board: &str, start: &str) -> Puzzle {
        let board: Board = board.parse().unwrap();
        let start = ktour_core::notation::parse_square(&board, start).unwrap();
        Puzzle::new(board).starting_at(start).unwrap()
    }

    #[test]
    fn the_trace_and_the_search_agree() {
        for (board, start) in
            [("5", "a1"), ("5", "c3"), ("4x5", "a1"), ("3x4", "a1"), ("4", "a1"), ("5", "b1")]
        {
            for method in [Method::Backtrack, Method::BacktrackIterative] {
                agree(&puzzle(board, start), &Strategy::new(method));
            }
        }
    }

    #[test]
    fn it_agrees_with_warnsdorff_under_every_tie_rule() {
        let (mut found, mut stuck) = (0, 0);
        for (_, tie) in Tie::NAMED {
            for (board, start) in
                [("5", "a1"), ("5", "b1"), ("6", "c3"), ("8", "d4"), ("9x7", "a1"), ("4", "a1")]
            {
                for seed in 0..5 {
                    for method in [Method::Warnsdorff, Method::WarnsdorffBacktrack] {
                        let strategy = Strategy { tie, seed, ..Strategy::new(method) };
                        *if agree(&puzzle(board, start), &strategy) { &mut found } else { &mut stuck } += 1;
                    }
                }
            }
        }
        assert!(found > 20 && stuck > 20, "{found} found, {stuck} stuck");
    }

    #[test]
    fn it_agrees_on_closed_tours_given_ends_and_half_played_games() {
        let square = |file, rank| Square::new(file, rank);
        let closed = puzzle("10x3", "a1").with_kind(TourKind::Closed);
        let ended = puzzle("5", "a1").ending_at(square(4, 4)).unwrap();
        let after = vec![square(0, 0), square(1, 2), square(2, 4)];
        let played = Puzzle::new("5".parse().unwrap()).after(after).unwrap();
        for puzzle in [closed, ended, played] {
            for method in [Method::Backtrack, Method::Warnsdorff, Method::WarnsdorffBacktrack] {
                agree(&puzzle, &Strategy::new(method));
            }
        }
    }

    #[test]
    fn a_clone_continues_from_the_same_position() {
        let strategy = Strategy { tie: Tie::Random, seed: 7, ..Strategy::new(Method::WarnsdorffBacktrack) };
        let mut trace = Trace::new(&puzzle("6", "a1"), &strategy).unwrap();
        trace.nth(20);
        let copy = trace.clone();
        assert!(copy.eq(trace));
    }

    #[test]
    fn other_methods_are_refused() {
        let refused = Trace::new(&puzzle("6", "a1"), &Strategy::new(Method::Exact)).err().unwrap();
        assert!(refused.to_string().contains("exact does not go square by square"));
    }
}
