//! Half tours, stored as stretches, and tours put together from them.

use std::ops::ControlFlow;

use ktour_core::{Puzzle, TourKind};

use crate::problem::{chosen_leaps::StepLeaps, graph::OrderedGraph};

/// Squares that are copied at once.
const SQUARES_PER_COPY: usize = 8;

/// The leaps taken so far.
pub(crate) struct LeapStack {
    /// Neighbours of every square and of the slot beyond.
    neighbours: Vec<[usize; 2]>,
    degree: Vec<usize>,
    /// Board indices.
    indices: Vec<u32>,
}

impl LeapStack {
    pub(crate) fn new(graph: &OrderedGraph) -> LeapStack {
        let nodes = graph.squares.len() + 1;
        let indices = (0..nodes).map(|node| graph.index(node)).collect();
        LeapStack { neighbours: vec![[0; 2]; nodes], degree: vec![0; nodes], indices }
    }

    pub(crate) fn take(&mut self, leaps: &StepLeaps) {
        let beyond = self.degree.len() - 1;
        for &(from, to) in leaps.iter().flatten() {
            let to = to.unwrap_or(beyond);
            self.neighbours[from][self.degree[from]] = to;
            self.degree[from] += 1;
            self.neighbours[to][self.degree[to]] = from;
            self.degree[to] += 1;
        }
    }

    /// Undoes the last leaps taken.
    pub(crate) fn leave(&mut self, leaps: &StepLeaps) {
        let beyond = self.degree.len() - 1;
        for &(from, to) in leaps.iter().flatten() {
            self.degree[from] -= 1;
            self.degree[to.unwrap_or(beyond)] -= 1;
        }
    }
}

/// Halves of one state: for every end, the stretch from there to the other end.
#[derive(Default)]
pub(crate) struct HalfTours {
    ends: Vec<usize>,
    is_near: bool,
    /// Squares of all stretches, in both directions.
    squares: Vec<u32>,
    /// Position, length and other end of the segment behind every end of every half.
    stretches: Vec<HalfSegment>,
    /// Segment from the first square of every near half, and the segment that leads back.
    firsts: Vec<[HalfSegment; 2]>,
    /// The nodes of the stretch that is being written.
    nodes: Vec<usize>,
}

#[derive(Clone, Copy, Default)]
struct HalfSegment {
    start: u32,
    len: u32,
    end: u32,
    is_known: bool,
}

/// One of them.
#[derive(Clone, Copy)]
pub(crate) struct HalfTour<'a> {
    squares: &'a [u32],
    stretches: &'a [HalfSegment],
    firsts: [HalfSegment; 2],
}

impl HalfTours {
    pub(crate) fn begin(&mut self, ends: &[usize], is_near: bool) {
        self.ends = ends.to_vec();
        self.is_near = is_near;
        self.squares.clear();
        self.stretches.clear();
        self.firsts.clear();
    }

    /// Adds the half that the leaps taken make. Near halves have their ends with them.
    pub(crate) fn push(&mut self, taken: &LeapStack) {
        let mut firsts = [HalfSegment::default(); 2];
        let half = self.stretches.len();
        self.stretches.resize(half + self.ends.len(), HalfSegment::default());
        for from in 0..self.ends.len() {
            let end = self.ends[from];
            if self.stretches[half + from].is_known {
                continue;
            }
            self.nodes.clear();
            self.nodes.push(end);
            let (mut last, mut at) = (end, taken.neighbours[end][0]);
            while taken.degree[at] == 2 {
                self.nodes.push(at);
                let [one, other] = taken.neighbours[at];
                (last, at) = (at, if one == last { other } else { one });
            }
            self.nodes.push(at);
            let other = self.ends.iter().position(|&end| end == at).unwrap_or(0);
            let first = self.nodes.iter().position(|&node| node == 0).filter(|_| self.is_near);
            let nodes = if self.is_near { &self.nodes[..] } else { &self.nodes[1..self.nodes.len() - 1] };
            let (start, len) = (self.squares.len() as u32, nodes.len() as u32);
            self.squares.extend(nodes.iter().map(|&node| taken.indices[node]));
            self.squares.extend(nodes.iter().rev().map(|&node| taken.indices[node]));
            let there = HalfSegment { start, len, end: other as u32, is_known: true };
            let back = HalfSegment { start: start + len, len, end: from as u32, is_known: true };
            self.stretches[half + from] = there;
            self.stretches[half + other] = back;
            // The tour begins on the first square, towards the lower of its neighbours.
            if let Some(first) = first {
                let is_there = nodes[first + 1] < nodes[first - 1];
                let (whole, own) =
                    if is_there { (there, first as u32) } else { (back, len - 1 - first as u32) };
                let begun = if is_there { from } else { other };
                firsts = [
                    HalfSegment { start: whole.start + own, len: len - own, ..whole },
                    HalfSegment { start: whole.start, len: own, end: begun as u32, is_known: true },
                ];
            }
        }
        self.firsts.push(firsts);
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = HalfTour<'_>> {
        let ends = self.ends.len();
        self.firsts.iter().enumerate().map(move |(at, &firsts)| HalfTour {
            squares: &self.squares,
            stretches: &self.stretches[at * ends..(at + 1) * ends],
            firsts,
        })
    }
}

