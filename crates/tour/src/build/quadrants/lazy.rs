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
    super::MAX_SIDE,
    super::rows::route::Offset,
    stored::{AROUND, Part, SPLIT, lost, patch, split, suits},
};
use crate::{Board, Square};

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
    board: Board,
    blocks: Vec<Block>,
    /// Where in the cycle of the last block, the whole board, the tour begins.
    turn: u128,
}

/// The tour of a part of the board, as a cycle.
#[allow(clippy::large_enum_variant)] // there are a few blocks a level
#[derive(Clone, Debug)]
enum Block {
    /// Searched: the squares in order, and the place in that order of every square, rank by rank.
    Searched { squares: Vec<Offset>, places: Vec<u32>, files: i64 },
    /// Joined from four.
    Joined {
        /// Files of the left quadrants.
        left: i64,
        /// Ranks of the lower quadrants.
        low: i64,
        /// Clockwise from the upper left.
        quadrants: [Quadrant; 4],
        len: u128,
    },
}

/// One of the four blocks of a larger one.
#[derive(Clone, Copy, Debug)]
struct Quadrant {
    block: usize,
    /// Squares of the quadrants before.
    before: u128,
    len: u128,
    /// Where in its own cycle the tour comes in.
    entrance: u128,
    is_forward: bool,
}

/// Builds a structured tour that answers questions only; `None` where the method does not apply.
pub fn quadrants(board: &Board) -> Option<QuadrantTour> {
    if !suits(board) || board.files().max(board.ranks()) > MAX_SIDE {
        return None;
    }
    let mut tour = QuadrantTour { board: board.clone(), blocks: Vec::new(), turn: 0 };
    let hole = board.holes().first().map(|hole| (hole.file as i64, hole.rank as i64));
    tour.block((board.files(), board.ranks(), hole), &mut HashMap::new())?;
    let start = Square::new(u64::from(hole == Some((0, 0))), 0);
    tour.started_at(start)
}

impl QuadrantTour {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of squares.
    #[allow(clippy::len_without_is_empty)] // a tour has at least one square
    pub fn len(&self) -> u128 {
        self.board.square_count()
    }

    /// The square at a step, counted from 1.
    pub fn square_at(&self, step: u128) -> Option<Square> {
        let at = step.checked_sub(1).filter(|&at| at < self.len())?;
        let mut at = (at + self.turn) % self.len();
        let mut block = self.blocks.len() - 1;
        let (mut file, mut rank) = (0, 0);
        loop {
            match &self.blocks[block] {
                Block::Searched { squares, .. } => {
                    let last = squares[at as usize];
                    return Some(Square::new((file + last.0) as u64, (rank + last.1) as u64));
                }
                Block::Joined { left, low, quadrants, .. } => {
                    let number = quadrants.iter().rposition(|quadrant| quadrant.before <= at)?;
                    let (right, top) = AROUND[number];
                    file += if right { *left } else { 0 };
                    rank += if top { *low } else { 0 };
                    (at, block) = (quadrants[number].inside(at), quadrants[number].block);
                }
            }
        }
    }

    /// The step that stands on a square, counted from 1.
    pub fn step_of(&self, square: Square) -> Option<u128> {
        if !self.board.contains(square) {
            return None;
        }
        let at = self.place(self.blocks.len() - 1, (square.file as i64, square.rank as i64));
        Some((at + self.len() - self.turn) % self.len() + 1)
    }

    /// The squares before and after this one; the tour goes round.
    pub fn neighbours(&self, square: Square) -> Option<(Square, Square)> {
        let step = self.step_of(square)?;
        let before = if step == 1 { self.len() } else { step - 1 };
        let after = if step == self.len() { 1 } else { step + 1 };
        Some((self.square_at(before)?, self.square_at(after)?))
    }

    /// The same tour begun elsewhere; `None` for a square it lacks.
    pub fn started_at(mut self, start: Square) -> Option<QuadrantTour> {
        let step = self.step_of(start)?;
        self.turn = (self.turn + step - 1) % self.len();
        Some(self)
    }

