//! Every error of this crate in one list.
//!
//! Each error is a type with the facts inside, a sentence by `Display`, and a [code](crate::Coded) for
//! programs. [`Refusal`](crate::Refusal), the error of a search that cannot begin, is at the crate's root.

pub use crate::{
    any_tour::Unsound,
    board::BoardError,
    control::{Stopped, TimeError},
    game::{LeapError, TooLarge},
    givens::{GivensError, NotMade, NotSpelled},
    leaper::LeaperError,
    named::NameError,
    notation::SquareError,
    proof::Flaw,
    puzzle::PuzzleError,
    search::OrderError,
    square::NotASquare,
    tour::NotATour,
    window::GridFault,
};
