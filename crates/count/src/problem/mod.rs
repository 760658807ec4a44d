//! What is counted: the squares in their order, and the steps that decide them.

pub(crate) mod graph;
pub(crate) mod path;
pub(crate) mod plan;
