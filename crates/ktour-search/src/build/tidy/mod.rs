//! Tidy tours: few turns and few crossings, in proportion to the sides and not to the area.
//!
//! The board is covered with parallel lines of leaps, whose ends are joined at the edges: see `Pattern`. Four
//! knights walk the lines side by side, and two more along each of the left and the right edge. Only the four
//! corners remain: there a search joins the *strands* into one cycle, given the squares where they enter and
//! leave the corners. The strands themselves are computed by arithmetic: see `strand`.
//!
//! *Guarantee:* closed tours of boards with an even side, both sides at least [`SHORTEST`]; with n files and
//! m ranks at most 4 (n + m) + 15 turns and about 4.75 (n + m) crossings. *Cost:* a few milliseconds to
//! build, then logarithmic time in the side for a step, and constant time for a square.
//!
//! *Reference:* J. J. Besa, T. Johnson, N. Mamano, M. C. Osegueda, P. Williams, "Taming the knight's tour:
//! minimizing turns and crossings", 2019 to 2022, for four knights that move together. Their edges need 9.25
//! n turns on n×n, ours 8 n; no tour has fewer than about 6 n.

mod strand;
mod tour;

pub use tour::TidyTour;

use super::{
    offset::{MAX_SIDE, Offset},
    patch::{Ends, PathPiece, path_through},
};
use ktour_core::Board;
use strand::{LapSeries, LineRuns, strand};

/// The shortest side of a board for a tidy tour.
pub const SHORTEST: u64 = 10;
/// The side of the corners that are searched.
const CORNER_SIDE: i64 = 5;
/// Number of ways to join the strands that are compared by their turns.
const MAX_TRIED_JOININGS: usize = 16;

/// Builds a tidy tour; `None` if the method does not apply.
pub fn tidy(board: &Board) -> Option<TidyTour> {
    if !suits(board) {
        return None;
    }
    let is_turned = board.ranks() % 2 == 1;
    let (files, ranks) = (board.files() as i64, board.ranks() as i64);
    let (files, ranks) = if is_turned { (ranks, files) } else { (files, ranks) };
    let pattern = Pattern { files, ranks, corner: CORNER_SIDE };
    Some(TidyTour::new(board, is_turned, join_strands(&pattern)?))
}

/// Whether the method applies to a board.
pub(crate) fn suits(board: &Board) -> bool {
    let (files, ranks) = (board.files(), board.ranks());
    board.holes().is_empty()
        && (files % 2 == 0 || ranks % 2 == 0)
        && files.min(ranks) >= SHORTEST
        && files.max(ranks) <= MAX_SIDE
}

/// Joins the corners and the strands between them into one cycle.
fn join_strands(pattern: &Pattern) -> Option<Vec<LapSeries>> {
    let side = |side: i64| (0..CORNER_SIDE).chain(side - CORNER_SIDE..side);
    let corners: Vec<Offset> =
        side(pattern.ranks).flat_map(|y| side(pattern.files).map(move |x| Offset::new(x, y))).collect();
    // For both ends of a strand, its square in a corner and the first square outside.
    let mut strands: Vec<[(Offset, Offset); 2]> = Vec::new();
    for &from in &corners {
        for next in pattern.neighbours(from).filter(|&next| !pattern.is_corner(next)) {
            if strands.iter().any(|strand| strand[1] == (from, next)) {
                continue;
            }
            let (series, to) = strand(pattern, from, next);
            let last = last_square(series.last()?);
            strands.push([(from, next), (to, last)]);
        }
    }
    let detours: Vec<(Offset, Offset)> = strands.iter().map(|[out, back]| (out.0, back.0)).collect();
    let found =
        (0..MAX_TRIED_JOININGS).filter_map(|variant| path_through(&corners, &detours, Ends::Closed, variant));
    let pieces = found.min_by_key(|pieces| turns(pieces, &strands))?;
    Some(squares_and_strands(pattern, &pieces, &strands))
}

fn last_square(laps: &LapSeries) -> Offset {
    let (run, lap) = (&laps.runs[laps.runs.len() - 1], laps.count - 1);
    run.square(lap, run.len(lap) - 1)
}

/// The pieces of the cycle in order, each strand computed in the direction of the cycle.
fn squares_and_strands(
    pattern: &Pattern,
    pieces: &[PathPiece],
    strands: &[[(Offset, Offset); 2]],
) -> Vec<LapSeries> {
    let (mut series, mut squares) = (Vec::new(), LineRuns::default());
    for piece in pieces {
        match *piece {
            PathPiece::Square(square) => squares.push(square, Offset::default(), 1),
            PathPiece::Detour(number, is_forward) => {
                series.extend(std::mem::take(&mut squares).into_series());
                let (from, next) = strands[number][usize::from(!is_forward)];
                series.extend(strand(pattern, from, next).0);
            }
        }
    }
    series.extend(squares.into_series());
    series
}

