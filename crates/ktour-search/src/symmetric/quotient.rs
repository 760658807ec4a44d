//! A board folded along a symmetry: one vertex for all squares that are images of each other.
//!
//! A vertex stands for an *orbit*, the images of one square, of which the first is its *representative*. A
//! leap between two orbits has a *shift*: the number of times the symmetry is applied to the representative
//! of the second before it is a leap away from that of the first. A cycle through all orbits unfolds to a
//! tour with this symmetry, and a tour with this symmetry folds to such a cycle.
//!
//! * *Along:* the symmetry moves every square by the same number of steps along a closed tour. Folded, the
//!   tour is a cycle through all orbits, and the sum of its shifts has no common divisor with the order of
//!   the symmetry; otherwise it would unfold to several cycles.
//! * *Back:* the symmetry reverses the tour. Then its *middles* stay in place: each is a square, or a leap
//!   between a square and its image; a closed tour has two, an open one has one. Folded, the tour is a path
//!   from middle to middle, or from the middle to an end, which is closed by *virtual vertices*.
//!
//! Reference: G. P. Jelliss, Symmetry in knight's tours; D. E. Knuth, TAOCP 4, pre-fascicle 8A.

use ktour_core::{
    Board, Control, Puzzle, Square, Symmetry, TourKind,
    graph::{Graph, NONE},
    proof::SymmetryFacts,
};

/// Action of a symmetry on a tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SymmetryAction {
    /// It moves every square forward along the tour.
    Along,
    /// It reverses the tour.
    Back,
}

/// Shift of leaps to a virtual vertex.
const NO_SHIFT: u8 = u8::MAX;

/// Squares as orbits of a symmetry.
pub(super) struct Orbits<'a> {
    puzzle: &'a Puzzle,
    symmetry: Symmetry,
    /// Order of the symmetry; 1 if it moves no square, as a reflection does whose axis goes through all
    /// squares.
    pub(super) order: u8,
    representatives: Vec<Square>,
    /// Orbit of every square, and how often the symmetry is applied to the representative to reach it.
    of: Vec<(u32, u8)>,
    /// Orbits of one square, and orbits in which a leap joins a square to its image.
    pub(super) fixed: Vec<u32>,
    pub(super) crossed: Vec<u32>,
}

