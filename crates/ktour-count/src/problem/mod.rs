//! What is counted: the squares in their order, and the steps that decide them.

pub(crate) mod chosen_leaps;
pub(crate) mod folded;
pub(crate) mod frontier;
pub(crate) mod graph;
pub(crate) mod plan;
pub(crate) mod profile;
pub(crate) mod step;
