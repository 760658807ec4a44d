//! Does a tour exist, and why not: what is known without searching.

mod parity;

pub use parity::parity;
