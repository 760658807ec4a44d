//! The formula: linear constraints on the leaps of a tour that every tour satisfies.
//!
//! A closed tour is a cycle through all squares. An open one becomes a cycle through a virtual vertex
//! (`beyond` in the files), which is joined to every square that may be an end; a given end is joined to it
//! through a vertex of its own, its *gate* (`first`, `last`), whose only two leaps every tour includes.
//! Squares already visited are left out, as in [`Puzzle::remaining`].
//!
//! Each leap is a variable, 1 if the tour includes it. Every vertex has *at least* and *at most* two included
//! leaps; at least two leaps lead out of some sets of vertices (*cuts*). A cycle through all vertices
//! satisfies all constraints, so if they are contradictory there is no tour.
//!
//! The constraints of vertex v are numbered 2v + 1 and 2v + 2; cuts follow in the order of their use.

use std::{fmt, io, rc::Rc};

use ktour_core::{
    Control, Puzzle, Square, TourKind,
    graph::{Graph, GraphCache, NONE},
};

/// The vertices of a puzzle and the leaps between them.
pub(super) struct Formula {
    pub(super) squares: Rc<Vec<Square>>,
    pub(super) graph: Rc<Graph>,
    /// Number of leaps between two squares; those after them lead to gates and the virtual vertex.
    pub(super) inner: usize,
    /// The virtual vertex of an open tour.
    pub(super) beyond: Option<u32>,
    /// The gates of the given ends.
    pub(super) gates: Vec<Gate>,
}

/// The vertex between a given end and the virtual vertex.
pub(super) struct Gate {
    name: &'static str,
    pub(super) square: u32,
    pub(super) gate: u32,
    /// The leap from the square, and the leap to the virtual vertex.
    pub(super) leaps: [u32; 2],
}

/// Estimates the size in bytes of the formula of a puzzle without cuts.
pub(super) fn size(puzzle: &Puzzle) -> u128 {
    let board = puzzle.board();
    let name = Square::new(board.files() - 1, board.ranks() - 1).to_string().len() as u128;
    // Each leap is written at two vertices in two lines; there are at most four leaps per square.
    board.square_count() * (4 * 4 * (5 + 2 * name) + 30)
}

impl Formula {
    /// Creates the formula of a puzzle with at most its start visited; `None` if it was stopped, or the board
    /// is too large for any search.
    pub(super) fn new(remaining: &Puzzle, graphs: &GraphCache, control: &Control) -> Option<Formula> {
        let (squares, graph) = graphs.get(remaining.board(), remaining.leaper(), control)?;
        let inner = graph.leap_count();
        if remaining.kind() == Some(TourKind::Closed) {
            return Some(Formula { squares, graph, inner, beyond: None, gates: Vec::new() });
        }
        let beyond = squares.len() as u32;
        let given: Vec<(&str, u32)> = [("first", remaining.start()), ("last", remaining.end())]
            .into_iter()
            .filter_map(|(name, end)| Some((name, squares.binary_search(&end?).ok()? as u32)))
            .collect();
        let mut leaps = Vec::new();
        if given.len() < 2 {
            let is_free = |vertex: &u32| given.iter().all(|(_, square)| square != vertex);
            leaps.extend((0..beyond).filter(is_free).map(|vertex| (vertex, beyond)));
        }
        let mut gates = Vec::new();
        for (at, &(name, square)) in given.iter().enumerate() {
            let (gate, leap) = (beyond + 1 + at as u32, (inner + leaps.len()) as u32);
            leaps.extend([(square, gate), (beyond, gate)]);
            gates.push(Gate { name, square, gate, leaps: [leap, leap + 1] });
        }
        let graph = Rc::new(Rc::unwrap_or_clone(graph).extended(1 + gates.len(), leaps, control)?);
        Some(Formula { squares, graph, inner, beyond: Some(beyond), gates })
    }

