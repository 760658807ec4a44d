//! Puzzles: one that is made, one of anyone's that is solved, a text that a tour reads.

pub mod given;
pub mod make;
pub mod reply;
pub mod spelled;
