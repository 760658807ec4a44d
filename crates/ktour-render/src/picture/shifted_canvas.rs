//! A canvas whose origin is moved to a point of another canvas.

use std::io;

use super::canvas::{Canvas, Ink, Pen, Strokes};

/// A canvas whose origin is moved to a point of another canvas.
pub(crate) struct ShiftedCanvas<'a> {
    pub(crate) canvas: &'a mut dyn Canvas,
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Canvas for ShiftedCanvas<'_> {
    fn paint(&mut self, inks: &[Ink], trace: Strokes<'_>) -> io::Result<()> {
        let (x, y) = (self.x, self.y);
        self.canvas.paint(inks, &|pen| trace(&mut ShiftedPen { pen, x, y }))
    }
}

struct ShiftedPen<'a> {
    pen: &'a mut dyn Pen,
    x: f64,
    y: f64,
}

impl Pen for ShiftedPen<'_> {
    fn move_to(&mut self, x: f64, y: f64) {
        self.pen.move_to(x + self.x, y + self.y);
    }

    fn line_to(&mut self, x: f64, y: f64) {
        self.pen.line_to(x + self.x, y + self.y);
    }

    fn curve_to(&mut self, x1: f64, y1: f64, x2: f64, y2: f64, x: f64, y: f64) {
        let (left, top) = (self.x, self.y);
        self.pen.curve_to(x1 + left, y1 + top, x2 + left, y2 + top, x + left, y + top);
    }

    fn close(&mut self) {
        self.pen.close();
    }

    fn is_stopped(&self) -> bool {
        self.pen.is_stopped()
    }
}
