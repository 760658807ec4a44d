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

/// Facts of a format: one row each, from which all lists of formats are made.
#[derive(Clone, Copy, Debug)]
pub struct FormatFacts {
    /// Ending of file names.
    pub ending: &'static str,
    /// Media type.
    pub media_type: &'static str,
    /// Whether it draws the tour.
    pub is_picture: bool,
    /// Whether a terminal can show it.
    pub is_text: bool,
    /// Whether its writer needs only the numbers of one rank at a time.
    pub is_by_rank: bool,
    /// Whether the page offers it as a download.
    pub is_offered: bool,
}

impl Format {
    /// Facts of the format.
    ///
    /// ```
    /// use ktour::render::Format;
    /// assert_eq!(Format::Grid.facts().ending, "txt");
    /// assert!(Format::Gif.facts().is_picture && !Format::Csv.facts().is_picture);
    /// ```
    pub const fn facts(self) -> FormatFacts {
        let (ending, media_type) = match self {
            Format::Grid => ("txt", "text/plain; charset=utf-8"),
            Format::Squares => ("squares", "text/plain; charset=utf-8"),
            Format::Json => ("json", "application/json"),
            Format::Csv => ("csv", "text/csv"),
            Format::Svg => ("svg", "image/svg+xml"),
            Format::Png => ("png", "image/png"),
            Format::Pdf => ("pdf", "application/pdf"),
            Format::Gif => ("gif", "image/gif"),
            Format::Npy => ("npy", "application/octet-stream"),
        };
        FormatFacts {
            ending,
            media_type,
            is_picture: matches!(self, Format::Svg | Format::Png | Format::Pdf | Format::Gif),
            is_text: !matches!(self, Format::Png | Format::Pdf | Format::Gif | Format::Npy),
            is_by_rank: matches!(self, Format::Grid | Format::Png | Format::Npy),
            is_offered: !matches!(self, Format::Grid | Format::Squares),
        }
    }

    /// Formats for which a fact is true.
    pub fn with(is_so: impl Fn(FormatFacts) -> bool) -> Vec<Format> {
        Format::NAMED.into_iter().map(|(_, format)| format).filter(|format| is_so(format.facts())).collect()
    }

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
            "" => Err(FormatError::NoEnding { name: path.display().to_string() }),
            ending => match Format::with(|facts| facts.ending == ending).first() {
                Some(format) => Ok(*format),
                None => Ok(ending.parse()?),
            },
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
