//! A search that records its reasons: every clash becomes a clause.
//!
//! When decisions lead to a clash, the exact search has found a vertex without its two leaps, a piece held by
//! a single vertex, or vertices that are short of leaps. Traced backwards, each leap behind the clash was
//! decided, or was forced by a vertex that has two leaps or needs its last two, or by a path that must not
//! close; or it was taken because leaving it had been refuted. The remaining decisions all leave a leap, so
//! the clause says that one of these leaps is taken. The checker derives the same from single constraints,
//! given the few about sets.
//!
//! The search goes back to the last decision of the clause: those after it had no part in the clash.

use std::{collections::HashMap, ops::ControlFlow};

use super::{
    Unproven,
    arguments::ENDS,
    proof_writer::{ProofWriter, Term},
};
use crate::{
    Control,
    decisions::Decisions,
    graph::{DepthFirst, NONE},
    search::cycle::{exact::ConflictListener, factor::Shortage, fixed_leaps::FixedLeaps, problem::Problem},
};

/// Hears the clashes of a search, and writes them down.
pub(super) struct ConflictClauses<'l, 'a> {
    ledger: &'l mut ProofWriter<'a>,
    control: &'l Control,
    /// Where each leap of the search is in the formula, and back.
    leap: Vec<u32>,
    searched: Vec<u32>,
    /// Changes before the first decision.
    root: usize,
    /// When a leap was decided since the root, counted from one.
    decided_at: Vec<u32>,
    /// Which decision a leap is, counted from one.
    decision: Vec<u32>,
    /// Whether it is known on what a leap rests.
    is_seen: Vec<bool>,
    /// Whether all factors have a leap, where they are the same in it: the sums that say so are written.
    sifted: Vec<Option<bool>>,
    /// The clause that a leap was taken for: the other leaps of it were left.
    flipped: HashMap<u32, Vec<u32>>,
    /// Clauses that are needed, each with the number of decisions it rests on.
    clauses: Vec<(usize, u64)>,
    branches: DepthFirst,
    /// Why it ended early.
    pub(super) error: Option<Unproven>,
    /// Whether the last clause is a contradiction.
    pub(super) is_over: bool,
}

impl<'l, 'a> ConflictClauses<'l, 'a> {
    pub(super) fn new(
        ledger: &'l mut ProofWriter<'a>,
        problem: &Problem,
        control: &'l Control,
    ) -> ConflictClauses<'l, 'a> {
        let (formula, graph) = (ledger.formula, &problem.decisions.graph);
        let leap: Vec<u32> =
            (0..graph.leap_count() as u32).map(|leap| formula.leap_of_search(graph, leap)).collect();
        let mut searched = vec![NONE; formula.graph.leap_count()];
        for (at, &leap) in leap.iter().enumerate().filter(|(_, leap)| **leap != NONE) {
            searched[leap as usize] = at as u32;
        }
        let many = leap.len();
        ConflictClauses {
            ledger,
            control,
            leap,
            searched,
            root: 0,
            decided_at: vec![0; many],
            decision: vec![0; many],
            is_seen: vec![false; many],
            sifted: vec![None; many],
            flipped: HashMap::new(),
            clauses: Vec::new(),
            branches: DepthFirst::default(),
            error: None,
            is_over: false,
        }
    }

    /// When everything was decided since the root, or none of them.
    fn mark_decided(&mut self, decisions: &Decisions, branches: &[(usize, u32)], is_on: bool) {
        for (at, (leap, _)) in decisions.decided_since(self.root).enumerate() {
            self.decided_at[leap as usize] = if is_on { at as u32 + 1 } else { 0 };
        }
        for (at, &(_, leap)) in branches.iter().enumerate() {
            self.decision[leap as usize] = if is_on { at as u32 + 1 } else { 0 };
        }
    }

