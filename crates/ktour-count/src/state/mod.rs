//! What a frontier remembers: a mate table in a machine word, and how such words move.

pub(crate) mod encoding;
pub(crate) mod matching;
pub(crate) mod matching_map;
pub(crate) mod packed;
pub(crate) mod pairing;
