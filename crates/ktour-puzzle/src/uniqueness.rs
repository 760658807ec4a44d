//! Number of tours with the given steps: one, several or none.

use super::deduction::Impasse;
use ktour_core::{Tour, control::Spent};

/// Whether exactly one tour has the given steps.
#[derive(Clone, Debug)]
pub enum Uniqueness {
    /// Exactly this one.
    Unique(Tour),
    /// These two, and perhaps more.
    Two(Tour, Tour),
    /// None.
    None(Impasse),
    /// The time ran out, or the caller cancelled, before a second solution or the end of the search; with the
    /// first solution, if one was found.
    Unknown(Option<Tour>, Spent),
}

/// Number of solutions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solutions {
    /// Exactly this many.
    Exactly(u64),
    /// This many or more, because the time ran out.
    AtLeast(u64, Spent),
}
