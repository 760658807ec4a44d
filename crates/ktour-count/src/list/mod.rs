//! Every tour, one after the other, in an order that never changes.
//!
//! If the layers fit into memory, tours are put together from halves (see `product`). Otherwise the steps of
//! the plan are walked depth-first (see `depth_first`). A *shard* takes every n-th of the states in the
//! middle, or of the ways to begin; shards are disjoint, and together they are complete.

mod depth_first;
mod join;
pub(crate) mod levels;
pub(crate) mod product;
mod rules;
mod shard;
mod symmetry_class;

use std::ops::ControlFlow;

use ktour_core::Puzzle;

pub(crate) use self::depth_first::has_filter;
use self::{levels::MAX_LISTED_STATES, product::Product, rules::Rules};
pub use self::{
    shard::{Shard, ShardError},
    symmetry_class::{is_first_of_its_class, symmetries_of},
};
use crate::{
    CountError,
    context::Context,
    problem::{graph::OrderedGraph, plan::Plan},
};

/// Calls `found` with the squares of every tour, as board indices, until it breaks; `is_small`
/// says whether the layers are tried to be kept.
pub(crate) fn each_order(
    (puzzle, graph, plan): (&Puzzle, &OrderedGraph, &Plan),
    is_small: bool,
    shard: Shard,
    run: &Context<'_>,
    found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<(), CountError> {
    let rules = Rules::new(puzzle);
    let mut found = |order: &[u32]| {
        assert!(rules.hold(order), "every way through the plan is a tour: the rules must agree");
        found(order)
    };
    match if is_small { Product::new(plan, graph, MAX_LISTED_STATES, run)? } else { None } {
        Some(product) => product.each(puzzle, shard, run, &mut found).map(|_| ()),
        None => depth_first::each_tour(puzzle, graph, plan, shard, run, &mut found),
    }
}
