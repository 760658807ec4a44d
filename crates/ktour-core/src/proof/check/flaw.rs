//! What is wrong with a reason.

use thiserror::Error;

use crate::Square;

/// Why a reason does not show what it claims.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The facts in it are not those of the puzzle.
    #[error("the reason speaks of another board or another kind of tour")]
    OffTopic,
    /// The facts are right, but they do not rule out a tour.
    #[error("the facts are right but do not forbid a tour")]
    Harmless,
    /// A step of a proof does not follow from those before it.
    #[error("step {0} of the proof does not follow")]
    BadStep(usize),
    /// A proof omits a possible end.
    #[error("the proof leaves out the possible end {0}")]
    EndLeftOut(Square),
    /// There is a tour.
    #[error("the search, run again, finds a tour")]
    TourFound,
    /// Checking it again would take too long.
    #[error("{0} squares are too many to run the search again")]
    TooLarge(u128),
}
