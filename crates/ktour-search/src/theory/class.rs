//! The class of a rectangle in the existence table: c, e, o or x.

use super::{exists, missing_square_rule};
use ktour_core::{Board, Puzzle, TourKind};

/// The best kind of tour that a rectangle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The rectangle has a closed tour.
    Closed,
    /// It has no closed tour, but one with a single square missing; both sides are odd.
    MissingOne,
    /// It has neither of these, but an open tour.
    Open,
    /// It has no tour.
    Neither,
}

impl Class {
    /// The class of a knight's rectangle.
    ///
    /// ```
    /// use ktour::{Board, theory::Class};
    /// assert_eq!(Class::new(&Board::new(8, 8)?).to_string(), "c");
    /// assert_eq!(Class::new(&Board::new(4, 8)?).to_string(), "o");
    /// # Ok::<(), ktour::error::BoardError>(())
    /// ```
    pub fn new(board: &Board) -> Class {
        let has = |kind| exists(&Puzzle::new(board.clone()).with_kind(kind)).is_yes();
        if has(TourKind::Closed) {
            Class::Closed
        } else if missing_square_rule(board).is_possible() {
            Class::MissingOne
        } else if has(TourKind::Open) {
            Class::Open
        } else {
            Class::Neither
        }
    }
}

ktour_core::named! {
    Class: "class" {
        "c" => Closed,
        "e" => MissingOne,
        "o" => Open,
        "x" => Neither,
    }
}
