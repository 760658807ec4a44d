//! Merging cycles in pairs: the first and cheapest step from a 2-factor to a tour.
//!
//! Two cycles that run side by side are merged by removing one leap of each and adding the two leaps that
//! cross over, wherever the leaps are, as long as the cycles are different. So every vertex is labelled with
//! its cycle, a union-find records which are merged, and one pass over the board leaves few cycles, which
//! [`merge`](super::merge) then merges.

use super::chosen::ChosenLeaps;
use ktour_core::{Control, graph::UnionFind};

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
