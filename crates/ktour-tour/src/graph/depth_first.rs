//! One depth-first walk, without recursion, that records how far back every branch reaches. It shows which
//! vertices hold a graph together and, if leaps have directions, which vertices can be reached from each
//! other.
//!
//! Reference: R. E. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1 (1972).

use std::ops::{ControlFlow, Range};

use super::leap_graph::{Graph, NONE};
use crate::Control;

/// Vertices and what a walk sees of the leaps between them: those of a vertex are numbered one after the other.
pub(crate) trait Adjacency {
    /// How many vertices there are.
    fn len(&self) -> usize;

    /// How the leaps of a vertex are numbered.
    fn leap_range(&self, vertex: u32) -> Range<u32>;

    /// A leap of a vertex, and where it leads.
    fn nth_leap(&self, vertex: u32, nth: u32) -> (u32, u32);
}

impl Adjacency for Graph {
    #[inline(always)]
    fn len(&self) -> usize {
        Graph::len(self)
    }

    #[inline(always)]
    fn leap_range(&self, vertex: u32) -> Range<u32> {
        self.first[vertex as usize]..self.first[vertex as usize + 1]
    }

    #[inline(always)]
    fn nth_leap(&self, _: u32, nth: u32) -> (u32, u32) {
        self.incident[nth as usize]
    }
}

/// The walk. It keeps its memory from one to the next.
#[derive(Default)]
pub(crate) struct DepthFirst {
    /// When a vertex was first seen, counted from one; none where the walk has not been.
    seen: Vec<u32>,
    /// The earliest that a leap from the branch below a vertex reaches.
    low: Vec<u32>,
    /// For every vertex from the first down: it, the leap that led there, and which leap is next.
    path: Vec<(u32, u32, u32)>,
    /// How many vertices were seen.
    reached: u32,
}

/// Where the walk is.
enum DfsEvent {
    /// It comes to a vertex for the first time.
    Into(u32),
    /// It comes back from a vertex, to the one before.
    Back(u32, Option<u32>),
}

/// The parts of a graph in which every vertex can be reached from every other.
pub(crate) struct StrongComponents {
    /// Every vertex, part by part; nothing leads from a part to a later one.
    pub(crate) vertices: Vec<u32>,
    /// The part of a vertex.
    pub(crate) part: Vec<u32>,
}

impl DepthFirst {
    /// Walks over the leaps that `has` allows, from vertex 0. Tells every vertex that alone holds a branch
    /// below it, once for each such branch; vertex 0 holds all of its branches. Gives the number of vertices reached
    /// before `held` wanted no more; `None` if it was stopped.
    #[inline]
    pub(crate) fn articulation_points(
        &mut self,
        graph: &Graph,
        has: impl Fn(u32) -> bool,
        control: &Control,
        held: impl FnMut(u32) -> ControlFlow<()>,
    ) -> Option<usize> {
        self.articulation_points_from(0, graph, has, control, held)
    }

    /// The same from any vertex, among all that can be reached from there.
    #[inline]
    pub(crate) fn articulation_points_from(
        &mut self,
        first: u32,
        graph: &impl Adjacency,
        has: impl Fn(u32) -> bool,
        control: &Control,
        mut held: impl FnMut(u32) -> ControlFlow<()>,
    ) -> Option<usize> {
        self.reset(graph);
        self.walk_from(
            first,
            graph,
            |leap, _| has(leap),
            control,
            |branches, turn| match turn {
                DfsEvent::Back(v, Some(parent))
                    if branches.low[v as usize] >= branches.seen[parent as usize] =>
                {
                    held(parent)
                }
                _ => ControlFlow::Continue(()),
            },
        )?;
        Some(self.reached as usize)
    }

    /// The strong parts, where a leap can be taken from those of its vertices that `leads` allows; `None` if it was
    /// stopped.
    pub(crate) fn strong_components(
        &mut self,
        graph: &Graph,
        leads: impl Fn(u32, u32) -> bool,
        control: &Control,
    ) -> Option<StrongComponents> {
        self.reset(graph);
        let many = graph.len();
        let mut strong = StrongComponents { vertices: Vec::with_capacity(many), part: vec![NONE; many] };
        // Vertices that have no part yet.
        let (mut waiting, mut parts) = (Vec::new(), 0);
        for first in 0..many as u32 {
            if self.seen[first as usize] > 0 {
                continue;
            }
            self.walk_from(first, graph, &leads, control, |branches, turn| {
                match turn {
                    DfsEvent::Into(v) => waiting.push(v),
                    DfsEvent::Back(v, _) if branches.low[v as usize] == branches.seen[v as usize] => {
                        let from = waiting.iter().rposition(|&other| other == v).unwrap_or(0);
                        for &other in &waiting[from..] {
                            // Nothing is reached through a part that is known.
                            (strong.part[other as usize], branches.seen[other as usize]) = (parts, NONE);
                        }
                        strong.vertices.extend(waiting.drain(from..));
                        parts += 1;
                    }
                    DfsEvent::Back(..) => {}
                }
                ControlFlow::Continue(())
            })?;
        }
        Some(strong)
    }

