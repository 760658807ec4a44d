//! Random tours by backbite moves: any tour, changed at its ends until nothing of it remains.
//!
//! In a backbite move one end of the path leaps to a square of the path, where the path is cut: the squares
//! up to that one are then visited backwards, so the path has another end and still visits all squares.
//!
//! *Reference:* M. L. Mansfield, Monte Carlo studies of polymer chain dimensions in the melt,
//! J. Chem. Phys. 77 (1982).

use ktour_core::{Board, Control, Leaper, Outcome, Puzzle, Tour, TourKind, graph::Graph, random::Random};
use ktour_search::{Strategy, solve};

/// Number of backbite moves per square after which no closed tour is waited for.
const MAX_MOVES_PER_SQUARE: usize = 2000;

/// Finds a tour to start from; without a requested kind, a closed one if any exists.
pub(super) fn first_tour(
    board: &Board,
    leaper: Leaper,
    kind: Option<TourKind>,
    control: &Control,
) -> Outcome {
    let found = |kind| {
        let puzzle = Puzzle::new(board.clone()).with_leaper(leaper).with_kind(kind);
        let answer = solve(&puzzle, &Strategy::default(), control);
        answer.map_or_else(|_| Outcome::Unknown(control.spent(0)), |answer| answer.outcome)
    };
    match (kind, found(kind.unwrap_or(TourKind::Closed))) {
        (None, Outcome::Impossible(_)) => found(TourKind::Open).map(Tour::as_open),
        (Some(TourKind::Open), open) => open.map(Tour::as_open),
        (_, closed) => closed,
    }
}

/// Returns a random tour of the same kind; `None` if it was stopped.
pub(super) fn randomized(tour: &Tour, random: &mut Random, control: &Control) -> Option<Tour> {
    let (board, leaper, count): (&Board, Leaper, usize) = (tour.board(), tour.leaper(), tour.len());
    let (squares, graph) = Graph::from_board(board, leaper, control)?;
    let vertex = |square| squares.binary_search(&square).unwrap_or(0) as u32;
    let mut path: Vec<u32> = tour.squares().map(vertex).collect();
    let mut step_of = vec![0; count];
    index_part(&path, &mut step_of, 0..count);
    let wants_closed = tour.kind() == TourKind::Closed;
    let is_closed = |path: &[u32]| graph.between(path[0], path[count - 1]).is_some();
    for step in 0..count * (count / 2 + MAX_MOVES_PER_SQUARE) {
        if control.is_stopped_at(step as u64) {
            return None;
        }
        if step >= count * count / 2 && (!wants_closed || is_closed(&path)) {
            break;
        }
        let is_front = random.coin();
        let end = if is_front { path[0] } else { path[count - 1] };
        let around = graph.neighbours(end);
        if around.is_empty() {
            break;
        }
        let at = step_of[around[random.index(around.len())].1 as usize];
        let turned = if is_front { 0..at } else { at + 1..count };
        path[turned.clone()].reverse();
        index_part(&path, &mut step_of, turned);
    }
    if wants_closed && !is_closed(&path) {
        path = tour.squares().map(vertex).collect();
    }
    if wants_closed {
        path.rotate_left(random.index(count));
    }
    let found = Tour::verify(board, leaper, path.iter().map(|&v| squares[v as usize]));
    let found = found.expect("backbite moves preserve the path");
    Some(if wants_closed { found } else { found.as_open() })
}

/// Updates the steps of the squares in a part of the path.
fn index_part(path: &[u32], step_of: &mut [usize], part: std::ops::Range<usize>) {
    for at in part {
        step_of[path[at] as usize] = at;
    }
}
