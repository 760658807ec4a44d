//! Tours in quadrants: four parts, each a tour, joined by four leaps; stored, or asked square by square.

pub(crate) mod lazy;
pub mod stored;
