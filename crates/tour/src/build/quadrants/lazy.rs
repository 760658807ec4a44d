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
//! *Guarantee:* the same tour as [`parberry`](super::stored::parberry()), which the tests check. *Cost:* one
//! division of the board a level, so the logarithm of the side, for a square or a step.

use std::{collections::HashMap, io};

use super::{
    super::MAX_SIDE,
    super::rows::route::Offset,
    stored::{AROUND, Part, SPLIT, lost, patch, split, suits},
};
use crate::{AnyTour, Board, KNIGHT, Leaper, Numbers, Square, TourKind, any_tour::Squares};

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
    kind: TourKind,
    /// Where in the cycle of the last block, the whole board, the tour begins.
    turn: u128,
    /// Whether it takes that cycle from its end to its beginning.
    is_reversed: bool,
}

/// The tour of a part of the board, as a cycle.
#[allow(clippy::large_enum_variant)] // there are a few blocks a level
#[derive(Clone, Debug)]
enum Block {
    /// Searched: the squares in order, and the place in that order of every square, rank by rank; 0 in a hole.
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

/// Some steps in a row on one searched block.
struct Run<'a> {
    squares: &'a [Offset],
    /// The lower left square of the block.
    corner: Offset,
    /// Where in the cycle of the block the first of them is.
    place: usize,
    is_forward: bool,
    len: usize,
}

impl Run<'_> {
    fn square(&self, walked: usize) -> Square {
        let count = self.squares.len();
        let place = if self.is_forward { self.place + walked } else { self.place + count - walked };
        let (file, rank) = self.squares[if place >= count { place - count } else { place }];
        Square::new((self.corner.0 + file) as u64, (self.corner.1 + rank) as u64)
    }
}

/// Builds a structured tour that answers questions only; `None` where the method does not apply.
pub fn quadrants(board: &Board) -> Option<QuadrantTour> {
    if !suits(board) || board.files().max(board.ranks()) > MAX_SIDE {
        return None;
    }
    let (blocks, kind) = (Vec::new(), TourKind::Closed);
    let mut tour = QuadrantTour { board: board.clone(), blocks, kind, turn: 0, is_reversed: false };
    let hole = board.holes().first().map(|hole| (hole.file as i64, hole.rank as i64));
    tour.block((board.files(), board.ranks(), hole), &mut HashMap::new())?;
    let start = Square::new(u64::from(hole == Some((0, 0))), 0);
    tour.is_reversed = tour.is_against(start);
    tour.started_at(start)
}

impl QuadrantTour {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Open or closed.
    pub fn kind(&self) -> TourKind {
        self.kind
    }

    /// The number of squares.
    #[allow(clippy::len_without_is_empty)] // a tour has at least one square
    pub fn len(&self) -> u128 {
        self.board.square_count()
    }

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

