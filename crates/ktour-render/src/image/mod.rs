//! Pictures as files: the same picture as vectors, as pixels, or as frames that change.
//!
//! [`svg`] and [`pdf`] are vectors; [`png`] and [`gif`] are drawn on a [`raster`], a gif frame by frame on a
//! [`film`]. A [`sheet`] is any of the still ones.

pub(crate) mod gif;
pub(crate) mod gif_encoder;
pub(crate) mod pdf;
pub(crate) mod png;
pub(crate) mod raster;
pub(crate) mod still;
pub(crate) mod svg;
