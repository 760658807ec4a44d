//! Half boards, and tours glued from them.

pub(crate) mod glue;
pub(crate) mod meeting;
mod one;
mod two;
mod view;
