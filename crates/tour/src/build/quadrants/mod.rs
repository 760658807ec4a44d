//! Tours in quadrants: four parts, each a tour, joined by four leaps; stored, or asked square by square.

mod blocks;
pub(crate) mod lazy;
pub mod stored;
