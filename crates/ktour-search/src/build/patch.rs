//! Patches: one path through a few squares and through the detours attached to them.
//!
//! A *detour* leaves the squares at one of them, visits some other part of the board, and returns at another.
//! For the search it is an included leap; afterwards it is replaced by the route that it stands for. The
//! search is backtracking over [`Decisions`], on at most a few hundred squares; on such patches it rarely
//! backtracks.

use std::collections::HashMap;

use super::offset::Offset;
use crate::decisions::{BranchVisitor, Conflict, Decisions, Next, branch_and_propagate};
use ktour_core::{Control, graph::Graph};

/// The ends of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ends {
    /// No ends: the path is a cycle.
    Closed,
    /// A given first square; the path ends anywhere.
    From(Offset),
    /// A given first square and a given last one.
    Between(Offset, Offset),
}

impl Ends {
    pub(crate) fn squares(self) -> Vec<Offset> {
        match self {
            Ends::Closed => vec![],
            Ends::From(start) => vec![start],
            Ends::Between(start, end) => vec![start, end],
        }
    }

    pub(crate) fn mapped(self, map: impl Fn(Offset) -> Offset) -> Ends {
        match self {
            Ends::Closed => Ends::Closed,
            Ends::From(start) => Ends::From(map(start)),
            Ends::Between(start, end) => Ends::Between(map(start), map(end)),
        }
    }

    /// Whether the colours allow such a path: leaps alternate between them, and detours are even.
    fn suits(self, squares: &[Offset]) -> bool {
        let dark = squares.iter().filter(|square| square.is_dark()).count() as i64;
        let excess = 2 * dark - squares.len() as i64;
        let sign = |square: Offset| if square.is_dark() { 1 } else { -1 };
        match self {
            Ends::Closed => excess == 0,
            Ends::From(start) => excess == 0 || excess == sign(start),
            Ends::Between(start, end) => 2 * excess == sign(start) + sign(end),
        }
    }
}

/// A square or a detour of such a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PathPiece {
    Square(Offset),
    /// The detour of this number, forwards (`true`) or backwards.
    Detour(usize, bool),
}

/// Finds one path through all squares and detours; another `variant` gives another path, if there are
/// several.
pub(crate) fn path_through(
    squares: &[Offset],
    detours: &[(Offset, Offset)],
    ends: Ends,
    variant: usize,
) -> Option<Vec<PathPiece>> {
    if !ends.suits(squares) {
        return None;
    }
    let mut squares = squares.to_vec();
    let count = squares.len();
    squares.rotate_left(variant * 7 % count);
    let vertex_of: HashMap<Offset, u32> = squares.iter().copied().zip(0..).collect();
    let mut leaps: Vec<(u32, u32)> = Vec::new();
    for (&square, from) in squares.iter().zip(0..) {
        let targets = [(1, 2), (2, 1), (2, -1), (1, -2)].map(|(file, rank)| square + Offset::new(file, rank));
        leaps.extend(targets.iter().filter_map(|to| Some((from, *vertex_of.get(to)?))));
    }
    // A leap between the ends, or a virtual vertex next to both, makes the path a cycle.
    let free = leaps.len() as u32;
    let virtual_vertex = count as u32;
    let mut of_leap = HashMap::new();
    for (number, (from, to)) in detours.iter().enumerate() {
        let (from, to) = (*vertex_of.get(from)?, *vertex_of.get(to)?);
        leaps.push((from, to));
        of_leap.insert((from, to), (number, true));
        of_leap.insert((to, from), (number, false));
    }
    let (first, last) = match ends {
        Ends::Closed => (None, None),
        Ends::From(start) => (vertex_of.get(&start).copied(), Some(virtual_vertex)),
        Ends::Between(start, end) => (vertex_of.get(&start).copied(), vertex_of.get(&end).copied()),
    };
    if let (Some(first), Some(last)) = (first, last) {
        leaps.push((first, last));
    }
    let given = free..leaps.len() as u32;
    if last == Some(virtual_vertex) {
        leaps.extend((0..virtual_vertex).filter(|&at| Some(at) != first).map(|at| (at, virtual_vertex)));
    }
    let vertices = count + usize::from(last == Some(virtual_vertex));
    let mut cycle =
        cycle(Decisions::new(Graph::new(vertices, leaps, &Control::unlimited())?), given, vertices)?;
    // The list starts at the given start, or at a leap that is no detour.
    let begin = match first {
        Some(first) => cycle.iter().position(|&at| at == first)?,
        None => (0..vertices)
            .find(|&at| !of_leap.contains_key(&(cycle[(at + vertices - 1) % vertices], cycle[at])))?,
    };
    cycle.rotate_left(begin);
    if last.is_some() && cycle.last() != last.as_ref() {
        cycle[1..].reverse();
    }
    cycle.retain(|&at| at != virtual_vertex);
    let mut pieces = Vec::new();
    for (at, &here) in cycle.iter().enumerate() {
        pieces.push(PathPiece::Square(squares[here as usize]));
        let detour = cycle.get(at + 1).and_then(|&next| of_leap.get(&(here, next)));
        pieces.extend(detour.map(|&(number, forward)| PathPiece::Detour(number, forward)));
    }
    Some(pieces)
}

