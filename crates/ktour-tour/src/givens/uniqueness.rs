//! How many tours have the given steps.

use super::deduction::Impasse;
use crate::{Tour, control::Spent};

/// How many tours have the given steps.
#[derive(Clone, Debug)]
pub enum Uniqueness {
    /// This one and no other.
    Unique(Tour),
    /// These two, and perhaps more.
    Two(Tour, Tour),
    /// None.
    None(Impasse),
    /// The time ran out, or somebody cancelled, before a second solution or the end of the search; with the
    /// first solution, if there is one.
    Unknown(Option<Tour>, Spent),
}

/// How many solutions there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solutions {
    /// Exactly this many.
    Exactly(u64),
    /// At least this many: the time ran out.
    AtLeast(u64, Spent),
}
