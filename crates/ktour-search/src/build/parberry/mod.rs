//! Tours in quadrants, after I. Parberry: four parts, each a tour, joined by four leaps.
//!
//! [`parberry`] stores the tour and lists which parts were joined; [`quadrants`] stores only a few blocks,
//! and computes single squares on boards of any size.

mod blocks;
mod stored;

pub use stored::{Merge, Rectangle, Structured, is_structured, parberry};

use super::offset::{MAX_SIDE, Offset};
use blocks::{BlockRun, Blocks, Quadrant};
use ktour_core::{Board, Square, TourKind};
use stored::suits;

// Parberry's tour, computed on demand: quadrants of quadrants, evaluated from the outside in.
//
// Quadrants of one size have the same tour, so a board of any size is made of a few *blocks* per level, each
// defined by the four blocks it joins. A block's tour passes through its quadrants one after the other;
// within a quadrant it is that quadrant's own cycle, entered at one end of the removed leap and left at the
// other:
//
// ```text
//   step in the block  =  squares of the quadrants before  +  steps from the entrance, forwards or backwards
// ```
//
// *Guarantee:* the same leaps as `parberry`), which the tests check. *Cost:* one
// division of the board per level, so logarithmic time in the side for a square or a step.

/// A structured tour of a board of any size, in memory that grows with the number of levels.
///
/// ```
/// use ktour::{Board, KNIGHT, Square, build::parberry::quadrants};
/// let side = 1_000_000_000;
/// let tour = quadrants(&Board::new(side, side)?).unwrap();
/// let middle = Square::new(side / 2, side / 2);
/// let step = tour.step_of(middle).unwrap();
/// assert_eq!(tour.square_at(step), Some(middle));
/// assert!(KNIGHT.is_leap(middle, tour.square_at(step + 1).unwrap()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct QuadrantTour {
    pub(in crate::build) board: Board,
    blocks: Blocks,
    pub(in crate::build) kind: TourKind,
    /// The first square, as a step of the cycle of the board.
    turn: u128,
    /// Whether it visits that cycle backwards.
    is_reversed: bool,
}

/// Builds a structured tour that is not stored; `None` if the method does not apply.
///
/// ```
/// use ktour::{Board, Square, build::parberry::quadrants};
/// let tour = quadrants(&Board::new(100, 100)?).unwrap();
/// let tour = tour.in_listed_direction().started_at("c3".parse()?).unwrap();
/// assert_eq!(tour.squares_from(1).next(), Some("c3".parse()?));
/// let mut rank = [0; 100];
/// tour.write_rank(2, &mut rank); // the steps on a3, b3, c3, and so on
/// assert_eq!(rank[2], 1);
/// assert_eq!(tour.block_of(Square::new(99, 99), 12).map(|block| (block.file, block.rank)), Some((86, 86)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn quadrants(board: &Board) -> Option<QuadrantTour> {
    if !suits(board) || board.files().max(board.ranks()) > MAX_SIDE {
        return None;
    }
    let hole = board.holes().first().map(|&hole| hole.into());
    let blocks = Blocks::new(board.files(), board.ranks(), hole)?;
    let kind = TourKind::Closed;
    let tour = QuadrantTour { board: board.clone(), blocks, kind, turn: 0, is_reversed: false };
    let start = Square::new(u64::from(hole == Some(Offset::default())), 0);
    tour.started_at(start)
}

impl QuadrantTour {
    /// The square at a step, counted from 1.
    pub fn square_at(&self, step: u128) -> Option<Square> {
        let at = step.checked_sub(1).filter(|&at| at < self.len())?;
        Some(self.run(at).square(0))
    }

    /// The squares from a step on, to the last.
    pub fn squares_from(&self, step: u128) -> impl Iterator<Item = Square> + '_ {
        let (mut at, mut run, mut walked) = (step.saturating_sub(1), None, 0);
        std::iter::from_fn(move || {
            if at >= self.len() {
                return None;
            }
            let here: &BlockRun = run.get_or_insert_with(|| self.run(at));
            let square = here.square(walked);
            (at, walked) = (at + 1, walked + 1);
            if walked == here.len {
                (run, walked) = (None, 0);
            }
            Some(square)
        })
    }

    /// The run of squares that begins `at` steps after the start.
    fn run(&self, at: u128) -> BlockRun<'_> {
        let step = if self.is_reversed { self.turn + self.len() - at } else { self.turn + at };
        self.blocks.run(step % self.len(), !self.is_reversed)
    }

    /// The step on a square, counted from 1.
    pub fn step_of(&self, square: Square) -> Option<u128> {
        if !self.board.contains(square) {
            return None;
        }
        let at = self.blocks.step_of(square);
        let steps = if self.is_reversed { self.turn + self.len() - at } else { at + self.len() - self.turn };
        Some(steps % self.len() + 1)
    }

    /// The same tour from the same start, in the direction in which
    /// [`parberry`](parberry()) lists it.
    pub fn in_listed_direction(mut self) -> QuadrantTour {
        self.is_reversed = self.board.squares().next().is_some_and(|first| self.blocks.is_against(first));
        self
    }

    /// Writes the numbers of one rank, from file a on: the step of each square, 0 in a hole.
    ///
    /// # Panics
    /// If the slice is not as long as the rank, or if the board has more squares than fit the numbers.
    pub fn write_rank(&self, rank: u64, numbers: &mut [u64]) {
        assert_eq!(numbers.len() as u64, self.board.files(), "a rank is as long as the board is wide");
        let len = u64::try_from(self.len()).expect("a number for every square");
        self.blocks.write_rank(rank as i64, numbers);
        Quadrant::for_board(len.into(), self.turn, !self.is_reversed).all_to_outer(numbers);
        for hole in self.board.holes().iter().filter(|hole| hole.rank == rank) {
            numbers[hole.file as usize] = 0;
        }
    }

    /// The same tour with another start; `None` if it does not visit that square.
    pub fn started_at(mut self, start: Square) -> Option<QuadrantTour> {
        self.step_of(start)?;
        self.turn = self.blocks.step_of(start);
        Some(self)
    }

    /// The smallest block with this square such that no side of it or of its sister blocks is shorter than
    /// `side`.
    pub fn block_of(&self, square: Square, side: u64) -> Option<Rectangle> {
        if !self.board.contains(square) {
            return None;
        }
        let whole = Rectangle { file: 0, rank: 0, files: self.board.files(), ranks: self.board.ranks() };
        Some(self.blocks.enclosing(square, side, whole))
    }
}
