//! The obvious counter: walk from a square, try every leap, count the walks that see all squares.
//!
//! It knows nothing of frontiers, words or filters, and stays beside them so that a test can make
//! both agree. *Cost:* one visit for every partial walk: boards up to about 30 squares.

use knights_tour::{Board, Puzzle, Square, TourKind};
use num_bigint::BigUint;

use crate::{CountError, TourCount};

/// How many tours, by walking all of them.
///
/// ```
/// use knights_tour::{Board, Puzzle, TourKind};
/// let puzzle = Puzzle::new(Board::new(5, 5)?).with_kind(TourKind::Open);
/// let count = knights_tour_count::plain::count(&puzzle)?;
/// assert_eq!(*count.directed(), 1728u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(puzzle: &Puzzle) -> Result<TourCount, CountError> {
    let mut tours = 0u64;
    each(puzzle, &mut |_| tours += 1)?;
    Ok(TourCount::of(puzzle, BigUint::from(tours)))
}

/// Every undirected tour once, as its squares in the order of the walk.
pub fn each(puzzle: &Puzzle, found: &mut dyn FnMut(&[Square])) -> Result<(), CountError> {
    let kind = crate::kind_of(puzzle)?;
    let board = puzzle.board();
    let area = board.small_area().ok_or(CountError::TooLarge { board: board.to_string() })?;
    let squares: Vec<Square> = board.squares().collect();
    let mut walk =
        Walk { puzzle, kind, is_visited: vec![false; area], path: Vec::new(), total: squares.len(), found };
    let starts = match (kind, puzzle.start().or(puzzle.end())) {
        // A closed tour is begun anywhere; the first square will do.
        (TourKind::Closed, _) => squares[..1].to_vec(),
        (TourKind::Open, Some(end)) => vec![end],
        (TourKind::Open, None) => squares,
    };
    for start in starts {
        walk.from(start, board);
    }
    Ok(())
}

struct Walk<'a> {
    puzzle: &'a Puzzle,
    kind: TourKind,
    is_visited: Vec<bool>,
    path: Vec<Square>,
    total: usize,
    found: &'a mut dyn FnMut(&[Square]),
}

impl Walk<'_> {
    fn from(&mut self, square: Square, board: &Board) {
        self.is_visited[board.index(square)] = true;
        self.path.push(square);
        if self.path.len() == self.total {
            if self.is_counted() {
                (self.found)(&self.path);
            }
        } else {
            for to in board.leaps(self.puzzle.leaper(), square) {
                if !self.is_visited[board.index(to)] {
                    self.from(to, board);
                }
            }
        }
        self.path.pop();
        self.is_visited[board.index(square)] = false;
    }

    /// Whether the finished walk is a tour asked for, in the one direction that counts.
    fn is_counted(&self) -> bool {
        let (first, last) = (self.path[0], self.path[self.total - 1]);
        match (self.kind, self.puzzle.start(), self.puzzle.end()) {
            (TourKind::Closed, _, _) => {
                let comes_back = self.total > 2 && self.puzzle.leaper().is_leap(last, first);
                comes_back && self.path[1] < last
            }
            (TourKind::Open, Some(_), Some(end)) => last == end,
            (TourKind::Open, None, None) => first <= last,
            (TourKind::Open, _, _) => true,
        }
    }
}
