//! Parberry's tour without storing it: quadrants of quadrants, asked from the outside in.
//!
//! Quadrants of one size have the same tour, so a board of any size is made of a few *blocks* a
//! level, each known by the four blocks it joins. A block's tour passes through its quadrants one
//! after the other; within a quadrant it is that quadrant's own cycle, entered at one end of the leap
//! taken out, and left at the other:
//!
//! ```text
//!   step in the block  =  squares of the quadrants before  +  steps from the entrance, forwards or backwards
//! ```
//!
//! *Guarantee:* the same leaps as [`parberry`](super::stored::parberry()), which the tests check. *Cost:* one
//! division of the board a level, so the logarithm of the side, for a square or a step.

use std::collections::HashMap;

use super::{
    super::{MAX_SIDE, offset::Offset},
    blocks::{Block, Quadrant, Run, number},
    stored::{Rectangle, suits},
};
use crate::{Board, Square, TourKind};

/// A structured tour of a board of any size, in memory that grows with the number of levels.
///
/// ```
/// use knights_tour::{Board, KNIGHT, Square, build::parberry::quadrants};
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
    pub(super) blocks: Vec<Block>,
    pub(in crate::build) kind: TourKind,
    /// Where in the cycle of the last block, the whole board, the tour begins.
    pub(super) turn: u128,
    /// Whether it takes that cycle from its end to its beginning.
    pub(super) is_reversed: bool,
}

/// Builds a structured tour that answers questions only; `None` where the method does not apply.
pub fn quadrants(board: &Board) -> Option<QuadrantTour> {
    if !suits(board) || board.files().max(board.ranks()) > MAX_SIDE {
        return None;
    }
    let (blocks, kind) = (Vec::new(), TourKind::Closed);
    let mut tour = QuadrantTour { board: board.clone(), blocks, kind, turn: 0, is_reversed: false };
    let hole = board.holes().first().map(|&hole| hole.into());
    tour.block((board.files(), board.ranks(), hole), &mut HashMap::new())?;
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
            let here: &Run = run.get_or_insert_with(|| self.run(at));
            let square = here.square(walked);
            (at, walked) = (at + 1, walked + 1);
            if walked == here.len {
                (run, walked) = (None, 0);
            }
            Some(square)
        })
    }

    /// The step that stands on a square, counted from 1.
    pub fn step_of(&self, square: Square) -> Option<u128> {
        if !self.board.contains(square) {
            return None;
        }
        let at = self.place(self.blocks.len() - 1, square.into());
        let steps = if self.is_reversed { self.turn + self.len() - at } else { at + self.len() - self.turn };
        Some(steps % self.len() + 1)
    }

    /// The same tour from the same start, in the direction in which
    /// [`parberry`](super::stored::parberry()) lists it.
    pub fn in_listed_direction(mut self) -> QuadrantTour {
        self.is_reversed = self.board.squares().next().is_some_and(|first| self.is_against(first));
        self
    }

    /// Writes the numbers of one rank, from file a on: the step of each square, 0 in a hole.
    ///
    /// # Panics
    /// If the slice is not as long as the rank, or the board has more squares than there are numbers.
    pub fn write_rank(&self, rank: u64, numbers: &mut [u64]) {
        assert_eq!(numbers.len() as u64, self.board.files(), "a rank is as long as the board is wide");
        let len = u64::try_from(self.len()).expect("a number for every square");
        self.write_places(self.blocks.len() - 1, rank as i64, numbers);
        // As if the board were a quadrant of its own, entered where the tour begins.
        let (entrance, is_forward) = (self.turn, !self.is_reversed);
        Quadrant { block: 0, before: 1, len: len.into(), entrance, is_forward }.all_outside(numbers);
        for hole in self.board.holes().iter().filter(|hole| hole.rank == rank) {
            numbers[hole.file as usize] = 0;
        }
    }

    /// The same tour begun elsewhere; `None` for a square it lacks.
    pub fn started_at(mut self, start: Square) -> Option<QuadrantTour> {
        self.step_of(start)?;
        self.turn = self.place(self.blocks.len() - 1, start.into());
        Some(self)
    }

    /// The smallest block with this square of which no side, and none of its sisters', is shorter than `side`.
    pub fn block_of(&self, square: Square, side: u64) -> Option<Rectangle> {
        if !self.board.contains(square) {
            return None;
        }
        let mut part = Rectangle { file: 0, rank: 0, files: self.board.files(), ranks: self.board.ranks() };
        let mut block = self.blocks.len() - 1;
        while let Block::Joined { left, low, quadrants, .. } = &self.blocks[block] {
            let (left, low) = (*left as u64, *low as u64);
            let shortest = left.min(part.files - left).min(low).min(part.ranks - low);
            if shortest < side {
                break;
            }
            let around = (square.file >= part.file + left, square.rank >= part.rank + low);
            let number = number(around.0, around.1);
            let inner = Rectangle {
                file: part.file + if around.0 { left } else { 0 },
                rank: part.rank + if around.1 { low } else { 0 },
                files: if around.0 { part.files - left } else { left },
                ranks: if around.1 { part.ranks - low } else { low },
            };
            (part, block) = (inner, quadrants[number].block);
        }
        Some(part)
    }
}
