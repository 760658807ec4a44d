//! Tours as numbers and text: one small file per format, each written in batches from any tour.

pub(crate) mod csv;
pub(crate) mod grid;
pub(crate) mod json;
pub(crate) mod npy;
pub(crate) mod squares;
mod stream;
