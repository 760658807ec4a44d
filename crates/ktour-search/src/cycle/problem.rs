//! A prepared puzzle: its vertices, the decisions about its leaps, and a 2-factor.
//!
//! First a 2-factor of the whole board is computed. If there is none, the deficient vertices are a reason
//! that a person can check. Then forced leaps are propagated, and the factor is updated.

use std::rc::Rc;

use super::{chosen::FactorLeaps, cycles::Cycles, factor::Shortage, fixed_leaps::FixedLeaps};
use crate::{
    Refusal,
    decisions::Conflict,
    strategy::{SearchEnd, verified},
    theory::{self, Verdict},
};
use ktour_core::{
    Control, Puzzle, Reason, Square, Symmetry, TourKind,
    graph::{Graph, GraphCache},
    proof,
    random::Random,
};

/// Included, excluded and undecided leaps, and a factor that agrees with them. Searches may take turns on it:
/// each restarts it.
pub(crate) struct Problem<'a> {
    /// The puzzle, and its unvisited part.
    puzzle: &'a Puzzle,
    rest: Puzzle,
    vertices: Vertices,
    pub(crate) leaps: FactorLeaps,
    /// Whether propagation at the root has succeeded once.
    is_propagated: bool,
}

/// A problem to be searched, or the end of the search if nothing has to be searched.
pub(crate) enum Opening<'a> {
    Ready(Box<Problem<'a>>),
    Over(SearchEnd),
}

