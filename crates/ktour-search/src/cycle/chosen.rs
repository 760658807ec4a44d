//! Leaps between vertices, with two chosen at every vertex: the interface that cycle merging needs.
//!
//! A search stores them as [`Decisions`] and a [`Factor`]; mending, as one byte per square.

use std::{iter, rc::Rc};

use super::factor::Factor;
use crate::decisions::{Conflict, Decisions};
use ktour_core::{Control, graph::Graph};

/// Vertices with more leaps are not searched for exchanges of two leaps.
const MAX_DEGREE_FOR_EXCHANGE: usize = 32;

/// Numbered vertices and leaps, and the chosen leaps.
pub(crate) trait ChosenLeaps {
    /// Number of vertices; numbers without a chosen leap stand for none.
    fn len(&self) -> usize;

    /// How many leaps a vertex has.
    fn degree(&self, vertex: u32) -> usize;

    /// The leap with index `at` of a vertex, and its other end.
    fn leap(&self, vertex: u32, at: usize) -> (u32, u32);

    /// The leaps chosen at a vertex.
    fn chosen(&self, vertex: u32) -> [u32; 2];

    /// The vertex at the other end of a leap.
    fn other(&self, leap: u32, vertex: u32) -> u32;

    /// The leap between two vertices.
    fn between(&self, a: u32, b: u32) -> Option<u32>;

    /// Whether a leap must stay chosen.
    fn is_included(&self, leap: u32) -> bool;

    /// Whether a leap must not be chosen.
    fn is_excluded(&self, leap: u32) -> bool;

    /// Removes a chosen leap.
    fn remove(&mut self, leap: u32);

    /// Chooses a leap.
    fn choose(&mut self, leap: u32);

    /// The vertices from one on along chosen leaps, until the cycle closes.
    fn follow(&self, from: u32) -> impl Iterator<Item = u32> {
        let mut next = Some((from, self.chosen(from)[0]));
        iter::from_fn(move || {
            let (at, leap) = next?;
            let to = self.other(leap, at);
            let [one, two] = self.chosen(to);
            next = (to != from).then_some((to, if one == leap { two } else { one }));
            Some(at)
        })
    }

    /// Vertices of which every path begins at one; none if all chosen leaps are on cycles.
    fn path_ends(&self) -> impl Iterator<Item = u32> {
        iter::empty()
    }

    /// An exchange of two leaps that merges the cycle of a vertex with another one: the leaps to remove and
    /// to add, in turn, and a vertex of the other cycle. `is_other` says whether a vertex is on one.
    fn find_exchange(&self, a: u32, mut is_other: impl FnMut(u32) -> bool) -> Option<([u32; 4], u32)> {
        let leaps = self.degree(a);
        if leaps > MAX_DEGREE_FOR_EXCHANGE {
            return None;
        }
        for (get, c) in (0..leaps).map(|at| self.leap(a, at)) {
            if self.is_excluded(get) || !is_other(c) {
                continue;
            }
            for give in self.chosen(a).into_iter().filter(|&leap| !self.is_included(leap)) {
                for give_too in self.chosen(c).into_iter().filter(|&leap| !self.is_included(leap)) {
                    let (b, d) = (self.other(give, a), self.other(give_too, c));
                    if let Some(get_too) = self.between(b, d).filter(|&leap| !self.is_excluded(leap)) {
                        return Some(([give, get, give_too, get_too], c));
                    }
                }
            }
        }
        None
    }
}

/// Decisions about the leaps of a graph, and a factor that agrees with them.
pub(crate) struct FactorLeaps {
    pub(crate) decisions: Decisions,
    pub(crate) factor: Factor,
}

impl FactorLeaps {
    /// Creates them without a decision or a chosen leap, given the colour of each vertex.
    pub(crate) fn new(graph: impl Into<Rc<Graph>>, is_dark: Vec<bool>) -> FactorLeaps {
        FactorLeaps { decisions: Decisions::new(graph), factor: Factor::new(is_dark) }
    }

    /// Propagates the decisions since a mark: forced leaps, connectivity and the factor. If stopped, it
    /// reports no conflict, and the factor may have deficient vertices.
    pub(crate) fn propagate(&mut self, mark: usize, control: &Control) -> Result<(), Conflict> {
        self.decisions.propagate()?;
        self.decisions.check_biconnected(control)?;
        self.update_factor(mark, control)
    }

    /// Updates the factor to the decisions since a mark.
    pub(crate) fn update_factor(&mut self, mark: usize, control: &Control) -> Result<(), Conflict> {
        self.factor.apply_decisions(&self.decisions, mark);
        self.factor.augment(&self.decisions, control).map(|_| ()).map_err(|_| Conflict)
    }
}

impl ChosenLeaps for FactorLeaps {
    fn len(&self) -> usize {
        self.decisions.graph.vertex_count()
    }

    fn degree(&self, vertex: u32) -> usize {
        self.decisions.graph.neighbours(vertex).len()
    }

    fn leap(&self, vertex: u32, at: usize) -> (u32, u32) {
        self.decisions.graph.neighbours(vertex)[at]
    }

    fn chosen(&self, vertex: u32) -> [u32; 2] {
        self.factor.chosen_at(vertex)
    }

    fn other(&self, leap: u32, vertex: u32) -> u32 {
        self.decisions.graph.other(leap, vertex)
    }

    fn between(&self, a: u32, b: u32) -> Option<u32> {
        self.decisions.graph.between(a, b)
    }

    fn is_included(&self, leap: u32) -> bool {
        self.decisions.is_included(leap)
    }

    fn is_excluded(&self, leap: u32) -> bool {
        self.decisions.is_excluded(leap)
    }

    fn remove(&mut self, leap: u32) {
        self.factor.remove(&self.decisions, leap);
    }

    fn choose(&mut self, leap: u32) {
        self.factor.choose(&self.decisions, leap);
    }
}