impl<'a> Orbits<'a> {
    /// Folds the board; `None` if it was stopped. The symmetry must be one of the board's.
    pub(super) fn new(puzzle: &'a Puzzle, symmetry: Symmetry, control: &Control) -> Option<Orbits<'a>> {
        let board = puzzle.board();
        let moves_some = board.squares().any(|square| symmetry.apply_to_square(board, square) != square);
        let mut orbits = Orbits {
            puzzle,
            symmetry,
            order: if moves_some { symmetry.order() } else { 1 },
            representatives: Vec::new(),
            of: vec![(NONE, 0); board.area() as usize],
            fixed: Vec::new(),
            crossed: Vec::new(),
        };
        for (step, square) in (0..).zip(board.squares()) {
            if control.is_stopped_at(step) {
                return None;
            }
            if orbits.of[board.index(square)].0 != NONE {
                continue;
            }
            let orbit = orbits.representatives.len() as u32;
            orbits.representatives.push(square);
            let mut image = square;
            for shift in 0..orbits.order {
                if shift == 0 || image != square {
                    orbits.of[board.index(image)] = (orbit, shift);
                }
                image = symmetry.apply_to_square(board, image);
            }
            let next = symmetry.apply_to_square(board, square);
            if next == square {
                orbits.fixed.push(orbit);
            } else if orbits.order == 2 && puzzle.leaper().is_leap(square, next) {
                orbits.crossed.push(orbit);
            }
        }
        Some(orbits)
    }

    /// Numbers that decide whether a tour can have the symmetry.
    pub(super) fn facts(&self) -> SymmetryFacts {
        let (puzzle, board) = (self.puzzle, self.board());
        let first = self.representatives[0];
        let changes_colour = first.is_dark() != self.image(first).is_dark();
        let given = puzzle.start().or(puzzle.end());
        let ends = given.map(|end| (end, self.image(end))).filter(|&(end, image)| {
            board.square_count() > 1
                && (end == image || puzzle.start().is_some() && puzzle.end().is_some_and(|end| end != image))
        });
        let kind = puzzle.kind().unwrap_or(TourKind::Open);
        SymmetryFacts {
            symmetry: self.symmetry,
            kind,
            squares: board.square_count(),
            fixed: self.fixed.len() as u128,
            joined: self.crossed.len() as u128,
            changes_colour: puzzle.leaper().changes_colour().then_some(changes_colour),
            ends: ends.filter(|_| kind == TourKind::Open),
        }
    }

    /// Actions that the symmetry can have on a tour, as far as counting decides.
    pub(super) fn actions(&self) -> Vec<SymmetryAction> {
        let SymmetryFacts { kind, squares, fixed, joined, changes_colour, ends, .. } = self.facts();
        let order = u128::from(self.order);
        let is_even = squares % order == 0
            && changes_colour.is_none_or(|changes| changes == (squares / order % 2 == 1));
        let middles = if kind == TourKind::Closed { 2 } else { 1 };
        let along = kind == TourKind::Closed && fixed == 0 && is_even;
        let back = order == 2 && fixed <= middles && fixed + joined >= middles && ends.is_none();
        [(along, SymmetryAction::Along), (back, SymmetryAction::Back)]
            .into_iter()
            .filter(|pair| pair.0)
            .map(|pair| pair.1)
            .collect()
    }

    /// The closed tour of four squares that a quarter turn exchanges, with a leap from each to its image.
    /// They are a single orbit, and leaps within an orbit are not part of the quotient.
    pub(super) fn quarter_turned(&self) -> Option<Vec<Square>> {
        let [square] = self.representatives[..] else { return None };
        let is_tour = self.order == 4
            && self.puzzle.kind() == Some(TourKind::Closed)
            && self.puzzle.leaper().is_leap(square, self.image(square));
        is_tour.then(|| (0..4).map(|shift| self.square(0, shift)).collect())
    }

    fn board(&self) -> &Board {
        self.puzzle.board()
    }

    /// The image of a representative after `shift` applications of the symmetry.
    fn square(&self, orbit: u32, shift: u8) -> Square {
        let mut square = self.representatives[orbit as usize];
        for _ in 0..shift % self.order {
            square = self.symmetry.apply_to_square(self.board(), square);
        }
        square
    }

    fn image(&self, square: Square) -> Square {
        self.symmetry.apply_to_square(self.board(), square)
    }

    fn is_fixed(&self, orbit: u32) -> bool {
        self.fixed.contains(&orbit)
    }

    /// The leaps between orbits, each once, with their shifts.
    fn leaps(&self) -> (Vec<(u32, u32)>, Vec<u8>) {
        let (mut leaps, mut shifts) = (Vec::new(), Vec::new());
        for (orbit, &square) in (0..).zip(&self.representatives) {
            for to in self.board().leaps(self.puzzle.leaper(), square) {
                let (other, shift) = self.of[self.board().index(to)];
                // A leap from a fixed square and its image are one leap of the quotient.
                if orbit < other && (shift == 0 || !self.is_fixed(orbit)) {
                    leaps.push((orbit, other));
                    shifts.push(shift);
                }
            }
        }
        (leaps, shifts)
    }
}

/// A folded puzzle: its orbits, the leaps between them and the leaps that a cycle must have.
pub(super) struct Quotient<'a> {
    orbits: &'a Orbits<'a>,
    pub(super) action: SymmetryAction,
    shifts: Vec<u8>,
    /// Leaps that every cycle contains.
    pub(super) given: Vec<u32>,
    /// Leaps that join the same two orbits, in runs.
    pub(super) parallel: Vec<Vec<u32>>,
}

impl<'a> Quotient<'a> {
    /// The quotient and its graph; `None` if it was stopped.
    pub(super) fn new(
        orbits: &'a Orbits<'a>,
        action: SymmetryAction,
        control: &Control,
    ) -> Option<(Quotient<'a>, Graph)> {
        let (mut leaps, mut shifts) = orbits.leaps();
        let mut given = Vec::new();
        let mut vertices = orbits.representatives.len();
        if action == SymmetryAction::Back {
            let is_closed = orbits.puzzle.kind() == Some(TourKind::Closed);
            let (middle, end) = (vertices as u32, vertices as u32 + 1);
            // Fixed squares are always middles.
            for &orbit in &orbits.fixed {
                given.push(leaps.len() as u32);
                leaps.push((orbit, middle));
            }
            if orbits.fixed.len() < if is_closed { 2 } else { 1 } {
                leaps.extend(orbits.crossed.iter().map(|&orbit| (orbit, middle)));
            }
            if !is_closed {
                given.push(leaps.len() as u32);
                leaps.push((middle, end));
                let named = [orbits.puzzle.start(), orbits.puzzle.end()].into_iter().flatten().next();
                let named = named.map(|square| orbits.of[orbits.board().index(square)].0);
                let ends = (0..middle).filter(|&orbit| named.is_none_or(|named| named == orbit));
                leaps.extend(ends.map(|orbit| (orbit, end)));
            }
            vertices += if is_closed { 1 } else { 2 };
            shifts.resize(leaps.len(), NO_SHIFT);
        }
        let mut by_ends: Vec<(u32, u32, u32)> =
            (0..).zip(&leaps).map(|(leap, &(a, b))| (a, b, leap)).collect();
        by_ends.sort_unstable();
        let parallel = by_ends
            .chunk_by(|one, two| (one.0, one.1) == (two.0, two.1))
            .filter(|run| run.len() > 1)
            .map(|run| run.iter().map(|&(.., leap)| leap).collect())
            .collect();
        let graph = Graph::new(vertices, leaps, control)?;
        Some((Quotient { orbits, action, shifts, given, parallel }, graph))
    }

