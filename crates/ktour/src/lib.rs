//! Knight's tours: one crate to add, and everything under one name.
//!
//! A [`Board`] says which [`Square`]s exist, a [`Puzzle`] asks for a tour, [`solve`] answers with one of three honest
//! [`Outcome`]s, and a [`Tour`] exists only because [`Tour::verify`] checked every one of its leaps.
//! [`theory::exists`] says without a search whether there is one, and why not; [`build::build`] makes tours of boards
//! too large to store.
//!
//! ```
//! use ktour::{Control, Puzzle, Strategy, TourKind, solve, theory};
//!
//! let puzzle = Puzzle::new("6x6".parse()?).with_kind(TourKind::Closed);
//! assert!(theory::exists(&puzzle).is_yes());
//! let answer = solve(&puzzle, &Strategy::default(), &Control::unlimited())?;
//! assert_eq!(answer.outcome.found().map(|tour| tour.len()), Some(36));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The vocabulary is that of `ktour-tour`, re-exported whole. Three more rooms open by a feature each:
//!
//! | feature | module | what is there |
//! | --- | --- | --- |
//! | `count` | `count` | exact counting, listing, fair sampling |
//! | `render` | `render` | text, pictures and data files, written and read |
//! | `lab` | `lab` | experiments, fits, plots |

pub use knights_tour::*;

#[cfg(feature = "count")]
pub use knights_tour_count as count;
#[cfg(feature = "lab")]
pub use knights_tour_lab as lab;
#[cfg(feature = "render")]
pub use knights_tour_render as render;

/// The programs of the README and of the manual, run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/library.md")]
struct Readme;
