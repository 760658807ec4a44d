//! The leaps of a board as a graph, and its components, articulation points and strong components.

mod depth_first;
pub mod matching;

pub use depth_first::{Adjacency, DepthFirst, StrongComponents};

use std::{cell::RefCell, rc::Rc};

use crate::{Board, Control, Leaper, Square, control::POLL};

// The leap graph: vertices and the leaps between them.
//
// Vertices and leaps are numbers. A leap is a pair of vertices; the leaps of a vertex are adjacent in one
// list (compressed sparse rows), so that finding all neighbours costs one memory access. A graph never
// changes: decisions about its leaps are stored by the code that makes them.

/// The number that stands for no vertex or no leap.
pub const NONE: u32 = u32::MAX;

/// Vertices and the leaps between them; two leaps may join the same two vertices.
#[derive(Clone, Debug)]
pub struct Graph {
    leaps: Vec<(u32, u32)>,
    /// The leaps of a vertex, each with the vertex it leads to: `incident[first[v]..first[v + 1]]`.
    pub first: Vec<u32>,
    pub incident: Vec<(u32, u32)>,
}

impl Graph {
    /// Creates a graph with this number of vertices and these leaps; `None` if it was stopped.
    pub fn new(vertices: usize, leaps: Vec<(u32, u32)>, control: &Control) -> Option<Graph> {
        let mut first = vec![0u32; vertices + 1];
        for leaps in leaps.chunks(POLL as usize) {
            if control.is_stopped() {
                return None;
            }
            for &(a, b) in leaps {
                first[a as usize + 1] += 1;
                first[b as usize + 1] += 1;
            }
        }
        for v in 0..vertices {
            first[v + 1] += first[v];
        }
        let mut next = first.clone();
        let mut incident = vec![(0, 0); 2 * leaps.len()];
        for (leap, &(a, b)) in leaps.iter().enumerate() {
            if control.is_stopped_at(leap as u64) {
                return None;
            }
            for (v, to) in [(a, b), (b, a)] {
                incident[next[v as usize] as usize] = (leap as u32, to);
                next[v as usize] += 1;
            }
        }
        Some(Graph { leaps, first, incident })
    }

    /// Creates the graph of a board whose area is [small](Board::small_area); its vertices are the returned
    /// squares, rank by rank from a1. `None` if it was stopped, or the area is not small.
    pub fn from_board(board: &Board, leaper: Leaper, control: &Control) -> Option<(Vec<Square>, Graph)> {
        let mut vertex = vec![NONE; board.small_area()?];
        let mut squares: Vec<Square> = Vec::new();
        for square in board.squares() {
            if control.is_stopped_at(squares.len() as u64) {
                return None;
            }
            vertex[board.index(square)] = squares.len() as u32;
            squares.push(square);
        }
        let mut leaps = Vec::with_capacity(squares.len() * 4);
        for (a, &square) in squares.iter().enumerate() {
            if control.is_stopped_at(a as u64) {
                return None;
            }
            // Each leap once: from its lower square.
            for leap in leaper.leaps().filter(|leap| (leap.rank, leap.file) > (0, 0)) {
                let to = square.leap(leap).filter(|&to| board.spans(to));
                if let Some(b) = to.map(|to| vertex[board.index(to)]).filter(|&b| b != NONE) {
                    leaps.push((a as u32, b));
                }
            }
        }
        let graph = Graph::new(squares.len(), leaps, control)?;
        Some((squares, graph))
    }

    /// Adds vertices and leaps, numbered after the existing ones; `None` if it was stopped.
    pub fn extended(self, vertices: usize, leaps: Vec<(u32, u32)>, control: &Control) -> Option<Graph> {
        let vertices = self.vertex_count() + vertices;
        let Graph { leaps: mut all, first, incident } = self;
        // Both lists of a large board might not fit into memory.
        drop((first, incident));
        all.extend(leaps);
        Graph::new(vertices, all, control)
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.first.len() - 1
    }

    /// Number of leaps.
    pub fn leap_count(&self) -> usize {
        self.leaps.len()
    }

    /// The leaps of a vertex, each with the vertex it leads to.
    pub fn neighbours(&self, vertex: u32) -> &[(u32, u32)] {
        &self.incident[self.first[vertex as usize] as usize..self.first[vertex as usize + 1] as usize]
    }

    /// The two vertices of a leap.
    pub fn endpoints(&self, leap: u32) -> (u32, u32) {
        self.leaps[leap as usize]
    }

    /// The vertex at the other end of a leap.
    pub fn other(&self, leap: u32, vertex: u32) -> u32 {
        let (a, b) = self.leaps[leap as usize];
        a ^ b ^ vertex
    }

