//! A prepared puzzle: its vertices, the decisions about its leaps, and a factor.
//!
//! First a factor of the whole board is sought. If there is none, the vertices that are short are a reason
//! that a person can check. Then forced leaps are followed, and the factor is updated.

use super::{
    cycles::Cycles,
    factor::{Factor, Shortage},
    fixed_leaps::FixedLeaps,
    vertices::Vertices,
};
use crate::{
    Control, Puzzle, Reason, Square, Symmetry, TourKind,
    decisions::{Conflict, Decisions},
    proof,
    random::Random,
    search::{
        Refusal,
        search_end::{SearchEnd, verified},
    },
    theory::{self, Verdict},
};

/// Leaps that are taken, left and open, and a factor of those that remain. Searches may take
/// turns on it: each begins anew.
pub(crate) struct Problem<'a> {
    /// What was asked, and what of it is left to do.
    puzzle: &'a Puzzle,
    rest: Puzzle,
    vertices: Vertices,
    pub(crate) decisions: Decisions,
    pub(crate) factor: Factor,
    /// Whether what is forced was found to hold together.
    is_settled: bool,
}

/// Where a search begins: in a problem, or at its end.
pub(crate) enum Opening<'a> {
    Ready(Box<Problem<'a>>),
    Over(SearchEnd),
}

