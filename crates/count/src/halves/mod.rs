//! Two half boards that meet in the middle.

pub(crate) mod meeting;
