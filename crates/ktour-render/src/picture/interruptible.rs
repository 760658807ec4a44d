//! A canvas that checks for cancellation while a picture is painted.

use std::io;

use ktour_core::{Control, error::Stopped};

use super::canvas::{Canvas, Ink, Pen, Strokes};

/// Number of lines between two checks for cancellation.
const LINES_PER_STOP_CHECK: u64 = 1 << 9;
/// Number of lines that a subpath counts for, since it may be a row of dashes.
const LINES_PER_SUBPATH: u64 = LINES_PER_STOP_CHECK / 8;

/// A canvas that checks for cancellation before every path and within it.
pub(crate) struct InterruptibleCanvas<'a> {
    canvas: &'a mut dyn Canvas,
    control: &'a Control,
    painted: usize,
    /// Approximate number of paths, or 0 if progress is reported elsewhere.
    of: usize,
}

impl<'a> InterruptibleCanvas<'a> {
    pub(crate) fn new(
        canvas: &'a mut dyn Canvas,
        control: &'a Control,
        of: usize,
    ) -> InterruptibleCanvas<'a> {
        InterruptibleCanvas { canvas, control, painted: 0, of }
    }

    fn proceed(&self) -> io::Result<()> {
        match self.of {
            0 if self.control.is_stopped() => Err(io::Error::other(Stopped)),
            0 => Ok(()),
            of => self.control.check_share((self.painted as f64 / of as f64).min(0.9)),
        }
    }
}

impl Canvas for InterruptibleCanvas<'_> {
    fn paint(&mut self, inks: &[Ink], trace: Strokes<'_>) -> io::Result<()> {
        self.proceed()?;
        self.painted += 1;
        let control = self.control;
        self.canvas.paint(inks, &|pen| {
            // After cancellation no other ink traces the path.
            let is_stopped = control.is_stopped();
            trace(&mut InterruptiblePen { pen, control, lines: 0, is_stopped });
        })?;
        self.proceed()
    }
}

struct InterruptiblePen<'a> {
    pen: &'a mut dyn Pen,
    control: &'a Control,
    lines: u64,
    is_stopped: bool,
}

impl InterruptiblePen<'_> {
    /// Counts lines and checks for cancellation when there are enough of them.
    fn count_lines(&mut self, lines: u64) {
        self.lines += lines;
        if self.lines >= LINES_PER_STOP_CHECK {
            self.lines = 0;
            self.is_stopped |= self.control.is_stopped();
        }
    }
}

impl Pen for InterruptiblePen<'_> {
    fn move_to(&mut self, x: f64, y: f64) {
        self.count_lines(LINES_PER_SUBPATH);
        self.pen.move_to(x, y);
    }

    fn line_to(&mut self, x: f64, y: f64) {
        self.count_lines(1);
        self.pen.line_to(x, y);
    }

    fn curve_to(&mut self, x1: f64, y1: f64, x2: f64, y2: f64, x: f64, y: f64) {
        self.count_lines(1);
        self.pen.curve_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.pen.close();
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped || self.pen.is_stopped()
    }
}
