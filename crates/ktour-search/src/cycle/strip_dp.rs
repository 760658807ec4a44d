//! Strip DP for narrow boards with holes: an exact search square by square from one end to the other.
//!
//! Everything behind the current square is decided; the boundary state is the [`Matching`] of a window of as
//! many cells as a leap can reach.
//!
//! Two ways to the same state have the same continuations, so each state is entered once. A search that
//! branches on leaps is slow here: on a long thin board it meets the same rest of the board again and again.
//!
//! *Guarantee:* a tour, or a proof that there is none, or too many states. *Cost:* for a knight on four
//! ranks, a few thousand states per square, more on five and six; thirty bytes each.
//!
//! The sweep of `build` is similar and handles strips with repeating blocks; this one handles holes and other
//! leapers.

use std::collections::HashSet;

use crate::{
    Stats,
    strategy::{SearchEnd, verified},
};
use ktour_core::{
    Control, Puzzle, Square, TourKind,
    graph::matching::{DONE, END, Matching},
};

/// Maximum cells of a window: a mate has four bits, and two values are reserved.
const MAX_WINDOW: usize = 14;
/// Boundary states after which the strip DP gives up.
const MAX_STATES: usize = 3_000_000;

/// Finds a tour of a narrow board or that there is none; `None` if the board is too wide, or partly visited.
pub(crate) fn strip_dp(puzzle: &Puzzle, control: &Control, stats: &mut Stats) -> Option<SearchEnd> {
    let board = puzzle.board();
    let is_wide = board.files() >= board.ranks();
    let height = board.files().min(board.ranks()) as usize;
    let leaper = puzzle.leaper();
    let window = (leaper.s() as usize).checked_mul(height)?.checked_add(leaper.r() as usize + 1)?;
    if window > MAX_WINDOW || puzzle.visited().len() > 1 || board.square_count() < 3 {
        return None;
    }
    let turned = |along: u64, across: u64| if is_wide { (along, across) } else { (across, along) };
    let square_at = |at: usize| {
        let (file, rank) = turned((at / height) as u64, (at % height) as u64);
        Square::new(file, rank)
    };
    let given = [puzzle.start().filter(|_| puzzle.kind() != Some(TourKind::Closed)), puzzle.end()];
    let ends = if puzzle.kind() == Some(TourKind::Closed) { 0 } else { 2 - given.iter().flatten().count() };
    let mate = |at: usize| match square_at(at) {
        square if !board.contains(square) => None,
        square => Some(given.contains(&Some(square))),
    };
    let cells: Vec<Option<bool>> = (0..board.small_area()?).map(mate).collect();
    let leaps = |at: usize| {
        let onward = leaper.leaps().map(|leap| (leap.file, (at % height) as i64 + leap.rank, leap.rank));
        onward
            .filter(|&(along, across, by)| (0..height as i64).contains(&across) && (along, by) > (0, 0))
            .map(|(along, _, by)| (along * height as i64 + by) as usize)
            .collect()
    };
    let strip = StripGraph { cells, onward: (0..height).map(leaps).collect(), window };
    let end = match strip.search(ends as u8, control, stats) {
        StripOutcome::Found(taken) => {
            let order = walk(&taken, strip.cells.len());
            let mut squares: Vec<Square> = order.into_iter().map(square_at).collect();
            if puzzle.end() == Some(squares[0]) || puzzle.start() == squares.last().copied() {
                squares.reverse();
            }
            if let Some(start) = puzzle.start() {
                let at = squares.iter().position(|&square| square == start).unwrap_or(0);
                squares.rotate_left(at);
            }
            SearchEnd::Found(verified(puzzle, squares))
        }
        StripOutcome::Exhausted => SearchEnd::Exhausted,
        StripOutcome::Stopped => SearchEnd::Stopped,
    };
    Some(end)
}

/// The board as a row of cells, and the forward leaps.
struct StripGraph {
    /// `None` for a hole; otherwise whether the square is a given end.
    cells: Vec<Option<bool>>,
    /// Forward leaps as differences of cells, for each cell across the strip.
    onward: Vec<Vec<usize>>,
    window: usize,
}

enum StripOutcome {
    /// A tour, as its leaps.
    Found(Vec<[usize; 2]>),
    Exhausted,
    Stopped,
}

type StripState = Matching<MAX_WINDOW>;

