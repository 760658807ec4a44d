//! Three tours, sampled exactly uniformly.

use std::error::Error;

use ktour::{
    Board, Control, Puzzle, TourKind,
    count::{Counter, Resources},
};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    let drawn = Counter::new(&puzzle)?.sample(3, 7, &Resources::default(), &Control::unlimited())?;
    for tour in drawn.ok_or("6x6 has closed tours")? {
        let squares: Vec<String> = tour.squares().map(|square| square.to_string()).collect();
        println!("{}", squares.join(" "));
    }
    Ok(())
}
