//! A closed tour of the chessboard, as a grid of steps.

use std::error::Error;

use ktour::{Board, Control, Puzzle, Strategy, TourKind, solve};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::new(Board::new(8, 8)?).with_kind(TourKind::Closed);
    let answer = solve(&puzzle, &Strategy::default(), &Control::unlimited())?;
    let tour = answer.outcome.found().ok_or("8x8 has closed tours")?;
    for rank in tour.steps().chunks(8).rev() {
        println!("{rank:2?}");
    }
    Ok(())
}
