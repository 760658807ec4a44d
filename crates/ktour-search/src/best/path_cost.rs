//! Cost of a path: at every square by the leaps before and after it, or at every leap by those it crosses.

use super::{Aim, Feature, dot, sharpest, vertex_leaps::NO_DIRECTION};
use ktour_core::{
    Board, Leap, Leaper, Square,
    measure::{Crosser, crossers},
};

/// A cost that is updated leap by leap.
#[derive(Debug)]
pub(super) enum PathCost<'a> {
    /// The cost of a square depends on the leaps before and after it.
    Angles(Vec<[u8; 8]>),
    /// The cost of a leap is the number of leaps it crosses.
    Crossings(CrossedLeaps<'a>),
}

/// The leaps of a path, and the leaps that each direction crosses.
#[derive(Debug)]
pub(super) struct CrossedLeaps<'a> {
    board: &'a Board,
    /// Directions in which the path leaves or enters each square, as bits.
    around: Vec<u8>,
    /// The leaps that cross a leap of each direction.
    crossers: Vec<Vec<Crosser>>,
    directions: Vec<Leap>,
    sign: i64,
}

impl<'a> PathCost<'a> {
    pub(super) fn new(board: &'a Board, leaper: Leaper, aim: Aim) -> PathCost<'a> {
        let directions: Vec<Leap> = leaper.leaps().collect();
        let is_most = matches!(aim, Aim::Most(_));
        if aim.feature() == Feature::Crossings {
            let crossers = crossers(&directions);
            let (around, sign) = (vec![0; board.area() as usize], if is_most { -1 } else { 1 });
            return PathCost::Crossings(CrossedLeaps { board, around, crossers, directions, sign });
        }
        let sharpest = sharpest(leaper);
        let mut table = vec![[0; 8]; 8];
        for (row, &from) in table.iter_mut().zip(&directions) {
            for (cost, &to) in row.iter_mut().zip(&directions) {
                let is_it = match aim.feature() {
                    Feature::Turns => from != to,
                    Feature::Straight => from == to,
                    Feature::RightAngles => dot(from, to) == 0,
                    Feature::SharpAngles => -dot(from, to) == sharpest,
                    Feature::Crossings => false,
                };
                *cost = u8::from(is_it != is_most);
            }
        }
        PathCost::Angles(table)
    }

    /// Cost of a square between two leaps, given by their numbers.
    pub(super) fn corner_cost(&self, before: u8, after: u8) -> i64 {
        match self {
            PathCost::Angles(table) if before != NO_DIRECTION && after != NO_DIRECTION => {
                i64::from(table[usize::from(before)][usize::from(after)])
            }
            _ => 0,
        }
    }

    /// Cost of a leap next to the leaps of the path.
    pub(super) fn leap_cost(&self, from: Square, direction: u8) -> i64 {
        match self {
            PathCost::Crossings(crossings) if direction != NO_DIRECTION => crossings.count(from, direction),
            _ => 0,
        }
    }

    /// Adds a leap to the path or removes it.
    pub(super) fn toggle(&mut self, from: Square, to: Square, direction: u8) {
        if let PathCost::Crossings(crossings) = self
            && direction != NO_DIRECTION
        {
            let back = crossings.directions[usize::from(direction)];
            let back = Leap::new(-back.file, -back.rank);
            let back = crossings.directions.iter().position(|&leap| leap == back).unwrap_or(0);
            crossings.around[crossings.board.index(from)] ^= 1 << direction;
            crossings.around[crossings.board.index(to)] ^= 1 << back;
        }
    }

    /// Cost of a path whose ends are not a leap apart.
    pub(super) fn open(&self) -> i64 {
        match self {
            PathCost::Angles(_) => 2,
            PathCost::Crossings(crossings) => 3 * crossings.sign,
        }
    }

    /// Inverse temperatures, in thirds, at the beginning and at the end of a round.
    pub(super) fn thirds_of_inverse_temperature(&self) -> [u64; 2] {
        match self {
            PathCost::Angles(_) => [5, 12],
            PathCost::Crossings(_) => [2, 10],
        }
    }
}

impl CrossedLeaps<'_> {
    fn count(&self, from: Square, direction: u8) -> i64 {
        let has = |crosser: &&Crosser| {
            let file = from.file.checked_add_signed(crosser.from.file);
            let rank = from.rank.checked_add_signed(crosser.from.rank);
            let begin = file.zip(rank).map(|(file, rank)| Square::new(file, rank));
            begin.is_some_and(|square| {
                self.board.spans(square)
                    && self.around[self.board.index(square)] >> crosser.direction & 1 == 1
            })
        };
        self.sign * self.crossers[usize::from(direction)].iter().filter(has).count() as i64
    }
}
