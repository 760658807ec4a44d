//! Knight's tours: find one, prove that none exists, and know that it is right.
//!
//! The words of the house: a [`Board`] says which [`Square`]s exist, a [`Leaper`] says
//! which leaps are allowed, a [`Puzzle`] asks for a tour, [`solve`] answers
//! with one of three honest [`Outcome`]s, and a [`Tour`] exists only because
//! [`Tour::verify`] checked every one of its leaps.
//!
//! ```
//! use knights_tour::{Board, Control, Outcome, Puzzle, Strategy, TourKind, solve};
//!
//! let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
//! let answer = solve(&puzzle, &Strategy::default(), &Control::unlimited())?;
//! let Outcome::Found(tour) = answer.outcome else { panic!("6x6 has closed tours") };
//! assert_eq!(tour.kind(), TourKind::Closed);
//! assert_eq!(tour.len(), 36);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod coded;
mod decisions;
mod graph;
mod leaper;
mod named;
mod outcome;
mod puzzle;
mod square;
mod symmetry;
mod tour;

pub mod atlas;
pub mod build;
pub mod control;
pub mod error;
pub mod game;
pub mod notation;
pub mod proof;
pub mod search;
pub mod theory;
pub mod window;

pub use board::Board;
pub use coded::{Coded, Fact};
pub use control::{Cancel, Control};
pub use leaper::{KNIGHT, Leaper};
pub use named::NameError;
pub use outcome::Outcome;
pub use proof::Reason;
pub use puzzle::Puzzle;
pub use search::{Answer, Method, Refusal, Strategy, Tie, solve};
pub use square::{Leap, Square};
pub use symmetry::Symmetry;
pub use tour::{Tour, TourKind};
