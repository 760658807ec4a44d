//! Conflict analysis for the exact search: every conflict becomes a clause of the proof.
//!
//! In a conflict the search has found a vertex without its two leaps, a component behind an articulation
//! vertex, or vertices with more deficit than their neighbours can supply. Traced backwards, each leap behind
//! the conflict was decided, or was forced by a vertex with two included or two remaining leaps, or by a path
//! that must not close, or was included because its exclusion had been refuted. All decisions exclude a leap,
//! so the clause states that one of these leaps is included. The checker derives it by unit propagation,
//! given the few constraints about sets.
//!
//! The search backjumps to the last decision of the clause: later ones have no part in the conflict.

use std::{collections::HashMap, ops::ControlFlow};

use super::{
    Unproven,
    arguments::ENDS,
    proof_writer::{ProofWriter, Term},
};
use crate::{
    cycle::{exact::ConflictListener, factor::Shortage, fixed_leaps::FixedLeaps, problem::Problem},
    decisions::Decisions,
};
use ktour_core::{
    Control,
    graph::{DepthFirst, NONE},
};

/// A listener that writes the conflicts of a search as clauses.
pub(super) struct ConflictClauses<'l, 'a> {
    writer: &'l mut ProofWriter<'a>,
    control: &'l Control,
    /// Number in the formula of each leap of the search.
    leap: Vec<u32>,
    /// Number in the search of each leap of the formula.
    searched: Vec<u32>,
    /// Number of changes before the first decision.
    root: usize,
    /// Position of each leap among those decided since the root, counted from one.
    decided_at: Vec<u32>,
    /// Index of the decision about each leap, counted from one; 0 if it was not a decision.
    decision: Vec<u32>,
    /// Whether a leap was already traced back.
    is_seen: Vec<bool>,
    /// Leaps that are in all 2-factors (`true`) or in none, by sums that are already written.
    fixed: Vec<Option<bool>>,
    /// The other leaps, all excluded, of the clause that forced a leap to be included.
    flipped: HashMap<u32, Vec<u32>>,
    /// Clauses in use, each with the number of decisions it depends on.
    clauses: Vec<(usize, u64)>,
    depth_first: DepthFirst,
    /// The error that ended the search.
    pub(super) error: Option<Unproven>,
    /// Whether the last clause is a contradiction.
    pub(super) is_over: bool,
}

impl<'l, 'a> ConflictClauses<'l, 'a> {
    pub(super) fn new(
        writer: &'l mut ProofWriter<'a>,
        problem: &Problem,
        control: &'l Control,
    ) -> ConflictClauses<'l, 'a> {
        let (formula, graph) = (writer.formula, &problem.leaps.decisions.graph);
        let leap: Vec<u32> =
            (0..graph.leap_count() as u32).map(|leap| formula.leap_of_search(graph, leap)).collect();
        let mut searched = vec![NONE; formula.graph.leap_count()];
        for (at, &leap) in leap.iter().enumerate().filter(|(_, leap)| **leap != NONE) {
            searched[leap as usize] = at as u32;
        }
        let many = leap.len();
        ConflictClauses {
            writer,
            control,
            leap,
            searched,
            root: 0,
            decided_at: vec![0; many],
            decision: vec![0; many],
            is_seen: vec![false; many],
            fixed: vec![None; many],
            flipped: HashMap::new(),
            clauses: Vec::new(),
            depth_first: DepthFirst::default(),
            error: None,
            is_over: false,
        }
    }

    /// Sets or clears the positions of all decided leaps.
    fn mark_decided(&mut self, decisions: &Decisions, branches: &[(usize, u32)], is_on: bool) {
        for (at, (leap, _)) in decisions.decided_since(self.root).enumerate() {
            self.decided_at[leap as usize] = if is_on { at as u32 + 1 } else { 0 };
        }
        for (at, &(_, leap)) in branches.iter().enumerate() {
            self.decision[leap as usize] = if is_on { at as u32 + 1 } else { 0 };
        }
    }

