//! Reading tours: any text format, from a file or a pipe, in one pass.
//!
//! The format is recognised by how the input begins. [`verify`] keeps only what it must: for a
//! number grid the few rows a leap can span ([`Window`](knights_tour::window::Window)), for a list of squares one bit
//! a square. [`tour`] keeps the squares as well.

mod grid;
mod grid_file;
mod image;
mod json;
mod list;
mod npy;
mod picture;
mod runs;
mod visits;

use std::{
    fs::File,
    io::{self, BufRead, Read},
    path::Path,
};

use knights_tour::{Board, Coded, Fact, KNIGHT, Leaper, Square, Tour, TourKind, error::NotATour};
use thiserror::Error;

pub use grid_file::GridFile;
pub use image::board;
pub use picture::picture;
use runs::Runs;
use visits::Visits;

/// What the reader is told beforehand.
#[derive(Clone, Debug)]
pub struct Hints {
    /// The board, for formats that do not say; otherwise the smallest rectangle around the squares.
    pub board: Option<Board>,
    /// The leaper, for formats that do not say; otherwise the knight.
    pub leaper: Option<Leaper>,
    /// How many bytes may be used.
    pub memory: u128,
}

impl Default for Hints {
    fn default() -> Self {
        Hints { board: None, leaper: None, memory: u128::MAX }
    }
}

impl Hints {
    fn leaper(&self) -> Leaper {
        self.leaper.unwrap_or(KNIGHT)
    }
}

/// A claim that was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The width.
    pub files: u64,
    /// The height.
    pub ranks: u64,
    /// How many squares the tour visits.
    pub squares: u128,
    /// Open or closed.
    pub kind: TourKind,
    /// Whose leaps.
    pub leaper: Leaper,
    /// The first square and the last.
    pub ends: [Square; 2],
}

impl From<&Tour> for Verified {
    fn from(tour: &Tour) -> Verified {
        let (board, first) = (tour.board(), Square::new(0, 0));
        Verified {
            files: board.files(),
            ranks: board.ranks(),
            squares: tour.len() as u128,
            kind: tour.kind(),
            leaper: tour.leaper(),
            ends: [1, tour.len()].map(|step| tour.square_at(step).unwrap_or(first)),
        }
    }
}

/// Why nothing could be verified, or what is wrong with the claim.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The input could not be read at all.
    #[error("the input cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Nothing is there.
    #[error("the input is empty: a number grid, a list of squares, JSON or csv was expected")]
    Empty,
    /// Not text.
    #[error("the input is not text: a number grid, a list of squares, JSON or csv was expected")]
    Binary,
    /// Text, but of no known format.
    #[error(
        "the input begins with `{0}`, which is neither a number grid, squares one a line, JSON, nor csv with the header move,x,y"
    )]
    UnknownFormat(String),
    /// A line that does not belong.
    #[error("line {line}: {what}")]
    Line {
        /// Counted from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// A grid with a number too often, too large, or not at all.
    #[error("{0}")]
    Numbers(String),
    /// Not a picture of a board.
    #[error("the picture is not a board: {0}")]
    Picture(String),
    /// Not JSON, or not a tour's document.
    #[error("the JSON is not a tour's document: {0}")]
    Json(String),
    /// Not an array of numbers by rank and file.
    #[error("the array is not a number grid: {0}")]
    Array(String),
    /// A grid that can be verified but not held as a tour.
    #[error(
        "a grid of {squares} squares is a tour and too large to hold, the limit is {limit}: given as a file, it can be drawn as a png",
        squares = verified.squares
    )]
    TooLarge {
        /// What was verified.
        verified: Verified,
        /// How many squares can be held.
        limit: usize,
    },
    /// More memory than there is.
    #[error("verifying this input takes more than {needed} bytes ({why}), and {memory} are free")]
    Memory {
        /// So much at least.
        needed: u128,
        /// So much there is.
        memory: u128,
        /// Bytes per square, in words.
        why: &'static str,
    },
    /// Readable, and not a tour.
    #[error(transparent)]
    NotATour(#[from] NotATour),
    /// A grid too large to keep, from a pipe, with a number whose successor is not a leap away.
    #[error("step {step} stands on {square}, and no {next} is a {leaper}'s leap away", next = step + 1)]
    NoSuccessor {
        /// The number.
        step: u64,
        /// Where it stands.
        square: Square,
        /// Whose leap it should be.
        leaper: Leaper,
    },
}

