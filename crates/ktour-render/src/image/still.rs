//! Writes still pictures as an svg, a pdf page or a png.

use std::io;

use ktour_core::Control;

use super::{pdf, png, svg};
use crate::{
    DrawError, Format, Picture,
    picture::{canvas::Canvas, layout::Layout},
};

/// Refuses a format that cannot show a still picture.
pub(crate) fn check(what: &'static str, format: Format) -> Result<(), DrawError> {
    match format {
        Format::Svg | Format::Pdf | Format::Png => Ok(()),
        _ => Err(DrawError::Still { what }),
    }
}

/// Writes the caller's drawing in one of these formats.
pub(crate) fn write(
    format: Format,
    picture: &Picture,
    layout: &Layout,
    title: &str,
    out: &mut dyn io::Write,
    control: &Control,
    draw: impl FnOnce(&mut dyn Canvas) -> io::Result<()>,
) -> io::Result<()> {
    match format {
        Format::Pdf => pdf::sheet(picture, layout, title, out, draw),
        Format::Png => png::sheet(picture, layout, out, control, draw),
        _ => svg::sheet(picture, layout, title, out, |page| draw(page)),
    }
}