/// A tour put together from two halves.
pub(crate) struct Joined<'a> {
    puzzle: &'a Puzzle,
    graph: &'a OrderedGraph,
    is_open: bool,
    squares: Vec<u32>,
    len: usize,
    turned: Vec<u32>,
}

impl<'a> Joined<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle, graph: &'a OrderedGraph, is_open: bool) -> Joined<'a> {
        let total = graph.squares.len() + usize::from(is_open);
        Joined {
            puzzle,
            graph,
            is_open,
            squares: vec![0; total + 2 * SQUARES_PER_COPY],
            len: 0,
            turned: Vec::new(),
        }
    }

    fn copy(&mut self, from: &[u32], stretch: HalfSegment) {
        let (start, len) = (stretch.start as usize, stretch.len as usize);
        if len <= SQUARES_PER_COPY && start + SQUARES_PER_COPY <= from.len() {
            // More than is needed, but always the same; what follows is written over it.
            self.squares[self.len..self.len + SQUARES_PER_COPY]
                .copy_from_slice(&from[start..start + SQUARES_PER_COPY]);
        } else {
            self.squares[self.len..self.len + len].copy_from_slice(&from[start..start + len]);
        }
        self.len += len;
    }

    pub(crate) fn join(
        &mut self,
        near: &HalfTour<'_>,
        far: &HalfTour<'_>,
        found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.len = 0;
        let [first, last] = near.firsts;
        self.copy(near.squares, first);
        let mut end = first.end;
        loop {
            let stretch = far.stretches[end as usize];
            self.copy(far.squares, stretch);
            if stretch.end == last.end {
                break;
            }
            let stretch = near.stretches[stretch.end as usize];
            self.copy(near.squares, stretch);
            end = stretch.end;
        }
        self.copy(near.squares, last);
        self.tell(found)
    }

    /// The tour that all leaps make: from the first square, towards the lower of its neighbours.
    pub(crate) fn walk(
        &mut self,
        taken: &LeapStack,
        found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let [one, other] = taken.neighbours[0];
        let (mut last, mut at) = (0, one.min(other));
        self.squares[0] = taken.indices[0];
        self.len = 1;
        while at != 0 {
            self.squares[self.len] = taken.indices[at];
            self.len += 1;
            let [one, other] = taken.neighbours[at];
            (last, at) = (at, if one == last { other } else { one });
        }
        self.tell(found)
    }

    fn tell(&mut self, found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        if !self.is_open && self.puzzle.start().is_none() {
            return found(&self.squares[..self.len]);
        }
        self.turn(found)
    }

    /// Rotates the tour to its first square and reports it, in both directions if it has two.
    fn turn(&mut self, found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        let board = self.puzzle.board();
        let index = |square| board.index(square) as u32;
        let squares = &self.squares[..self.len];
        let number = |at: u32| self.graph.number(at);
        self.turned.clear();
        if self.puzzle.kind() == Some(TourKind::Closed) {
            let start = self.puzzle.start().map_or(squares[0], index);
            let at = squares.iter().position(|&square| square == start).unwrap_or(0);
            self.turned.extend(squares[at..].iter().chain(&squares[..at]));
            if number(self.turned[1]) > number(self.turned[self.len - 1]) {
                self.turned[1..].reverse();
            }
            return found(&self.turned);
        }
        let beyond = squares.iter().position(|&square| square == u32::MAX).unwrap_or(0);
        self.turned.extend(squares[beyond + 1..].iter().chain(&squares[..beyond]));
        let (first, last) = (self.turned[0], self.turned[self.turned.len() - 1]);
        let is_backwards = match (self.puzzle.start().map(index), self.puzzle.end().map(index)) {
            (Some(start), _) => first != start,
            (None, Some(end)) => last != end,
            (None, None) => number(first) > number(last),
        };
        if is_backwards {
            self.turned.reverse();
        }
        found(&self.turned)?;
        if self.puzzle.start().or(self.puzzle.end()).is_none() {
            self.turned.reverse();
            found(&self.turned)?;
        }
        ControlFlow::Continue(())
    }
}