    /// The clash in one clause; how many of the decisions it rests on.
    fn write(&mut self, problem: &mut Problem, branches: &[(usize, u32)]) -> Result<usize, Unproven> {
        self.mark_decided(&problem.decisions, branches, true);
        let clause =
            self.explain_conflict(problem).and_then(|cause| self.decisions_of(&problem.decisions, cause));
        self.mark_decided(&problem.decisions, branches, false);
        let numbers = clause?;
        let kept = numbers.last().map_or(0, |&last| last as usize);
        let leaps: Vec<u32> = numbers.iter().map(|&number| branches[number as usize - 1].1).collect();
        let names: Vec<u32> = leaps.iter().map(|&leap| self.leap[leap as usize]).collect();
        let number = self.ledger.step_count;
        match leaps.split_last() {
            Some((&last, others)) => {
                self.ledger.clause(Some(&format!("c{number}")), &names)?;
                self.flipped.insert(last, others.to_vec());
            }
            None => {
                self.ledger.clause(None, &[])?;
                self.is_over = true;
            }
        }
        while let Some(&(_, old)) = self.clauses.last().filter(|(rests_on, _)| *rests_on > kept) {
            self.ledger.delete(format_args!("c{old}"))?;
            self.clauses.pop();
        }
        self.clauses.push((kept, number));
        Ok(kept)
    }

    /// What is wrong, as leaps that are taken or left and make it so.
    fn explain_conflict(&mut self, problem: &mut Problem) -> Result<Vec<u32>, Unproven> {
        if let Some(starved) = self.starved_vertex(&problem.decisions)? {
            return Ok(starved);
        }
        if let Some(apart) = self.disconnected(&problem.decisions)? {
            return Ok(apart);
        }
        match problem.factor.augment(&problem.decisions, self.control) {
            Err(shortage) => self.shortage(problem, &shortage),
            Ok(is_mended) => {
                debug_assert!(!is_mended, "a clash has a cause");
                Err(Unproven::Stopped)
            }
        }
    }

