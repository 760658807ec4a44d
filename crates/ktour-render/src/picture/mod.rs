//! The picture of a tour, independent of the canvas it is drawn on.
//!
//! Its layers from the bottom up: paper, squares, edge, coordinates; the path, from the first leap to the
//! last in the colours of a gradient; the closing leap, dashed; the end; the knight on its start; numbers.
//! Lines, marks and letters grow relative to the squares when the squares are small, and illegible numbers
//! are left out.
//!
//! The path is cut into at most [`BANDS`] bands, each an element of one colour, whatever the number of leaps.

pub(crate) mod canvas;
pub(crate) mod colour;
pub(crate) mod glyphs;
pub(crate) mod interruptible;
pub(crate) mod layout;
pub(crate) mod options;
mod outline;
pub(crate) mod path;
pub(crate) mod shifted_canvas;
pub(crate) mod theme;
mod weave;

use std::io;

use ktour_core::{AnyTour, Board, Control};

use canvas::{Canvas, Ink, disc, rectangle};
use interruptible::InterruptibleCanvas;
use layout::{Layout, file_name};
pub(crate) use options::DOTS_PER_INCH;
pub use options::{Fill, Picture, Show};
use outline::{runs, trace_loops};
use path::{LeapPath, PathStyle};

/// Maximum number of colours of a path.
pub(crate) const BANDS: usize = 40;
/// Thickness of a woven path, as a multiple of a straight one.
const BAND: f64 = 1.2;
/// Size of the knight, in squares.
const KNIGHT: f64 = 0.66;

impl Picture {
    /// Draws the whole picture.
    pub(crate) fn draw(
        &self,
        tour: &dyn AnyTour,
        layout: &Layout,
        canvas: &mut dyn Canvas,
        control: &Control,
    ) -> io::Result<()> {
        let path = LeapPath::from_tour(tour)?;
        // The bands of the path take nearly all of the time.
        let canvas = &mut InterruptibleCanvas::new(canvas, control, BANDS + 10);
        if self.is_stroke {
            self.stroke(&path, layout, canvas)?;
            return path.check_read();
        }
        self.draw_background(tour.board(), layout, canvas)?;
        let path = self.tour(path, layout, canvas)?;
        // A closed woven path has neither a beginning nor an end to mark.
        if !(self.path == PathStyle::Woven && path.is_closed) {
            self.ends(&path, layout, canvas)?;
        }
        if self.numbers.is_shown(layout.has_legible_numbers) {
            self.steps(&path, path.len(), layout, canvas)?;
        }
        path.check_read()
    }

