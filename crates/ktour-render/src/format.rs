//! Output formats by name, and by the extension of a file name.

use std::path::Path;

use ktour_core::NameError;
use thiserror::Error;

/// An output format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// A number grid laid out like the board.
    #[default]
    Grid,
    /// One square per line.
    Squares,
    /// The JSON document of a tour.
    Json,
    /// CSV with the columns `move,x,y`.
    Csv,
    /// A vector drawing.
    Svg,
    /// A drawing in pixels.
    Png,
    /// A drawing on a page.
    Pdf,
    /// An animation.
    Gif,
    /// A NumPy array of the number grid.
    Npy,
}

/// A file name from which no format follows.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The extension is not that of a format.
    #[error(transparent)]
    Unknown(#[from] NameError),
    /// The name has no extension.
    #[error("the name `{name}` has no ending that says a format: end it with one of {}", Format::NAMES.join(", "))]
    NoEnding {
        /// The name.
        name: String,
    },
}

impl Format {
    /// Format for a file name, by its extension; `.txt` is a grid.
    ///
    /// ```
    /// use ktour::render::Format;
    /// assert_eq!(Format::from_path("tour.svg".as_ref())?, Format::Svg);
    /// assert!(Format::from_path("tour".as_ref()).is_err());
    /// # Ok::<(), ktour::render::FormatError>(())
    /// ```
    pub fn from_path(path: &Path) -> Result<Format, FormatError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "txt" => Ok(Format::Grid),
            "" => Err(FormatError::NoEnding { name: path.display().to_string() }),
            ending => Ok(ending.parse()?),
        }
    }
}

ktour_core::named! {
    Format: "format" {
        "grid" => Grid,
        "squares" => Squares,
        "json" => Json,
        "csv" => Csv,
        "svg" => Svg,
        "png" => Png,
        "pdf" => Pdf,
        "gif" => Gif,
        "npy" => Npy,
    }
}
