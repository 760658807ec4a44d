//! Leaps between vertices, with two chosen at every vertex: the interface that cycle merging needs.
//!
//! A search stores them as [`Decisions`] and a [`Factor`]; mending, as one byte per square.

use std::{iter, rc::Rc};

use super::factor::Factor;
use crate::decisions::{Conflict, Decisions};
use ktour_core::{
    Control,
    graph::{Graph, UnionFind},
};

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

// Two cycles that run side by side are merged by removing one leap of each and adding the two leaps that
// cross over, wherever the leaps are, as long as the cycles are different. So every vertex is labelled with
// its cycle, a union-find records which are merged, and one pass over the board leaves few cycles, which
// `merge` then merges.

/// Merges pairs of cycles, each by exchanging two leaps for two; fewer if it was stopped. `watch` is called
/// with the leaps after each exchange.
pub(crate) fn pair_up<L: ChosenLeaps>(leaps: &mut L, control: &Control, watch: &mut impl FnMut(&L)) {
    let mut labels = vec![0; leaps.len()];
    let Some(mut cycles) = CycleLabels::new(leaps, &mut labels, control) else { return };
    let mut left = cycles.count();
    let mut has_changed = true;
    while left > 1 && std::mem::take(&mut has_changed) {
        for vertex in 0..leaps.len() as u32 {
            if control.is_stopped_at(vertex.into()) {
                return;
            }
            while cycles.join_two(leaps, vertex) {
                watch(leaps);
                left -= 1;
                has_changed = true;
            }
        }
    }
}

/// Label of all paths: in a tile of a board some lead out of it, and an open tour has one.
pub(crate) const PATHS: u32 = 1;

/// The cycle of every vertex, and the cycles that are merged.
///
/// In a tile, paths may be connected outside. So they all count as one cycle: a cycle merged with one of them
/// is never merged with another, and no two are merged with each other.
pub(crate) struct CycleLabels<'a> {
    /// The label of every vertex; 0 for a hole. Cycles are numbered from 2.
    pub(crate) of: &'a mut [u32],
    pub(crate) lengths: Vec<u32>,
    pub(crate) joined: UnionFind,
}

impl<'a> CycleLabels<'a> {
    /// Labels the cycles in `of`; `None` if it was stopped.
    pub(crate) fn new(
        leaps: &impl ChosenLeaps,
        of: &'a mut [u32],
        control: &Control,
    ) -> Option<CycleLabels<'a>> {
        of.fill(0);
        let mut cycles = CycleLabels { of, lengths: vec![0; 2], joined: UnionFind::new(0) };
        for first in leaps.path_ends() {
            if cycles.of[first as usize] == 0 {
                cycles.walk(leaps, first, PATHS, control)?;
            }
        }
        for first in 0..leaps.len() as u32 {
            if control.is_stopped_at(first.into()) {
                return None;
            }
            if cycles.of[first as usize] == 0 && leaps.degree(first) > 0 {
                cycles.lengths.push(0);
                cycles.walk(leaps, first, cycles.lengths.len() as u32 - 1, control)?;
            }
        }
        cycles.joined = UnionFind::new(cycles.lengths.len());
        Some(cycles)
    }

    /// Walks a cycle or a path.
    fn walk(&mut self, leaps: &impl ChosenLeaps, first: u32, cycle: u32, control: &Control) -> Option<()> {
        let mut length = 0;
        for at in leaps.follow(first) {
            self.of[at as usize] = cycle;
            length += 1;
            if control.is_stopped_at(length) {
                return None;
            }
        }
        self.lengths[cycle as usize] += length as u32;
        Some(())
    }

    /// Number of cycles; all paths count as one.
    pub(crate) fn count(&self) -> usize {
        let is_cycle = |&cycle: &u32| self.joined.is_root(cycle) && self.lengths[cycle as usize] > 0;
        (0..self.lengths.len() as u32).filter(is_cycle).count()
    }

    /// The root of a vertex's cycle.
    pub(crate) fn find(&mut self, vertex: u32) -> u32 {
        self.joined.find(self.of[vertex as usize])
    }

    /// Merges two cycles; the longer one stays the root.
    pub(crate) fn union(&mut self, a: u32, b: u32) {
        let (short, long) = if self.lengths[a as usize] < self.lengths[b as usize] { (a, b) } else { (b, a) };
        self.joined.union(short, long);
        self.lengths[long as usize] += self.lengths[short as usize];
    }

    /// Merges the cycle of a vertex with another, by two leaps for two.
    #[inline]
    pub(crate) fn join_two(&mut self, leaps: &mut impl ChosenLeaps, vertex: u32) -> bool {
        let (label, own) = (self.of[vertex as usize], self.find(vertex));
        let is_other =
            |to: u32| self.of[to as usize] != label && self.joined.find(self.of[to as usize]) != own;
        let Some(([give, get, give_too, get_too], there)) = leaps.find_exchange(vertex, is_other) else {
            return false;
        };
        leaps.remove(give);
        leaps.remove(give_too);
        leaps.choose(get);
        leaps.choose(get_too);
        let other = self.find(there);
        self.union(own, other);
        true
    }
}
