//! The formats by name, and the one that a file's name asks for.

use std::path::Path;

use knights_tour::NameError;
use thiserror::Error;

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

/// A file whose name says no format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The ending is not a format's.
    #[error(transparent)]
    Unknown(#[from] NameError),
    /// A name that has no ending.
    #[error("the name `{name}` has no ending that says a format: end it with one of {}", Format::NAMES.join(", "))]
    NoEnding {
        /// The name.
        name: String,
    },
}

impl Format {
    /// The format a file name asks for; `.txt` is a grid.
    ///
    /// ```
    /// use knights_tour_render::Format;
    /// assert_eq!(Format::from_path("tour.svg".as_ref())?, Format::Svg);
    /// assert!(Format::from_path("tour".as_ref()).is_err());
    /// # Ok::<(), knights_tour_render::FormatError>(())
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

knights_tour::named! {
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
