//! Every tour, one after the other, in an order that never changes.
//!
//! Where the layers fit into memory, tours are put together from halves (see `product`). Elsewhere
//! the steps of the plan are walked depth first (see `depth_first`). A *shard* takes every n-th of
//! the states in the middle, or of the ways to begin: shards are disjoint and together complete.

mod class;
mod depth_first;
mod join;
pub(crate) mod levels;
pub(crate) mod product;
mod rules;
mod shard;

use std::ops::ControlFlow;

use knights_tour::Puzzle;

pub use self::{
    class::{is_first_of_its_class, symmetries_of},
    shard::{Shard, ShardError},
};
use self::{levels::MOST, product::Product, rules::Rules};
use crate::{
    CountError,
    problem::{graph::Graph, plan::Plan, profile::Digits},
    run::Run,
};

/// The most bytes of filter that are kept at once.
const FILTER: u128 = 2 << 30;

/// Whether the walk has a filter: without one it takes longer, and finds the same.
pub(crate) fn has_filter(digits: &Digits, steps: usize, memory: u128) -> bool {
    digits.bytes() as u128 * steps as u128 <= (memory / 2).min(FILTER)
}

/// Calls `found` with the squares of every tour, as board indices, until it breaks; `is_small`
/// says whether the layers are tried to be kept.
pub(crate) fn each_order(
    (puzzle, graph, plan): (&Puzzle, &Graph, &Plan),
    is_small: bool,
    shard: Shard,
    run: &Run<'_>,
    found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<(), CountError> {
    let rules = Rules::new(puzzle);
    let mut found = |order: &[u32]| {
        assert!(rules.hold(order), "every way through the plan is a tour: the rules must agree");
        found(order)
    };
    match if is_small { Product::new(plan, graph, MOST, run)? } else { None } {
        Some(product) => product.each(puzzle, shard, run, &mut found).map(|_| ()),
        None => depth_first::each_tour(puzzle, graph, plan, shard, run, &mut found),
    }
}
