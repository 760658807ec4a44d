//! Measures of a tour: its leaps and turns.

use std::error::Error;

use ktour::{Board, Control, Puzzle, Strategy, TourKind, measure::Measures, solve};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::new(Board::new(8, 8)?).with_kind(TourKind::Closed);
    let answer = solve(&puzzle, &Strategy::default(), &Control::unlimited())?;
    let tour = answer.outcome.found().ok_or("8x8 has closed tours")?;
    let measures = Measures::new(&tour);
    println!("{} leaps, {} turns, {} straight on", measures.leaps, measures.turns, measures.straight);
    Ok(())
}
