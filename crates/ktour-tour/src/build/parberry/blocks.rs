//! The blocks of a tour in quadrants, and the way from the whole board down to a searched block, for a step
//! or for a square.
//!
//! Blocks of the same size with the same hole are stored once, so there are only a few per level.

use std::collections::HashMap;

use super::{
    super::offset::Offset,
    stored::{AROUND, MIN_SIDE_TO_SPLIT, Rectangle, lost, patch, split},
};
use crate::Square;

/// All blocks of a tour; the last is the whole board, and every other stands before those that it is part of.
#[derive(Clone, Debug)]
pub(super) struct Blocks(Vec<Block>);

/// The tour of a part of the board, as a cycle.
#[allow(clippy::large_enum_variant)] // there are a few blocks a level
#[derive(Clone, Debug)]
enum Block {
    /// Searched: the squares in order, and the step of every square in that order, rank by rank; 0 in a hole.
    Searched { squares: Vec<Offset>, step_of: Vec<u32>, files: i64 },
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
pub(super) struct Quadrant {
    block: usize,
    /// Squares of the quadrants before.
    before: u128,
    len: u128,
    /// Where in its own cycle the tour comes in.
    entrance: u128,
    is_forward: bool,
}

/// Some steps in a row on one searched block.
pub(super) struct BlockRun<'a> {
    squares: &'a [Offset],
    /// The lower left square of the block.
    corner: Offset,
    /// Where in the cycle of the block the first of them is.
    step: usize,
    is_forward: bool,
    pub(super) len: usize,
}

impl BlockRun<'_> {
    #[inline]
    pub(super) fn square(&self, walked: usize) -> Square {
        let count = self.squares.len();
        let step = if self.is_forward { self.step + walked } else { self.step + count - walked };
        (self.squares[if step >= count { step - count } else { step }] + self.corner).into()
    }
}

impl Blocks {
    /// All blocks of a board with at most one hole; `None` where a block has no such tour.
    pub(super) fn new(files: u64, ranks: u64, hole: Option<Offset>) -> Option<Blocks> {
        let mut blocks = Blocks(Vec::new());
        blocks.block((files, ranks, hole), &mut HashMap::new())?;
        Some(blocks)
    }

    /// The number of the block that is the whole board.
    fn whole_board(&self) -> usize {
        self.0.len() - 1
    }

    /// Whether the searched block of a square is walked against the order of its squares.
    pub(super) fn is_against(&self, square: Square) -> bool {
        let (mut block, mut at) = (self.whole_board(), Offset::from(square));
        let mut is_against = false;
        while let Block::Joined { left, low, quadrants, .. } = &self.0[block] {
            let (right, top) = (at.file >= *left, at.rank >= *low);
            let number = number(right, top);
            at = at - corner(right, top, *left, *low);
            is_against ^= !quadrants[number].is_forward;
            block = quadrants[number].block;
        }
        is_against
    }

