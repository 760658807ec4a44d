//! A puzzle as a Hamiltonian cycle problem: vertices, leaps between them, and given leaps.
//!
//! A closed tour is a cycle through all squares. An open tour becomes one through a *virtual vertex*, which
//! is a leap away from every square where the tour may begin or end; through two such vertices, joined by a
//! given leap, if the ends have different colours. Then every leap joins a dark vertex to a light one, for
//! any leaper: a leaper whose leaps preserve the colour of the board moves on a slanted board of its own, and
//! leaps change the colour there.

use std::rc::Rc;

use crate::Refusal;
use ktour_core::{
    Control, Puzzle, Square, TourKind,
    graph::{Graph, GraphCache},
};

/// Meaning of the vertices of a puzzle's leap graph: its squares, then the virtual vertices.
pub(crate) struct Vertices {
    /// The squares; vertices after them are virtual.
    pub(crate) squares: Rc<Vec<Square>>,
    /// Leaps that every tour contains.
    pub(crate) given: Vec<u32>,
    /// Whether each vertex is dark, virtual vertices included.
    pub(crate) is_dark: Vec<bool>,
    /// Whether the board is connected and the given ends have the colours that ends need.
    pub(crate) is_feasible: bool,
}

impl Vertices {
    /// Creates the vertices and the graph of a puzzle with at most its start visited; any kind counts as
    /// open. `None` if it was stopped.
    pub(crate) fn new(
        puzzle: &Puzzle,
        graphs: &GraphCache,
        control: &Control,
    ) -> Result<Option<(Vertices, Rc<Graph>)>, Refusal> {
        debug_assert!(puzzle.visited().len() < 2);
        match puzzle.board().small_area() {
            Some(_) => Ok(Vertices::of_puzzle(puzzle, graphs, control)),
            None => Err(Refusal::too_large(puzzle)),
        }
    }

    fn of_puzzle(puzzle: &Puzzle, graphs: &GraphCache, control: &Control) -> Option<(Vertices, Rc<Graph>)> {
        let (squares, graph) = graphs.get(puzzle.board(), puzzle.leaper(), control)?;
        let (mut is_dark, mut pieces) = (vec![false; squares.len()], 0);
        let is_flooded = graph.flood_fill(vec![false; squares.len()], control, |v, from| {
            is_dark[v as usize] = from.is_none_or(|from| !is_dark[from as usize]);
            pieces += usize::from(from.is_none());
        });
        if !is_flooded {
            return None;
        }
        let mut vertices = Vertices { squares, given: Vec::new(), is_dark, is_feasible: pieces == 1 };
        if puzzle.kind() == Some(TourKind::Closed) {
            return Some((vertices, graph));
        }
        let ends = [puzzle.start(), puzzle.end()].map(|end| end.and_then(|end| vertices.vertex(end)));
        let leaps = vertices.add_beyond(ends, graph.leap_count() as u32);
        let beyond = vertices.len() - graph.vertex_count();
        graphs.clear();
        Some((vertices, Rc::new(Rc::unwrap_or_clone(graph).extended(beyond, leaps, control)?)))
    }

    /// How many vertices there are.
    pub(crate) fn len(&self) -> usize {
        self.is_dark.len()
    }

    /// The vertex of a square.
    fn vertex(&self, square: Square) -> Option<u32> {
        self.squares.binary_search(&square).ok().map(|at| at as u32)
    }

    /// Adds the virtual vertices; returns their leaps, which are numbered from `first`.
    fn add_beyond(&mut self, ends: [Option<u32>; 2], first: u32) -> Vec<(u32, u32)> {
        let squares = self.squares.len() as u32;
        let dark = self.is_dark.iter().filter(|&&is_dark| is_dark).count();
        let sides =
            if 2 * dark == squares as usize { vec![true, false] } else { vec![2 * dark > squares as usize] };
        self.is_feasible &= ends.into_iter().flatten().all(|end| sides.contains(&self.is_dark[end as usize]));
        let mut leaps = Vec::new();
        for &side in &sides {
            // One end has this colour, or both if there is only one virtual vertex.
            let beyond = self.len() as u32;
            let many = 2 / sides.len();
            let given: Vec<u32> =
                ends.into_iter().flatten().filter(|&end| self.is_dark[end as usize] == side).collect();
            for a in (0..squares).filter(|&a| self.is_dark[a as usize] == side) {
                let is_given = given.contains(&a);
                if is_given {
                    self.given.push(first + leaps.len() as u32);
                }
                if is_given || given.len() < many {
                    leaps.push((a, beyond));
                }
            }
            self.is_dark.push(!side);
        }
        if sides.len() == 2 {
            self.given.push(first + leaps.len() as u32);
            leaps.push((squares, squares + 1));
        }
        leaps
    }

    /// The squares of a tour, given the vertices of a cycle in order.
    pub(crate) fn squares_of(&self, puzzle: &Puzzle, mut cycle: Vec<u32>) -> Vec<Square> {
        let squares = self.squares.len();
        let is_beyond = |&vertex: &u32| vertex as usize >= squares;
        let [start, end] = [puzzle.start(), puzzle.end()].map(|end| end.and_then(|end| self.vertex(end)));
        let first = match cycle.iter().position(is_beyond) {
            Some(beyond) => beyond,
            None => cycle.iter().position(|&at| at == start.unwrap_or(0)).unwrap_or(0),
        };
        cycle.rotate_left(first);
        // Two virtual vertices may be at both ends of the list.
        cycle.retain(|at| !is_beyond(at));
        let is_open = squares < self.len();
        if is_open && (start.is_some_and(|at| cycle[0] != at) || start.is_none() && end == Some(cycle[0])) {
            cycle.reverse();
        }
        cycle.into_iter().map(|at| self.squares[at as usize]).collect()
    }
}
