//! Crossings of leaps, and the area that a closed tour encloses.
//!
//! Only leaps that begin nearby can cross a leap, and whether they do depends only on the two directions: a
//! table for each direction lists them in the order of their crossings. Along a closed tour the inside
//! changes sides at every crossing, so the area by the even-odd rule is a sum along the tour, in which every
//! segment of a leap between two crossings is added or subtracted.

use super::{direction, is_forward};
use crate::{Board, Leap, Square, Tour, TourKind};

/// The area of a closed tour, drawn as a line through the middles of its squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Area inside by the even-odd rule: points reached from outside by crossing an odd number of lines.
    pub inside: f64,
    /// Area weighted by the winding number of each point.
    pub swept: f64,
}

/// Numbers of crossings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Crossings {
    /// Number of pairs of leaps that cross.
    pub total: u64,
    /// Number of leaps that no other leap crosses.
    pub uncrossed: usize,
    /// Number of leaps crossed by no other leap, by one, by two, and so on.
    pub by_leap: Vec<usize>,
}

/// A leap that crosses a leap of a given direction, relative to the square where that one begins.
#[derive(Clone, Copy, Debug)]
pub struct Crosser {
    /// The square it leaves, relative to the one that the crossed leap leaves.
    pub from: Leap,
    /// Number of its direction.
    pub direction: u8,
    /// Position of the crossing along the crossed leap, in parts of a leap.
    at: i128,
}

/// A tour as a sequence of line segments.
pub(super) struct TourLines<'a> {
    board: &'a Board,
    kind: TourKind,
    directions: Vec<Leap>,
    squares: Vec<Square>,
    /// The direction of every leap, in the order of the tour.
    along: Vec<u8>,
    /// The directions in which the tour leaves or enters each square, a bit each.
    around: Vec<u8>,
    /// The possible crossers of each direction, in the order of their crossings.
    crossers: Vec<Vec<Crosser>>,
    /// Number of parts of a leap; every crossing lies between two parts.
    parts: i128,
}

impl<'a> TourLines<'a> {
    pub(super) fn new(tour: &'a Tour) -> TourLines<'a> {
        let (board, kind) = (tour.board(), tour.kind());
        let directions: Vec<Leap> = tour.leaper().leaps().collect();
        let squares: Vec<Square> = tour.squares().collect();
        let closing = (kind == TourKind::Closed).then(|| [squares[squares.len() - 1], squares[0]]);
        let leaps = squares.windows(2).map(|pair| [pair[0], pair[1]]).chain(closing);
        let mut around = vec![0u8; board.area() as usize];
        let along = leaps
            .map(|[from, to]| {
                let number = direction(&directions, from, to);
                around[board.index(from)] |= 1 << number;
                around[board.index(to)] |= 1 << direction(&directions, to, from);
                number
            })
            .collect();
        let (parts, crossers) = (parts(&directions), crossers(&directions));
        TourLines { board, kind, directions, squares, along, around, crossers, parts }
    }

    pub(super) fn along(&self) -> &[u8] {
        &self.along
    }

    pub(super) fn crossings_and_area(&self) -> (Crossings, Option<Area>) {
        let (mut twice_total, mut uncrossed, mut by_leap) = (0u64, 0, Vec::new());
        // Twice the areas, `inside` in parts of a leap; `sign` changes when the leap crosses into or out of
        // it.
        let (mut inside, mut swept, mut sign) = (0i128, 0i128, 1i128);
        for (&from, &number) in self.squares.iter().zip(&self.along) {
            let (mut crossed, mut last, mut segments) = (0usize, 0, 0);
            for crosser in &self.crossers[usize::from(number)] {
                if self.has(from, *crosser) {
                    segments += sign * (crosser.at - last);
                    (crossed, last, sign) = (crossed + 1, crosser.at, -sign);
                }
            }
            segments += sign * (self.parts - last);
            let leap = self.directions[usize::from(number)];
            // Twice the signed area of the triangle between a1 and the leap.
            let triangle = cross(Leap::new(from.file as i64, from.rank as i64), leap);
            inside += triangle * segments;
            swept += triangle;
            twice_total += crossed as u64;
            uncrossed += usize::from(crossed == 0);
            if by_leap.len() <= crossed {
                by_leap.resize(crossed + 1, 0);
            }
            by_leap[crossed] += 1;
        }
        let area = (self.kind == TourKind::Closed).then(|| Area {
            inside: inside.unsigned_abs() as f64 / (2 * self.parts) as f64,
            swept: swept.unsigned_abs() as f64 / 2.0,
        });
        (Crossings { total: twice_total / 2, uncrossed, by_leap }, area)
    }

    /// Whether the tour has the leap of a crosser of a leap that begins on `from`.
    fn has(&self, from: Square, crosser: Crosser) -> bool {
        let file = from.file.checked_add_signed(crosser.from.file);
        let rank = from.rank.checked_add_signed(crosser.from.rank);
        let begin = file.zip(rank).map(|(file, rank)| Square::new(file, rank));
        begin.is_some_and(|square| {
            self.board.spans(square) && self.around[self.board.index(square)] >> crosser.direction & 1 == 1
        })
    }
}

/// Number of parts into which a leap is divided so that every crossing lies between two parts.
fn parts(directions: &[Leap]) -> i128 {
    let crossed = directions.iter().flat_map(|a| directions.iter().map(|b| cross(*a, *b).unsigned_abs()));
    crossed.filter(|&part| part != 0).fold(1, |all, part| all / gcd(all, part) * part) as i128
}

/// The possible crossers of each direction.
pub fn crossers(directions: &[Leap]) -> Vec<Vec<Crosser>> {
    let parts = parts(directions);
    directions.iter().map(|&leap| crossers_of(leap, directions, parts)).collect()
}

/// The possible crossers of a leap in the order of their crossings, each in its forward direction only.
fn crossers_of(leap: Leap, directions: &[Leap], parts: i128) -> Vec<Crosser> {
    let reach = directions.iter().map(|leap| leap.file.max(leap.rank)).max().unwrap_or(0);
    let mut found = Vec::new();
    for (number, &other) in directions.iter().enumerate().filter(|(_, other)| is_forward(**other)) {
        let turn = cross(leap, other);
        if turn == 0 {
            continue;
        }
        for file in -2 * reach..=2 * reach {
            for rank in -2 * reach..=2 * reach {
                let from = Leap::new(file, rank);
                // leap·t = from + other·u
                let (t, u) = (cross(from, other) * turn.signum(), cross(from, leap) * turn.signum());
                let is_within = |part: i128| part > 0 && part < turn.abs();
                if is_within(t) && is_within(u) {
                    let at = t * (parts / turn.abs());
                    found.push(Crosser { from, direction: number as u8, at });
                }
            }
        }
    }
    found.sort_by_key(|crosser| crosser.at);
    found
}

/// The cross product of two leaps.
fn cross(a: Leap, b: Leap) -> i128 {
    i128::from(a.file) * i128::from(b.rank) - i128::from(a.rank) * i128::from(b.file)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
