//! Knight's tours: find one, prove that none exists, and know that it is right.
//!
//! The words of the house: a [`Board`] says which [`Square`]s exist, a [`Leaper`] says
//! which leaps are allowed, a [`Puzzle`] asks for a tour, [`solve`](solve::solve) answers
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

pub mod any_tour;
pub mod atlas;
pub mod board;
pub mod build;
pub mod coded;
pub mod control;
mod decisions;
pub mod game;
pub mod leaper;
pub mod named;
pub mod notation;
pub mod outcome;
pub mod proof;
pub mod puzzle;
pub mod solve;
pub mod square;
pub mod symmetry;
pub mod theory;
pub mod tour;
pub mod window;

pub use any_tour::{AnyTour, Checked, Numbers};
pub use board::{Board, BoardError};
pub use coded::{Coded, Fact};
pub use control::{Cancel, Clock, Control, Progress, Spent, Stopped};
pub use leaper::{KNIGHT, Leaper, LeaperError};
pub use named::NameError;
pub use outcome::Outcome;
pub use proof::Reason;
pub use puzzle::{Puzzle, PuzzleError};
pub use solve::{Answer, Method, MoveOrder, Refusal, Stats, Strategy, Tie, solve};
pub use square::Square;
pub use symmetry::Symmetry;
pub use tour::{NotATour, Tour, TourKind};
