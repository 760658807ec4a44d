//! Every error of this crate in one list.
//!
//! Each error is a type with the facts inside, a sentence by `Display`, and a [code](crate::Coded) for
//! programs.

pub use crate::{
    any_tour::Unsound,
    board::BoardError,
    control::{Stopped, TimeError},
    leaper::LeaperError,
    named::NameError,
    notation::SquareError,
    proof::Flaw,
    puzzle::PuzzleError,
    square::NotASquare,
    tour::NotATour,
    window::GridFault,
};