impl Coded for ReadError {
    const CODES: &'static [(&'static str, &'static [&'static str])] = &[
        ("read-io", &["what"]),
        ("read-empty", &[]),
        ("read-binary", &[]),
        ("read-unknown-format", &["text"]),
        ("read-line", &["line", "what"]),
        ("read-numbers", &["what"]),
        ("read-picture", &["what"]),
        ("read-json", &["what"]),
        ("read-array", &["what"]),
        ("read-too-large", &["squares", "limit"]),
        ("read-memory", &["needed", "memory"]),
        ("read-no-successor", &["step", "square", "leaper"]),
    ];

    fn code(&self) -> &'static str {
        match self {
            ReadError::Io(_) => "read-io",
            ReadError::Empty => "read-empty",
            ReadError::Binary => "read-binary",
            ReadError::UnknownFormat(_) => "read-unknown-format",
            ReadError::Line { .. } => "read-line",
            ReadError::Numbers(_) => "read-numbers",
            ReadError::Picture(_) => "read-picture",
            ReadError::Json(_) => "read-json",
            ReadError::Array(_) => "read-array",
            ReadError::TooLarge { .. } => "read-too-large",
            ReadError::Memory { .. } => "read-memory",
            ReadError::NoSuccessor { .. } => "read-no-successor",
            ReadError::NotATour(error) => error.code(),
        }
    }

    fn facts(&self) -> Vec<(&'static str, Fact)> {
        match self {
            ReadError::Io(error) => vec![("what", Fact::Text(error.to_string()))],
            ReadError::Empty | ReadError::Binary => Vec::new(),
            ReadError::UnknownFormat(text) => vec![("text", text.into())],
            ReadError::Line { line, what } => vec![("line", line.into()), ("what", what.into())],
            ReadError::Numbers(what)
            | ReadError::Picture(what)
            | ReadError::Json(what)
            | ReadError::Array(what) => vec![("what", what.into())],
            ReadError::TooLarge { verified, limit } => {
                vec![("squares", (&verified.squares).into()), ("limit", limit.into())]
            }
            ReadError::Memory { needed, memory, .. } => {
                vec![("needed", needed.into()), ("memory", memory.into())]
            }
            ReadError::NoSuccessor { step, square, leaper } => {
                vec![("step", step.into()), ("square", square.into()), ("leaper", leaper.into())]
            }
            ReadError::NotATour(error) => error.facts(),
        }
    }
}

impl ReadError {
    /// The step at which a readable claim goes wrong; `None` where the input itself is at fault.
    pub fn step(&self) -> Option<u128> {
        match self {
            ReadError::NotATour(error) => error.step(),
            ReadError::NoSuccessor { step, .. } => Some(u128::from(*step)),
            _ => None,
        }
    }

    /// Whether the input was readable and simply is not a tour.
    pub fn is_about_the_tour(&self) -> bool {
        matches!(self, ReadError::NotATour(_) | ReadError::NoSuccessor { .. })
    }
}

/// Verifies a claimed tour, keeping no more than it must.
///
/// ```
/// use knights_tour_render::read::{Hints, verify};
/// let grid = " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n";
/// assert_eq!(verify(grid.as_bytes(), &Hints::default())?.squares, 12);
/// # Ok::<(), knights_tour_render::read::ReadError>(())
/// ```
pub fn verify(input: impl Read, hints: &Hints) -> Result<Verified, ReadError> {
    let mut input = io::BufReader::with_capacity(1 << 20, Runs::new(input));
    match sniff(&mut input)? {
        Kind::Grid => grid::verify(&mut input, hints).map(|(verified, _)| verified),
        Kind::Npy => grid::verify_array(&mut input, hints).map(|(verified, _)| verified),
        kind => follow(kind, &mut input, hints, Visits::checking(hints))?.verified(),
    }
}

