//! Tours as text and pictures: one file per format, one trait.
//!
//! Writing goes through [`Render`], which turns any tour, stored or not, into bytes. Reading is in
//! [`mod@read`], which turns bytes of any text format into a verified tour, or the first error, in one pass.
//! A [`Picture`] is a set of drawing options; [`Svg`], [`Png`], [`Pdf`] and [`Gif`] draw it with the same
//! strokes.

mod data;
pub mod document;
mod draw_error;
mod drawings;
mod format;
mod image;
mod picture;
pub mod read;

use std::io;

use ktour_core::{AnyTour, Board, Control};

pub use data::{
    csv::Csv,
    grid::{Grid, grid_width},
    json::Json,
    npy::Npy,
    squares::Squares,
};
pub use draw_error::DrawError;
pub use drawings::{
    merge::{MergeFrame, merge_frames},
    poster::Poster,
    puzzles::{DrawnPuzzle, Puzzles},
    search::ShownSearch,
};
pub use format::{Format, FormatError, FormatFacts};
pub use image::{
    gif::{Gif, Motion},
    pdf::Pdf,
    png::Png,
    svg::Svg,
};
pub use picture::{
    Fill, Picture, Show,
    colour::{Gradient, Rgb},
    path::PathStyle,
    theme::{Palette, Theme},
};

/// An output format of a tour.
///
/// ```
/// use ktour::Control;
/// use ktour::render::{Grid, Render, Svg, read::{Hints, tour}};
/// let grid = " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n";
/// let tour = tour(grid.as_bytes(), &Hints::default())?;
/// assert_eq!(Grid.to_text(&tour), grid);
/// let (drawing, mut file) = (Svg::default(), Vec::new());
/// drawing.check_board(tour.board())?; // before any work is done
/// assert!(drawing.memory_needed(tour.board()) < 1 << 20);
/// drawing.write(&tour, &mut file, &Control::unlimited())?;
/// assert!(file.starts_with(b"<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Render {
    /// Writes the whole tour and checks for cancellation meanwhile. Tours other than a stored
    /// [`Tour`](ktour_core::Tour) are passed as [`Checked`](ktour_core::Checked).
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()>;

    /// Refuses a board that cannot be written in this format, before any work is done.
    fn check_board(&self, _: &Board) -> Result<(), DrawError> {
        Ok(())
    }

    /// Maximum memory for writing a tour of this board, in bytes, besides the tour and the file; approximate.
    fn memory_needed(&self, board: &Board) -> u128 {
        // A few rows, and the batches in the channels.
        200 * u128::from(board.files()) + (32 * board.area()).min(16 << 20)
    }

    /// The tour as text, for text formats.
    fn to_text(&self, tour: &dyn AnyTour) -> String {
        let mut bytes = Vec::new();
        self.write(tour, &mut bytes, &Control::unlimited()).expect("memory takes whatever is written to it");
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Refuses a tour whose squares are not available in tour order.
fn check_ordered(tour: &dyn AnyTour) -> io::Result<()> {
    if tour.has_order() {
        return Ok(());
    }
    Err(DrawError::NoOrder { squares: tour.len() }.into())
}