impl<'a> Problem<'a> {
    /// The problem before any decision; a search [begins](Problem::restart) from it.
    pub(crate) fn new(puzzle: &'a Puzzle, control: &Control) -> Result<Opening<'a>, Refusal> {
        let rest = puzzle.remaining();
        let squares = rest.board().square_count();
        if squares == 1 && rest.kind() != Some(TourKind::Closed) {
            let only = rest.board().squares().collect();
            return Ok(Opening::Over(SearchEnd::Found(verified(puzzle, puzzle.with_remaining(only)))));
        }
        let Some((vertices, graph)) = Vertices::new(&rest, control)? else {
            return Ok(Opening::Over(SearchEnd::Stopped));
        };
        if squares < 3 && rest.kind() == Some(TourKind::Closed) || !vertices.has_hope {
            // Islands and colours are reasons that a person can check.
            return Ok(Opening::Over(match theory::exists_within(&rest, control) {
                Verdict::No(reason) => SearchEnd::Impossible(reason),
                _ => SearchEnd::Exhausted,
            }));
        }
        let decisions = Decisions::new(graph);
        let factor = Factor::new(vertices.is_dark.clone());
        let problem = Problem { puzzle, rest, vertices, decisions, factor, is_settled: false };
        Ok(Opening::Ready(Box::new(problem)))
    }

    /// Takes back what was decided, finds a factor by chance and follows what is forced; the end of the search, if
    /// that is one.
    pub(crate) fn restart(&mut self, random: &mut Random, control: &Control) -> Result<(), SearchEnd> {
        self.decisions.undo(0);
        self.factor.clear();
        if self.vertices.given.iter().try_for_each(|&leap| self.decisions.include(leap)).is_err() {
            return Err(SearchEnd::Exhausted);
        }
        self.factor.apply_decisions(&self.decisions, 0);
        // On a large board each of these steps takes a while.
        if control.is_stopped() {
            return Err(SearchEnd::Stopped);
        }
        self.factor.choose_greedily(&self.decisions, random, control);
        match self.factor.augment(&self.decisions, control) {
            Ok(true) => {}
            Ok(false) => return Err(SearchEnd::Stopped),
            Err(shortage) => {
                return Err(self.reason(&shortage).map_or(SearchEnd::Exhausted, SearchEnd::Impossible));
            }
        }
        if control.is_stopped() {
            return Err(SearchEnd::Stopped);
        }
        let mark = self.decisions.mark();
        let forced = self.decisions.propagate_all().and_then(|()| match self.is_settled {
            true => self.repair_since(mark, control),
            false => self.propagate(mark, control),
        });
        match forced {
            Err(Conflict) => Err(SearchEnd::Exhausted),
            Ok(()) if control.is_stopped() => Err(SearchEnd::Stopped),
            Ok(()) => {
                self.is_settled = true;
                Ok(())
            }
        }
    }

    /// Follows a decision: what it forces, whether the rest holds together, and the factor. Stopped, it
    /// finds nothing wrong, and the factor may be short of leaps.
    pub(crate) fn propagate(&mut self, mark: usize, control: &Control) -> Result<(), Conflict> {
        self.decisions.propagate()?;
        self.decisions.check_biconnected(control)?;
        self.repair_since(mark, control)
    }

    /// Follows what was decided with the factor.
    fn repair_since(&mut self, mark: usize, control: &Control) -> Result<(), Conflict> {
        self.factor.apply_decisions(&self.decisions, mark);
        self.factor.augment(&self.decisions, control).map(|_| ()).map_err(|_| Conflict)
    }

    /// Decides the leaps that are the same in all factors, and follows that, until there are no more. `watch` hears of
    /// them before they are decided. Stopped, it finds nothing wrong.
    pub(crate) fn fix_common_leaps(
        &mut self,
        control: &Control,
        mut watch: impl FnMut(&Problem, &FixedLeaps),
    ) -> Result<(), Conflict> {
        while !control.is_stopped() {
            let Some(sifted) = FixedLeaps::new(&self.decisions, &self.factor, control) else { break };
            let mark = self.decisions.mark();
            if !sifted.leaps.is_empty() {
                watch(self, &sifted);
            }
            for &(leap, _) in sifted.leaps.iter().filter(|(_, is_taken)| !is_taken) {
                self.decisions.exclude(leap)?;
            }
            self.decisions.propagate()?;
            for &(leap, _) in sifted.leaps.iter().filter(|(_, is_taken)| *is_taken) {
                self.decisions.include(leap)?;
            }
            if self.decisions.mark() == mark {
                break;
            }
            self.propagate(mark, control)?;
        }
        Ok(())
    }

    /// Leaves dark ends whose image another is, where both ends are free and of two colours: whatever tour there is,
    /// a symmetry of the board that keeps colours makes one of it that ends on the first of all images.
    pub(crate) fn exclude_images(&mut self, control: &Control) -> Result<(), Conflict> {
        let Vertices { squares, is_dark, .. } = &self.vertices;
        let (board, beyond) = (self.rest.board(), squares.len());
        if self.rest.start().or(self.rest.end()).is_some() || self.vertices.len() != beyond + 2 {
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
            end < beyond && symmetries.iter().any(|&symmetry| image(symmetry, end) < end)
        };
        let around = self.decisions.graph.neighbours(beyond as u32);
        let images: Vec<u32> = around.iter().filter(is_image).map(|&(leap, _)| leap).collect();
        let mark = self.decisions.mark();
        images.into_iter().try_for_each(|leap| self.decisions.exclude(leap))?;
        self.propagate(mark, control)
    }

    /// Another factor, by chance; `false` if it was stopped.
    pub(crate) fn shuffle(&mut self, random: &mut Random, control: &Control) -> bool {
        self.factor.clear();
        self.factor.apply_decisions(&self.decisions, 0);
        self.factor.choose_greedily(&self.decisions, random, control);
        let mended = self.factor.augment(&self.decisions, control);
        debug_assert!(mended.is_ok(), "a problem has a factor");
        matches!(mended, Ok(true))
    }

    /// The tour, when the factor is one cycle.
    pub(crate) fn tour(&self, cycles: &Cycles) -> SearchEnd {
        let cycle = cycles.vertices(cycles.cycle_of(0)).collect();
        let squares = self.vertices.squares_of(&self.rest, cycle);
        SearchEnd::Found(verified(self.puzzle, self.puzzle.with_remaining(squares)))
    }

    /// A shortage in plain words, from the side from which it can be seen.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Method, search::Stats, search::cycle::exact};

    /// The leaps of the factor that a problem begins with.
    fn begun(problem: &mut Problem, seed: u64) -> Vec<[u32; 2]> {
        let is_ready = problem.restart(&mut Random::new(seed, 0), &Control::unlimited()).is_ok();
        assert!(is_ready, "a board with tours");
        (0..problem.vertices.len() as u32).map(|vertex| problem.factor.chosen_at(vertex)).collect()
    }

    #[test]
    fn a_problem_that_was_searched_begins_like_a_fresh_one() {
        for (files, ranks, kind) in
            [(8, 8, TourKind::Closed), (9, 7, TourKind::Open), (20, 3, TourKind::Closed)]
        {
            let puzzle = Puzzle::new(Board::new(files, ranks).unwrap()).with_kind(kind);
            let open = || match Problem::new(&puzzle, &Control::unlimited()) {
                Ok(Opening::Ready(problem)) => problem,
                _ => panic!("a board with tours"),
            };
            let mut searched = open();
            let mut stats = Stats::new(Method::Exact);
            for seed in 0..4 {
                exact::exact(&mut searched, 3, &Control::unlimited(), &mut stats);
                assert_eq!(begun(&mut searched, seed), begun(&mut open(), seed), "{files}x{ranks} {kind}");
            }
        }
    }
}
