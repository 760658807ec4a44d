//! Why something is not so: every error of this crate in one list.
//!
//! Each is a type with the facts inside, a sentence by `Display`, and a [code](crate::Coded) for programs.
//! [`Refusal`](crate::Refusal), with which a search does not begin, stands at the crate's door.

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
