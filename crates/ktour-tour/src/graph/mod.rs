//! The leaps of a board as one graph, and the squares that hold it together.

mod depth_first;
mod leap_graph;
mod union_find;

pub(crate) use depth_first::{Adjacency, DepthFirst, StrongComponents};
pub(crate) use leap_graph::{Graph, NONE};
pub(crate) use union_find::UnionFind;
