//! A board with holes.

use std::error::Error;

use ktour::{Board, Control, Outcome, Puzzle, Strategy, solve};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let board = Board::new(6, 6)?.with_holes(["c3".parse()?, "d4".parse()?])?;
    let answer = solve(&Puzzle::new(board), &Strategy::default(), &Control::unlimited())?;
    match answer.outcome {
        Outcome::Found(tour) => println!("{} squares, {:?}", tour.len(), tour.kind()),
        Outcome::Impossible(reason) => println!("none: {reason}"),
        Outcome::Unknown(spent) => println!("{spent}"),
    }
    Ok(())
}
