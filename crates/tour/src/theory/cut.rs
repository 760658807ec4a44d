//! Cut squares: a tour that passes k squares joins no more than k pieces between them.
//!
//! Take k squares away. A closed tour falls into at most k paths, an open one into at most
//! k + 1, one fewer for every given end among the k. Each path stays within one piece of what
//! remains, so more pieces than paths means no tour. With k = 0: the board itself is in pieces.

use super::quick::{ends, free_ends};
use crate::{Control, Puzzle, Reason, Square};

/// Boards of up to this many squares are flooded.
const FLOODED: u128 = 1 << 16;
/// Boards of up to this many squares are cut by sets of squares, the small sets first,
const SMALL: usize = 40;
/// as long as no more sets than this are tried.
const SETS: u64 = 10_000;

/// A cut that leaves too many pieces, if a small one does and nobody stops the search for it.
pub(super) fn cut(puzzle: &Puzzle, control: &Control) -> Option<Reason> {
    if puzzle.board().square_count() > FLOODED || control.is_stopped() {
        return None;
    }
    let graph = Graph::new(puzzle, control)?;
    if let Some(to) = graph.unreached() {
        return Some(Reason::Disconnected { from: graph.squares[0], to });
    }
    let given = ends(puzzle);
    // An open tour has an end more to spare than a closed one has.
    let spare = usize::from(!given.is_empty() || free_ends(puzzle) > 0);
    let joins = |removed: &[usize]| {
        let ends_removed = removed.iter().filter(|&&i| given.contains(&graph.squares[i])).count();
        removed.len() + spare - ends_removed
    };
    let reason = |removed: Vec<usize>| {
        let pieces = graph.pieces(&removed);
        let joins = joins(&removed);
        let square = |&i: &usize| graph.squares[i];
        Reason::Cut {
            removed: removed.iter().map(square).collect(),
            pieces: pieces.iter().map(square).collect(),
            joins,
        }
    };
    if graph.squares.len() > SMALL {
        let single = graph.branches().into_iter().enumerate().find(|&(i, pieces)| pieces > joins(&[i]));
        return single.map(|(i, _)| reason(vec![i]));
    }
    let masks: Vec<u64> = graph.to.iter().map(|to| to.iter().fold(0, |mask, &i| mask | 1 << i)).collect();
    let useful: Vec<usize> = (0..masks.len())
        .filter(|&i| masks[i].count_ones() > 2 || given.contains(&graph.squares[i]))
        .collect();
    let (mut found, mut left) = (None, SETS);
    (1..useful.len()).any(|size| {
        subsets(&useful, size, &mut Vec::new(), &mut |removed| {
            left -= 1;
            found = (count_pieces(&masks, removed) > joins(removed)).then(|| removed.to_vec());
            found.is_some() || left == 0
        })
    });
    found.map(reason)
}

/// The squares of a board as numbers, with their neighbours.
struct Graph {
    squares: Vec<Square>,
    to: Vec<Vec<usize>>,
}

impl Graph {
    /// `None` if it was stopped.
    fn new(puzzle: &Puzzle, control: &Control) -> Option<Graph> {
        let board = puzzle.board();
        // The holes of the board take more memory than a number for every place.
        let mut number = vec![usize::MAX; board.small_area()?];
        let squares: Vec<Square> = board.squares().collect();
        squares.iter().enumerate().for_each(|(i, &square)| number[board.index(square)] = i);
        let mut to = Vec::with_capacity(squares.len());
        for (i, square) in squares.iter().enumerate() {
            if control.is_stopped_at(i as u64) {
                return None;
            }
            let places = puzzle.leaper().leaps().filter_map(|(files, ranks)| square.offset(files, ranks));
            let numbers = places.filter(|&place| board.spans(place)).map(|place| number[board.index(place)]);
            to.push(numbers.filter(|&i| i != usize::MAX).collect());
        }
        Some(Graph { squares, to })
    }

    /// The first square of every piece that remains without some.
    fn pieces(&self, removed: &[usize]) -> Vec<usize> {
        let mut seen = vec![false; self.squares.len()];
        removed.iter().for_each(|&i| seen[i] = true);
        let mut pieces = Vec::new();
        for first in 0..seen.len() {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            pieces.push(first);
            let mut todo = vec![first];
            while let Some(at) = todo.pop() {
                todo.extend(self.to[at].iter().filter(|&&next| !std::mem::replace(&mut seen[next], true)));
            }
        }
        pieces
    }

    fn unreached(&self) -> Option<Square> {
        self.pieces(&[]).get(1).map(|&i| self.squares[i])
    }

    /// Into how many pieces a connected board falls without each of its squares: one walk in
    /// depth, which remembers how far back every branch reaches (Tarjan 1972).
    fn branches(&self) -> Vec<usize> {
        let n = self.squares.len();
        let (mut order, mut low, mut pieces) = (vec![usize::MAX; n], vec![0; n], vec![1; n]);
        pieces[0] = 0;
        let mut stack = vec![(0, usize::MAX, 0)];
        let mut count = 0;
        while let Some((at, parent, next)) = stack.pop() {
            if next == 0 {
                (order[at], low[at]) = (count, count);
                count += 1;
            }
            if let Some(&to) = self.to[at].get(next) {
                stack.push((at, parent, next + 1));
                if order[to] == usize::MAX {
                    stack.push((to, at, 0));
                } else if to != parent {
                    low[at] = low[at].min(order[to]);
                }
            } else if parent != usize::MAX {
                low[parent] = low[parent].min(low[at]);
                pieces[parent] += usize::from(low[at] >= order[parent]);
            }
        }
        pieces
    }
}

/// Calls `visit` with every set of `size` of the numbers until it says that it has seen enough.
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