    /// The smallest block with this square of which no side, and none of its sisters', is shorter than `side`.
    pub fn block_of(&self, square: Square, side: u64) -> Option<Part> {
        if !self.board.contains(square) {
            return None;
        }
        let mut part = Part { file: 0, rank: 0, files: self.board.files(), ranks: self.board.ranks() };
        let mut block = self.blocks.len() - 1;
        while let Block::Joined { left, low, quadrants, .. } = &self.blocks[block] {
            let (left, low) = (*left as u64, *low as u64);
            let shortest = left.min(part.files - left).min(low).min(part.ranks - low);
            if shortest < side {
                break;
            }
            let around = (square.file >= part.file + left, square.rank >= part.rank + low);
            let number = AROUND.iter().position(|&other| other == around)?;
            let inner = Part {
                file: part.file + if around.0 { left } else { 0 },
                rank: part.rank + if around.1 { low } else { 0 },
                files: if around.0 { part.files - left } else { left },
                ranks: if around.1 { part.ranks - low } else { low },
            };
            (part, block) = (inner, quadrants[number].block);
        }
        Some(part)
    }

    /// Where in the cycle of a block a square of it stands. Goes as deep as the side can be halved.
    fn place(&self, block: usize, at: Offset) -> u128 {
        match &self.blocks[block] {
            Block::Searched { places, files, .. } => places[(at.1 * files + at.0) as usize].into(),
            Block::Joined { left, low, quadrants, .. } => {
                let (right, top) = (at.0 >= *left, at.1 >= *low);
                let number = AROUND.iter().position(|&around| around == (right, top)).unwrap_or(0);
                let inner = (at.0 - if right { *left } else { 0 }, at.1 - if top { *low } else { 0 });
                quadrants[number].outside(self.place(quadrants[number].block, inner))
            }
        }
    }

    /// The number of a block of this size with this hole, made where it is new.
    fn block(
        &mut self,
        size: (u64, u64, Option<Offset>),
        known: &mut HashMap<(u64, u64, Option<Offset>), usize>,
    ) -> Option<usize> {
        if let Some(&block) = known.get(&size) {
            return Some(block);
        }
        let (files, ranks, hole) = size;
        let part = Part { file: 0, rank: 0, files, ranks };
        let block = if files.min(ranks) < SPLIT {
            let squares = patch(part, hole)?;
            let mut places = vec![u32::MAX; (files * ranks) as usize];
            for (place, square) in squares.iter().enumerate() {
                places[(square.1 * files as i64 + square.0) as usize] = place as u32;
            }
            Block::Searched { squares, places, files: files as i64 }
        } else {
            let left = split(files, hole.is_none_or(|hole| hole.0 == 0)) as i64;
            let low = split(ranks, hole.is_none_or(|hole| hole.1 == 0)) as i64;
            let mut before = 0;
            let mut quadrants = [Quadrant { block: 0, before, len: 0, entrance: 0, is_forward: true }; 4];
            for (number, (right, top)) in AROUND.into_iter().enumerate() {
                let corner = (if right { left } else { 0 }, if top { low } else { 0 });
                let part = Part {
                    file: 0,
                    rank: 0,
                    files: if right { files - left as u64 } else { left as u64 },
                    ranks: if top { ranks - low as u64 } else { low as u64 },
                };
                let hole = hole.map(|hole| (hole.0 - corner.0, hole.1 - corner.1));
                let hole = hole.filter(|hole| {
                    (0..part.files as i64).contains(&hole.0) && (0..part.ranks as i64).contains(&hole.1)
                });
                let block = self.block((part.files, part.ranks, hole), known)?;
                let len = self.blocks[block].len();
                let (entrance, exit) = lost(number, part);
                let place = |at: Square| self.place(block, (at.file as i64, at.rank as i64));
                let (entrance, exit) = (place(entrance), place(exit));
                // The exit is next to the entrance; the tour takes the long way round.
                let is_forward = (exit + 1) % len == entrance;
                quadrants[number] = Quadrant { block, before, len, entrance, is_forward };
                before += len;
            }
            Block::Joined { left, low, quadrants, len: before }
        };
        self.blocks.push(block);
        known.insert(size, self.blocks.len() - 1);
        Some(self.blocks.len() - 1)
    }
}

impl Block {
    fn len(&self) -> u128 {
        match self {
            Block::Searched { squares, .. } => squares.len() as u128,
            Block::Joined { len, .. } => *len,
        }
    }
}

impl Quadrant {
    /// From a place in the larger cycle to one in the quadrant's own.
    fn inside(&self, at: u128) -> u128 {
        let steps = at - self.before;
        let place = if self.is_forward { self.entrance + steps } else { self.entrance + self.len - steps };
        if place >= self.len { place - self.len } else { place }
    }

    /// And back.
    fn outside(&self, place: u128) -> u128 {
        let steps = match self.is_forward {
            true if place >= self.entrance => place - self.entrance,
            true => place + self.len - self.entrance,
            false if place <= self.entrance => self.entrance - place,
            false => self.entrance + self.len - place,
        };
        self.before + steps
    }
}
