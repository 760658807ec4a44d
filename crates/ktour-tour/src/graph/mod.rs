//! The leaps of a board as a graph, and its components, articulation points and strong components.

mod depth_first;
mod leap_graph;
pub(crate) mod matching;
mod union_find;

pub(crate) use depth_first::{Adjacency, DepthFirst, StrongComponents};
pub(crate) use leap_graph::{Graph, NONE};
pub(crate) use union_find::UnionFind;