    /// Draws the filled areas and the leaps of a whole tour.
    pub(crate) fn tour<'a>(
        &self,
        path: LeapPath<'a>,
        layout: &Layout,
        canvas: &mut dyn Canvas,
    ) -> io::Result<LeapPath<'a>> {
        if self.fill == Fill::Harlequin {
            let colour = self.palette().plain.mixed(self.palette().light, 0.6);
            let style = if self.path == PathStyle::Smooth { PathStyle::Smooth } else { PathStyle::Straight };
            canvas.paint(&[Ink::Areas(colour)], &|pen| {
                path.trace(pen, 0, path.leap_count(), style);
                pen.close();
            })?;
        }
        if self.path == PathStyle::Woven {
            // A closed woven path is woven around the whole tour, so that it has no seam.
            let path = path.woven(self.thickness(layout));
            self.leaps(&path, 0..path.leap_count(), path.leap_count(), layout, canvas)?;
            return Ok(path);
        }
        self.leaps(&path, 0..path.len() - 1, path.len() - 1, layout, canvas)?;
        self.closing_leap(&path, layout, canvas)?;
        Ok(path)
    }

    /// Draws the path alone, as one line.
    fn stroke(&self, path: &LeapPath, layout: &Layout, canvas: &mut dyn Canvas) -> io::Result<()> {
        let ink = Ink::Stroke(self.palette().plain, self.thickness(layout));
        canvas.paint(&[ink], &|pen| {
            path.trace(pen, 0, path.leap_count(), self.path);
            if path.is_closed {
                pen.close();
            }
        })
    }

    /// Thickness of the path.
    fn thickness(&self, layout: &Layout) -> f64 {
        layout.line * self.palette().weight * if self.path == PathStyle::Woven { BAND } else { 1.0 }
    }

    /// Draws paper, squares, edge and coordinates.
    pub(crate) fn draw_background(
        &self,
        board: &Board,
        layout: &Layout,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        let palette = self.palette();
        // The paper is a little larger than the frame, so that rounding leaves no line without paper.
        let [left, top, width, height] = layout.frame;
        let more = 1.0 / layout.scale;
        let paper: canvas::Strokes =
            &|pen| rectangle(pen, left - more, top - more, width + 2.0 * more, height + 2.0 * more);
        canvas.paint(&[Ink::Fill(palette.paper)], paper)?;
        let loops = outline::outline(board);
        let edge: canvas::Strokes = &|pen| trace_loops(&loops, pen);
        canvas.paint(&[Ink::Fill(palette.light)], edge)?;
        // Filled areas need squares of one colour.
        if palette.dark != palette.light && self.fill == Fill::None {
            // A row of dark squares is a line of width 1 with dashes of length 1.
            canvas.paint(&[Ink::Dashes(palette.dark, 1.0, 1.0)], &|pen| {
                for (from, to, y) in runs(board) {
                    if pen.is_stopped() {
                        return;
                    }
                    pen.move_to(from as f64, y as f64 + 0.5);
                    pen.line_to(to as f64, y as f64 + 0.5);
                }
            })?;
        }
        canvas.paint(&[Ink::Stroke(palette.edge, layout.line * 0.4)], edge)?;
        if layout.has_coordinates {
            let (size, every) = (layout.letters, layout.every);
            canvas.paint(&[Ink::Stroke(palette.ink, size * glyphs::WEIGHT)], &|pen| {
                // Labels are 1 3 5 7 for a step of 2, but 1 5 10 15 for a step of 5.
                let labelled = |side: u64| {
                    let is_odd = every == 2;
                    (0..side).filter(move |n| match is_odd {
                        true => n % 2 == 0,
                        false => *n == 0 || (n + 1) % every == 0,
                    })
                };
                for file in labelled(board.files()) {
                    if pen.is_stopped() {
                        return;
                    }
                    let name = file_name(board, file);
                    let x = file as f64 + 0.5 - glyphs::width(&name) * size / 2.0;
                    glyphs::text(pen, &name, x, board.ranks() as f64 + 0.55 * size, size);
                }
                for rank in labelled(board.ranks()) {
                    if pen.is_stopped() {
                        return;
                    }
                    let name = (rank + 1).to_string();
                    let x = -0.55 * size - glyphs::width(&name) * size;
                    glyphs::text(pen, &name, x, board.row_of(rank) as f64 + 0.5 - size / 2.0, size);
                }
            })?;
        }
        Ok(())
    }

    /// Draws the squares in one colour.
    pub(crate) fn squares(&self, board: &Board, canvas: &mut dyn Canvas) -> io::Result<()> {
        let loops = outline::outline(board);
        canvas.paint(&[Ink::Fill(self.palette().light)], &|pen| trace_loops(&loops, pen))
    }

    /// Draws a range of leaps of a path, given by index; the gradient spans `of` leaps.
    pub(crate) fn leaps(
        &self,
        path: &LeapPath,
        leaps: std::ops::Range<usize>,
        of: usize,
        layout: &Layout,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        let bands = if self.is_plain { 1 } else { of.min(BANDS) };
        for band in 0..bands {
            let from = (band * of / bands).max(leaps.start);
            let to = ((band + 1) * of / bands).min(leaps.end);
            if from < to {
                let colour = self.colour(band as f64 / (bands.max(2) - 1) as f64);
                let ink = Ink::Stroke(colour, self.thickness(layout));
                canvas.paint(&[ink], &|pen| path.trace(pen, from, to, self.path))?;
            }
        }
        Ok(())
    }

    /// Colour of the path at a position from 0 to 1.
    pub(crate) fn colour(&self, place: f64) -> colour::Rgb {
        if self.is_plain { self.palette().plain } else { self.palette().gradient.at(place) }
    }

    pub(crate) fn closing_leap(
        &self,
        path: &LeapPath,
        layout: &Layout,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        if !path.is_closed {
            return Ok(());
        }
        let line = layout.line * self.palette().weight;
        let ink = Ink::Dashes(self.colour(1.0), line, line * 1.4);
        canvas.paint(&[ink], &|pen| path.trace(pen, path.len() - 1, path.len(), self.path))
    }

    /// Draws the end as a disc and the start as a knight; only the knight, if they would overlap.
    pub(crate) fn ends(&self, path: &LeapPath, layout: &Layout, canvas: &mut dyn Canvas) -> io::Result<()> {
        let palette = self.palette();
        let radius = layout.mark * 0.19;
        let (from, to) = (path.centre(0), layout.inside(path.centre(path.len() - 1), radius * 1.5));
        let knight = layout.inside(from, layout.mark * KNIGHT * 0.6);
        let is_apart = (knight.0 - to.0).hypot(knight.1 - to.1) > layout.mark * KNIGHT / 2.0 + radius * 1.35;
        if path.len() > 1 && is_apart {
            let (x, y) = to;
            canvas.paint(&[Ink::Fill(palette.light)], &|pen| disc(pen, x, y, radius * 1.35))?;
            canvas.paint(&[Ink::Fill(self.colour(1.0))], &|pen| disc(pen, x, y, radius))?;
        }
        self.knight(from, layout, canvas)
    }

    /// Draws the knight at a point.
    pub(crate) fn knight(
        &self,
        place: (f64, f64),
        layout: &Layout,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        let palette = self.palette();
        let side = layout.mark * KNIGHT;
        let (x, y) = layout.inside(place, side * 0.6);
        let inks = [Ink::Stroke(palette.light, side * 0.16), Ink::Fill(palette.knight)];
        canvas.paint(&inks, &|pen| glyphs::knight(pen, x, y, side))
    }

    /// Draws the first numbers of a path in the corners of their squares, each with a rim in the square's
    /// colour.
    pub(crate) fn steps(
        &self,
        path: &LeapPath,
        count: usize,
        layout: &Layout,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        let palette = self.palette();
        let size = layout.digits;
        for (is_dark, rim) in [(true, palette.dark), (false, palette.light)] {
            if (0..count).all(|at| path.square(at).is_dark() != is_dark) {
                continue;
            }
            let inks = [Ink::Stroke(rim, size * 0.5), Ink::Stroke(palette.ink, size * glyphs::WEIGHT)];
            canvas.paint(&inks, &|pen| {
                for at in (0..count).filter(|&at| path.square(at).is_dark() == is_dark) {
                    if pen.is_stopped() {
                        return;
                    }
                    let (x, y) = path.top_left(at);
                    glyphs::text(pen, &(at + 1).to_string(), x + 0.09, y + 0.09, size);
                }
            })?;
        }
        Ok(())
    }
}
