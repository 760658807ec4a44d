//! The blocks of a tour in quadrants, and the descent from the board to a searched block, by step or by
//! square.
//!
//! Blocks of the same size with the same hole are stored once, so there are only a few per level.

use std::collections::HashMap;

use super::{
    super::offset::Offset,
    stored::{AROUND, MIN_SIDE_TO_SPLIT, Rectangle, lost, patch, split},
};
use ktour_core::Square;

/// All blocks of a tour; the last is the board, and every other comes before the blocks that contain it.
#[derive(Clone, Debug)]
pub(super) struct Blocks(Vec<Block>);

/// The tour of a part of the board, as a cycle.
#[allow(clippy::large_enum_variant)] // there are a few blocks per level
#[derive(Clone, Debug)]
enum Block {
    /// A searched block: the squares in order, and the steps of all squares, rank by rank; 0 in a hole.
    Searched { squares: Vec<Offset>, step_of: Vec<u32>, files: i64 },
    /// A block joined from four quadrants.
    Joined {
        /// Files of the left quadrants.
        left: i64,
        /// Ranks of the lower quadrants.
        low: i64,
        /// The four quadrants, clockwise from the upper left.
        quadrants: [Quadrant; 4],
        len: u128,
    },
}

/// One of the four blocks of a larger one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quadrant {
    block: usize,
    /// Number of squares of the quadrants before it.
    before: u128,
    len: u128,
    /// Step of its own cycle at which the tour enters.
    entrance: u128,
    is_forward: bool,
}

/// Consecutive steps on one searched block.
pub(super) struct BlockRun<'a> {
    squares: &'a [Offset],
    /// The lower left square of the block.
    corner: Offset,
    /// The first of them, as a step of the cycle of the block.
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
    /// Builds all blocks of a board with at most one hole; `None` if a block has no structured tour.
    pub(super) fn new(files: u64, ranks: u64, hole: Option<Offset>) -> Option<Blocks> {
        let mut blocks = Blocks(Vec::new());
        blocks.block((files, ranks, hole), &mut HashMap::new())?;
        Some(blocks)
    }

    /// The number of the block that is the whole board.
    fn whole_board(&self) -> usize {
        self.0.len() - 1
    }

    /// Whether the tour visits the searched block of a square against the order of its cycle.
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

    /// The searched block at a step of the board's cycle, and the number of steps that the tour stays there.
    /// Descends from quadrant to quadrant, from the outside in.
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

    /// Writes the steps of a rank's squares in the cycle of the board, holes included.
    pub(super) fn write_rank(&self, rank: i64, to: &mut [u64]) {
        self.write_steps(self.whole_board(), rank, to);
    }

    /// Writes the steps of a block's rank in the cycle of the block.
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

    /// The step of a square in the cycle of the board.
    pub(super) fn step_of(&self, square: Square) -> u128 {
        self.step(self.whole_board(), square.into())
    }

    /// The step of a square in the cycle of a block. The recursion is as deep as the side can be halved.
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

    /// The smallest block with a square such that no side of it or of its sister blocks is shorter than
    /// `side`; `whole` is the board.
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

    /// The number of the block of this size with this hole, which is built unless it is known.
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
                // The exit is next to the entrance in the cycle; the tour takes the long way round.
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

/// The number of the quadrant on this side, clockwise from the upper left.
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
    /// The whole board as a quadrant whose cycle is entered at this step.
    pub(super) fn for_board(len: u128, entrance: u128, is_forward: bool) -> Quadrant {
        Quadrant { block: 0, before: 1, len, entrance, is_forward }
    }

    /// Converts a step of the larger cycle to one of the quadrant's own.
    fn to_inner(self, at: u128) -> u128 {
        let passed = at - self.before;
        let step = if self.is_forward { self.entrance + passed } else { self.entrance + self.len - passed };
        if step >= self.len { step - self.len } else { step }
    }

    /// Converts a step of the quadrant's own cycle to one of the larger cycle.
    fn to_outer(self, step: u128) -> u128 {
        let passed = match self.is_forward {
            true if step >= self.entrance => step - self.entrance,
            true => step + self.len - self.entrance,
            false if step <= self.entrance => self.entrance - step,
            false => self.entrance + self.len - step,
        };
        self.before + passed
    }

    /// Converts many steps of the quadrant's own cycle.
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
