//! The vocabulary of knight's tours: boards, pieces, puzzles, verified tours, and reasons why there is none.
//!
//! A [`Board`] is a set of [`Square`]s, a [`Leaper`] a piece that moves by leaps, a [`Puzzle`] the conditions
//! on a tour. A search ends with one of three honest [`Outcome`]s, and a [`Tour`] exists only after
//! [`Tour::verify`] has checked every one of its leaps. Tours are found by `ktour-search` and counted by
//! `ktour-count`; the crate `ktour` has everything under one name.
//!
//! ```
//! use ktour::{Board, KNIGHT, Square, Tour, TourKind};
//!
//! let ring = Board::new(3, 3)?.with_holes([Square::new(1, 1)])?;
//! let squares = ["a1", "c2", "a3", "b1", "c3", "a2", "c1", "b3"].map(|name| name.parse().unwrap());
//! assert_eq!(Tour::verify(&ring, KNIGHT, squares)?.kind(), TourKind::Closed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | module | contents |
//! | --- | --- |
//! | [`proof`] | reasons why there is no tour, and their checker |
//! | [`measure`] | turns, crossings, area, sums and symmetries of a tour |
//! | [`any_tour`], [`window`] | tours and grids too large to hold |
//! | [`notation`] | reads and writes squares |
//! | [`control`], [`random`] | stops long work and reports its progress; random numbers from a seed |
//! | [`graph`] | the graph of leaps of a board, and what every search needs of it |
//! | [`amounts`] | amounts of memory and time in words |
//! | [`error`] | the errors |

mod board;
mod coded;
mod leaper;
mod puzzle;
mod square;
mod symmetry;
mod tour;

pub mod amounts;
pub mod any_tour;
pub mod control;
#[doc(hidden)]
pub mod graph;
pub mod measure;
pub mod notation;
pub mod proof;
pub mod random;
pub mod window;

pub use any_tour::{AnyTour, Checked};
pub use board::Board;
pub use coded::{Coded, Fact, NameError};
pub use control::{Cancel, Control};
pub use leaper::{KNIGHT, Leaper};
pub use proof::Reason;
pub use puzzle::Puzzle;
pub use square::{Leap, Square};
pub use symmetry::Symmetry;
pub use tour::{Outcome, Tour, TourKind, TourSquares};

/// Every error of this crate in one list.
///
/// Each error is a type with the facts inside, a sentence by `Display`, and a [code](Coded) for
/// programs.
pub mod error {
    pub use crate::{
        any_tour::Unsound,
        board::BoardError,
        coded::NameError,
        control::{Stopped, TimeError},
        leaper::LeaperError,
        notation::SquareError,
        proof::Flaw,
        puzzle::PuzzleError,
        square::NotASquare,
        tour::NotATour,
        window::GridFault,
    };
}
