//! Connectivity: boards that a leaper does not connect, and cut squares, through k of which a closed tour can
//! join at most k pieces.
//!
//! Remove k squares. A closed tour falls into at most k paths, an open one into at most k + 1, or one fewer
//! for every given end among the k. Each path stays within one of the remaining pieces (connected
//! components), so if there are more pieces than paths there is no tour. For k = 0 the board itself is
//! disconnected.

use std::ops::ControlFlow;

use super::few_neighbours::{ends, free_ends};
use ktour_core::{
    Board, Control, Leaper, Puzzle, Reason, Square,
    graph::{DepthFirst, Graph, GraphCache},
    proof::LeaperBound,
};

/// Largest board whose components and articulation squares are computed.
const MAX_FLOODED_SQUARES: u128 = 1 << 16;
/// Largest board on which sets of several squares are tried as cuts, the small sets first.
const MAX_SQUARES_FOR_CUT_SETS: usize = 40;
/// Maximum number of sets of squares tried as cuts.
const MAX_CUT_SETS: u64 = 10_000;

/// Searches for a small cut that leaves too many pieces; gives up if it is stopped.
pub(super) fn cut(puzzle: &Puzzle, graphs: &GraphCache, control: &Control) -> Option<Reason> {
    if puzzle.board().square_count() > MAX_FLOODED_SQUARES || control.is_stopped() {
        return None;
    }
    let (squares, graph) = graphs.get(puzzle.board(), puzzle.leaper(), control)?;
    if let [from, to, ..] = &pieces(&graph, &[])[..] {
        return Some(Reason::Disconnected { from: squares[from[0]], to: squares[to[0]] });
    }
    let given = ends(puzzle);
    let joins_through = joins_through(puzzle);
    let joins = |removed: &[usize]| joins_through(&mut removed.iter().map(|&i| squares[i]));
    let reason = |removed: Vec<usize>| {
        let pieces = pieces(&graph, &removed);
        let joins = joins(&removed);
        let square = |&i: &usize| squares[i];
        Reason::Cut {
            removed: removed.iter().map(square).collect(),
            pieces: pieces.iter().map(|piece| piece.iter().map(square).collect()).collect(),
            joins,
        }
    };
    if squares.len() > MAX_SQUARES_FOR_CUT_SETS {
        return cut_square(&graph, control, |i| joins(&[i])).map(|i| reason(vec![i]));
    }
    let around = |v| graph.neighbours(v).iter().fold(0u64, |mask, &(_, to)| mask | 1 << to);
    let masks: Vec<u64> = (0..graph.vertex_count() as u32).map(around).collect();
    let useful: Vec<usize> =
        (0..masks.len()).filter(|&i| masks[i].count_ones() > 2 || given.contains(&squares[i])).collect();
    let (mut found, mut left) = (None, MAX_CUT_SETS);
    (1..useful.len()).any(|size| {
        subsets(&useful, size, &mut Vec::new(), &mut |removed| {
            left -= 1;
            found = (count_pieces(&masks, removed) > joins(removed)).then(|| removed.to_vec());
            found.is_some() || left == 0
        })
    });
    found.map(reason)
}

/// Returns a function for the number of pieces that a tour can join through some squares.
pub(crate) fn joins_through(puzzle: &Puzzle) -> impl Fn(&mut dyn Iterator<Item = Square>) -> usize {
    let given = ends(puzzle);
    // An open tour falls into one path more than a closed one.
    let spare = usize::from(!given.is_empty() || free_ends(puzzle) > 0);
    move |removed| removed.map(|square| usize::from(!given.contains(&square))).sum::<usize>() + spare
}

/// The components that remain without the removed vertices.
fn pieces(graph: &Graph, removed: &[usize]) -> Vec<Vec<usize>> {
    let mut is_gone = vec![false; graph.vertex_count()];
    removed.iter().for_each(|&i| is_gone[i] = true);
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    graph.flood_fill(is_gone, &Control::unlimited(), |v, from| match (from, pieces.last_mut()) {
        (Some(_), Some(piece)) => piece.push(v as usize),
        _ => pieces.push(vec![v as usize]),
    });
    pieces
}

