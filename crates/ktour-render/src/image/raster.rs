//! A canvas of pixels.

use std::io;

use tiny_skia::{FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

use crate::{
    DrawError,
    picture::{
        canvas::{Canvas, Ink, Pen, Strokes},
        colour::Rgb,
        layout::Layout,
    },
};

/// Maximum number of pixels of a picture.
const MAX_PIXELS: u64 = 100_000_000;
/// Maximum length of a side in pixels.
const MAX_SIDE: u32 = 20_000;

/// A canvas of pixels.
#[derive(Clone)]
pub(crate) struct Raster {
    pub(crate) pixels: Pixmap,
    transform: Transform,
}

impl Raster {
    /// Refuses a picture that is too large.
    pub(crate) fn check((width, height): (u32, u32)) -> Result<(), DrawError> {
        let is_fine = width.max(height) <= MAX_SIDE && u64::from(width) * u64::from(height) <= MAX_PIXELS;
        let refused = DrawError::TooManyPixels { width, height, side: MAX_SIDE, pixels: MAX_PIXELS };
        if is_fine { Ok(()) } else { Err(refused) }
    }

    /// Memory of a raster of this size, in bytes.
    pub(crate) fn bytes((width, height): (u32, u32)) -> u128 {
        4 * u128::from(width) * u128::from(height)
    }

    /// Creates an empty raster. The size is checked before memory is allocated, since a failed allocation
    /// aborts the process.
    pub(crate) fn new(layout: &Layout) -> io::Result<Raster> {
        let (width, height) = layout.pixels;
        Raster::check(layout.pixels)?;
        let pixels = Pixmap::new(width, height)
            .ok_or_else(|| io::Error::other(format!("{width}x{height} pixels are no picture")))?;
        let scale = layout.scale as f32;
        let [left, top, ..] = layout.frame.map(|units| units as f32);
        // The board begins on a whole pixel, so that squares of whole sizes have sharp edges.
        let transform =
            Transform::from_row(scale, 0.0, 0.0, scale, (-left * scale).round(), (-top * scale).round());
        Ok(Raster { pixels, transform })
    }

    /// Fills all pixels.
    pub(crate) fn fill(&mut self, colour: Rgb) {
        self.pixels.fill(tiny_skia::Color::from_rgba8(colour.0, colour.1, colour.2, 255));
    }

    /// Sets one pixel.
    pub(crate) fn set(&mut self, x: u32, y: u32, colour: Rgb) {
        let at = (y as usize * self.pixels.width() as usize + x as usize) * 4;
        self.pixels.data_mut()[at..at + 4].copy_from_slice(&[colour.0, colour.1, colour.2, 255]);
    }
}

impl Canvas for Raster {
    fn paint(&mut self, inks: &[Ink], trace: Strokes<'_>) -> io::Result<()> {
        for &ink in inks {
            let path = PathBuilder::new();
            let (at, began) = ((0.0, 0.0), (0.0, 0.0));
            let mut brush = RasterPen { raster: self, ink, path, lines: 0, at, began, is_lifted: false };
            trace(&mut brush);
            brush.paint();
        }
        Ok(())
    }
}

/// Maximum number of lines or dashes that are painted at once; it bounds the memory and the time between
/// two checks for cancellation.
const SEGMENTS_PER_STROKE: usize = 1 << 12;

/// A path while it is traced.
struct RasterPen<'a> {
    raster: &'a mut Raster,
    ink: Ink,
    path: PathBuilder,
    /// Number of lines or dashes of the path so far.
    lines: usize,
    /// Current point, and the first point of the current subpath.
    at: (f32, f32),
    began: (f32, f32),
    /// Whether the current subpath has been painted in part.
    is_lifted: bool,
}

impl RasterPen<'_> {
    /// Paints the path that was traced so far.
    fn paint(&mut self) {
        self.lines = 0;
        let Some(path) = std::mem::take(&mut self.path).finish() else { return };
        let (Ink::Fill(colour) | Ink::Areas(colour) | Ink::Stroke(colour, _) | Ink::Dashes(colour, ..)) =
            self.ink;
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color_rgba8(colour.0, colour.1, colour.2, 255);
        let Raster { pixels, transform } = &mut *self.raster;
        let stroke = match self.ink {
            Ink::Fill(_) | Ink::Areas(_) => {
                return pixels.fill_path(&path, &paint, FillRule::EvenOdd, *transform, None);
            }
            Ink::Stroke(_, width) => Stroke {
                width: width as f32,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            },
            Ink::Dashes(_, width, dash) => Stroke {
                width: width as f32,
                dash: StrokeDash::new(vec![dash as f32, dash as f32], 0.0),
                ..Stroke::default()
            },
        };
        pixels.stroke_path(&path, &paint, &stroke, *transform, None);
    }

    /// Moves the current point; a stroke with round ends can be split at any point.
    fn advance_to(&mut self, x: f32, y: f32) {
        if self.lines >= SEGMENTS_PER_STROKE && matches!(self.ink, Ink::Stroke(..)) {
            self.paint();
            self.path.move_to(self.at.0, self.at.1);
            self.is_lifted = true;
        }
        self.lines += match self.ink {
            Ink::Dashes(_, _, dash) => ((x - self.at.0).hypot(y - self.at.1) / dash as f32) as usize,
            _ => 1,
        };
        self.at = (x, y);
    }
}

impl Pen for RasterPen<'_> {
    fn move_to(&mut self, x: f64, y: f64) {
        if self.lines >= SEGMENTS_PER_STROKE && !matches!(self.ink, Ink::Fill(_) | Ink::Areas(_)) {
            self.paint();
        }
        self.at = (x as f32, y as f32);
        (self.began, self.is_lifted) = (self.at, false);
        self.path.move_to(self.at.0, self.at.1);
    }

    fn line_to(&mut self, x: f64, y: f64) {
        self.advance_to(x as f32, y as f32);
        self.path.line_to(x as f32, y as f32);
    }

    fn curve_to(&mut self, x1: f64, y1: f64, x2: f64, y2: f64, x: f64, y: f64) {
        self.advance_to(x as f32, y as f32);
        self.path.cubic_to(x1 as f32, y1 as f32, x2 as f32, y2 as f32, x as f32, y as f32);
    }

    fn close(&mut self) {
        match self.is_lifted {
            true => self.path.line_to(self.began.0, self.began.1),
            false => self.path.close(),
        }
    }
}

#[cfg(test)]
mod tests {
    use ktour_core::Board;

    use super::*;
    use crate::Picture;

    #[test]
    fn pixels_are_refused_before_they_are_taken() {
        let picture = Picture { width: Some(4000), ..Picture::default() };
        for ranks in [1000, 4000, 83_332] {
            let layout = Layout::new(&picture, &Board::new(3, ranks).unwrap(), 0.0);
            let error = Raster::new(&layout).err().expect("more pixels than the limit");
            assert!(error.to_string().contains("is too large"), "{error}");
        }
    }
}
