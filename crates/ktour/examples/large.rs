//! A tour of a billion by a billion squares, computed on demand and not stored.

use std::error::Error;

use ktour::{Board, Puzzle, TourKind, build::build};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::new(Board::new(1_000_000_000, 1_000_000_000)?).with_kind(TourKind::Closed);
    let tour = build(&puzzle).ok_or("boards of even area have closed tours")?;
    let square = tour.square_at(1_000_000).ok_or("the tour is longer than that")?;
    println!("step 1000000 is on {square}");
    println!("{square} is step {}", tour.step_of(square).ok_or("every square is visited")?);
    Ok(())
}