    /// The searched block that the tour is on after so many steps, and how long it stays there. Goes from
    /// quadrant to quadrant, from the outside in.
    fn run(&self, at: u128) -> Run<'_> {
        let mut is_forward = !self.is_reversed;
        let mut at = if is_forward { self.turn + at } else { self.turn + self.len() - at } % self.len();
        let mut block = self.blocks.len() - 1;
        let (mut file, mut rank, mut stay) = (0, 0, u128::MAX);
        loop {
            match &self.blocks[block] {
                Block::Searched { squares, .. } => {
                    let len = stay.min(squares.len() as u128) as usize;
                    return Run { squares, corner: (file, rank), place: at as usize, is_forward, len };
                }
                Block::Joined { left, low, quadrants, .. } => {
                    let number = quadrants.iter().rposition(|quadrant| quadrant.before <= at).unwrap_or(0);
                    let quadrant = &quadrants[number];
                    let (right, top) = AROUND[number];
                    file += if right { *left } else { 0 };
                    rank += if top { *low } else { 0 };
                    let passed = at - quadrant.before;
                    stay = stay.min(if is_forward { quadrant.len - passed } else { passed + 1 });
                    (at, block) = (quadrant.inside(at), quadrant.block);
                    is_forward ^= !quadrant.is_forward;
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
        let steps = if self.is_reversed { self.turn + self.len() - at } else { at + self.len() - self.turn };
        Some(steps % self.len() + 1)
    }

    /// The tour taken as an open one: its closing leap is not part of it.
    pub fn as_open(mut self) -> QuadrantTour {
        self.kind = TourKind::Open;
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

    /// Where in the cycle of a block the squares of one of its ranks stand, hole or not.
    fn write_places(&self, block: usize, rank: i64, to: &mut [u64]) {
        match &self.blocks[block] {
            Block::Searched { places, files, .. } => {
                for (to, &place) in to.iter_mut().zip(&places[(rank * files) as usize..]) {
                    *to = place.into();
                }
            }
            Block::Joined { left, low, quadrants, .. } => {
                let top = rank >= *low;
                let rank = rank - if top { *low } else { 0 };
                let (west, east) = to.split_at_mut(*left as usize);
                for (right, to) in [(false, west), (true, east)] {
                    let number = AROUND.iter().position(|&around| around == (right, top)).unwrap_or(0);
                    self.write_places(quadrants[number].block, rank, to);
                    quadrants[number].all_outside(to);
                }
            }
        }
    }

    /// The same tour begun elsewhere; `None` for a square it lacks.
    pub fn started_at(mut self, start: Square) -> Option<QuadrantTour> {
        self.step_of(start)?;
        self.turn = self.place(self.blocks.len() - 1, (start.file as i64, start.rank as i64));
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

    /// Whether the searched block of a square is walked against the order of its squares.
    fn is_against(&self, square: Square) -> bool {
        let (mut block, mut file, mut rank) = (self.blocks.len() - 1, square.file as i64, square.rank as i64);
        let mut is_against = false;
        while let Block::Joined { left, low, quadrants, .. } = &self.blocks[block] {
            let (right, top) = (file >= *left, rank >= *low);
            let number = AROUND.iter().position(|&around| around == (right, top)).unwrap_or(0);
            file -= if right { *left } else { 0 };
            rank -= if top { *low } else { 0 };
            is_against ^= !quadrants[number].is_forward;
            block = quadrants[number].block;
        }
        is_against
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
            let mut places = vec![0; (files * ranks) as usize];
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

    /// The same of many places.
    fn all_outside(&self, places: &mut [u64]) {
        let (before, len, entrance) = (self.before as u64, self.len as u64, self.entrance as u64);
        if self.is_forward {
            for place in places {
                *place =
                    before + if *place >= entrance { *place - entrance } else { *place + (len - entrance) };
            }
        } else {
            for place in places {
                *place =
                    before + if *place <= entrance { entrance - *place } else { entrance + len - *place };
            }
        }
    }
}

impl AnyTour for QuadrantTour {
    fn board(&self) -> &Board {
        &self.board
    }

    fn leaper(&self) -> Leaper {
        KNIGHT
    }

    fn kind(&self) -> TourKind {
        self.kind
    }

    fn square_at(&self, step: u128) -> Option<Square> {
        self.square_at(step)
    }

    fn step_of(&self, square: Square) -> Option<u128> {
        self.step_of(square)
    }

    fn squares_from(&self, step: u128) -> Squares<'_> {
        Box::new(self.squares_from(step).map(Ok))
    }

    fn numbers(&self) -> io::Result<Box<dyn Numbers + Send + '_>> {
        Ok(Box::new(self))
    }
}

impl Numbers for &QuadrantTour {
    fn step_of(&mut self, square: Square) -> io::Result<u128> {
        Ok(QuadrantTour::step_of(self, square).unwrap_or(0))
    }

    fn write_rank(&mut self, rank: u64, numbers: &mut [u64]) -> io::Result<()> {
        QuadrantTour::write_rank(self, rank, numbers);
        Ok(())
    }
}