    /// A vertex without its two leaps.
    fn starved_vertex(&mut self, decisions: &Decisions) -> Result<Option<Vec<u32>>, Unproven> {
        let graph = &decisions.graph;
        let is_open = |leap| {
            let (a, b) = graph.endpoints(leap);
            let is_full = decisions.has_two(a) || decisions.has_two(b);
            decisions.is_included(leap)
                || !(decisions.is_excluded(leap) || is_full || decisions.closes_early(leap))
        };
        let lost = (0..graph.len() as u32)
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

    /// A piece that nothing, or a single vertex, joins to the rest.
    fn disconnected(&mut self, decisions: &Decisions) -> Result<Option<Vec<u32>>, Unproven> {
        let formula = self.ledger.formula;
        let searched = &self.searched;
        // Gates are always there; ends of the wrong colour never are.
        let has = |leap: u32| match searched[leap as usize] {
            NONE => formula.gates.iter().any(|gate| gate.leaps.contains(&leap)),
            leap => !decisions.is_excluded(leap),
        };
        let (mut held, mut from_the_first) = (None, 0);
        let reached = self.branches.articulation_points(&formula.graph, has, self.control, |vertex| {
            from_the_first += u32::from(vertex == 0);
            if vertex != 0 || from_the_first > 1 {
                held = Some(vertex);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if held.is_none() && reached.is_none_or(|reached| reached == formula.graph.len()) {
            return Ok(None);
        }
        let mut is_gone = vec![false; formula.graph.len()];
        held.into_iter().for_each(|vertex| is_gone[vertex as usize] = true);
        let smallest = formula.pieces(is_gone, has).into_iter().min_by_key(Vec::len);
        let Some(mut piece) = smallest else { return Ok(None) };
        let mut is_in = vec![false; formula.graph.len()];
        piece.iter().chain(&held).for_each(|&vertex| is_in[vertex as usize] = true);
        let leaps = piece.iter().flat_map(|&vertex| formula.graph.neighbours(vertex));
        let cause = leaps.filter(|(_, to)| !is_in[*to as usize]).map(|&(leap, _)| searched[leap as usize]);
        let cause = cause.filter(|&leap| leap != NONE).collect();
        match held {
            Some(vertex) => self.ledger.write_outgoing(&mut piece, vertex)?,
            None => drop(self.ledger.cut(&piece)?),
        }
        Ok(Some(cause))
    }

    /// Vertices that need more leaps than there are.
    fn shortage(&mut self, problem: &Problem, shortage: &Shortage) -> Result<Vec<u32>, Unproven> {
        let (decisions, formula) = (&problem.decisions, self.ledger.formula);
        let graph = &decisions.graph;
        let squares = formula.squares.len() as u32;
        let is_split = graph.len() as u32 == squares + 2;
        let term = |vertex: u32, is_least: bool| {
            if vertex >= squares && is_split {
                // Beyond is in two: a vertex for the ends of each colour, which is not its own.
                return Term::Named(
                    ENDS[usize::from(problem.factor.is_dark(vertex))][usize::from(!is_least)],
                );
            }
            if is_least { Term::Least(vertex) } else { Term::Most(vertex) }
        };
        let needy = shortage.needy.iter().map(|&vertex| term(vertex, true));
        let giving = shortage.giving.iter().map(|&vertex| term(vertex, false));
        self.ledger.sum(None, needy.chain(giving), false)?;
        let mut is_in = vec![false; graph.len()];
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

    /// The decisions behind some leaps, by their numbers in order.
    fn decisions_of(&mut self, decisions: &Decisions, mut todo: Vec<u32>) -> Result<Vec<u32>, Unproven> {
        let graph = &decisions.graph;
        let (mut numbers, mut seen) = (Vec::new(), Vec::new());
        while let Some(leap) = todo.pop() {
            let moment = self.decided_at[leap as usize];
            // What was decided before the root, or as it was sifted, needs no decision. It may have been decided against
            // what was sifted, where that would have closed a path.
            let is_known = moment == 0 || self.sifted[leap as usize] == Some(decisions.is_included(leap));
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
                    // Leaving it was refuted, or the question gave it.
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

    /// The leaps, taken before a moment, of the path that a leap would close; it is written that it must not.
    fn path(&mut self, decisions: &Decisions, closing: u32, moment: u32) -> Result<Vec<u32>, Unproven> {
        let (graph, formula) = (&decisions.graph, self.ledger.formula);
        let (mut at, end) = graph.endpoints(closing);
        let (mut path, mut set) = (Vec::new(), vec![at]);
        while at != end {
            let next = graph.neighbours(at).iter().find(|&&(leap, _)| {
                decisions.is_included(leap) && self.before(leap, moment) && path.last() != Some(&leap)
            });
            let &(leap, to) = next.expect("a leap is left at a full vertex or where it would close a path");
            path.push(leap);
            set.push(to);
            at = to;
        }
        let squares = formula.squares.len() as u32;
        if set.iter().any(|&vertex| vertex >= squares) {
            set.retain(|&vertex| vertex < squares);
            set.extend(formula.beyond.into_iter().chain(formula.gates.iter().map(|gate| gate.gate)));
        }
        self.ledger.write_subtour(&set)?;
        Ok(path)
    }

    /// Keeps an error for later.
    fn record_error<T>(&mut self, result: Result<T, Unproven>) -> Option<T> {
        result.map_err(|error| self.error = Some(error)).ok()
    }
}

impl ConflictListener for ConflictClauses<'_, '_> {
    /// The sums are written down for all of the search, with what they rest on.
    fn on_fixed_leaps(&mut self, problem: &Problem, sifted: &FixedLeaps) {
        let decisions = &problem.decisions;
        self.mark_decided(decisions, &[], true);
        let written = sifted.tight_sets(decisions, &problem.factor).iter().try_for_each(|set| {
            let cause = self.shortage(problem, set)?;
            self.decisions_of(decisions, cause).map(drop)
        });
        self.mark_decided(decisions, &[], false);
        sifted.leaps.iter().for_each(|&(leap, is_taken)| self.sifted[leap as usize] = Some(is_taken));
        self.record_error(written);
    }

    /// Paths that were closed before the first decision are written down for all of the search.
    fn on_start(&mut self, problem: &Problem) -> bool {
        let decisions = &problem.decisions;
        self.mark_decided(decisions, &[], true);
        let left: Vec<u32> =
            decisions.decided_since(0).filter(|&(_, is_taken)| !is_taken).map(|(leap, _)| leap).collect();
        let written = self.decisions_of(decisions, left);
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