impl<'a> Problem<'a> {
    /// Prepares a problem before any decision; a search [restarts](Problem::restart) it.
    pub(crate) fn prepare(
        puzzle: &'a Puzzle,
        graphs: &GraphCache,
        control: &Control,
    ) -> Result<Opening<'a>, Refusal> {
        let rest = puzzle.remaining();
        let squares = rest.board().square_count();
        if squares == 1 && rest.kind() != Some(TourKind::Closed) {
            let only = rest.board().squares().collect();
            return Ok(Opening::Over(SearchEnd::Found(verified(puzzle, puzzle.complete(only)))));
        }
        let Some((vertices, graph)) = Vertices::new(&rest, graphs, control)? else {
            return Ok(Opening::Over(SearchEnd::Stopped));
        };
        if squares < 3 && rest.kind() == Some(TourKind::Closed) || !vertices.is_feasible {
            // Islands and colours are reasons that a person can check.
            return Ok(Opening::Over(match theory::exists_on(&rest, graphs, control) {
                Verdict::No(reason) => SearchEnd::Impossible(reason),
                _ => SearchEnd::Exhausted,
            }));
        }
        let leaps = FactorLeaps::new(graph, vertices.is_dark.clone());
        let problem = Problem { puzzle, rest, vertices, leaps, is_propagated: false };
        Ok(Opening::Ready(Box::new(problem)))
    }

    /// Undoes all decisions, computes a random factor and propagates forced leaps; `Err` is the end of the
    /// search.
    pub(crate) fn restart(&mut self, random: &mut Random, control: &Control) -> Result<(), SearchEnd> {
        self.leaps.decisions.undo(0);
        self.leaps.factor.clear();
        if self.vertices.given.iter().try_for_each(|&leap| self.leaps.decisions.include(leap)).is_err() {
            return Err(SearchEnd::Exhausted);
        }
        self.leaps.factor.apply_decisions(&self.leaps.decisions, 0);
        // On a large board each of these steps is slow.
        if control.is_stopped() {
            return Err(SearchEnd::Stopped);
        }
        self.leaps.factor.choose_greedily(&self.leaps.decisions, random, control);
        match self.leaps.factor.augment(&self.leaps.decisions, control) {
            Ok(true) => {}
            Ok(false) => return Err(SearchEnd::Stopped),
            Err(shortage) => {
                return Err(self.reason(&shortage).map_or(SearchEnd::Exhausted, SearchEnd::Impossible));
            }
        }
        if control.is_stopped() {
            return Err(SearchEnd::Stopped);
        }
        let mark = self.leaps.decisions.mark();
        let forced = self.leaps.decisions.propagate_all().and_then(|()| match self.is_propagated {
            true => self.leaps.update_factor(mark, control),
            false => self.leaps.propagate(mark, control),
        });
        match forced {
            Err(Conflict) => Err(SearchEnd::Exhausted),
            Ok(()) if control.is_stopped() => Err(SearchEnd::Stopped),
            Ok(()) => {
                self.is_propagated = true;
                Ok(())
            }
        }
    }

    /// Decides the leaps that are the same in all factors and propagates, until there are no more. `watch` is
    /// called with them before they are decided. If stopped, it reports no conflict.
    pub(crate) fn fix_common_leaps(
        &mut self,
        control: &Control,
        mut watch: impl FnMut(&Problem, &FixedLeaps),
    ) -> Result<(), Conflict> {
        while !control.is_stopped() {
            let Some(fixed) = FixedLeaps::new(&self.leaps.decisions, &self.leaps.factor, control) else {
                break;
            };
            let mark = self.leaps.decisions.mark();
            if !fixed.leaps.is_empty() {
                watch(self, &fixed);
            }
            for &(leap, _) in fixed.leaps.iter().filter(|(_, is_included)| !is_included) {
                self.leaps.decisions.exclude(leap)?;
            }
            self.leaps.decisions.propagate()?;
            for &(leap, _) in fixed.leaps.iter().filter(|(_, is_included)| *is_included) {
                self.leaps.decisions.include(leap)?;
            }
            if self.leaps.decisions.mark() == mark {
                break;
            }
            self.leaps.propagate(mark, control)?;
        }
        Ok(())
    }

    /// Excludes dark ends that are images of others, if both ends are free and of different colours: from any
    /// tour, a symmetry of the board that preserves colours makes one whose end is the first of its images.
    pub(crate) fn exclude_images(&mut self, control: &Control) -> Result<(), Conflict> {
        let Vertices { squares, is_dark, .. } = &self.vertices;
        let (board, square_count) = (self.rest.board(), squares.len());
        if self.rest.start().or(self.rest.end()).is_some() || self.vertices.len() != square_count + 2 {
            return Ok(());
        }
        let image = |symmetry: Symmetry, vertex: usize| {
            squares
                .binary_search(&symmetry.apply_to_square(board, squares[vertex]))
                .expect("it is a symmetry")
        };
        let mut symmetries = board.symmetries();
        symmetries.retain(|&symmetry| is_dark[image(symmetry, 0)] == is_dark[0]);
        let is_image = |&&(_, end): &&(u32, u32)| {
            let end = end as usize;
            end < square_count && symmetries.iter().any(|&symmetry| image(symmetry, end) < end)
        };
        let first_virtual = square_count as u32;
        let around = self.leaps.decisions.graph.neighbours(first_virtual);
        let images: Vec<u32> = around.iter().filter(is_image).map(|&(leap, _)| leap).collect();
        let mark = self.leaps.decisions.mark();
        images.into_iter().try_for_each(|leap| self.leaps.decisions.exclude(leap))?;
        self.leaps.propagate(mark, control)
    }

    /// Replaces the factor by another random one; `false` if it was stopped.
    pub(crate) fn shuffle(&mut self, random: &mut Random, control: &Control) -> bool {
        self.leaps.factor.clear();
        self.leaps.factor.apply_decisions(&self.leaps.decisions, 0);
        self.leaps.factor.choose_greedily(&self.leaps.decisions, random, control);
        let mended = self.leaps.factor.augment(&self.leaps.decisions, control);
        debug_assert!(mended.is_ok(), "a problem has a factor");
        matches!(mended, Ok(true))
    }

    /// The squares of the vertices before the virtual ones.
    pub(crate) fn squares(&self) -> &Rc<Vec<Square>> {
        &self.vertices.squares
    }

    /// The tour, if the factor is one cycle.
    pub(crate) fn tour(&self, cycles: &Cycles) -> SearchEnd {
        let cycle = cycles.vertices(cycles.cycle_of(0)).collect();
        let squares = self.vertices.squares_of(&self.rest, cycle);
        SearchEnd::Found(verified(self.puzzle, self.puzzle.complete(squares)))
    }

    /// The shortage as a reason: of both colours, the smaller side that `proof` accepts.
    fn reason(&self, shortage: &Shortage) -> Option<Reason> {
        let side = |vertices: &[u32]| -> Vec<Square> {
            let mut squares: Vec<Square> =
                vertices.iter().filter_map(|&at| self.vertices.squares.get(at as usize).copied()).collect();
            squares.sort_unstable();
            squares
        };
        let others = |vertices: &[u32], is_dark: bool| -> Vec<u32> {
            let mut is_in = vec![false; self.vertices.len()];
            vertices.iter().for_each(|&at| is_in[at as usize] = true);
            (0..self.vertices.len() as u32)
                .filter(|&at| self.vertices.is_dark[at as usize] == is_dark && !is_in[at as usize])
                .collect()
        };
        let is_dark = shortage.needy.first().is_none_or(|&at| self.vertices.is_dark[at as usize]);
        let here = (side(&shortage.needy), side(&shortage.giving));
        let there = (side(&others(&shortage.giving, !is_dark)), side(&others(&shortage.needy, is_dark)));
        let mut both = [here, there];
        both.sort_by_key(|(squares, _)| squares.len());
        let reasons = both.into_iter().map(|(squares, givers)| Reason::Shortage { squares, givers });
        reasons.into_iter().find(|reason| proof::check(&self.rest, reason).is_ok())
    }
}