/// Number of turns within the corners; those of the strands do not depend on how they are joined.
fn turns(pieces: &[PathPiece], strands: &[[(Offset, Offset); 2]]) -> usize {
    let count = pieces.len();
    let is_turn = |at: usize| {
        let PathPiece::Square(here) = pieces[at] else { return false };
        let [last, next] =
            [(pieces[(at + count - 1) % count], 1), (pieces[(at + 1) % count], 0)].map(|(piece, end)| {
                match piece {
                    PathPiece::Square(square) => square,
                    PathPiece::Detour(number, is_forward) => {
                        strands[number][if is_forward { end } else { 1 - end }].1
                    }
                }
            });
        here - last != next - here
    };
    (0..count).filter(|&at| is_turn(at)).count()
}

// The pattern of a tidy tour: the two leaps of each square, by its position.
//
// Inside, every square has the leap (1,2) and its opposite, so the board is covered with parallel lines. At
// the edges the ends of the lines are joined in pairs, each end by one leap:
//
// ```text
//   bottom  (x, 0) – (x+2, 1)               left   (0, y) – (2, y+1)        for even y
//   top     (x, m−2) – (x−2, m−1)           right  (n−1, y) – (n−3, y+1)    for even y
// ```
//
// The remaining odd squares at the left and right edges form two zigzags along each, (0, y) – (1, y+2) – (0,
// y+4) …. The edges fit each other except for two squares at every corner.
//
// Numbered by y − 2x, a line with an even number c is joined to c+5 at one of its ends and to c−3 at the
// other: so following a line leads to line c+8, and the lines are walked by four knights side by side.

/// The leap of the lines.
pub(super) const ALONG: Offset = Offset::new(1, 2);

/// The pattern on a board of these files and ranks; the number of ranks is even.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern {
    pub(super) files: i64,
    pub(super) ranks: i64,
    /// The side of the four corners, which the pattern does not cover.
    pub(super) corner: i64,
}

impl Pattern {
    pub(super) fn is_corner(&self, Offset { file: x, rank: y }: Offset) -> bool {
        (x < self.corner || x >= self.files - self.corner)
            && (y < self.corner || y >= self.ranks - self.corner)
    }

    fn has(&self, Offset { file: x, rank: y }: Offset) -> bool {
        (0..self.files).contains(&x) && (0..self.ranks).contains(&y)
    }

    /// The squares that the pattern joins to this one: two, except at the corners.
    pub(super) fn neighbours(&self, square: Offset) -> impl Iterator<Item = Offset> + '_ {
        let Offset { file: x, rank: y } = square;
        let (files, ranks) = (self.files, self.ranks);
        let is_even = y % 2 == 0;
        // On odd ranks the leaps of the lines at the edges are replaced by the zigzags.
        let is_cut = |x: i64| !is_even && (x == 1 || x == files - 3);
        let rules = [
            (!is_cut(x), ALONG),
            (!is_cut(x - 1), -ALONG),
            (y == 0 || x == 0 && is_even, Offset::new(2, 1)),
            (y == 1 || x == 2 && !is_even, Offset::new(-2, -1)),
            (y == ranks - 2 || x == files - 1 && is_even, Offset::new(-2, 1)),
            (y == ranks - 1 || x == files - 3 && !is_even, Offset::new(2, -1)),
            (!is_even && (x == 0 || x == files - 2), Offset::new(1, -2)),
            (!is_even && (x == 1 || x == files - 1), Offset::new(-1, 2)),
        ];
        let leaps = rules.into_iter().filter(|(holds, _)| *holds).map(|(_, leap)| leap);
        leaps.map(move |leap| square + leap).filter(|&to| self.has(to))
    }

    /// Number of leaps along a line from a square in a direction that certainly belong to the pattern.
    pub(super) fn free(&self, Offset { file: x, rank: y }: Offset, direction: i64) -> i64 {
        let (wide, tall) = (self.corner, 3);
        let within = |left: i64, low: i64| {
            let leaps = if direction > 0 {
                (self.files - 1 - left - x).min((self.ranks - 1 - low - y) / 2)
            } else {
                (x - left).min((y - low) / 2)
            };
            let is_inside = (left..self.files - left).contains(&x) && (low..self.ranks - low).contains(&y);
            if is_inside { leaps } else { 0 }
        };
        within(wide, tall).max(within(tall, wide))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_two_leaps_except_two_squares_at_each_corner() {
        for (files, ranks) in [(20, 20), (21, 14), (12, 30)] {
            let pattern = Pattern { files, ranks, corner: 2 };
            for square in Offset::rectangle(files, ranks) {
                let near: Vec<Offset> = pattern.neighbours(square).collect();
                assert!(
                    near.iter().all(|&to| pattern.neighbours(to).any(|back| back == square)),
                    "{square:?}"
                );
                assert!(
                    near.len() == 2 || near.len() == 1 && pattern.is_corner(square),
                    "{square:?} {near:?}"
                );
            }
        }
    }
}