    /// The leap between two vertices.
    pub fn between(&self, a: u32, b: u32) -> Option<u32> {
        let (from, to) = self.by_degree(a, b);
        self.neighbours(from).iter().find(|&&(_, there)| there == to).map(|&(leap, _)| leap)
    }

    /// Two vertices, the one with fewer leaps first.
    pub fn by_degree(&self, a: u32, b: u32) -> (u32, u32) {
        if self.neighbours(a).len() <= self.neighbours(b).len() { (a, b) } else { (b, a) }
    }

    /// Calls `enter` with every vertex that is not seen yet, component by component, and with the vertex it
    /// was reached from, which the first of a component lacks; `false` if it was stopped.
    pub fn flood_fill(
        &self,
        mut is_seen: Vec<bool>,
        control: &Control,
        mut enter: impl FnMut(u32, Option<u32>),
    ) -> bool {
        let (mut todo, mut steps) = (Vec::new(), 0);
        for first in 0..self.vertex_count() as u32 {
            if std::mem::replace(&mut is_seen[first as usize], true) {
                continue;
            }
            enter(first, None);
            todo.push(first);
            while let Some(from) = todo.pop() {
                steps += 1;
                if control.is_stopped_at(steps) {
                    return false;
                }
                for &(_, to) in self.neighbours(from) {
                    if !std::mem::replace(&mut is_seen[to as usize], true) {
                        enter(to, Some(from));
                        todo.push(to);
                    }
                }
            }
        }
        true
    }
}

/// The squares of a board, rank by rank from a1, and the leaps between them.
pub type BoardGraph = (Rc<Vec<Square>>, Rc<Graph>);

/// The leap graph of the board that a question is about, made when it is first needed.
#[derive(Default)]
pub struct GraphCache(RefCell<Option<(Board, Leaper, BoardGraph)>>);

impl GraphCache {
    /// Returns the graph that [`Graph::from_board`] makes; the cache holds that of one board.
    pub fn get(&self, board: &Board, leaper: Leaper, control: &Control) -> Option<BoardGraph> {
        let mut cached = self.0.borrow_mut();
        if let Some((.., graph)) = cached.as_ref().filter(|(of, by, _)| of == board && *by == leaper) {
            return Some(graph.clone());
        }
        // Two graphs of a large board might not fit into memory.
        *cached = None;
        let (squares, graph) = Graph::from_board(board, leaper, control)?;
        let graph = (Rc::new(squares), Rc::new(graph));
        *cached = Some((board.clone(), leaper, graph.clone()));
        Some(graph)
    }

    /// Drops the graph, so that a holder of it may be its only owner.
    pub fn clear(&self) {
        *self.0.borrow_mut() = None;
    }
}

// Union-find: disjoint sets of numbers, each with a representative, its *root*.
//
// *Cost:* nearly constant per operation, by path halving. *Reference:* R. E. Tarjan and J. van Leeuwen 1984.

/// Sets of numbers; each number refers to another of its set, a root to itself.
pub struct UnionFind(Vec<u32>);

impl UnionFind {
    /// Creates the sets {0}, {1}, … of `len` numbers.
    pub fn new(len: usize) -> UnionFind {
        UnionFind((0..len as u32).collect())
    }

    /// Whether a number is the root of its set.
    pub fn is_root(&self, number: u32) -> bool {
        self.0[number as usize] == number
    }

    /// The root of a number's set.
    pub fn find(&mut self, mut number: u32) -> u32 {
        while self.0[number as usize] != number {
            let next = self.0[self.0[number as usize] as usize];
            self.0[number as usize] = next;
            number = next;
        }
        number
    }

    /// Merges the sets of two roots; the second stays a root.
    pub fn union(&mut self, one: u32, other: u32) {
        self.0[one as usize] = other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graph_of_a_board_is_made_once_until_another_board_is_asked_about() {
        let (cache, control) = (GraphCache::default(), Control::unlimited());
        let [one, same, other] = [(6, 6), (6, 6), (6, 5)].map(|(files, ranks)| {
            let board = Board::new(files, ranks).unwrap();
            cache.get(&board, crate::KNIGHT, &control).unwrap().1
        });
        assert!(Rc::ptr_eq(&one, &same) && !Rc::ptr_eq(&one, &other));
        cache.clear();
        assert_eq!(Rc::strong_count(&other), 1);
    }

    #[test]
    fn a_board_has_every_leap_once() {
        let board = Board::new(8, 8).unwrap();
        let (squares, graph) = Graph::from_board(&board, crate::KNIGHT, &Control::unlimited()).unwrap();
        assert_eq!((squares.len(), graph.vertex_count(), graph.leap_count()), (64, 64, 168));
        let corner: Vec<Square> = graph.neighbours(0).iter().map(|&(_, to)| squares[to as usize]).collect();
        assert_eq!(corner, [Square::new(1, 2), Square::new(2, 1)]);
    }
}