// A puzzle as a Hamiltonian cycle problem: vertices, leaps between them, and given leaps.
//
// A closed tour is a cycle through all squares. An open tour becomes one through a *virtual vertex*, which
// is a leap away from every square where the tour may begin or end; through two such vertices, joined by a
// given leap, if the ends have different colours. Then every leap joins a dark vertex to a light one, for
// any leaper: a leaper whose leaps preserve the colour of the board moves on a slanted board of its own, and
// leaps change the colour there.

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
        let (mut is_dark, mut components) = (vec![false; squares.len()], 0);
        let is_flooded = graph.flood_fill(vec![false; squares.len()], control, |v, from| {
            is_dark[v as usize] = from.is_none_or(|from| !is_dark[from as usize]);
            components += usize::from(from.is_none());
        });
        if !is_flooded {
            return None;
        }
        let mut vertices = Vertices { squares, given: Vec::new(), is_dark, is_feasible: components == 1 };
        if puzzle.kind() == Some(TourKind::Closed) {
            return Some((vertices, graph));
        }
        let ends = [puzzle.start(), puzzle.end()].map(|end| end.and_then(|end| vertices.vertex(end)));
        let leaps = vertices.add_virtual_vertices(ends, graph.leap_count() as u32);
        let virtual_vertices = vertices.len() - graph.vertex_count();
        graphs.clear();
        Some((vertices, Rc::new(Rc::unwrap_or_clone(graph).extended(virtual_vertices, leaps, control)?)))
    }

    /// Number of vertices.
    pub(crate) fn len(&self) -> usize {
        self.is_dark.len()
    }

    /// The vertex of a square.
    fn vertex(&self, square: Square) -> Option<u32> {
        self.squares.binary_search(&square).ok().map(|at| at as u32)
    }

    /// Adds the virtual vertices; returns their leaps, which are numbered from `first`.
    fn add_virtual_vertices(&mut self, ends: [Option<u32>; 2], first: u32) -> Vec<(u32, u32)> {
        let squares = self.squares.len() as u32;
        let dark = self.is_dark.iter().filter(|&&is_dark| is_dark).count();
        let end_colours =
            if 2 * dark == squares as usize { vec![true, false] } else { vec![2 * dark > squares as usize] };
        self.is_feasible &=
            ends.into_iter().flatten().all(|end| end_colours.contains(&self.is_dark[end as usize]));
        let mut leaps = Vec::new();
        for &end_colour in &end_colours {
            // One end has this colour, or both if there is only one virtual vertex.
            let virtual_vertex = self.len() as u32;
            let ends_per_vertex = 2 / end_colours.len();
            let given: Vec<u32> =
                ends.into_iter().flatten().filter(|&end| self.is_dark[end as usize] == end_colour).collect();
            for a in (0..squares).filter(|&a| self.is_dark[a as usize] == end_colour) {
                let is_given = given.contains(&a);
                if is_given {
                    self.given.push(first + leaps.len() as u32);
                }
                if is_given || given.len() < ends_per_vertex {
                    leaps.push((a, virtual_vertex));
                }
            }
            self.is_dark.push(!end_colour);
        }
        if end_colours.len() == 2 {
            self.given.push(first + leaps.len() as u32);
            leaps.push((squares, squares + 1));
        }
        leaps
    }

    /// The squares of a tour, given the vertices of a cycle in order.
    pub(crate) fn squares_of(&self, puzzle: &Puzzle, mut cycle: Vec<u32>) -> Vec<Square> {
        let squares = self.squares.len();
        let is_virtual = |&vertex: &u32| vertex as usize >= squares;
        let [start, end] = [puzzle.start(), puzzle.end()].map(|end| end.and_then(|end| self.vertex(end)));
        let first = match cycle.iter().position(is_virtual) {
            Some(at) => at,
            None => cycle.iter().position(|&at| at == start.unwrap_or(0)).unwrap_or(0),
        };
        cycle.rotate_left(first);
        // Two virtual vertices may be at both ends of the list.
        cycle.retain(|at| !is_virtual(at));
        let is_open = squares < self.len();
        if is_open && (start.is_some_and(|at| cycle[0] != at) || start.is_none() && end == Some(cycle[0])) {
            cycle.reverse();
        }
        cycle.into_iter().map(|at| self.squares[at as usize]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Method, Stats, cycle::exact};
    use ktour_core::Board;

    /// Restarts a problem and returns the chosen leaps of every vertex.
    fn restarted_leaps(problem: &mut Problem, seed: u64) -> Vec<[u32; 2]> {
        let is_ready = problem.restart(&mut Random::new(seed, 0), &Control::unlimited()).is_ok();
        assert!(is_ready, "a board with tours");
        (0..problem.vertices.len() as u32).map(|vertex| problem.leaps.factor.chosen_at(vertex)).collect()
    }

    #[test]
    fn a_searched_problem_restarts_like_a_new_one() {
        for (files, ranks, kind) in
            [(8, 8, TourKind::Closed), (9, 7, TourKind::Open), (20, 3, TourKind::Closed)]
        {
            let puzzle = Puzzle::new(Board::new(files, ranks).unwrap()).with_kind(kind);
            let open = || match Problem::prepare(&puzzle, &GraphCache::default(), &Control::unlimited()) {
                Ok(Opening::Ready(problem)) => problem,
                _ => panic!("a board with tours"),
            };
            let mut searched = open();
            let mut stats = Stats::new(Method::Exact);
            for seed in 0..4 {
                exact::exact(&mut searched, 3, &Control::unlimited(), &mut stats);
                assert_eq!(
                    restarted_leaps(&mut searched, seed),
                    restarted_leaps(&mut open(), seed),
                    "{files}x{ranks} {kind}"
                );
            }
        }
    }
}