    /// Writes a conflict as a clause; returns the number of decisions it depends on.
    fn write(&mut self, problem: &mut Problem, branches: &[(usize, u32)]) -> Result<usize, Unproven> {
        self.mark_decided(&problem.leaps.decisions, branches, true);
        let clause = self
            .explain_conflict(problem)
            .and_then(|cause| self.decisions_of(&problem.leaps.decisions, cause));
        self.mark_decided(&problem.leaps.decisions, branches, false);
        let numbers = clause?;
        let kept = numbers.last().map_or(0, |&last| last as usize);
        let leaps: Vec<u32> = numbers.iter().map(|&number| branches[number as usize - 1].1).collect();
        let names: Vec<u32> = leaps.iter().map(|&leap| self.leap[leap as usize]).collect();
        let number = self.writer.step_count;
        match leaps.split_last() {
            Some((&last, others)) => {
                self.writer.clause(Some(&format!("c{number}")), &names)?;
                self.flipped.insert(last, others.to_vec());
            }
            None => {
                self.writer.clause(None, &[])?;
                self.is_over = true;
            }
        }
        while let Some(&(_, old)) = self.clauses.last().filter(|(rests_on, _)| *rests_on > kept) {
            self.writer.delete(format_args!("c{old}"))?;
            self.clauses.pop();
        }
        self.clauses.push((kept, number));
        Ok(kept)
    }

    /// The included and excluded leaps that cause a conflict.
    fn explain_conflict(&mut self, problem: &mut Problem) -> Result<Vec<u32>, Unproven> {
        if let Some(starved) = self.starved_vertex(&problem.leaps.decisions)? {
            return Ok(starved);
        }
        if let Some(apart) = self.disconnected(&problem.leaps.decisions)? {
            return Ok(apart);
        }
        match problem.leaps.factor.augment(&problem.leaps.decisions, self.control) {
            Err(shortage) => self.shortage(problem, &shortage),
            Ok(is_mended) => {
                debug_assert!(!is_mended, "a conflict has a cause");
                Err(Unproven::Stopped)
            }
        }
    }

    /// Searches for a vertex without its two leaps; returns the leaps that cause it.
    fn starved_vertex(&mut self, decisions: &Decisions) -> Result<Option<Vec<u32>>, Unproven> {
        let graph = &decisions.graph;
        let is_open = |leap| {
            let (a, b) = graph.endpoints(leap);
            let is_full = decisions.has_two(a) || decisions.has_two(b);
            decisions.is_included(leap)
                || !(decisions.is_excluded(leap) || is_full || decisions.closes_early(leap))
        };
        let lost = (0..graph.vertex_count() as u32)
            .find(|&vertex| graph.neighbours(vertex).iter().filter(|&&(leap, _)| is_open(leap)).count() < 2);
        let Some(lost) = lost else { return Ok(None) };
        let mut cause = Vec::new();
        for &(leap, there) in graph.neighbours(lost) {
            if decisions.is_included(leap) {
                continue;
            }
            if decisions.is_excluded(leap) {
                cause.push(leap);
            } else if let Some(full) = [lost, there].into_iter().find(|&vertex| decisions.has_two(vertex)) {
                cause.extend(
                    graph
                        .neighbours(full)
                        .iter()
                        .map(|&(leap, _)| leap)
                        .filter(|&leap| decisions.is_included(leap)),
                );
            } else if decisions.closes_early(leap) {
                cause.extend(self.path(decisions, leap, u32::MAX)?);
            }
        }
        Ok(Some(cause))
    }

