//! Depth-first search without recursion: articulation points and strongly connected components.
//!
//! The search records for every vertex the earliest vertex that a leap from its subtree reaches (*low
//! point*).
//!
//! *Cost:* linear in vertices and leaps. *Reference:* R. E. Tarjan, Depth-first search and linear graph
//! algorithms, SIAM J. Comput. 1 (1972).

use std::ops::{ControlFlow, Range};

use super::{Graph, NONE};
use crate::Control;

/// A graph to search, in which the leaps of a vertex have consecutive numbers.
pub trait Adjacency {
    /// Number of vertices.
    fn vertex_count(&self) -> usize;

    /// Numbers of the leaps of a vertex.
    fn leap_range(&self, vertex: u32) -> Range<u32>;

    /// A leap of a vertex by its number, and the vertex it leads to.
    fn nth_leap(&self, vertex: u32, nth: u32) -> (u32, u32);
}

impl Adjacency for Graph {
    #[inline(always)]
    fn vertex_count(&self) -> usize {
        Graph::vertex_count(self)
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

/// A depth-first search, which reuses its memory for the next one.
#[derive(Default)]
pub struct DepthFirst {
    /// Position of each vertex in the order of discovery, counted from one; 0 if it is undiscovered.
    seen: Vec<u32>,
    /// Low point of each vertex: the earliest position that a leap from its subtree reaches.
    low: Vec<u32>,
    /// The path from the root: each vertex, the leap that led to it, and the number of its next leap.
    path: Vec<(u32, u32, u32)>,
    /// Number of vertices discovered.
    reached: u32,
}

/// An event of the search.
enum DfsEvent {
    /// A vertex is discovered.
    Into(u32),
    /// A vertex is finished; its parent, if it is not the root.
    Back(u32, Option<u32>),
}

/// The strongly connected components: in each, every vertex can be reached from every other.
pub struct StrongComponents {
    /// Every vertex, component by component; no leap leads from a component to a later one.
    pub vertices: Vec<u32>,
    /// Index of the component of each vertex.
    pub part: Vec<u32>,
}

impl DepthFirst {
    /// Searches from vertex 0 over the leaps that `is_allowed` allows, and calls `on_point` with each
    /// articulation point, once for every subtree that only it connects to the rest; the root counts once for
    /// each of its subtrees. Returns the number of vertices reached before `on_point` broke off; `None` if
    /// the search was stopped.
    #[inline]
    pub fn articulation_points(
        &mut self,
        graph: &Graph,
        is_allowed: impl Fn(u32) -> bool,
        control: &Control,
        on_point: impl FnMut(u32) -> ControlFlow<()>,
    ) -> Option<usize> {
        self.articulation_points_from(0, graph, is_allowed, control, on_point)
    }

    /// Finds the [articulation points](Self::articulation_points) of the component of any vertex.
    #[inline]
    pub fn articulation_points_from(
        &mut self,
        first: u32,
        graph: &impl Adjacency,
        is_allowed: impl Fn(u32) -> bool,
        control: &Control,
        mut on_point: impl FnMut(u32) -> ControlFlow<()>,
    ) -> Option<usize> {
        self.reset(graph);
        self.walk_from(
            first,
            graph,
            |leap, _| is_allowed(leap),
            control,
            |search, event| match event {
                DfsEvent::Back(v, Some(parent)) if search.low[v as usize] >= search.seen[parent as usize] => {
                    on_point(parent)
                }
                _ => ControlFlow::Continue(()),
            },
        )?;
        Some(self.reached as usize)
    }

    /// The strong components of the directed graph in which `leads(leap, from)` says whether a leap can be
    /// used from a vertex; `None` if the search was stopped.
    pub fn strong_components(
        &mut self,
        graph: &Graph,
        leads: impl Fn(u32, u32) -> bool,
        control: &Control,
    ) -> Option<StrongComponents> {
        self.reset(graph);
        let count = graph.vertex_count();
        let mut strong = StrongComponents { vertices: Vec::with_capacity(count), part: vec![NONE; count] };
        // Discovered vertices whose component is not complete yet, and the number of complete ones.
        let (mut waiting, mut parts) = (Vec::new(), 0);
        for first in 0..count as u32 {
            if self.seen[first as usize] > 0 {
                continue;
            }
            self.walk_from(first, graph, &leads, control, |search, event| {
                match event {
                    DfsEvent::Into(v) => waiting.push(v),
                    DfsEvent::Back(v, _) if search.low[v as usize] == search.seen[v as usize] => {
                        let from = waiting.iter().rposition(|&other| other == v).unwrap_or(0);
                        for &other in &waiting[from..] {
                            // Leaps into a complete component must not change a low point.
                            (strong.part[other as usize], search.seen[other as usize]) = (parts, NONE);
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
        self.seen.resize(graph.vertex_count(), 0);
        self.low.resize(graph.vertex_count(), 0);
        self.reached = 0;
    }

    /// Searches from a vertex and calls `visit` with every event until it breaks off; `None` if it was
    /// stopped.
    #[inline(always)]
    fn walk_from(
        &mut self,
        first: u32,
        graph: &impl Adjacency,
        leads: impl Fn(u32, u32) -> bool,
        control: &Control,
        mut visit: impl FnMut(&mut DepthFirst, DfsEvent) -> ControlFlow<()>,
    ) -> Option<()> {
        self.path.clear();
        self.enter(first, NONE, graph);
        let (mut steps, mut flow) = (0, visit(self, DfsEvent::Into(first)));
        while flow.is_continue()
            && let Some(&mut (v, arrived_by, ref mut next)) = self.path.last_mut()
        {
            if *next == graph.leap_range(v).end {
                self.path.pop();
                let parent = self.path.last().map(|&(parent, ..)| parent);
                if let Some(parent) = parent {
                    self.low[parent as usize] = self.low[parent as usize].min(self.low[v as usize]);
                }
                flow = visit(self, DfsEvent::Back(v, parent));
                continue;
            }
            let (leap, to) = graph.nth_leap(v, *next);
            *next += 1;
            steps += 1;
            if control.is_stopped_at(steps) {
                return None;
            }
            if leap == arrived_by || !leads(leap, v) {
                continue;
            }
            match self.seen[to as usize] {
                0 => {
                    self.enter(to, leap, graph);
                    flow = visit(self, DfsEvent::Into(to));
                }
                position => self.low[v as usize] = self.low[v as usize].min(position),
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

    fn component_count(graph: &Graph, removed: Option<u32>) -> usize {
        let mut is_gone = vec![false; graph.vertex_count()];
        removed.into_iter().for_each(|v| is_gone[v as usize] = true);
        let mut pieces = 0;
        graph.flood_fill(is_gone, &Control::unlimited(), |_, from| pieces += usize::from(from.is_none()));
        pieces
    }

    proptest! {
        /// Compares the articulation points of one search with the components left when a vertex is removed.
        #[test]
        fn articulation_points_are_the_vertices_whose_removal_disconnects(
            vertices in 2usize..12,
            pairs in prop::collection::vec((0u32..12, 0u32..12), 0..30),
        ) {
            let count = vertices as u32;
            let leaps = pairs.into_iter().map(|(a, b)| (a % count, b % count)).filter(|(a, b)| a != b).collect();
            let graph = Graph::new(vertices, leaps, &Control::unlimited()).unwrap();
            let mut found = vec![0; vertices];
            let reached = DepthFirst::default().articulation_points(&graph, |_| true, &Control::unlimited(), |v| {
                found[v as usize] += 1;
                ControlFlow::Continue(())
            });
            let components = component_count(&graph, None);
            prop_assert_eq!(reached == Some(vertices), components == 1);
            for v in (0..count).filter(|_| components == 1) {
                // The root counts once for each of its subtrees, of which one is the component itself.
                let other_components = usize::from(v != 0);
                prop_assert_eq!(found[v as usize] + other_components, component_count(&graph, Some(v)), "without {}", v);
            }
        }
    }

    #[test]
    fn vertices_that_reach_each_other_are_one_strong_component() {
        // A cycle 0 -> 1 -> 2 -> 0, and a leap 2 -> 3 without a way back.
        let leaps = vec![(0, 1), (1, 2), (2, 0), (2, 3)];
        let graph = Graph::new(4, leaps.clone(), &Control::unlimited()).unwrap();
        let leads = |leap: u32, from: u32| leaps[leap as usize].0 == from;
        let strong = DepthFirst::default().strong_components(&graph, leads, &Control::unlimited()).unwrap();
        assert_eq!((strong.vertices, strong.part), (vec![3, 0, 1, 2], vec![1, 1, 1, 0]));
    }
}
