//! Pictures as files: the same picture as vectors, as pixels, or as frames of an animation.
//!
//! [`svg`] and [`pdf`] write vectors. [`png`] and [`gif`] draw on a [`raster`]; [`gif_encoder`] encodes the
//! frames of a GIF. [`still`] chooses among the formats without animation.

pub(crate) mod gif;
pub(crate) mod gif_encoder;
pub(crate) mod pdf;
pub(crate) mod png;
pub(crate) mod raster;
pub(crate) mod still;
pub(crate) mod svg;