    /// Searches for a component that at most one vertex joins to the rest; returns the leaps that cause it.
    fn disconnected(&mut self, decisions: &Decisions) -> Result<Option<Vec<u32>>, Unproven> {
        let formula = self.writer.formula;
        let searched = &self.searched;
        // The leaps of gates are always included; the search omits ends of the wrong colour.
        let has = |leap: u32| match searched[leap as usize] {
            NONE => formula.gates.iter().any(|gate| gate.leaps.contains(&leap)),
            leap => !decisions.is_excluded(leap),
        };
        let (mut held, mut from_the_first) = (None, 0);
        let reached = self.depth_first.articulation_points(&formula.graph, has, self.control, |vertex| {
            from_the_first += u32::from(vertex == 0);
            if vertex != 0 || from_the_first > 1 {
                held = Some(vertex);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if held.is_none() && reached.is_none_or(|reached| reached == formula.graph.vertex_count()) {
            return Ok(None);
        }
        let mut is_gone = vec![false; formula.graph.vertex_count()];
        held.into_iter().for_each(|vertex| is_gone[vertex as usize] = true);
        let smallest = formula.pieces(is_gone, has).into_iter().min_by_key(Vec::len);
        let Some(mut piece) = smallest else { return Ok(None) };
        let mut is_in = vec![false; formula.graph.vertex_count()];
        piece.iter().chain(&held).for_each(|&vertex| is_in[vertex as usize] = true);
        let leaps = piece.iter().flat_map(|&vertex| formula.graph.neighbours(vertex));
        let cause = leaps.filter(|(_, to)| !is_in[*to as usize]).map(|&(leap, _)| searched[leap as usize]);
        let cause = cause.filter(|&leap| leap != NONE).collect();
        match held {
            Some(vertex) => self.writer.write_outgoing(&mut piece, vertex)?,
            None => drop(self.writer.cut(&piece)?),
        }
        Ok(Some(cause))
    }

    /// Writes that vertices need more leaps than there are; returns the leaps that cause it.
    fn shortage(&mut self, problem: &Problem, shortage: &Shortage) -> Result<Vec<u32>, Unproven> {
        let (decisions, formula) = (&problem.leaps.decisions, self.writer.formula);
        let graph = &decisions.graph;
        let squares = formula.squares.len() as u32;
        let is_split = graph.vertex_count() as u32 == squares + 2;
        let term = |vertex: u32, is_least: bool| {
            if vertex >= squares && is_split {
                // The search has two virtual vertices, one for the ends of each colour, in the opposite
                // class.
                return Term::Named(
                    ENDS[usize::from(problem.leaps.factor.is_dark(vertex))][usize::from(!is_least)],
                );
            }
            if is_least { Term::Least(vertex) } else { Term::Most(vertex) }
        };
        let needy = shortage.needy.iter().map(|&vertex| term(vertex, true));
        let giving = shortage.giving.iter().map(|&vertex| term(vertex, false));
        self.writer.sum(None, needy.chain(giving), false)?;
        let mut is_in = vec![false; graph.vertex_count()];
        let both = shortage.needy.iter().chain(&shortage.giving);
        both.clone().for_each(|&vertex| is_in[vertex as usize] = true);
        let out = |vertices: &[u32], is_wanted: &dyn Fn(u32) -> bool| -> Vec<u32> {
            let leaps = vertices.iter().flat_map(|&vertex| graph.neighbours(vertex));
            let out = leaps.filter(|(leap, to)| !is_in[*to as usize] && is_wanted(*leap));
            out.map(|&(leap, _)| leap).collect()
        };
        let mut cause = out(&shortage.needy, &|leap| decisions.is_excluded(leap));
        cause.extend(out(&shortage.giving, &|leap| decisions.is_included(leap)));
        Ok(cause)
    }

    /// The decisions behind some leaps, as sorted indices.
    fn decisions_of(&mut self, decisions: &Decisions, mut todo: Vec<u32>) -> Result<Vec<u32>, Unproven> {
        let graph = &decisions.graph;
        let (mut numbers, mut seen) = (Vec::new(), Vec::new());
        while let Some(leap) = todo.pop() {
            let moment = self.decided_at[leap as usize];
            // Leaps decided before the root, or fixed in all 2-factors, depend on no decision. A leap may be
            // decided against the 2-factors if it would have closed a path.
            let is_known = moment == 0 || self.fixed[leap as usize] == Some(decisions.is_included(leap));
            if is_known || std::mem::replace(&mut self.is_seen[leap as usize], true) {
                continue;
            }
            seen.push(leap);
            if self.decision[leap as usize] != 0 {
                numbers.push(self.decision[leap as usize]);
                continue;
            }
            let (a, b) = graph.endpoints(leap);
            if decisions.is_included(leap) {
                let is_out = |leap: u32| decisions.is_excluded(leap) && self.before(leap, moment);
                let needs = [a, b].into_iter().find(|&vertex| {
                    graph.neighbours(vertex).iter().filter(|&&(leap, _)| !is_out(leap)).count() <= 2
                });
                match needs {
                    Some(vertex) => {
                        todo.extend(
                            graph
                                .neighbours(vertex)
                                .iter()
                                .map(|&(leap, _)| leap)
                                .filter(|&leap| is_out(leap)),
                        );
                    }
                    // Its exclusion was refuted, or the puzzle includes it.
                    None => todo.extend(self.flipped.get(&leap).into_iter().flatten()),
                }
            } else {
                let is_in = |leap: u32| decisions.is_included(leap) && self.before(leap, moment);
                let full = [a, b].into_iter().find(|&vertex| {
                    graph.neighbours(vertex).iter().filter(|&&(leap, _)| is_in(leap)).count() == 2
                });
                match full {
                    Some(vertex) => {
                        todo.extend(
                            graph
                                .neighbours(vertex)
                                .iter()
                                .map(|&(leap, _)| leap)
                                .filter(|&leap| is_in(leap)),
                        );
                    }
                    None => todo.extend(self.path(decisions, leap, moment)?),
                }
            }
        }
        seen.into_iter().for_each(|leap| self.is_seen[leap as usize] = false);
        numbers.sort_unstable();
        Ok(numbers)
    }

    fn before(&self, leap: u32, moment: u32) -> bool {
        self.decided_at[leap as usize] < moment
    }

    /// Writes that a leap must not close a path; returns the leaps of the path, included before a moment.
    fn path(&mut self, decisions: &Decisions, closing: u32, moment: u32) -> Result<Vec<u32>, Unproven> {
        let (graph, formula) = (&decisions.graph, self.writer.formula);
        let (mut at, end) = graph.endpoints(closing);
        let (mut path, mut set) = (Vec::new(), vec![at]);
        while at != end {
            let next = graph.neighbours(at).iter().find(|&&(leap, _)| {
                decisions.is_included(leap) && self.before(leap, moment) && path.last() != Some(&leap)
            });
            let &(leap, to) =
                next.expect("a leap is excluded at a vertex with two leaps or if it would close a path");
            path.push(leap);
            set.push(to);
            at = to;
        }
        let squares = formula.squares.len() as u32;
        if set.iter().any(|&vertex| vertex >= squares) {
            set.retain(|&vertex| vertex < squares);
            set.extend(formula.beyond.into_iter().chain(formula.gates.iter().map(|gate| gate.gate)));
        }
        self.writer.write_subtour(&set)?;
        Ok(path)
    }

    /// Stores an error, for the search to stop.
    fn record_error<T>(&mut self, result: Result<T, Unproven>) -> Option<T> {
        result.map_err(|error| self.error = Some(error)).ok()
    }
}

impl ConflictListener for ConflictClauses<'_, '_> {
    /// Writes the sums that fix leaps for the whole search, with the constraints they depend on.
    fn on_fixed_leaps(&mut self, problem: &Problem, fixed: &FixedLeaps) {
        let decisions = &problem.leaps.decisions;
        self.mark_decided(decisions, &[], true);
        let written = fixed.tight_sets(decisions, &problem.leaps.factor).iter().try_for_each(|set| {
            let cause = self.shortage(problem, set)?;
            self.decisions_of(decisions, cause).map(drop)
        });
        self.mark_decided(decisions, &[], false);
        fixed.leaps.iter().for_each(|&(leap, is_included)| self.fixed[leap as usize] = Some(is_included));
        self.record_error(written);
    }

    /// Writes the paths that must not close before the first decision, for the whole search.
    fn on_start(&mut self, problem: &Problem) -> bool {
        let decisions = &problem.leaps.decisions;
        self.mark_decided(decisions, &[], true);
        let excluded: Vec<u32> = decisions
            .decided_since(0)
            .filter(|&(_, is_included)| !is_included)
            .map(|(leap, _)| leap)
            .collect();
        let written = self.decisions_of(decisions, excluded);
        self.mark_decided(decisions, &[], false);
        self.root = decisions.mark();
        self.record_error(written).is_some() && self.error.is_none()
    }

    fn on_conflict(&mut self, problem: &mut Problem, branches: &[(usize, u32)]) -> Option<usize> {
        if self.error.is_some() {
            return None;
        }
        let written = self.write(problem, branches);
        self.record_error(written)
    }
}