    fn reset(&mut self, graph: &impl Adjacency) {
        self.seen.clear();
        self.seen.resize(graph.len(), 0);
        self.low.resize(graph.len(), 0);
        self.reached = 0;
    }

    /// Walks from a vertex over the leaps that lead on, to those that are not seen yet, and tells every turn; ends where
    /// no more is wanted. `None` if it was stopped.
    #[inline(always)]
    fn walk_from(
        &mut self,
        first: u32,
        graph: &impl Adjacency,
        leads: impl Fn(u32, u32) -> bool,
        control: &Control,
        mut tell: impl FnMut(&mut DepthFirst, DfsEvent) -> ControlFlow<()>,
    ) -> Option<()> {
        self.path.clear();
        self.enter(first, NONE, graph);
        let (mut steps, mut told) = (0, tell(self, DfsEvent::Into(first)));
        while told.is_continue()
            && let Some(&mut (v, from, ref mut next)) = self.path.last_mut()
        {
            if *next == graph.leap_range(v).end {
                self.path.pop();
                let parent = self.path.last().map(|&(parent, ..)| parent);
                if let Some(parent) = parent {
                    self.low[parent as usize] = self.low[parent as usize].min(self.low[v as usize]);
                }
                told = tell(self, DfsEvent::Back(v, parent));
                continue;
            }
            let (leap, to) = graph.nth_leap(v, *next);
            *next += 1;
            steps += 1;
            if control.is_stopped_at(steps) {
                return None;
            }
            if leap == from || !leads(leap, v) {
                continue;
            }
            match self.seen[to as usize] {
                0 => {
                    self.enter(to, leap, graph);
                    told = tell(self, DfsEvent::Into(to));
                }
                then => self.low[v as usize] = self.low[v as usize].min(then),
            }
        }
        Some(())
    }

    #[inline(always)]
    fn enter(&mut self, vertex: u32, leap: u32, graph: &impl Adjacency) {
        self.reached += 1;
        (self.seen[vertex as usize], self.low[vertex as usize]) = (self.reached, self.reached);
        self.path.push((vertex, leap, graph.leap_range(vertex).start));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces(graph: &Graph, removed: Option<u32>) -> usize {
        let mut is_gone = vec![false; graph.len()];
        removed.into_iter().for_each(|v| is_gone[v as usize] = true);
        let mut pieces = 0;
        graph.flood_fill(is_gone, &Control::unlimited(), |_, from| pieces += usize::from(from.is_none()));
        pieces
    }

    proptest! {
        /// What one walk says of every vertex, and what is seen when it is taken away.
        #[test]
        fn a_vertex_holds_the_branches_that_fall_off_without_it(
            vertices in 2usize..12,
            pairs in prop::collection::vec((0u32..12, 0u32..12), 0..30),
        ) {
            let many = vertices as u32;
            let leaps = pairs.into_iter().map(|(a, b)| (a % many, b % many)).filter(|(a, b)| a != b).collect();
            let graph = Graph::new(vertices, leaps, &Control::unlimited()).unwrap();
            let mut held = vec![0; vertices];
            let reached = DepthFirst::default().articulation_points(&graph, |_| true, &Control::unlimited(), |v| {
                held[v as usize] += 1;
                ControlFlow::Continue(())
            });
            let whole = pieces(&graph, None);
            prop_assert_eq!(reached == Some(vertices), whole == 1);
            for v in (0..many).filter(|_| whole == 1) {
                let more = usize::from(v != 0);
                prop_assert_eq!(held[v as usize] + more, pieces(&graph, Some(v)), "without {}", v);
            }
        }
    }

    #[test]
    fn vertices_that_reach_each_other_are_one_part() {
        // 0 -> 1 -> 2 -> 0, and from there to 3 and back never.
        let leaps = vec![(0, 1), (1, 2), (2, 0), (2, 3)];
        let graph = Graph::new(4, leaps.clone(), &Control::unlimited()).unwrap();
        let leads = |leap: u32, from: u32| leaps[leap as usize].0 == from;
        let strong = DepthFirst::default().strong_components(&graph, leads, &Control::unlimited()).unwrap();
        assert_eq!((strong.vertices, strong.part), (vec![3, 0, 1, 2], vec![1, 1, 1, 0]));
    }
}
