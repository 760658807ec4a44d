//! Counting in groups: states with the same degrees are kept together and move together.
//!
//! The degrees of a frontier are a *key*, two bits a slot; the rest of a mate table is which ends are mates:
//! a pairing, by number. A leap changes the key by an addition, and the pairing by a map that all states of a
//! group share (see [`map`](crate::state::map)). So the filter is asked only once per group, a
//! layer needs no table for adding up states, and a state takes a few bytes: the distance to the number
//! before it, and its multiplicity.
//!
//! A kept layer can be traversed backwards: the only group from which a choice leads is found by its key (see
//! `kept`).
//!
//! The words of [`layers`](crate::layers) are the same states one by one, for listing, files and clusters,
//! and as a second opinion.

mod count;
mod degree_key;
mod join;
mod layer;
mod merge;
mod store;
mod stored;
mod sums;
mod transitions;
mod walk;

pub(crate) use self::{
    count::{Count, Slice, WALKED},
    join::{ClassJoin, Half},
    stored::StoredLayers,
    walk::ClassWalk,
};