/// Number of decisions after which a patch is given up; successful ones need about one per square.
const MAX_DECISIONS: u32 = 4000;

/// Finds a cycle through every vertex that includes the given leaps.
fn cycle(mut decisions: Decisions, mut given: std::ops::Range<u32>, vertices: usize) -> Option<Vec<u32>> {
    let begun = decisions.propagate_all().and_then(|()| given.try_for_each(|leap| decisions.include(leap)));
    let root = begun.and_then(|()| decisions.propagate());
    let mut patch = PatchSearch { decisions, left: MAX_DECISIONS };
    let is_found = branch_and_propagate(&mut patch, root)?;
    let decisions = patch.decisions;
    let (mut order, mut before) = (vec![0], decisions.included_neighbours(0)[0]);
    while is_found && order.len() < vertices {
        let here = order[order.len() - 1];
        let [a, b] = decisions.included_neighbours(here);
        order.push(if a == before { b } else { a });
        before = here;
    }
    is_found.then_some(order)
}

/// Search for one cycle, which ends with whether it was found.
struct PatchSearch {
    decisions: Decisions,
    /// Decisions left before the patch is given up.
    left: u32,
}

impl BranchVisitor for PatchSearch {
    type Leap = u32;
    type Mark = usize;
    type End = bool;

    fn mark(&self) -> usize {
        self.decisions.mark()
    }

    fn undo(&mut self, mark: usize) {
        self.decisions.undo(mark);
    }

    fn visit(&mut self, _: usize) -> Next<u32, bool> {
        match self.decisions.choose() {
            None => Next::End(true),
            Some(_) if self.left == 0 => Next::End(false),
            Some(leap) => Next::Branch(leap),
        }
    }

    fn decide(&mut self, leap: u32, is_first: bool) -> Result<(), Conflict> {
        self.left = self.left.saturating_sub(1);
        if is_first {
            self.decisions.include(leap)?
        } else {
            self.decisions.exclude(leap)?
        }
        self.decisions.propagate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_includes_its_detour_and_impossible_colours_are_refused() {
        let squares: Vec<Offset> = Offset::rectangle(6, 6).collect();
        let [corner, from, to] = [(0, 0), (5, 0), (4, 2)].map(|(file, rank)| Offset::new(file, rank));
        let pieces = path_through(&squares, &[(from, to)], Ends::From(corner), 0).unwrap();
        assert_eq!(pieces.len(), 37);
        assert_eq!(pieces[0], PathPiece::Square(corner));
        let detour = pieces.iter().position(|piece| matches!(piece, PathPiece::Detour(0, _))).unwrap();
        let around = [pieces[detour - 1], pieces[detour + 1]];
        assert!(around.contains(&PathPiece::Square(from)) && around.contains(&PathPiece::Square(to)));
        assert_eq!(path_through(&squares, &[], Ends::Between(corner, Offset::new(2, 0)), 0), None);
    }
}
