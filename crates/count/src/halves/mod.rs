//! Two half boards that meet in the middle.

pub(crate) mod glue;
pub(crate) mod meeting;
