//! The formats by name, and the format that a file name implies.

use std::path::Path;

use ktour_tour::NameError;
use thiserror::Error;

/// The formats by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// Numbers laid out like the board.
    #[default]
    Grid,
    /// One square per line.
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
    /// The animated drawing.
    Gif,
    /// The number grid as NumPy reads it.
    Npy,
}

/// A file name that implies no format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The extension is not that of a format.
    #[error(transparent)]
    Unknown(#[from] NameError),
    /// A name without an extension.
    #[error("the name `{name}` has no ending that says a format: end it with one of {}", Format::NAMES.join(", "))]
    NoEnding {
        /// The name.
        name: String,
    },
}

impl Format {
    /// The format that a file name implies; `.txt` is a grid.
    ///
    /// ```
    /// use ktour_render::Format;
    /// assert_eq!(Format::from_path("tour.svg".as_ref())?, Format::Svg);
    /// assert!(Format::from_path("tour".as_ref()).is_err());
    /// # Ok::<(), ktour_render::FormatError>(())
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

ktour_tour::named! {
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
