//! Leaps between vertices, with two chosen at every vertex: the interface that cycle merging needs.
//!
//! A search stores them as [`Decisions`] and a [`Factor`]; mending, as one byte per square.

use super::factor::Factor;
use crate::decisions::Decisions;

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
}

/// A factor, and the decisions about its leaps.
pub(crate) struct FactorLeaps<'a> {
    pub(crate) decisions: &'a Decisions,
    pub(crate) factor: &'a mut Factor,
}

impl ChosenLeaps for FactorLeaps<'_> {
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
        self.factor.remove(self.decisions, leap);
    }

    fn choose(&mut self, leap: u32) {
        self.factor.choose(self.decisions, leap);
    }
}
