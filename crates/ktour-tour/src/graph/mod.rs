//! The leaps of a board as one graph, and the squares that hold it together.

mod branches;
mod leap_graph;

pub(crate) use branches::{Adjacency, DepthFirst, StrongComponents};
pub(crate) use leap_graph::{Graph, NONE};
