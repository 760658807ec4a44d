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
    /// The time was over, or somebody cancelled, before a second solution or the end of the search; the first
    /// solution, where there is one.
    Unknown(Option<Tour>, Spent),
}

/// How many solutions there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solutions {
    /// So many, exactly.
    Exactly(u64),
    /// At least so many: the time was over.
    AtLeast(u64, Spent),
}
