//! The leap graph of a puzzle, in the form needed by backbite moves.

use ktour_core::{
    Control, Leap, Puzzle, Square, TourKind,
    graph::{Graph, NONE},
};

/// Direction of two squares that are not a leap apart.
pub(super) const NO_DIRECTION: u8 = u8::MAX;

/// Numbered squares, the leaps between them, and the virtual vertex.
#[derive(Debug)]
pub(super) struct VertexLeaps {
    pub(super) squares: Vec<Square>,
    pub(super) graph: Graph,
    /// The virtual vertex of an open tour: a leap away from every square where it may begin or end.
    pub(super) beyond: Option<u32>,
    /// Whether each vertex is a leap away from the virtual vertex.
    is_end: Vec<bool>,
    /// Vertices that must stay next to each vertex.
    fixed: Vec<[u32; 2]>,
    /// The number of each of the leaper's leaps, indexed by its vector.
    direction_of: Vec<u8>,
    reach: i64,
}

impl VertexLeaps {
    pub(super) fn new(puzzle: &Puzzle, kind: TourKind) -> VertexLeaps {
        let directions: Vec<Leap> = puzzle.leaper().leaps().collect();
        let longest = puzzle.board().files().max(puzzle.board().ranks()) as i64;
        let reach = i64::from(puzzle.leaper().s()).min(longest);
        let mut direction_of = vec![NO_DIRECTION; ((2 * reach + 1) * (2 * reach + 1)) as usize];
        for (number, leap) in (0..).zip(&directions) {
            if leap.file.abs() <= reach && leap.rank.abs() <= reach {
                direction_of[((leap.file + reach) * (2 * reach + 1) + leap.rank + reach) as usize] = number;
            }
        }
        let control = Control::unlimited();
        let of_board = Graph::from_board(puzzle.board(), puzzle.leaper(), &control);
        let (squares, graph) = of_board.expect("a board with a stored tour is small, and nothing stops this");
        let count = squares.len();
        let mut leaps = VertexLeaps {
            squares,
            graph,
            beyond: None,
            is_end: Vec::new(),
            fixed: Vec::new(),
            direction_of,
            reach,
        };
        let ends = [puzzle.start(), puzzle.end()].map(|end| end.and_then(|end| leaps.vertex(end)));
        if kind == TourKind::Open {
            // If both ends are given, the virtual vertex has no other leap.
            let is_end = |vertex: u32| ends.contains(&Some(vertex)) || ends.contains(&None);
            let beyond = count as u32;
            leaps.is_end = (0..beyond).map(is_end).collect();
            let more = (0..beyond).filter(|&vertex| is_end(vertex)).map(|vertex| (vertex, beyond)).collect();
            leaps.graph = leaps.graph.extended(1, more, &control).expect("nothing stops this");
            leaps.beyond = Some(beyond);
        }
        leaps.fixed = vec![[NONE; 2]; leaps.graph.vertex_count()];
        let visited: Vec<u32> = puzzle.visited().iter().filter_map(|&square| leaps.vertex(square)).collect();
        visited.windows(2).for_each(|pair| leaps.fix(pair[0], pair[1]));
        if let Some(beyond) = leaps.beyond {
            ends.into_iter().flatten().for_each(|end| leaps.fix(beyond, end));
        }
        leaps
    }

    fn vertex(&self, square: Square) -> Option<u32> {
        self.squares.binary_search(&square).ok().map(|vertex| vertex as u32)
    }

    fn fix(&mut self, a: u32, b: u32) {
        for (from, to) in [(a, b), (b, a)] {
            if let Some(free) = self.fixed[from as usize].iter_mut().find(|fixed| **fixed == NONE) {
                *free = to;
            }
        }
    }

    /// Whether every tour that answers the puzzle contains a leap.
    pub(super) fn is_fixed(&self, a: u32, b: u32) -> bool {
        self.fixed[a as usize].contains(&b)
    }

    /// The number of the leap from one square to another, if it is one and neither is the virtual vertex.
    pub(super) fn direction(&self, a: u32, b: u32) -> u8 {
        let (Some(a), Some(b)) = (self.squares.get(a as usize), self.squares.get(b as usize)) else {
            return NO_DIRECTION;
        };
        let (file, rank) =
            (b.file as i64 - a.file as i64 + self.reach, b.rank as i64 - a.rank as i64 + self.reach);
        let side = 2 * self.reach + 1;
        let is_near = (0..side).contains(&file) && (0..side).contains(&rank);
        if is_near { self.direction_of[(file * side + rank) as usize] } else { NO_DIRECTION }
    }

    pub(super) fn is_leap(&self, a: u32, b: u32) -> bool {
        match self.beyond {
            Some(beyond) if a == beyond => self.is_end[b as usize],
            Some(beyond) if b == beyond => self.is_end[a as usize],
            _ => self.direction(a, b) != NO_DIRECTION,
        }
    }

    /// A tour as vertices, the virtual one included, cut open at a leap that is not fixed.
    pub(super) fn cycle(&self, squares: &[Square]) -> Vec<u32> {
        let vertices = squares.iter().filter_map(|&square| self.vertex(square));
        let mut cycle: Vec<u32> = self.beyond.into_iter().chain(vertices).collect();
        let count = cycle.len();
        let cut = (0..count).find(|&at| !self.is_fixed(cycle[(at + count - 1) % count], cycle[at]));
        cycle.rotate_left(cut.unwrap_or(0));
        cycle
    }

    /// The squares of a cycle, beginning where the puzzle begins.
    pub(super) fn tour(&self, cycle: &[u32], puzzle: &Puzzle) -> Vec<Square> {
        let mut cycle = cycle.to_vec();
        let [start, end] = [puzzle.start(), puzzle.end()].map(|end| end.and_then(|end| self.vertex(end)));
        let first = self.beyond.or(start).unwrap_or(0);
        let at = cycle.iter().position(|&vertex| vertex == first).unwrap_or(0);
        cycle.rotate_left(at);
        // The start, the end or the visited squares determine the direction.
        let count = cycle.len();
        let is_backwards = match (self.beyond, puzzle.visited(), end) {
            (Some(_), _, _) => {
                start.is_some_and(|start| cycle[1] != start) || end.is_some_and(|end| cycle[count - 1] != end)
            }
            (None, [_, second, ..], _) => self.vertex(*second) != Some(cycle[1]),
            _ => false,
        };
        if is_backwards {
            cycle[1..].reverse();
        }
        cycle.iter().filter_map(|&vertex| self.squares.get(vertex as usize).copied()).collect()
    }
}
