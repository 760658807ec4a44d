//! Exact search: leaps are taken or ruled out, not squares walked.
//!
//! A tour is a choice of leaps such that every square has two and they form one cycle; an open
//! tour is a cycle through one extra place, *outside*, that is a leap away from every square
//! where the tour may begin or end. Taking and ruling out leaps forces others:
//!
//! * a square with two taken leaps rules out the rest; one with only two left takes both;
//! * the two ends of a path of taken leaps must not be joined unless everything is on that path;
//! * what is left must stay in one piece that no single square holds together.
//!
//! The search branches on the square with the fewest leaps left to choose from.
//!
//! *Guarantee:* complete; an ended search is a proof. *Cost:* exponential in the worst case; about
//! 200 bytes a square.

use super::{
    Refusal, Stats,
    links::{Clash, Links},
    walk::{End, verified},
};
use crate::{Budget, Puzzle, Square, TourKind};

/// Searches for a tour of the kind asked for; any kind counts as open.
pub(crate) fn exact(puzzle: &Puzzle, budget: &Budget, stats: &mut Stats) -> Result<End, Refusal> {
    let mut search = Search::new(puzzle)?;
    let end = search.run(budget, stats);
    Ok(match end {
        Some(true) => End::Found(verified(puzzle, search.squares())),
        Some(false) => End::Exhausted,
        None => End::Stopped,
    })
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    /// The squares that take part, in board order; visited ones but the ends are left out.
    squares: Vec<Square>,
    links: Links,
    /// Whether the extra place, the last, is there.
    is_open: bool,
    /// Leaps that are given, not chosen.
    forced: Vec<u32>,
}

impl<'a> Search<'a> {
    fn new(puzzle: &'a Puzzle) -> Result<Search<'a>, Refusal> {
        let board = puzzle.board();
        let area = board.small_area().ok_or_else(|| Refusal::too_large(puzzle))?;
        let is_open = puzzle.kind() != Some(TourKind::Closed);
        let visited = puzzle.visited();
        // What was visited shrinks to its two ends; for an open tour the start end is outside.
        let keep_from = if is_open { 1 } else { 0 };
        let gone: Vec<Square> = match visited.len() {
            0 | 1 => Vec::new(),
            n => visited[1 - keep_from..n - 1].to_vec(),
        };
        let mut place = vec![u32::MAX; area];
        let mut squares = Vec::new();
        for square in board.squares().filter(|square| !gone.contains(square)) {
            place[board.index(square)] = squares.len() as u32;
            squares.push(square);
        }
        let outside = squares.len() as u32;
        let mut leaps: Vec<(u32, u32)> = Vec::new();
        let mut forced = Vec::new();
        for (a, &square) in squares.iter().enumerate() {
            for to in board.leaps(puzzle.leaper(), square) {
                let b = place[board.index(to)];
                if b != u32::MAX && (a as u32) < b {
                    leaps.push((a as u32, b));
                }
            }
        }
        let last_visited = visited.last().map(|&square| place[board.index(square)]);
        if is_open {
            let end =
                puzzle.end().filter(|end| Some(end) != visited.last()).map(|end| place[board.index(end)]);
            for a in 0..outside {
                if Some(a) == last_visited || Some(a) == end {
                    forced.push(leaps.len() as u32);
                }
                let may_end =
                    end.is_none_or(|end| end == a) || last_visited == Some(a) || last_visited.is_none();
                if may_end {
                    leaps.push((a, outside));
                }
            }
        } else if visited.len() > 2 {
            let home = place[board.index(visited[0])];
            forced.push(leaps.len() as u32);
            leaps.push((home, last_visited.unwrap_or(home)));
        } else if visited.len() == 2 {
            let (a, b) = (place[board.index(visited[0])], place[board.index(visited[1])]);
            let given = (a.min(b), a.max(b));
            forced.extend(leaps.iter().position(|&leap| leap == given).map(|at| at as u32));
        }
        let places = squares.len() + usize::from(is_open);
        let links = Links::new(places, leaps);
        Ok(Search { puzzle, squares, links, is_open, forced })
    }

    /// `Some(true)` with a cycle in the links, `Some(false)` when there is none, `None` when the
    /// budget ended.
    fn run(&mut self, budget: &Budget, stats: &mut Stats) -> Option<bool> {
        // A single square, or two: the cycle through outside would use a leap twice.
        if self.squares.len() == 1 && self.is_open {
            return Some(true);
        }
        if self.squares.len() < 3 && !self.is_open {
            return Some(false);
        }
        let forced = std::mem::take(&mut self.forced);
        let begun =
            self.links.begin().and_then(|()| forced.iter().try_for_each(|&leap| self.links.take(leap)));
        // Each decision: the trail below it, and the leap that was taken first.
        let mut decisions: Vec<(usize, u32)> = Vec::new();
        stats.moves += 1;
        let mut state: Result<(), Clash> =
            begun.and_then(|()| self.links.settle()).and_then(|()| self.links.holds_together());
        loop {
            if state.is_err() {
                // Take back the last decision, and rule out what it took.
                let Some((trail, leap)) = decisions.pop() else {
                    return Some(false);
                };
                stats.backtracks += 1;
                self.links.undo(trail);
                state = self.links.rule_out(leap).and_then(|()| self.links.settle());
                state = state.and_then(|()| self.links.holds_together());
                continue;
            }
            let Some(leap) = self.links.choose() else {
                return Some(true);
            };
            stats.moves += 1;
            stats.trials += 1;
            if stats.moves.is_multiple_of(16) && budget.is_spent(stats.trials) {
                return None;
            }
            decisions.push((self.links.mark(), leap));
            state = self.links.take(leap).and_then(|()| self.links.settle());
            if self.links.is_cheap() || stats.moves.is_multiple_of(8) {
                state = state.and_then(|()| self.links.holds_together());
            }
        }
    }

    /// The squares in order, read off the taken leaps.
    fn squares(&self) -> Vec<Square> {
        let visited = self.puzzle.visited();
        if self.squares.len() == 1 {
            return if visited.is_empty() { self.squares.clone() } else { visited.to_vec() };
        }
        let outside = self.squares.len() as u32;
        let place = |square: Square| self.squares.binary_search(&square).unwrap_or(0) as u32;
        let last = visited.last().map(|&square| place(square));
        let home = visited.first().map(|&square| place(square));
        // Walk from the last visited square away from where it came.
        let (came, from) = match (last, self.is_open) {
            (Some(last), true) => (outside, last),
            (Some(last), false) if visited.len() > 1 => (home.unwrap_or(last), last),
            (Some(last), false) => (self.links.taken_neighbours(last)[0], last),
            (None, true) => {
                let [a, b] = self.links.taken_neighbours(outside);
                let end = self.puzzle.end().map(place);
                (outside, if Some(a) == end { b } else { a })
            }
            (None, false) => (self.links.taken_neighbours(0)[0], 0),
        };
        let mut order: Vec<Square> = visited.iter().rev().skip(1).rev().copied().collect();
        let (mut before, mut at) = (came, from);
        loop {
            order.push(self.squares[at as usize]);
            let [a, b] = self.links.taken_neighbours(at);
            let next = if a == before { b } else { a };
            let is_home = next == from || (home == Some(next) && !self.is_open);
            if next == outside || is_home {
                break;
            }
            (before, at) = (at, next);
        }
        order
    }
}
