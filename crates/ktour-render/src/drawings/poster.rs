//! A poster: many tours of one board on one sheet, each on its own small board.

use std::io;

use ktour_core::{Board, Control, Tour};

use crate::{
    DrawError, Format, Picture, Show,
    image::still,
    picture::{
        canvas::{Canvas, Ink, rectangle},
        interruptible::InterruptibleCanvas,
        layout::Layout,
        path::LeapPath,
        shifted_canvas::ShiftedCanvas,
    },
};

/// Default size of a square in pixels.
const DEFAULT_SQUARE_PIXELS: u64 = 12;
/// Default maximum width of a poster in pixels.
const MAX_DEFAULT_WIDTH: u64 = 6000;
/// Thickness of lines in squares.
const LINE: f64 = 0.11;

/// Tours of one board, drawn in rows from the top left.
///
/// ```
/// use ktour::Control;
/// use ktour::render::{Format, Picture, Poster, read::{Hints, tour}};
/// let tours = [tour(" 1  4  7 10\n12  9  2  5\n 3  6 11  8\n".as_bytes(), &Hints::default())?];
/// let poster = Poster { picture: Picture::default(), tours: &tours, title: "one tour".to_owned() };
/// assert!(Poster::check(Format::Gif).is_err()); // a poster does not move
/// let mut file = Vec::new();
/// poster.write(Format::Svg, &mut file, &Control::unlimited())?;
/// assert!(file.starts_with(b"<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Poster<'a> {
    /// Options of the drawing; paths have one colour, without numbers and coordinates.
    pub picture: Picture,
    /// The tours: at least one, all on the same board.
    pub tours: &'a [Tour],
    /// Text alternative for people who cannot see the picture.
    pub title: String,
}

impl Poster<'_> {
    /// Refuses a format that cannot show a still picture.
    pub fn check(format: Format) -> Result<(), DrawError> {
        still::check("a poster", format)
    }

    /// Writes the poster as an svg, a pdf page or a png.
    pub fn write(&self, format: Format, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        Poster::check(format)?;
        let Some(board) = self.tours.first().map(Tour::board) else { return Ok(()) };
        let columns = self.columns(board);
        let rows = (self.tours.len() as u64).div_ceil(columns);
        // Every board has a margin of one square.
        let sheet = Board::new(columns * (board.files() + 1) + 1, rows * (board.ranks() + 1) + 1);
        let sheet = sheet.map_err(io::Error::other)?;
        let mut picture = Picture { is_plain: true, coordinates: Show::Never, ..self.picture.clone() };
        if picture.across().is_none() {
            picture.width = Some((sheet.files() * DEFAULT_SQUARE_PIXELS).min(MAX_DEFAULT_WIDTH) as u32);
        }
        let layout = Layout::new(&picture, &sheet, 0.0);
        let draw = |canvas: &mut dyn Canvas| self.draw(&picture, &layout, columns, canvas, control);
        still::write(format, &picture, &layout, &self.title, out, control, draw)
    }

    /// Number of boards in a row that makes the sheet about square.
    fn columns(&self, board: &Board) -> u64 {
        let shape = (board.ranks() + 1) as f64 / (board.files() + 1) as f64;
        ((self.tours.len() as f64 * shape).sqrt().round() as u64).clamp(1, self.tours.len() as u64)
    }

    fn draw(
        &self,
        picture: &Picture,
        layout: &Layout,
        columns: u64,
        canvas: &mut dyn Canvas,
        control: &Control,
    ) -> io::Result<()> {
        let palette = picture.palette();
        let canvas = &mut InterruptibleCanvas::new(canvas, control, 3 * self.tours.len() + 1);
        let [left, top, width, height] = layout.frame;
        canvas.paint(&[Ink::Fill(palette.paper)], &|pen| rectangle(pen, left, top, width, height))?;
        for (number, tour) in (0..).zip(self.tours) {
            let (column, row) = (number % columns, number / columns);
            let board = tour.board();
            let (x, y) = (column * (board.files() + 1) + 1, row * (board.ranks() + 1) + 1);
            let mut shifted = ShiftedCanvas { canvas: &mut *canvas, x: x as f64, y: y as f64 };
            let cell = Layout { line: LINE, ..*layout };
            picture.squares(board, &mut shifted)?;
            let path = LeapPath::from_tour(tour)?;
            picture.tour(path, &cell, &mut shifted)?;
        }
        Ok(())
    }
}
