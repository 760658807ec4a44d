//! Reasons at squares with few neighbours.
//!
//! On a board too large to examine completely, only the squares near its corners, its holes and the given
//! ends are examined; nowhere else does a square have fewer than three neighbours unless the board is
//! narrower than two leaps, and then the corners show it.

use std::collections::{BTreeMap, BTreeSet};

use ktour_core::{KNIGHT, Puzzle, Reason, Square, TourKind};

/// Largest board of which all squares are examined.
const MAX_SQUARES_EXAMINED: u128 = 1 << 14;
/// Distance, in files and ranks, of examined squares from a corner, a hole or an end.
const NEARBY_DISTANCE: u64 = 8;

/// The given ends: none of a closed tour, up to two of an open one.
pub(super) fn ends(puzzle: &Puzzle) -> Vec<Square> {
    match puzzle.kind() {
        Some(TourKind::Closed) => Vec::new(),
        _ => puzzle.start().into_iter().chain(puzzle.end()).collect(),
    }
}

/// Number of ends that are not given.
pub(super) fn free_ends(puzzle: &Puzzle) -> usize {
    match puzzle.kind() {
        Some(TourKind::Closed) => 0,
        _ => 2 - ends(puzzle).len(),
    }
}

/// The squares to examine: all, or those near corners, holes and given ends.
pub(super) fn notable_squares(puzzle: &Puzzle) -> Vec<Square> {
    let board = puzzle.board();
    if board.square_count() <= MAX_SQUARES_EXAMINED {
        return board.squares().collect();
    }
    let (right, top) = (board.files() - 1, board.ranks() - 1);
    let corners = [Square::new(0, 0), Square::new(right, 0), Square::new(0, top), Square::new(right, top)];
    let holes = board.holes().iter().copied().take(64);
    squares_near(puzzle, corners.into_iter().chain(ends(puzzle)).chain(holes))
}

/// The squares near the centres.
pub(super) fn squares_near(puzzle: &Puzzle, centres: impl Iterator<Item = Square>) -> Vec<Square> {
    let board = puzzle.board();
    let (right, top) = (board.files() - 1, board.ranks() - 1);
    let mut near = BTreeSet::new();
    for centre in centres {
        let files = centre.file.saturating_sub(NEARBY_DISTANCE)..=(centre.file + NEARBY_DISTANCE).min(right);
        for file in files {
            let ranks =
                centre.rank.saturating_sub(NEARBY_DISTANCE)..=(centre.rank + NEARBY_DISTANCE).min(top);
            near.extend(ranks.map(|rank| Square::new(file, rank)).filter(|&square| board.contains(square)));
        }
    }
    near.into_iter().collect()
}

/// Searches for squares with fewer neighbours than a tour needs.
pub(super) fn few_neighbours(puzzle: &Puzzle, notable: &[Square]) -> Option<Reason> {
    let (board, leaper) = (puzzle.board(), puzzle.leaper());
    if board.square_count() == 1 {
        return None;
    }
    let (given, free) = (ends(puzzle), free_ends(puzzle));
    let kind = puzzle.kind().unwrap_or(TourKind::Open);
    let mut poor = Vec::new();
    for &square in notable.iter().filter(|square| !given.contains(square)) {
        match board.leaps(leaper, square).count() {
            0 => return Some(Reason::FewNeighbours { kind, squares: vec![(square, 0)] }),
            1 => poor.push((square, 1)),
            _ => {}
        }
        if poor.len() > free {
            return Some(Reason::FewNeighbours { kind, squares: poor });
        }
    }
    let isolated = given.into_iter().find(|&end| board.leaps(leaper, end).next().is_none());
    isolated.map(|end| Reason::FewNeighbours { kind, squares: vec![(end, 0)] })
}

/// Searches for a square that more squares need than it has leaps to give.
pub(super) fn contested(puzzle: &Puzzle, notable: &[Square]) -> Option<Reason> {
    let (board, leaper) = (puzzle.board(), puzzle.leaper());
    let (given, free) = (ends(puzzle), free_ends(puzzle));
    let mut needed: BTreeMap<Square, Vec<Square>> = BTreeMap::new();
    for &square in notable.iter().filter(|square| !given.contains(square)) {
        let neighbours: Vec<Square> = board.leaps(leaper, square).collect();
        if neighbours.len() == 2 {
            neighbours.into_iter().for_each(|neighbour| needed.entry(neighbour).or_default().push(square));
        }
    }
    needed.into_iter().find_map(|(square, mut by)| {
        let gives = if given.contains(&square) { 1 } else { 2 };
        (by.len() > gives + free).then(|| {
            by.truncate(gives + free + 1);
            Reason::Contested { square, by, gives }
        })
    })
}

/// The reason on four ranks or files: outer squares lead to inner ones only, of which there are too few.
pub(super) fn outer_lines(puzzle: &Puzzle) -> Option<Reason> {
    let board = puzzle.board();
    let length = match (board.files(), board.ranks()) {
        (length, 4) | (4, length) => length,
        _ => return None,
    };
    let across = |square: Square| if board.ranks() == 4 { square.rank } else { square.file };
    let is_inner = |square: &Square| matches!(across(*square), 1 | 2);
    if puzzle.leaper() != KNIGHT || !board.holes().iter().all(is_inner) {
        return None;
    }
    let hole = board.holes().first().copied();
    let end = ends(puzzle).into_iter().find(is_inner);
    let forbids = hole.is_some() || end.is_some() || puzzle.kind() == Some(TourKind::Closed);
    forbids.then_some(Reason::OuterLines { length, end, hole })
}
