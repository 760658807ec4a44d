//! Puzzles: new ones, given ones to solve, and texts along a tour.

pub mod given;
pub mod make;
pub mod reply;
pub mod spelled;