/// Searches for a square whose removal leaves more components of a connected board than are allowed.
fn cut_square(graph: &Graph, control: &Control, allowed: impl Fn(usize) -> usize) -> Option<usize> {
    // Without a vertex one component remains, and one more for each subtree that only it connects.
    let mut pieces = vec![1; graph.vertex_count()];
    pieces[0] = 0;
    DepthFirst::default().articulation_points(
        graph,
        |_| true,
        control,
        |v| {
            pieces[v as usize] += 1;
            ControlFlow::Continue(())
        },
    )?;
    (0..graph.vertex_count()).find(|&i| pieces[i] > allowed(i))
}

/// Calls `visit` with every subset of `size` numbers until it returns `true`; returns whether it did.
fn subsets(
    of: &[usize],
    size: usize,
    chosen: &mut Vec<usize>,
    visit: &mut dyn FnMut(&[usize]) -> bool,
) -> bool {
    if size == 0 {
        return visit(chosen);
    }
    (0..of.len().saturating_sub(size - 1)).any(|i| {
        chosen.push(of[i]);
        let enough = subsets(&of[i + 1..], size - 1, chosen, visit);
        chosen.pop();
        enough
    })
}

fn count_pieces(neighbours: &[u64], removed: &[usize]) -> usize {
    let mut left = (u64::MAX >> (64 - neighbours.len())) & !removed.iter().fold(0, |mask, &i| mask | 1 << i);
    let mut pieces = 0;
    while left != 0 {
        pieces += 1;
        let mut grow = left & left.wrapping_neg();
        while grow != 0 {
            left &= !grow;
            let i = grow.trailing_zeros() as usize;
            grow = (grow & (grow - 1)) | (neighbours[i] & left);
        }
    }
    pieces
}

// Connectivity of rectangles under a leaper's leaps (Knuth's theorem).
//
// An (r,s) leaper with r ≤ s reaches every square of a rectangle of more than one square
// if and only if r + s is odd, r and s have no common divisor, the shorter side is at least
// r + s and the longer at least 2s.
//
// Reference: D. E. Knuth, Leaper graphs, The Mathematical Gazette 78 (1994), theorem 1. Verified by flood
// fill for r, s ≤ 6 on all rectangles up to 14×14 (`tests/all/theory/leapers.rs`).

/// Returns why the leaper does not reach every square of the rectangle; `None` if it does.
///
/// ```
/// use ktour::{Board, KNIGHT, proof::LeaperBound, theory::leaper_bound};
/// assert_eq!(leaper_bound(&Board::new(8, 8)?, KNIGHT), None);
/// assert_eq!(leaper_bound(&Board::new(3, 3)?, KNIGHT), Some(LeaperBound::Short(3)));
/// assert_eq!(leaper_bound(&Board::new(8, 8)?, "camel".parse()?), Some(LeaperBound::Colour));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn leaper_bound(board: &Board, leaper: Leaper) -> Option<LeaperBound> {
    if board.area() == 1 {
        return None;
    }
    let (r, s) = (u64::from(leaper.r()), u64::from(leaper.s()));
    let (short, long) = (board.files().min(board.ranks()), board.files().max(board.ranks()));
    let common = gcd(r, s);
    if common > 1 {
        Some(LeaperBound::Divisor(common))
    } else if !leaper.changes_colour() {
        Some(LeaperBound::Colour)
    } else if short < r + s {
        Some(LeaperBound::Narrow(short))
    } else if long < 2 * s {
        Some(LeaperBound::Short(long))
    } else {
        None
    }
}

/// The bound as a reason against a tour of the rectangle.
pub(super) fn unreachable(board: &Board, leaper: Leaper) -> Option<Reason> {
    let bound = leaper_bound(board, leaper).filter(|_| board.is_rectangle())?;
    Some(Reason::Leaper { leaper, bound })
}

fn gcd(a: u64, b: u64) -> u64 {
    if a == 0 { b } else { gcd(b % a, a) }
}
