//! Verification of a list of squares: a tour, or the first error.

use std::error::Error;

use ktour::{Board, KNIGHT, Square, Tour};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let board = Board::new(3, 4)?;
    for text in ["a1 c2 a3 b1 d2", "a1 b3 c1 a2 b4 c2 a3 c4 b2 a4 c3 b1"] {
        let squares: Vec<Square> = text.split(' ').map(str::parse).collect::<Result<_, _>>()?;
        match Tour::verify(&board, KNIGHT, squares) {
            Ok(tour) => println!("{text}: a tour, {:?}", tour.kind()),
            Err(wrong) => println!("{text}: {wrong}"),
        }
    }
    Ok(())
}
