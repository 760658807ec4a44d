//! The conditions that a tour satisfies, and the simplest possible search for one.

use std::collections::HashSet;

use super::Flaw;
use crate::{Board, Puzzle, Square, TourKind};

/// Largest board on which a search is run again.
const MAX_SQUARES_TO_SEARCH: u128 = 30;
/// Largest board on which reachable squares are computed again.
const MAX_FLOODED_SQUARES: u128 = 1 << 20;

/// The conditions that a tour of a puzzle satisfies.
#[derive(Clone)]
pub(super) struct Requirements<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) board: &'a Board,
    pub(super) is_closed: bool,
    pub(super) ends: Vec<Square>,
    /// Number of ends that are not given.
    pub(super) free_ends: usize,
}

impl<'a> Requirements<'a> {
    pub(super) fn new(puzzle: &'a Puzzle) -> Self {
        let is_closed = puzzle.kind() == Some(TourKind::Closed);
        let ends: Vec<Square> =
            if is_closed { vec![] } else { puzzle.start().into_iter().chain(puzzle.end()).collect() };
        let free_ends = if is_closed { 0 } else { 2 - ends.len() };
        Requirements { puzzle, board: puzzle.board(), is_closed, ends, free_ends }
    }

    pub(super) fn exists(&self, square: Square) -> bool {
        self.board.contains(square)
    }

    pub(super) fn leaps(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        self.board.leaps(self.puzzle.leaper(), square)
    }

    pub(super) fn degree(&self, square: Square) -> usize {
        self.leaps(square).count()
    }

    /// Number of leaps that a tour has at the square, unless it is a free end.
    pub(super) fn needs(&self, square: Square) -> usize {
        if self.ends.contains(&square) { 1 } else { 2 }
    }

    /// Maximum number of free ends among these squares.
    pub(super) fn max_free_ends_among(&self, squares: &HashSet<Square>) -> usize {
        let is_dark = squares.iter().next().is_some_and(|square| square.is_dark());
        let is_mixed = squares.iter().any(|square| square.is_dark() != is_dark);
        if self.free_ends == 0 || is_mixed || !self.puzzle.leaper().changes_colour() {
            return self.free_ends;
        }
        // Ends of an open tour: one of each colour, or both of the more frequent one.
        let (dark, light) = self.board.colour_counts();
        let (own, other) = if is_dark { (dark, light) } else { (light, dark) };
        let ends = (1 + own).saturating_sub(other).min(2) as usize;
        let given = self.ends.iter().filter(|end| end.is_dark() == is_dark).count();
        ends.saturating_sub(given).min(self.free_ends)
    }

    /// Whether these numbers of squares of the two colours, or the colours of the given ends, rule out a tour
    /// by a leaper that changes colour.
    pub(super) fn clashes_with_colours(&self, dark: u128, light: u128) -> bool {
        let given = |is_dark| self.ends.iter().filter(|end| end.is_dark() == is_dark).count();
        match dark.abs_diff(light) {
            0 => given(true) == 2 || given(false) == 2,
            1 => self.is_closed || given(light > dark) > 0,
            _ => true,
        }
    }

    /// The squares reachable from one if those in `missing` are not entered.
    pub(super) fn reachable(&self, from: Square, missing: &HashSet<Square>) -> Result<HashSet<Square>, Flaw> {
        if self.board.square_count() > MAX_FLOODED_SQUARES {
            return Err(Flaw::TooLarge(self.board.square_count()));
        }
        let mut reached = HashSet::from([from]);
        let mut todo = vec![from];
        while let Some(at) = todo.pop() {
            todo.extend(self.leaps(at).filter(|to| !missing.contains(to) && reached.insert(*to)));
        }
        Ok(reached)
    }

    /// Checks by exhaustive backtracking that there is no tour.
    pub(super) fn exhausted(&self) -> Result<(), Flaw> {
        let count = self.board.square_count();
        if count > MAX_SQUARES_TO_SEARCH {
            return Err(Flaw::TooLarge(count));
        }
        let starts = if self.is_closed {
            self.board.squares().take(1).collect()
        } else if let Some(start) = self.puzzle.start() {
            vec![start]
        } else {
            self.board.squares().collect::<Vec<_>>()
        };
        let found = starts.into_iter().any(|start| self.can_extend(&mut vec![start]));
        if found { Err(Flaw::TourFound) } else { Ok(()) }
    }

    /// Whether the path can be extended to a tour.
    fn can_extend(&self, path: &mut Vec<Square>) -> bool {
        let at = path[path.len() - 1];
        if path.len() as u128 == self.board.square_count() {
            let closes = path.len() > 2 && self.puzzle.leaper().is_leap(at, path[0]);
            return if self.is_closed { closes } else { self.puzzle.end().is_none_or(|end| end == at) };
        }
        let next: Vec<Square> = self.leaps(at).filter(|to| !path.contains(to)).collect();
        next.into_iter().any(|to| {
            path.push(to);
            let found = self.can_extend(path);
            path.pop();
            found
        })
    }
}
