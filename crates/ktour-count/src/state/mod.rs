//! What a frontier remembers: a mate table in a machine word, and how such words move.

pub(crate) mod form;
pub(crate) mod matching_map;
pub(crate) mod mates;
pub(crate) mod packed;
pub(crate) mod pairing;
