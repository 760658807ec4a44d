//! Tours as text and pictures: one small file per format, one trait.
//!
//! A [`Picture`] says how a tour looks; [`Svg`], [`Png`], [`Pdf`] and [`Gif`] draw it with the same strokes.
//!
//! Writing goes through [`Render`]: a verified [`Tour`] in, bytes out. Reading is in [`mod@read`]: bytes
//! of any text format in, a verified tour or the first thing wrong out, in one pass.

pub mod answer;
mod csv;
mod gif;
mod grid;
mod json;
mod merge;
mod npy;
mod pdf;
mod picture;
mod png;
mod raster;
pub mod read;
mod search;
mod squares;
pub mod stream;
mod svg;

use std::{io, path::Path, str::FromStr};

use knights_tour::{Board, Tour};
use thiserror::Error;

pub use csv::Csv;
pub use gif::{Gif, Motion};
pub use grid::{Grid, grid_width};
pub use json::{Json, board_json, stats_json, whole};
pub use merge::{merge_frames, merge_json};
pub use npy::Npy;
pub use pdf::Pdf;
pub use picture::{
    Picture, Show,
    colour::{Gradient, Rgb},
    theme::{Palette, Theme, ThemeError},
    way::WayStyle,
};
pub use png::Png;
pub use search::Shown;
pub use squares::Squares;
pub use svg::Svg;

/// Hears what share of the work is done, and ends it by an error.
pub type Proceed<'a> = dyn FnMut(f64) -> io::Result<()> + 'a;

/// A way to write a verified tour.
pub trait Render {
    /// Writes the whole tour.
    fn write(&self, tour: &Tour, out: &mut dyn io::Write) -> io::Result<()>;

    /// Writes the whole tour, and asks now and then whether to go on; formats that write as they go are
    /// stopped by their writer just as well.
    fn write_while(&self, tour: &Tour, out: &mut dyn io::Write, proceed: &mut Proceed) -> io::Result<()> {
        proceed(0.0)?;
        self.write(tour, out)
    }

    /// Why a tour of this board cannot be written, if so: asked before any work is done.
    fn refusal(&self, _: &Board) -> Option<String> {
        None
    }

    /// Bytes that writing a tour of this board takes at most, about, beside the tour and the file.
    fn memory_needed(&self, board: &Board) -> u128 {
        // A row, a line, a few words.
        board.files().into()
    }

    /// The tour as text, for formats that are text.
    fn to_text(&self, tour: &Tour) -> String {
        let mut bytes = Vec::new();
        self.write(tour, &mut bytes).expect("memory takes whatever is written to it");
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// The formats by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// Numbers as the board stands.
    #[default]
    Grid,
    /// One square a line.
    Squares,
    /// The document that programs exchange.
    Json,
    /// `move,x,y`.
    Csv,
    /// A drawing.
    Svg,
    /// The drawing in pixels.
    Png,
    /// The drawing on paper.
    Pdf,
    /// The drawing that draws itself.
    Gif,
    /// The number grid as NumPy reads it.
    Npy,
}

/// A text that names no format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// A word that is none.
    #[error("`{0}` is not a format: choose one of {names}", names = names())]
    Unknown(String),
    /// A file whose name has no ending.
    #[error("the name `{0}` has no ending that says a format: end it with one of {names}", names = names())]
    NoEnding(String),
}

fn names() -> String {
    Format::NAMED.map(|(name, _)| name).join(", ")
}

impl Format {
    /// All formats, with their names, which are also the endings of their files.
    pub const NAMED: [(&'static str, Format); 9] = [
        ("grid", Format::Grid),
        ("squares", Format::Squares),
        ("json", Format::Json),
        ("csv", Format::Csv),
        ("svg", Format::Svg),
        ("png", Format::Png),
        ("pdf", Format::Pdf),
        ("gif", Format::Gif),
        ("npy", Format::Npy),
    ];

    /// The format a file name asks for; `.txt` is a grid.
    pub fn from_path(path: &Path) -> Result<Format, FormatError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "txt" => Ok(Format::Grid),
            "" => Err(FormatError::NoEnding(path.display().to_string())),
            ending => ending.parse(),
        }
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        let named = Format::NAMED.into_iter().find(|(name, _)| *name == text);
        named.map(|(_, format)| format).ok_or_else(|| FormatError::Unknown(text.to_owned()))
    }
}
