//! Knight's tours: everything in one crate.
//!
//! Solve, verify, draw and count, in ten lines:
//!
//! ```
//! use ktour::{Control, KNIGHT, Puzzle, Strategy, Tour, TourKind, solve};
//! use ktour::{count::{Counter, Resources}, render::{Grid, Render}};
//!
//! let (puzzle, control) = (Puzzle::new("6x6".parse()?).with_kind(TourKind::Closed), Control::unlimited());
//! let answer = solve(&puzzle, &Strategy::default(), &control)?;
//! let tour = answer.outcome.found().expect("6x6 has closed tours");
//! assert_eq!(Tour::verify(puzzle.board(), KNIGHT, tour.squares())?, tour);
//! Grid.write(&tour, &mut std::io::stdout(), &control)?;
//! let counted = Counter::new(&puzzle)?.count(&Resources::default(), &control)?;
//! println!("one of {}", counted.tours.undirected());
//! # assert_eq!(Grid.to_text(&tour).lines().next(), Some("12 25  4 19 14 27"));
//! # assert_eq!(counted.tours.undirected().to_string(), "9862");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! 12 25  4 19 14 27
//!  3 20 13 26  5 18
//! 24 11 22 17 28 15
//! 21  2 31  8 35  6
//! 10 23 36 33 16 29
//!  1 32  9 30  7 34
//! one of 9862
//! ```
//!
//! A [`Board`] defines which [`Square`]s exist, a [`Leaper`] which leaps are allowed, and a [`Puzzle`] which
//! tours are solutions. [`solve`] returns one of three honest [`Outcome`]s: found, impossible with a
//! [`Reason`], or unknown. A [`Tour`] exists only after [`Tour::verify`] has checked every one of its leaps.
//!
//! | to | start with |
//! | --- | --- |
//! | find a tour | [`solve`], with a [`Strategy`] |
//! | learn whether there is one, and if not why | [`theory::exists`], and [`proof::check`] |
//! | build a tour too large to store | [`build::build`], [`atlas`] |
//! | verify a given tour | [`Tour::verify`], [`window`] |
//! | measure one, or search for a beautiful one | [`measure`], [`best`], [`symmetric`] |
//! | play by hand, with hints | [`game`] |
//! | make and solve puzzles | [`givens`] |
//! | stop long work, and follow its progress | [`Control`] |
//!
//! Three more modules have a feature each; the first two are enabled by default.
//!
//! | feature | module | content |
//! | --- | --- | --- |
//! | `count`, by default | `count` | exact counting, listing, uniform sampling |
//! | `render`, by default | `render` | text, pictures and data files, written and read |
//! | `lab` | `lab` | experiments, fits, plots |

pub use ktour_core::*;
#[doc(inline)]
pub use ktour_puzzle as givens;
#[doc(inline)]
pub use ktour_search as search;
pub use ktour_search::*;

/// Every error of the library in one list.
///
/// Each error is a type with the facts inside, a sentence by `Display`, and a [code](Coded::code) for
/// programs. [`Refusal`], the error of a search that cannot begin, is at the crate's root.
pub mod error {
    pub use ktour_core::error::*;
    pub use ktour_puzzle::{GivensError, NotMade, NotSpelled};
    pub use ktour_search::{
        OrderError,
        game::{LeapError, TooLarge},
    };
}

#[cfg(feature = "count")]
#[doc(inline)]
pub use ktour_count as count;
#[cfg(feature = "lab")]
#[doc(inline)]
pub use ktour_lab as lab;
#[cfg(feature = "render")]
#[doc(inline)]
pub use ktour_render as render;

/// The code examples of the README and of the manual, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/library.md")]
struct Readme;
