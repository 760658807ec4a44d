//! Canvas on which a picture is drawn: paths, filled or stroked, in board units.
//!
//! A square is one by one, x to the right and y down. Every file format implements [`Canvas`]: the same calls
//! become elements of an SVG, operators of a PDF or pixels, so all formats show one picture. Paths are traced
//! by a function, not stored: a tour of a million leaps is written while it is walked.

use std::io;

use super::colour::Rgb;

/// How a path is painted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Ink {
    /// The interior of the path.
    Fill(Rgb),
    /// The interior of a path that crosses itself, by the even-odd rule.
    Areas(Rgb),
    /// The line of the path in this width, with round ends.
    Stroke(Rgb, f64),
    /// The line of the path in this width, as dashes with straight ends; the last number is the length of a
    /// dash and of a gap.
    Dashes(Rgb, f64, f64),
}

/// Traces a path.
pub(crate) trait Pen {
    fn move_to(&mut self, x: f64, y: f64);
    fn line_to(&mut self, x: f64, y: f64);
    fn curve_to(&mut self, x1: f64, y1: f64, x2: f64, y2: f64, x: f64, y: f64);
    fn close(&mut self);

    /// Whether drawing was cancelled; long paths check it from time to time.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Function that traces a path on a given pen.
pub(crate) type Strokes<'a> = &'a dyn Fn(&mut dyn Pen);

/// Paints paths, the first at the bottom.
pub(crate) trait Canvas {
    /// Paints one path with each of the inks in turn.
    fn paint(&mut self, inks: &[Ink], trace: Strokes<'_>) -> io::Result<()>;
}

/// Traces a disc.
pub(crate) fn disc(pen: &mut dyn Pen, x: f64, y: f64, radius: f64) {
    // Four curves with these control points stay within a thousandth of a circle.
    let handle = radius * 0.5523;
    pen.move_to(x + radius, y);
    pen.curve_to(x + radius, y + handle, x + handle, y + radius, x, y + radius);
    pen.curve_to(x - handle, y + radius, x - radius, y + handle, x - radius, y);
    pen.curve_to(x - radius, y - handle, x - handle, y - radius, x, y - radius);
    pen.curve_to(x + handle, y - radius, x + radius, y - handle, x + radius, y);
    pen.close();
}

/// Traces an upright rectangle.
pub(crate) fn rectangle(pen: &mut dyn Pen, x: f64, y: f64, width: f64, height: f64) {
    pen.move_to(x, y);
    pen.line_to(x + width, y);
    pen.line_to(x + width, y + height);
    pen.line_to(x, y + height);
    pen.close();
}