    /// Number of constraints without cuts.
    pub(super) fn degrees(&self) -> u64 {
        2 * self.graph.vertex_count() as u64
    }

    /// The leap that makes a square an end.
    pub(super) fn end_leap(&self, square: u32) -> Option<u32> {
        if let Some(gate) = self.gates.iter().find(|gate| gate.square == square) {
            return Some(gate.leaps[0]);
        }
        self.graph.between(square, self.beyond?)
    }

    /// The name of a vertex in the files.
    pub(super) fn vertex(&self, vertex: u32) -> Name<'_> {
        Name { formula: self, vertex }
    }

    /// The name of a leap in the files.
    pub(super) fn leap(&self, leap: u32) -> impl fmt::Display + '_ {
        let (a, b) = self.graph.endpoints(leap);
        fmt::from_fn(move |f| write!(f, "{}_{}", self.vertex(a), self.vertex(b)))
    }

    /// Writes the header and the constraints of every vertex.
    pub(super) fn write(&self, cuts: u64, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "* #variable= {} #constraint= {}", self.graph.leap_count(), self.degrees() + cuts)?;
        for vertex in 0..self.graph.vertex_count() as u32 {
            writeln!(out, "* out of {}", self.vertex(vertex))?;
            for (sign, least) in [('+', "2"), ('-', "-2")] {
                for &(leap, _) in self.graph.neighbours(vertex) {
                    write!(out, "{sign}1 {} ", self.leap(leap))?;
                }
                writeln!(out, ">= {least} ;")?;
            }
        }
        Ok(())
    }

    /// The connected components without the vertices in `is_gone`, by the leaps that `has` allows.
    pub(super) fn pieces(&self, mut is_gone: Vec<bool>, has: impl Fn(u32) -> bool) -> Vec<Vec<u32>> {
        let mut pieces = Vec::new();
        for first in 0..self.graph.vertex_count() as u32 {
            if std::mem::replace(&mut is_gone[first as usize], true) {
                continue;
            }
            let (mut piece, mut next) = (vec![first], 0);
            while let Some(&at) = piece.get(next) {
                next += 1;
                for &(leap, to) in self.graph.neighbours(at) {
                    if has(leap) && !std::mem::replace(&mut is_gone[to as usize], true) {
                        piece.push(to);
                    }
                }
            }
            pieces.push(piece);
        }
        pieces
    }

    /// A colouring of the squares that every leap between squares changes; the squares must be connected.
    pub(super) fn colours(&self, control: &Control) -> Option<Vec<bool>> {
        let mut is_dark = vec![false; self.graph.vertex_count()];
        let mut is_not_square = vec![true; self.graph.vertex_count()];
        is_not_square[..self.squares.len()].fill(false);
        let is_whole = self.graph.flood_fill(is_not_square, control, |vertex, from| {
            is_dark[vertex as usize] = from.is_none_or(|from| !is_dark[from as usize]);
        });
        is_dark.truncate(self.squares.len());
        is_whole.then_some(is_dark)
    }

    /// The number of a leap of a search whose graph has the same squares; `NONE` if every tour includes it.
    pub(super) fn leap_of_search(&self, graph: &Graph, leap: u32) -> u32 {
        if (leap as usize) < self.inner {
            return leap;
        }
        let (square, _) = graph.endpoints(leap);
        if square as usize >= self.squares.len() { NONE } else { self.end_leap(square).unwrap_or(NONE) }
    }
}

/// A vertex, displayed as in the files: `a1`, or `beyond`, `first`, `last`.
pub(super) struct Name<'a> {
    formula: &'a Formula,
    vertex: u32,
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.formula.squares.get(self.vertex as usize) {
            Some(square) => square.fmt(f),
            None => match self.formula.gates.iter().find(|gate| gate.gate == self.vertex) {
                Some(gate) => f.write_str(gate.name),
                None => f.write_str("beyond"),
            },
        }
    }
}
