//! A search replayed: every square entered and every square given up, one after the other.
//!
//! Plain backtracking as the method `backtrack` does it, but slow enough to watch: the trace
//! is an iterator, holds one entry a square, and can be walked again. The fast searches and this one
//! are made to agree: as many squares entered, as many given up, the same tour at the end.

use super::{MoveOrder, Strategy, walk::Walk};
use crate::{Puzzle, Square};

/// What a search does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The knight enters a square.
    Enter(Square),
    /// Nothing is left to try from this square: the knight goes back.
    Leave(Square),
}

/// A search from one square, event by event.
///
/// ```
/// use knights_tour::{Board, Puzzle, Square, Strategy, Method, solve::trace::{Event, Trace}};
/// let puzzle = Puzzle::new(Board::new(3, 4)?).from(Square::new(0, 0))?;
/// let mut trace = Trace::new(&puzzle, &Strategy::new(Method::Backtrack)).unwrap();
/// let entered = trace.by_ref().filter(|event| matches!(event, Event::Enter(_))).count();
/// assert!(entered >= 11 && trace.is_found());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Trace<'a> {
    walk: Walk<'a>,
    order: MoveOrder,
    /// Squares that are not free, by index.
    taken: Vec<bool>,
    /// The squares under and behind the knight, each with the leap it tries next.
    path: Vec<(Square, usize)>,
    is_found: bool,
}

impl<'a> Trace<'a> {
    /// The search that `backtrack` makes from the puzzle's start, or from its first square as the grid
    /// is read; `None` for a board too large to hold.
    pub fn new(puzzle: &'a Puzzle, strategy: &Strategy) -> Option<Trace<'a>> {
        let start = super::walk::starts(puzzle).next()?;
        let walk = Walk::new(puzzle, start);
        let mut taken = vec![false; puzzle.board().small_area()?];
        walk.taken().for_each(|square| taken[puzzle.board().index(square)] = true);
        let path = vec![(walk.from, 0)];
        Some(Trace { order: strategy.order_for(puzzle), walk, taken, path, is_found: false })
    }

    /// Whether the search has ended with a tour.
    pub fn is_found(&self) -> bool {
        self.is_found
    }

    /// The squares from the first to the one under the knight.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let behind = self.walk.behind.iter().copied();
        behind.chain(self.path.iter().skip(1).map(|&(square, _)| square))
    }

    /// The given end, where the search has still to reach it.
    pub fn pending_end(&self) -> Option<Square> {
        self.walk.pending_end()
    }
}

impl Iterator for Trace<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let entered = self.path.len() as u64 - 1;
        let board = self.walk.puzzle.board();
        let (at, leap) = self.path.last_mut()?;
        if self.is_found || entered == self.walk.left && self.walk.is_goal(*at) {
            self.is_found = true;
            return None;
        }
        let at = *at;
        while let Some(&(files, ranks)) = self.order.leaps().get(*leap) {
            *leap += 1;
            let Some(to) = at.offset(files, ranks).filter(|&to| board.contains(to)) else { continue };
            let taken = &mut self.taken[board.index(to)];
            if !*taken {
                *taken = true;
                self.path.push((to, 0));
                return Some(Event::Enter(to));
            }
        }
        if self.path.len() == 1 {
            return None;
        }
        self.taken[board.index(at)] = false;
        self.path.pop();
        Some(Event::Leave(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Budget, Method, Outcome, solve};

    #[test]
    fn the_trace_and_the_search_agree() {
        for (board, start) in
            [("5", "a1"), ("5", "c3"), ("6x5", "a1"), ("3x4", "a1"), ("4", "a1"), ("5", "b1")]
        {
            let board: Board = board.parse().unwrap();
            let start = crate::notation::parse_square(&board, start).unwrap();
            let puzzle = Puzzle::new(board).from(start).unwrap();
            let strategy = Strategy::new(Method::Backtrack);
            let answer = solve(&puzzle, &strategy, &Budget::unlimited()).unwrap();
            let mut trace = Trace::new(&puzzle, &strategy).unwrap();
            let (mut entered, mut left) = (0, 0);
            for event in trace.by_ref() {
                match event {
                    Event::Enter(_) => entered += 1,
                    Event::Leave(_) => left += 1,
                }
            }
            assert_eq!((entered, left), (answer.stats.moves, answer.stats.backtracks), "{puzzle:?}");
            match answer.outcome {
                Outcome::Found(tour) => assert!(trace.squares().eq(tour.squares())),
                _ => assert!(!trace.is_found()),
            }
        }
    }
}