/// Verifies a file, and reads it once more where that lets it name what is wrong more exactly.
///
/// ```
/// use knights_tour_render::read::{Hints, verify_file};
/// let file = std::env::temp_dir().join(format!("grid-{}", std::process::id()));
/// std::fs::write(&file, " 1  4  7 10\n 2  9 12  5\n 3  6 11  8\n")?;
/// let error = verify_file(&file, &Hints::default()).unwrap_err();
/// assert!(error.is_about_the_tour() && error.step().is_some(), "{error}");
/// std::fs::remove_file(file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_file(path: &Path, hints: &Hints) -> Result<Verified, ReadError> {
    match verify(File::open(path)?, hints) {
        Err(ReadError::NoSuccessor { step, leaper, .. }) => {
            Err(grid::explain(&mut io::BufReader::with_capacity(1 << 20, File::open(path)?), step, leaper)?)
        }
        verdict => verdict,
    }
}

/// Reads a tour whole.
///
/// ```
/// use knights_tour_render::read::{Hints, tour};
/// let grid = " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n";
/// let tour = tour(grid.as_bytes(), &Hints::default())?;
/// assert_eq!(tour.square_at(1).map(|square| square.to_string()), Some("a3".into()));
/// # Ok::<(), knights_tour_render::read::ReadError>(())
/// ```
pub fn tour(input: impl Read, hints: &Hints) -> Result<Tour, ReadError> {
    let mut input = io::BufReader::with_capacity(1 << 20, Runs::new(input));
    match sniff(&mut input)? {
        Kind::Grid => whole(grid::verify(&mut input, hints)?),
        Kind::Npy => whole(grid::verify_array(&mut input, hints)?),
        kind => follow(kind, &mut input, hints, Visits::keeping(hints))?.tour(),
    }
}

/// The tour of a grid that was kept.
fn whole((verified, kept): (Verified, Option<Tour>)) -> Result<Tour, ReadError> {
    kept.ok_or(ReadError::TooLarge { verified, limit: grid::KEPT })
}

fn follow<R: BufRead>(kind: Kind, input: &mut R, hints: &Hints, visits: Visits) -> Result<Visits, ReadError> {
    match kind {
        Kind::Json => json::read(input, hints, visits),
        Kind::Csv => list::csv(input, visits),
        _ => list::squares(input, visits),
    }
}

enum Kind {
    Grid,
    Npy,
    Squares,
    Csv,
    Json,
}

/// Recognises the format by how the input begins, and consumes nothing but leading blanks.
fn sniff<R: BufRead>(input: &mut R) -> Result<Kind, ReadError> {
    let head: Vec<u8> = loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Err(ReadError::Empty);
        }
        if buffer.starts_with(crate::npy::MAGIC) {
            return Ok(Kind::Npy);
        }
        let blanks = buffer.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if blanks < buffer.len() {
            let line = buffer[blanks..].iter().take_while(|&&byte| byte != b'\n').take(200);
            let head = line.copied().collect();
            // The blanks stay where they may be part of a grid's alignment: they mean nothing.
            break head;
        }
        input.consume(blanks);
    };
    let text = std::str::from_utf8(&head).or_else(|error| {
        // The line may have been cut inside a character.
        let whole = &head[..error.valid_up_to()];
        if whole.is_empty() {
            Err(ReadError::Binary)
        } else {
            std::str::from_utf8(whole).map_err(|_| ReadError::Binary)
        }
    })?;
    if text.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return Err(ReadError::Binary);
    }
    let text = text.trim();
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let starts_with = |test: fn(char) -> bool| first.starts_with(test);
    if first.starts_with('{') {
        Ok(Kind::Json)
    } else if text.eq_ignore_ascii_case(crate::csv::HEADER) {
        Ok(Kind::Csv)
    } else if first.contains(',')
        || (words.next().is_none()
            && starts_with(|c| c.is_ascii_alphabetic())
            && first.ends_with(|c: char| c.is_ascii_digit()))
    {
        Ok(Kind::Squares)
    } else if starts_with(|c| c.is_ascii_digit() || c == '#' || c == '-') {
        Ok(Kind::Grid)
    } else {
        Err(ReadError::UnknownFormat(first.chars().take(20).collect()))
    }
}
