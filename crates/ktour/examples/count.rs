//! The exact number of tours, with the convention of counting stated.

use std::error::Error;

use ktour::{
    Board, Control, Puzzle, TourKind,
    count::{Counter, Resources},
};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    let counted = Counter::new(&puzzle)?.count(&Resources::default(), &Control::unlimited())?;
    println!("{} directed, {} undirected", counted.tours.directed(), counted.tours.undirected());
    Ok(())
}
