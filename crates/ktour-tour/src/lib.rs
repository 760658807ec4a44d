//! Knight's tours: find one, or prove that none exists, and be sure that the answer is right.
//!
//! A [`Board`] is a set of [`Square`]s, a [`Leaper`] a piece that moves by leaps, a [`Puzzle`] the conditions
//! on a tour; [`solve`] answers with one of three honest [`Outcome`]s, and a [`Tour`] exists only after
//! [`Tour::verify`] has checked every one of its leaps.
//!
//! ```
//! use ktour_tour::{Board, Control, KNIGHT, Puzzle, Strategy, Tour, TourKind, solve};
//!
//! let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
//! let answer = solve(&puzzle, &Strategy::default(), &Control::unlimited())?;
//! let tour = answer.outcome.found().expect("6x6 has closed tours");
//! assert_eq!(Tour::verify(puzzle.board(), KNIGHT, tour.squares())?, tour);
//! for rank in tour.steps().chunks(6).rev() {
//!     println!("{rank:2?}"); // the numbers of the steps, the top rank first
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Pictures and other formats are written by `ktour-render`, tours are counted by `ktour-count`; the crate
//! `ktour` has everything under one name, and its documentation begins with ten lines that solve, verify,
//! draw and count.
//!
//! # Modules
//!
//! | module | contents |
//! | --- | --- |
//! | [`search`] | the methods, their counters, and the search shown square by square |
//! | [`theory`], [`proof`] | whether a tour exists, without a search; reasons why not, and their checker |
//! | [`certificate`] | a *no* in files that other programs can check |
//! | [`build`], [`atlas`] | tours of boards too large to store |
//! | [`window`] | verifies grids too large to hold |
//! | [`measure`] | turns, crossings, area, sums and symmetries of a tour |
//! | [`best`], [`symmetric`] | tours with few or many turns or crossings; tours with a symmetry |
//! | [`game`], [`givens`] | a tour played by hand; puzzles with some given steps |
//! | [`notation`] | reads and writes squares |
//! | [`control`], [`random`] | stops long work and reports its progress; random numbers from a seed |
//! | [`amounts`] | amounts of memory and time in words |
//! | [`error`] | all errors |

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

pub mod amounts;
pub mod any_tour;
pub mod atlas;
pub mod best;
pub mod build;
pub mod certificate;
pub mod control;
pub mod error;
pub mod game;
pub mod givens;
pub mod measure;
pub mod notation;
pub mod proof;
pub mod random;
pub mod search;
pub mod symmetric;
pub mod theory;
pub mod window;

pub use any_tour::{AnyTour, Checked};
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
