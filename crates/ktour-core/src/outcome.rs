//! The three honest answers: found, impossible for a reason, or not known.

use crate::{Reason, Tour, control::Spent};

/// The outcome of the search for a tour.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<T = Tour> {
    /// A solution, verified.
    Found(T),
    /// No solution exists, by a theorem or an exhaustive search.
    Impossible(Reason),
    /// Nothing is claimed: time ran out, the search was cancelled, or the method may miss tours.
    Unknown(Spent),
}

impl<T> Outcome<T> {
    /// Returns the solution, if one was found.
    ///
    /// ```
    /// use ktour::{Board, Control, Puzzle, Strategy, solve};
    /// let answer = solve(&Puzzle::new(Board::new(8, 8)?), &Strategy::default(), &Control::unlimited())?;
    /// assert_eq!(answer.outcome.found().map(|tour| tour.len()), Some(64));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn found(self) -> Option<T> {
        match self {
            Outcome::Found(found) => Some(found),
            _ => None,
        }
    }

    /// Whether a solution was found.
    pub fn is_found(&self) -> bool {
        matches!(self, Outcome::Found(_))
    }

    /// Maps the solution, and passes the other answers on.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Found(found) => Outcome::Found(f(found)),
            Outcome::Impossible(reason) => Outcome::Impossible(reason),
            Outcome::Unknown(spent) => Outcome::Unknown(spent),
        }
    }
}
