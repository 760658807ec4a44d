//! The existence of a tour, or the reason why there is none, without a search.

use std::error::Error;

use ktour::{
    Puzzle, TourKind,
    theory::{Verdict, exists},
};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    for board in ["8", "5", "4x1000000", "3x10"] {
        let puzzle = Puzzle::new(board.parse()?).with_kind(TourKind::Closed);
        match exists(&puzzle) {
            Verdict::No(reason) => println!("{board}: no, {reason}"),
            verdict => println!("{board}: {}", if verdict.is_yes() { "yes" } else { "not known" }),
        }
    }
    Ok(())
}
