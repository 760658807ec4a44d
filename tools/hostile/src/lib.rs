//! Hostile input: one generator, for the attack on the program, for libFuzzer and for the smoke test of the
//! readers.
//!
//! [`value`] and [`text`] replace what people type, [`spoil`] changes a file a little, [`pictures()`] have
//! headers that do not match their data, and [`read_all`] gives bytes to every reader of the engine. The same
//! seed gives the same input.

mod generate;
mod pictures;
mod random;
mod readers;

pub use generate::{spoil, text, value};
pub use pictures::pictures;
pub use random::Random;
pub use readers::{read_all, seeds};