    /// The squares of the tour, given a cycle through all vertices as its leaps in order, each with its first
    /// vertex. `None` if the cycle unfolds into several.
    pub(super) fn unfold(&self, graph: &Graph, cycle: &[(u32, u32)]) -> Option<Vec<Square>> {
        let orbits = self.orbits;
        if self.action == SymmetryAction::Along {
            let (path, shift) = self.path(graph, cycle);
            let carry = |square: Square| (0..shift).fold(square, |square, _| orbits.image(square));
            let laps = (0..orbits.order).scan(path, |path, _| {
                let next = path.iter().map(|&square| carry(square)).collect();
                Some(std::mem::replace(path, next))
            });
            // With an odd shift, the laps visit every image before the tour closes.
            return (shift % 2 == 1).then(|| laps.flatten().collect());
        }
        let middle = orbits.representatives.len() as u32;
        let at = cycle.iter().position(|&(_, from)| from == middle)?;
        let mut cycle = [&cycle[at..], &cycle[..at]].concat();
        if graph.other(cycle[0].0, middle) > middle {
            // The path leads from the middle to the end.
            let ends: Vec<u32> = cycle.iter().map(|&(leap, from)| graph.other(leap, from)).collect();
            cycle = cycle.iter().zip(ends).map(|(&(leap, _), to)| (leap, to)).rev().collect();
        }
        cycle.retain(|&(_, from)| from < middle);
        let (path, _) = self.path(graph, &cycle);
        let images = path.iter().map(|&square| (square, orbits.image(square)));
        let moved = images.filter(|(square, image)| square != image).map(|(_, image)| image).rev();
        let moved: Vec<Square> = moved.collect();
        Some(match orbits.puzzle.kind() {
            Some(TourKind::Closed) => [path, moved].concat(),
            _ => self.oriented([moved, path].concat()),
        })
    }

    /// The squares of a walk over orbits that begins on a representative, and the sum of its shifts.
    fn path(&self, graph: &Graph, walk: &[(u32, u32)]) -> (Vec<Square>, u8) {
        let (order, mut sum) = (self.orbits.order, 0);
        let path = walk.iter().map(|&(leap, from)| {
            let square = self.orbits.square(from, sum);
            let shift = self.shifts[leap as usize];
            if shift != NO_SHIFT {
                sum = (sum + if graph.endpoints(leap).0 == from { shift } else { order - shift }) % order;
            }
            square
        });
        (path.collect(), sum)
    }

    /// An open tour in the requested direction.
    fn oriented(&self, mut squares: Vec<Square>) -> Vec<Square> {
        let (start, end) = (self.orbits.puzzle.start(), self.orbits.puzzle.end());
        let (first, last) = (squares.first().copied(), squares.last().copied());
        if start.is_some() && start == last || start.is_none() && end.is_some() && end == first {
            squares.reverse();
        }
        squares
    }
}

/// The leaps of a cycle in order, each with its first vertex, given the two leaps of every vertex.
pub(super) fn cycle_leaps(graph: &Graph, leaps_at: impl Fn(u32) -> [u32; 2]) -> Vec<(u32, u32)> {
    let (mut at, mut leap) = (0, leaps_at(0)[0]);
    let mut cycle = Vec::with_capacity(graph.vertex_count());
    loop {
        cycle.push((leap, at));
        at = graph.other(leap, at);
        if at == 0 {
            return cycle;
        }
        let [one, two] = leaps_at(at);
        leap = if one == leap { two } else { one };
    }
}