    /// The searched block at a step of the board's cycle, and how long the tour stays there. Goes from
    /// quadrant to quadrant, from the outside in.
    pub(super) fn run(&self, mut at: u128, mut is_forward: bool) -> BlockRun<'_> {
        let mut block = self.whole_board();
        let (mut from, mut stay) = (Offset::default(), u128::MAX);
        loop {
            match &self.0[block] {
                Block::Searched { squares, .. } => {
                    let len = stay.min(squares.len() as u128) as usize;
                    return BlockRun { squares, corner: from, step: at as usize, is_forward, len };
                }
                Block::Joined { left, low, quadrants, .. } => {
                    let number = quadrants.iter().rposition(|quadrant| quadrant.before <= at).unwrap_or(0);
                    let quadrant = &quadrants[number];
                    let (right, top) = AROUND[number];
                    from = from + corner(right, top, *left, *low);
                    let passed = at - quadrant.before;
                    stay = stay.min(if is_forward { quadrant.len - passed } else { passed + 1 });
                    (at, block) = (quadrant.to_inner(at), quadrant.block);
                    is_forward ^= !quadrant.is_forward;
                }
            }
        }
    }

    /// Where in the cycle of the board the squares of a rank stand, hole or not.
    pub(super) fn write_rank(&self, rank: i64, to: &mut [u64]) {
        self.write_steps(self.whole_board(), rank, to);
    }

    /// The same within a block, of one of its ranks.
    fn write_steps(&self, block: usize, rank: i64, to: &mut [u64]) {
        match &self.0[block] {
            Block::Searched { step_of, files, .. } => {
                for (to, &step) in to.iter_mut().zip(&step_of[(rank * files) as usize..]) {
                    *to = step.into();
                }
            }
            Block::Joined { left, low, quadrants, .. } => {
                let top = rank >= *low;
                let rank = rank - if top { *low } else { 0 };
                let (west, east) = to.split_at_mut(*left as usize);
                for (right, to) in [(false, west), (true, east)] {
                    let number = number(right, top);
                    self.write_steps(quadrants[number].block, rank, to);
                    quadrants[number].all_to_outer(to);
                }
            }
        }
    }

    /// Where in the cycle of the board a square stands.
    pub(super) fn step_of(&self, square: Square) -> u128 {
        self.step(self.whole_board(), square.into())
    }

    /// Where in the cycle of a block a square of it stands. Goes as deep as the side can be halved.
    fn step(&self, block: usize, at: Offset) -> u128 {
        match &self.0[block] {
            Block::Searched { step_of, files, .. } => step_of[(at.rank * files + at.file) as usize].into(),
            Block::Joined { left, low, quadrants, .. } => {
                let (right, top) = (at.file >= *left, at.rank >= *low);
                let number = number(right, top);
                quadrants[number]
                    .to_outer(self.step(quadrants[number].block, at - corner(right, top, *left, *low)))
            }
        }
    }

    /// The smallest block with a square of which no side, and none of its sisters', is shorter than `side`;
    /// `whole` is the board.
    pub(super) fn enclosing(&self, square: Square, side: u64, whole: Rectangle) -> Rectangle {
        let (mut part, mut block) = (whole, self.whole_board());
        while let Block::Joined { left, low, quadrants, .. } = &self.0[block] {
            let (left, low) = (*left as u64, *low as u64);
            let shortest = left.min(part.files - left).min(low).min(part.ranks - low);
            if shortest < side {
                break;
            }
            let (right, top) = (square.file >= part.file + left, square.rank >= part.rank + low);
            part = Rectangle {
                file: part.file + if right { left } else { 0 },
                rank: part.rank + if top { low } else { 0 },
                files: if right { part.files - left } else { left },
                ranks: if top { part.ranks - low } else { low },
            };
            block = quadrants[number(right, top)].block;
        }
        part
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
        let part = Rectangle { file: 0, rank: 0, files, ranks };
        let block = if files.min(ranks) < MIN_SIDE_TO_SPLIT {
            let squares = patch(part, hole)?;
            let mut step_of = vec![0; (files * ranks) as usize];
            for (step, square) in squares.iter().enumerate() {
                step_of[(square.rank * files as i64 + square.file) as usize] = step as u32;
            }
            Block::Searched { squares, step_of, files: files as i64 }
        } else {
            let left = split(files, hole.is_none_or(|hole| hole.file == 0)) as i64;
            let low = split(ranks, hole.is_none_or(|hole| hole.rank == 0)) as i64;
            let mut before = 0;
            let mut quadrants = [Quadrant { block: 0, before, len: 0, entrance: 0, is_forward: true }; 4];
            for (number, (right, top)) in AROUND.into_iter().enumerate() {
                let corner = corner(right, top, left, low);
                let part = Rectangle {
                    file: 0,
                    rank: 0,
                    files: if right { files - left as u64 } else { left as u64 },
                    ranks: if top { ranks - low as u64 } else { low as u64 },
                };
                let hole = hole.map(|hole| hole - corner);
                let hole = hole.filter(|hole| {
                    (0..part.files as i64).contains(&hole.file) && (0..part.ranks as i64).contains(&hole.rank)
                });
                let block = self.block((part.files, part.ranks, hole), known)?;
                let len = self.0[block].len();
                let (entrance, exit) = lost(number, part);
                let step = |at: Square| self.step(block, at.into());
                let (entrance, exit) = (step(entrance), step(exit));
                // The exit is next to the entrance; the tour takes the long way round.
                let is_forward = (exit + 1) % len == entrance;
                quadrants[number] = Quadrant { block, before, len, entrance, is_forward };
                before += len;
            }
            Block::Joined { left, low, quadrants, len: before }
        };
        self.0.push(block);
        known.insert(size, self.0.len() - 1);
        Some(self.0.len() - 1)
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

/// Which quadrant is on this side, clockwise from the upper left.
fn number(right: bool, top: bool) -> usize {
    match (right, top) {
        (false, true) => 0,
        (true, true) => 1,
        (true, false) => 2,
        (false, false) => 3,
    }
}

/// The lower left square of a quadrant.
fn corner(right: bool, top: bool, left: i64, low: i64) -> Offset {
    Offset::new(if right { left } else { 0 }, if top { low } else { 0 })
}

impl Quadrant {
    /// The whole board as if it were a quadrant: entered at a step of its cycle, with this number.
    pub(super) fn for_board(len: u128, entrance: u128, is_forward: bool) -> Quadrant {
        Quadrant { block: 0, before: 1, len, entrance, is_forward }
    }

    /// From a step in the larger cycle to one in the quadrant's own.
    fn to_inner(self, at: u128) -> u128 {
        let passed = at - self.before;
        let step = if self.is_forward { self.entrance + passed } else { self.entrance + self.len - passed };
        if step >= self.len { step - self.len } else { step }
    }

    /// And back.
    fn to_outer(self, step: u128) -> u128 {
        let passed = match self.is_forward {
            true if step >= self.entrance => step - self.entrance,
            true => step + self.len - self.entrance,
            false if step <= self.entrance => self.entrance - step,
            false => self.entrance + self.len - step,
        };
        self.before + passed
    }

    /// The same of many steps.
    pub(super) fn all_to_outer(self, steps: &mut [u64]) {
        let (before, len, entrance) = (self.before as u64, self.len as u64, self.entrance as u64);
        if self.is_forward {
            for step in steps {
                *step = before + if *step >= entrance { *step - entrance } else { *step + (len - entrance) };
            }
        } else {
            for step in steps {
                *step = before + if *step <= entrance { entrance - *step } else { entrance + len - *step };
            }
        }
    }
}
