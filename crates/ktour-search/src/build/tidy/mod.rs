//! Tidy tours: few turns and few crossings, in proportion to the sides and not to the area.
//!
//! The board is covered with parallel lines of leaps, whose ends are joined at the edges: see `pattern`. Four
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

mod pattern;
mod strand;
mod tour;

pub use tour::TidyTour;

use super::{
    offset::{MAX_SIDE, Offset},
    patch::{Ends, PathPiece, path_through},
};
use ktour_core::Board;
use pattern::Pattern;
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
