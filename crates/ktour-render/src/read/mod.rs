//! Readers of tours: any text format, from a file or a pipe, in one pass.
//!
//! The format is recognised by the first bytes of the input. [`verify`] stores as little as possible: for a
//! number grid the few rows that a leap can span ([`Window`](ktour_core::window::Window)), for a list of
//! squares one bit per square. [`tour`] stores the squares as well.

mod bounded;
mod codes;
mod error;
pub mod fault;
mod grid;
mod grid_file;
mod hints;
mod image;
mod input_format;
mod json;
mod list;
mod npy;
mod npy_header;
mod picture;
mod run_limit;
mod tours;
mod visits;

use std::{fs::File, io::Read, path::Path};

use ktour_core::Tour;

pub use error::ReadError;
use fault::LineFault;
pub use grid_file::GridFile;
pub use hints::{Hints, Verified};
pub use image::board;
use input_format::sniff;
pub use picture::picture;
pub use tours::TourReader;

/// Verifies a claimed tour in as little memory as possible.
///
/// ```
/// use ktour::render::read::{Hints, verify};
/// let grid = " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n";
/// assert_eq!(verify(grid.as_bytes(), &Hints::default())?.squares, 12);
/// # Ok::<(), ktour::render::read::ReadError>(())
/// ```
pub fn verify(input: impl Read, hints: &Hints) -> Result<Verified, ReadError> {
    TourReader::new(input, hints)?.only(TourReader::next_verified)
}

/// Verifies a file; it is read a second time if that helps to name an error more exactly.
///
/// ```
/// use ktour::render::read::{Hints, ReadError, verify_file};
/// let file = std::env::temp_dir().join(format!("grid-{}", std::process::id()));
/// std::fs::write(&file, " 1  4  7 10\n 2  9 12  5\n 3  6 11  8\n")?;
/// let error: ReadError = verify_file(&file, &Hints::default()).unwrap_err();
/// assert!(error.is_about_the_tour() && error.step().is_some(), "{error}");
/// std::fs::remove_file(file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_file(path: &Path, hints: &Hints) -> Result<Verified, ReadError> {
    verify(File::open(path)?, hints).map_err(|error| explain(error, path, hints))
}

/// Reads a file again to name its error more exactly, if that helps.
pub fn explain(error: ReadError, path: &Path, hints: &Hints) -> ReadError {
    let number = match &error {
        ReadError::NoSuccessor { step, .. } => *step,
        ReadError::Line { fault: LineFault::Repeated { number }, .. } => *number,
        _ => return error,
    };
    let again = || grid::explain(&mut sniff(File::open(path)?)?.1, number, hints.leaper());
    again().unwrap_or_else(|error| error)
}

/// Reads a tour and verifies it.
///
/// ```
/// use ktour::render::read::{Hints, tour};
/// let grid = " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n";
/// let tour = tour(grid.as_bytes(), &Hints::default())?;
/// assert_eq!(tour.square_at(1).map(|square| square.to_string()), Some("a3".into()));
/// # Ok::<(), ktour::render::read::ReadError>(())
/// ```
pub fn tour(input: impl Read, hints: &Hints) -> Result<Tour, ReadError> {
    TourReader::new(input, hints)?.only(TourReader::next_tour)
}
