//! Connected components and articulation squares of a large board.
//!
//! If a flood fill from the first square does not reach all others, the board is disconnected; a depth-first
//! search finds the articulation squares. [`theory`] checks the same on small boards before any search; here
//! it is checked only after mending failed, so that a board with a tour pays nothing for it.
//!
//! If an open tour can begin and end only in some parts, its ends are placed in [dead ends](dead_end).
//!
//! *Guarantee:* every reason can be checked. *Cost:* two passes over the board, 20 bytes a square.

use std::{
    collections::HashMap,
    ops::{ControlFlow, Range},
};

use super::board_factor::{BoardFactor, directions};
use crate::theory;
use ktour_core::{
    Control, Puzzle, Reason, Square,
    graph::{Adjacency, DepthFirst},
};

/// Reason against a tour: two squares that no path connects, or an articulation square with more components
/// than a tour can join.
pub(super) fn disconnected(
    choice: &BoardFactor,
    marks: &mut [u32],
    puzzle: &Puzzle,
    control: &Control,
) -> Option<Reason> {
    marks.fill(0);
    let is_square = |&at: &u32| choice.legal[at as usize] != 0;
    let squares = 0..choice.legal.len() as u32;
    let first = squares.clone().find(is_square)?;
    reachable(choice, marks, first, control)?;
    if let Some(other) = squares.into_iter().filter(is_square).find(|&at| marks[at as usize] == 0) {
        return Some(Reason::Disconnected { from: choice.square(first), to: choice.square(other) });
    }
    let joins = theory::joins_through(puzzle);
    let joins = |at: u32| joins(&mut [choice.square(at)].into_iter());
    let cut = cut_square(choice, first, joins, control)?;
    marks.fill(0);
    marks[cut as usize] = 1;
    let mut pieces = Vec::new();
    for direction in directions(choice.legal[cut as usize]) {
        let beside = choice.neighbour(cut, direction);
        if marks[beside as usize] == 0 {
            let mut piece = reachable(choice, marks, beside, control)?;
            piece.sort_unstable();
            pieces.push(piece.into_iter().map(|at| choice.square(at)).collect::<Vec<Square>>());
        }
    }
    pieces.sort_unstable_by_key(|piece| piece.first().copied());
    Some(Reason::Cut { removed: vec![choice.square(cut)], pieces, joins: joins(cut) })
}

/// The squares behind an articulation square, seen from the given square, with no further articulation square
/// among them; `None` if there are none.
pub(super) fn dead_end(
    choice: &BoardFactor,
    marks: &mut [u32],
    from: u32,
    control: &Control,
) -> Option<Vec<u32>> {
    // The first component that a depth-first search completes has no articulation square.
    let cut = cut_square(choice, from, |_| 1, control).filter(|&cut| cut != from)?;
    marks.fill(0);
    marks[cut as usize] = 1;
    reachable(choice, marks, from, control)?;
    let behind = directions(choice.legal[cut as usize]).map(|direction| choice.neighbour(cut, direction));
    let first = behind.into_iter().find(|&at| marks[at as usize] == 0)?;
    reachable(choice, marks, first, control)
}

/// The squares that can be reached from one over squares without a mark; they are marked.
fn reachable(choice: &BoardFactor, marks: &mut [u32], first: u32, control: &Control) -> Option<Vec<u32>> {
    let (mut reached, mut next) = (vec![first], 0);
    marks[first as usize] = 1;
    while let Some(&at) = reached.get(next) {
        next += 1;
        if control.is_stopped_at(next as u64) {
            return None;
        }
        for direction in directions(choice.legal[at as usize]) {
            let to = choice.neighbour(at, direction);
            if std::mem::replace(&mut marks[to as usize], 1) == 0 {
                reached.push(to);
            }
        }
    }
    Some(reached)
}

/// An articulation square of a connected board that leaves more components than can be joined.
fn cut_square(
    choice: &BoardFactor,
    first: u32,
    joins: impl Fn(u32) -> usize,
    control: &Control,
) -> Option<u32> {
    // Number of subtrees that each square separates: one component more remains without it, except for the
    // first.
    let mut held: HashMap<u32, usize> = HashMap::new();
    let mut cut = None;
    DepthFirst::default().articulation_points_from(
        first,
        choice,
        |_| true,
        control,
        |at| {
            let branches = held.entry(at).or_default();
            *branches += 1;
            if *branches + usize::from(at != first) > joins(at) {
                cut = Some(at);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        },
    )?;
    cut
}

impl Adjacency for BoardFactor {
    fn vertex_count(&self) -> usize {
        self.legal.len()
    }

    fn leap_range(&self, at: u32) -> Range<u32> {
        0..self.legal[at as usize].count_ones()
    }

    fn nth_leap(&self, at: u32, nth: u32) -> (u32, u32) {
        let direction = directions(self.legal[at as usize]).nth(nth as usize).unwrap_or(0);
        (self.leap_of(at, direction), self.neighbour(at, direction))
    }
}
