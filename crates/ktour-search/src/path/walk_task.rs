//! Input of every search that walks.
//!
//! The knight stands on a square; the squares behind it are occupied, `left` squares remain to be entered,
//! and on the last of them a goal must hold. A given end is reserved and appended at the end, so that no
//! search visits it.

use std::borrow::Cow;

use crate::search_end::verified;
use ktour_core::{Leaper, Puzzle, Square, Tour, TourKind};

/// A search from one square.
#[derive(Clone)]
pub(crate) struct WalkTask<'a> {
    pub(crate) puzzle: Cow<'a, Puzzle>,
    /// Squares behind the knight and under it, in order.
    pub(crate) behind: Vec<Square>,
    /// The knight's square.
    pub(crate) from: Square,
    /// Number of squares that the search has to enter.
    pub(crate) left: u64,
    goal: Goal,
}

/// Condition on the last square entered.
#[derive(Clone, Copy)]
enum Goal {
    Anywhere,
    /// It is a leap from this square: the start of a closed tour, or the given end.
    LeapFrom(Square),
}

impl<'a> WalkTask<'a> {
    /// Creates the task that begins on `start`, or continues from the puzzle's visited squares.
    pub(crate) fn new(puzzle: &'a Puzzle, start: Square) -> WalkTask<'a> {
        let behind = if puzzle.visited().is_empty() { vec![start] } else { puzzle.visited().to_vec() };
        let from = behind[behind.len() - 1];
        let squares = puzzle.board().square_count() as u64;
        let pending = puzzle.end().filter(|end| !behind.contains(end));
        let left = squares - behind.len() as u64 - u64::from(pending.is_some());
        let goal = match (pending, puzzle.kind()) {
            (Some(end), _) => Goal::LeapFrom(end),
            (None, Some(TourKind::Closed)) => Goal::LeapFrom(behind[0]),
            _ => Goal::Anywhere,
        };
        WalkTask { puzzle: Cow::Borrowed(puzzle), behind, from, left, goal }
    }

    /// The same task with a puzzle of its own.
    pub(crate) fn into_owned(self) -> WalkTask<'static> {
        WalkTask {
            puzzle: Cow::Owned(self.puzzle.into_owned()),
            behind: self.behind,
            from: self.from,
            left: self.left,
            goal: self.goal,
        }
    }

    /// The squares the search must not enter: those visited, and the given end.
    pub(crate) fn occupied(&self) -> impl Iterator<Item = Square> + '_ {
        self.behind.iter().copied().chain(self.pending_end())
    }

    /// The given end, if it is not visited yet.
    pub(crate) fn pending_end(&self) -> Option<Square> {
        self.puzzle.end().filter(|end| !self.behind.contains(end))
    }

    /// Whether the walk may end on this square once all squares are entered.
    pub(crate) fn is_goal(&self, last: Square) -> bool {
        match self.goal {
            Goal::Anywhere => true,
            // One leap back and forth is no closed tour.
            Goal::LeapFrom(square) if self.behind.len() + self.left as usize == 2 => {
                self.pending_end() == Some(square) && self.leaper().is_leap(last, square)
            }
            Goal::LeapFrom(square) => self.leaper().is_leap(last, square),
        }
    }

    /// The tour, given the squares the search entered.
    pub(crate) fn tour(&self, entered: impl Iterator<Item = Square>) -> Tour {
        let squares = self.behind.iter().copied().chain(entered).chain(self.pending_end());
        verified(&self.puzzle, squares)
    }

    pub(crate) fn leaper(&self) -> Leaper {
        self.puzzle.leaper()
    }
}

/// The starts to try in turn: the given one; for a closed tour, which visits every square, any one; otherwise
/// all, in the order of the printed grid.
pub(crate) fn start_squares(puzzle: &Puzzle) -> impl Iterator<Item = Square> + '_ {
    let given = puzzle.start();
    let many = match puzzle.kind() {
        _ if given.is_some() => 0,
        Some(TourKind::Closed) => 1,
        _ => usize::MAX,
    };
    let end = puzzle.end().filter(|_| puzzle.board().square_count() > 1);
    given
        .into_iter()
        .chain(puzzle.board().squares_as_read().filter(move |&square| Some(square) != end).take(many))
}
