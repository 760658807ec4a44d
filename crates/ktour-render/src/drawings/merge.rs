//! Drawings of how a structured tour is built, level by level.

use std::{collections::HashSet, io};

use ktour_core::{Board, Control, Square};
use ktour_search::build::parberry::{Merge, Rectangle, Structured};

use crate::{
    DrawError, Fill, Format, Gif, PathStyle, Picture,
    image::{gif_encoder::GifEncoder, raster::Raster, still},
    picture::{
        canvas::{Canvas, Ink, rectangle},
        interruptible::InterruptibleCanvas,
        layout::Layout,
        path::{LeapPath, middle},
    },
};

/// Thickness of the edges of parts and of exchanged leaps, as multiples of the path's thickness.
const EDGE: f64 = 1.2;
const EXCHANGED: f64 = 1.8;

/// One drawing of the construction of a structured tour.
#[derive(Clone, Debug)]
pub struct MergeFrame<'a> {
    board: &'a Board,
    title: &'static str,
    /// Closed tours of the parts, or of the whole board.
    tours: Vec<Vec<Square>>,
    parts: Vec<Rectangle>,
    exchanged: Vec<&'a Merge>,
}

/// Returns the drawings in order: for every level the parts with their tours, the exchange, and the result.
///
/// ```
/// use ktour::{Board, Control, build::parberry::parberry};
/// use ktour::render::{Format, Gif, MergeFrame, Picture, merge_frames};
/// let structured = parberry(&Board::new(12, 12)?).unwrap();
/// let frames = merge_frames(&structured);
/// assert_eq!(frames.len(), 3); // four tours, the leaps that are exchanged, one tour
/// let mut file = Vec::new();
/// frames[1].write(&Picture::default(), Format::Svg, &mut file, &Control::unlimited())?;
/// assert!(file.starts_with(b"<svg") && MergeFrame::check(Format::Csv).is_err()); // csv is no drawing
///
/// let mut film = Vec::new(); // one after the other
/// Gif::default().write_merges(&structured, &mut film, &Control::unlimited())?;
/// assert!(film.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merge_frames(structured: &Structured) -> Vec<MergeFrame<'_>> {
    let board = structured.board();
    let frame = |title, tours| MergeFrame { board, title, tours, parts: Vec::new(), exchanged: Vec::new() };
    let whole = vec![structured.squares()];
    let mut frames = Vec::new();
    for (level, merges) in structured.levels() {
        let parts: Vec<Rectangle> = merges.iter().flat_map(|merge| merge.parts).collect();
        let wholes = merges.iter().map(|merge| merge.whole).collect();
        let tours = structured.tours_before(level);
        let after = if level == 0 { whole.clone() } else { structured.tours_before(level - 1) };
        let before = frame("The parts and their tours", tours.clone());
        frames.push(MergeFrame { parts: parts.clone(), ..before });
        let exchange = frame("Leaps removed (dashed) and added", tours);
        frames.push(MergeFrame { parts, exchanged: merges, ..exchange });
        frames.push(MergeFrame { parts: wholes, ..frame("The result", after) });
    }
    if frames.is_empty() {
        frames.push(frame("A small board, searched whole", whole));
    }
    frames
}

impl MergeFrame<'_> {
    /// Refuses a format that cannot show a still picture.
    pub fn check(format: Format) -> Result<(), DrawError> {
        still::check("a merge", format)
    }

    /// Writes the drawing as an svg, a pdf page or a png; its paths have one colour.
    pub fn write(
        &self,
        picture: &Picture,
        format: Format,
        out: &mut dyn io::Write,
        control: &Control,
    ) -> io::Result<()> {
        MergeFrame::check(format)?;
        let picture = plain(picture);
        let layout = Layout::new(&picture, self.board, 0.0);
        let draw = |canvas: &mut dyn Canvas| self.draw(&picture, &layout, canvas, control);
        still::write(format, &picture, &layout, self.title, out, control, draw)
    }

    fn draw(
        &self,
        picture: &Picture,
        layout: &Layout,
        canvas: &mut dyn Canvas,
        control: &Control,
    ) -> io::Result<()> {
        let canvas = &mut InterruptibleCanvas::new(canvas, control, self.tours.len() + 7);
        let palette = picture.palette();
        let line = layout.line * palette.weight;
        picture.draw_background(self.board, layout, canvas)?;
        canvas.paint(&[Ink::Stroke(palette.ink, line * EDGE)], &|pen| {
            for part in &self.parts {
                let top = self.board.row_of(part.rank + part.ranks - 1);
                rectangle(pen, part.file as f64, top as f64, part.files as f64, part.ranks as f64);
            }
        })?;
        let removed: HashSet<[Square; 2]> =
            self.leaps(|merge| merge.removed).flat_map(|(from, to)| [[from, to], [to, from]]).collect();
        for tour in &self.tours {
            let mut squares = tour.clone();
            // A tour with a removed leap is drawn open, starting behind the first of them.
            let lost = (0..squares.len())
                .find(|&at| removed.contains(&[squares[at], squares[(at + 1) % squares.len()]]));
            lost.iter().for_each(|at| squares.rotate_left((at + 1) % tour.len()));
            let mut path = LeapPath::from_squares(self.board, &squares);
            path.is_closed = lost.is_none();
            picture.leaps(&path, 0..path.leap_count(), path.leap_count(), layout, canvas)?;
        }
        let width = line * EXCHANGED;
        let removed = Ink::Dashes(palette.taken_back, width, width * 1.2);
        self.exchange(|merge| merge.removed, removed, canvas)?;
        self.exchange(|merge| merge.added, Ink::Stroke(palette.added, width), canvas)
    }

    fn leaps(&self, of: fn(&Merge) -> [(Square, Square); 4]) -> impl Iterator<Item = (Square, Square)> {
        self.exchanged.iter().flat_map(move |merge| of(merge))
    }

    fn exchange(
        &self,
        of: fn(&Merge) -> [(Square, Square); 4],
        ink: Ink,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        canvas.paint(&[ink], &|pen| {
            for (from, to) in self.leaps(of) {
                let [(x, y), (to_x, to_y)] = [from, to].map(|square| middle(self.board, square));
                pen.move_to(x, y);
                pen.line_to(to_x, to_y);
            }
        })
    }
}

/// Reduces the options to those for many small tours: paths of one colour, neither woven nor filled.
fn plain(picture: &Picture) -> Picture {
    let path = if picture.path == PathStyle::Woven { PathStyle::Straight } else { picture.path };
    Picture { path, is_plain: true, fill: Fill::None, ..picture.clone() }
}

impl Gif {
    /// Writes an animation of how a structured tour is built; every drawing is shown as long as a finished
    /// tour.
    pub fn write_merges(
        &self,
        structured: &Structured,
        out: &mut dyn io::Write,
        control: &Control,
    ) -> io::Result<()> {
        let board = structured.board();
        self.check_search(board)?;
        let picture = plain(&Picture { width: Some(self.width()), ..self.picture.clone() });
        let layout = Layout::new(&picture, board, 0.0);
        let mut film = GifEncoder::new(&layout, self.motion.is_once, out)?;
        for frame in merge_frames(structured) {
            let mut shown = Raster::new(&layout)?;
            frame.draw(&picture, &layout, &mut shown, control)?;
            film.show(&shown, self.motion.hold)?;
        }
        film.finish()
    }
}