impl StripGraph {
    fn search(&self, ends: u8, control: &Control, stats: &mut Stats) -> StripOutcome {
        let first = StripState::new(self.window, ends, |cell| self.entering_mate(cell, cell));
        let mut seen = HashSet::new();
        let mut taken: Vec<[usize; 2]> = Vec::new();
        // A state, the number of leaps before it, and the leaps that lead to it.
        let mut stack = vec![(0, first, 0, [None, None])];
        while let Some((at, window, before, leaps)) = stack.pop() {
            taken.truncate(before);
            taken.extend(leaps.into_iter().flatten().map(|to| [at - 1, to]));
            if window.is_complete {
                let is_left = |cell: &Option<bool>| cell.is_some();
                let after_window = self.cells.get(at + self.window..).unwrap_or_default();
                if window.mate.iter().all(|&mate| mate == DONE) && !after_window.iter().any(is_left) {
                    return StripOutcome::Found(taken);
                }
            } else if at < self.cells.len() && seen.insert((at as u32, window)) {
                stats.moves += 1;
                stats.trials += 1;
                if seen.len() == MAX_STATES
                    || seen.len().is_multiple_of(1 << 10) && control.is_over(stats.trials)
                {
                    return StripOutcome::Stopped;
                }
                self.transitions(at, window, |window, leaps| {
                    stack.push((at + 1, window, taken.len(), leaps))
                });
            }
        }
        StripOutcome::Exhausted
    }

    /// The mate of a cell that enters the window at index `number`.
    fn entering_mate(&self, at: usize, number: usize) -> u8 {
        match self.cells.get(at).copied().flatten() {
            None => DONE,
            Some(true) => END,
            Some(false) => number as u8,
        }
    }

    /// Calls `add` with every successor of a state, one for each way to decide the current cell.
    fn transitions(
        &self,
        at: usize,
        window: StripState,
        mut add: impl FnMut(StripState, [Option<usize>; 2]),
    ) {
        let onward = self.onward[at % self.onward.len()].iter().copied();
        window.for_each_decision(onward, |window, to| {
            let entering = self.entering_mate(at + self.window, self.window - 1);
            if let Some(window) = window.advanced(self.window, entering) {
                add(window, to.map(|to| to.map(|to| at + to)));
            }
        });
    }
}

/// The cells of a tour in order, from an end if it has any.
fn walk(leaps: &[[usize; 2]], cells: usize) -> Vec<usize> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); cells];
    for &[a, b] in leaps {
        next[a].push(b);
        next[b].push(a);
    }
    let end = (0..cells).find(|&at| next[at].len() == 1);
    let first = end.or_else(|| (0..cells).find(|&at| !next[at].is_empty())).unwrap_or(0);
    let (mut order, mut at, mut before) = (vec![first], first, None);
    while let Some(&to) = next[at].iter().find(|&&to| Some(to) != before).filter(|&&to| to != first) {
        (before, at) = (Some(at), to);
        order.push(to);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Method, Strategy, solve};
    use ktour_core::{Board, Outcome, random::Random};

    /// Compares both on random narrow boards, closed, open, with given ends, for knights, zebras and wazirs.
    #[test]
    fn agrees_with_backtracking() {
        assert!(agreed(120) > 12);
    }

    #[test]
    #[ignore = "the same on more boards"]
    fn agrees_with_backtracking_on_many_boards() {
        assert!(agreed(1000) > 130);
    }

    /// Number of boards with tours.
    fn agreed(boards: usize) -> usize {
        let mut random = Random::new(1, 0);
        let mut found = 0;
        for round in 0..boards {
            let leaper = ["knight", "knight", "0,1", "2,3"][round % 4].parse().unwrap();
            let (long, short) = (4 + random.index(5), [3 + random.index(3), 4][usize::from(round % 4 == 3)]);
            let (files, ranks) = if random.coin() { (long, short) } else { (short, long) };
            let full = Board::new(files as u64, ranks as u64).unwrap();
            let squares: Vec<Square> = full.squares().collect();
            let holes: Vec<Square> =
                (0..random.index(4)).map(|_| squares[random.index(squares.len())]).collect();
            let board = full.with_holes(holes).unwrap();
            let squares: Vec<Square> = board.squares().collect();
            let mut puzzle = Puzzle::new(board).with_leaper(leaper).with_kind(TourKind::Open);
            match round / 4 % 4 {
                0 => puzzle = puzzle.with_kind(TourKind::Closed),
                1 => {}
                2 => puzzle = puzzle.starting_at(squares[random.index(squares.len())]).unwrap(),
                _ => {
                    let (a, b) = (random.index(squares.len()), random.index(squares.len() - 1));
                    let end = squares[b + usize::from(b >= a)];
                    puzzle = puzzle.starting_at(squares[a]).unwrap().ending_at(end).unwrap();
                }
            }
            let mut stats = Stats::new(Method::Exact);
            let Some(end) = strip_dp(&puzzle, &Control::unlimited(), &mut stats) else { continue };
            let control = Control::unlimited().with_trials(100_000);
            let plain = solve(&puzzle, &Strategy::new(Method::WarnsdorffBacktrack), &control).unwrap();
            match (end, plain.outcome) {
                (SearchEnd::Found(_), Outcome::Found(_)) => found += 1,
                (SearchEnd::Exhausted, Outcome::Impossible(_)) | (_, Outcome::Unknown(_)) => {}
                (_, plain) => panic!("{puzzle:?}: backtracking has {plain:?}"),
            }
        }
        found
    }
}
