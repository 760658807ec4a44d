//! A tour in any text format, read and verified in one pass.

use std::error::Error;

use ktour::render::read::{Hints, tour};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let grid = " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n";
    let tour = tour(grid.as_bytes(), &Hints::default())?;
    println!("{} squares, {:?}", tour.len(), tour.kind());
    Ok(())
}
