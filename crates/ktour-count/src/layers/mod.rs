//! All states between two steps, one layer after the other, in memory or in files.

pub(crate) mod advance;
pub(crate) mod layer;
pub(crate) mod spill;
pub(crate) mod stride;
pub(crate) mod table;
pub(crate) mod walk;
