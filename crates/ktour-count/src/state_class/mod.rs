//! Counting in state classes: states with the same degrees are kept together and move together.
//!
//! The degrees of a frontier are a *degree key*, two bits a slot; the rest of a state is which ends belong to
//! one path: a matching, by number. A leap changes the key by an addition, and the matching by a map that all
//! states of a class share (see [`matching_map`](crate::state::matching_map)). So the filter is asked only
//! once per class, a layer needs no table for adding up states, and a state takes a few bytes: the distance
//! to the number before it, and its multiplicity.
//!
//! A layer is sorted by its keys and made by merging the layer before it with itself (see `merge`), in memory
//! or in files (see `spill`). A stored layer can be traversed backwards: the only class from which a
//! transition leads is found by its key (see `stored_layers`).

mod class_sums;
mod count;
mod degree_key;
mod join;
mod layer;
mod merge;
mod spill;
mod stored_layers;

mod transitions;
mod union;
mod walk;

pub(crate) use self::{
    count::{Slice, StateClassCount, WALKED},
    degree_key::once,
    join::Fitting,
    stored_layers::StoredLayers,
};
pub use self::{
    join::{ClassJoin, HalfViews},
    layer::{ClassBlock, ClassLayer},
    union::union,
    walk::ClassWalk,
};
