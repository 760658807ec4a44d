//! The leaps of a board as a graph, and its components, articulation points and strong components.

mod depth_first;
mod leap_graph;
pub mod matching;
mod union_find;

pub use depth_first::{Adjacency, DepthFirst, StrongComponents};
pub use leap_graph::{BoardGraph, Graph, GraphCache, NONE};
pub use union_find::UnionFind;
