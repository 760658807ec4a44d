//! The obvious counter: walk from a square, try every leap, and count the walks that visit all squares.
//!
//! It knows nothing about frontiers, words or filters, and is kept so that tests can compare them with it.
//! *Cost:* one visit for every partial walk: boards up to about 30 squares.

use ktour_core::{Puzzle, Square, TourKind};
use num_bigint::BigUint;

use crate::{CountError, TourCount};

/// How many tours, by walking all of them.
///
/// ```
/// use ktour::{Board, Puzzle, TourKind};
/// let puzzle = Puzzle::new(Board::new(5, 5)?).with_kind(TourKind::Open);
/// let count = ktour::count::plain::count(&puzzle)?;
/// assert_eq!(*count.directed(), 1728u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(puzzle: &Puzzle) -> Result<TourCount, CountError> {
    let mut tours = 0u64;
    each(puzzle, &mut |_| tours += 1)?;
    Ok(TourCount::of(puzzle, BigUint::from(tours)))
}

/// Every undirected tour once, as its squares in the order of the walk.
///
/// ```
/// use ktour::{Board, Puzzle, TourKind};
/// let puzzle = Puzzle::new(Board::new(3, 4)?).with_kind(TourKind::Open);
/// let mut tours = Vec::new();
/// ktour::count::plain::each(&puzzle, &mut |squares| tours.push(squares.to_vec()))?;
/// assert_eq!(tours.len(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn each(puzzle: &Puzzle, found: &mut dyn FnMut(&[Square])) -> Result<(), CountError> {
    let kind = puzzle.kind().ok_or(CountError::NoKind)?;
    let board = puzzle.board();
    let too_large = || CountError::TooLarge { board: board.to_string(), most: u32::MAX as usize };
    let area = board.small_area().ok_or_else(too_large)?;
    let squares: Vec<Square> = board.squares().collect();
    let mut leaps = vec![Vec::new(); area];
    for &square in &squares {
        leaps[board.index(square)] = board.leaps(puzzle.leaper(), square).map(|to| board.index(to)).collect();
    }
    let starts = match (kind, puzzle.start().or(puzzle.end())) {
        // A closed tour is begun anywhere; the first square will do.
        (TourKind::Closed, _) => squares[..1].to_vec(),
        (TourKind::Open, Some(end)) => vec![end],
        (TourKind::Open, None) => squares.clone(),
    };
    let (is_visited, total) = (vec![false; area], squares.len());
    let mut walk = PlainWalk { puzzle, kind, leaps: &leaps, is_visited, path: Vec::new(), total, found };
    for start in starts {
        walk.from(board.index(start));
    }
    Ok(())
}

struct PlainWalk<'a> {
    puzzle: &'a Puzzle,
    kind: TourKind,
    leaps: &'a [Vec<usize>],
    is_visited: Vec<bool>,
    path: Vec<usize>,
    total: usize,
    found: &'a mut dyn FnMut(&[Square]),
}

impl<'a> PlainWalk<'a> {
    fn from(&mut self, square: usize) {
        self.is_visited[square] = true;
        self.path.push(square);
        if self.path.len() == self.total {
            let board = self.puzzle.board();
            let path: Vec<Square> = self.path.iter().map(|&square| board.square(square)).collect();
            if self.is_counted(&path) {
                (self.found)(&path);
            }
        } else {
            let leaps: &'a [Vec<usize>] = self.leaps;
            for &to in &leaps[square] {
                if !self.is_visited[to] {
                    self.from(to);
                }
            }
        }
        self.path.pop();
        self.is_visited[square] = false;
    }

    /// Whether the finished walk is a tour asked for, in the one direction that counts.
    fn is_counted(&self, path: &[Square]) -> bool {
        let (first, last) = (path[0], path[self.total - 1]);
        match (self.kind, self.puzzle.start(), self.puzzle.end()) {
            (TourKind::Closed, _, _) => {
                let comes_back = self.total > 2 && self.puzzle.leaper().is_leap(last, first);
                comes_back && path[1] < last
            }
            (TourKind::Open, Some(_), Some(end)) => last == end,
            (TourKind::Open, None, None) => first <= last,
            (TourKind::Open, _, _) => true,
        }
    }
}
