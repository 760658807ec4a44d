//! Flags for tours in files.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use clap::{ArgGroup, Args};
use ktour_answer::{
    parameters::{BoardParameters, TourParameters},
    render::DrawingParameters,
};
use ktour_core::Tour;
use ktour_render::{
    Format,
    read::{Hints, ReadError, TourReader, tour},
};
use ktour_search::symmetric::WantedSymmetry;

use super::{BoardArgs, board::given_board, format, symmetry};
use crate::{exit::Failure, memory, refusal_text};

#[derive(Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Add the measures.
    #[arg(long)]
    pub(crate) measure: bool,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct MeasureArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Answer as JSON; for several tours, one document a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Input with a tour.
#[derive(Args)]
#[command(
    group = ArgGroup::new("given"),
    mut_arg("holes", |arg| arg.help("Holes of the board").requires("given")),
    mut_arg("leaper", |arg| arg.help("Piece, for formats that do not name it")),
)]
pub(crate) struct InputArgs {
    /// File with the tour; standard input if it is missing or `-`.
    pub(crate) file: Option<PathBuf>,
    /// Expected board: a tour of another size or with other holes is not valid.
    #[arg(long, value_name = "BOARD", group = "given")]
    on: Option<String>,
    /// Board from a text picture or a PNG, as for solve.
    #[arg(long = "board", value_name = "FILE", id = "shape", group = "given")]
    shape: Option<PathBuf>,
    #[command(flatten)]
    board: BoardParameters,
}

#[derive(Args)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Format of the tour; otherwise the ending of -o decides.
    #[arg(long, short, value_name = "F", value_parser = format())]
    pub(crate) format: Option<Format>,
    /// Write to a file; may be given several times.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,
    #[command(flatten, next_help_heading = "Pictures")]
    pub(crate) drawing: DrawingParameters,
}

#[derive(Args)]
pub(crate) struct PosterArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    tours: TourParameters,
    /// Only tours that this turn or reflection of the board leaves unchanged.
    #[arg(long, value_name = "S", value_parser = symmetry())]
    pub(crate) symmetry: Option<WantedSymmetry>,
    /// Write to this file: svg, pdf or png.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten, next_help_heading = "Pictures")]
    pub(crate) drawing: DrawingParameters,
}

impl PosterArgs {
    pub(crate) fn tours(&self) -> Result<TourParameters, Failure> {
        self.board.tours(&self.tours)
    }
}

impl InputArgs {
    /// Returns the hints about the tour that the flags give.
    pub(crate) fn hints(&self) -> Result<Hints, Failure> {
        let board = given_board(self.on.as_deref(), self.shape.as_deref(), "--on ")?;
        Ok(BoardParameters { board, ..self.board.clone() }.hints(memory::free())?)
    }

    /// Reads the only tour of the input.
    pub(crate) fn tour(&self, hints: &Hints) -> Result<Result<Tour, ReadError>, Failure> {
        Ok(tour(self.reader()?, hints))
    }

    /// Returns a reader of the tours, one by one.
    pub(crate) fn tours<'a>(&self, hints: &'a Hints) -> Result<TourReader<'a, Box<dyn Read>>, Failure> {
        TourReader::new(self.reader()?, hints)
            .map_err(|error| Failure::Refused(refusal_text::input_error_text(&error)))
    }

    /// Returns the path of a regular file, which can be read twice, unlike a device or a pipe.
    pub(crate) fn regular_file(&self) -> Option<&Path> {
        self.file.as_deref().filter(|path| path.is_file())
    }

    /// Opens the file or standard input.
    fn reader(&self) -> Result<Box<dyn Read>, Failure> {
        reader(self.file.as_deref())
    }
}

/// What is in a file, or comes in if it is missing or `-`.
pub(crate) fn reader(file: Option<&Path>) -> Result<Box<dyn Read>, Failure> {
    match file.filter(|path| *path != Path::new("-")) {
        Some(path) if path.is_dir() => {
            Err(Failure::Refused(format!("{} is a directory: name a file", path.display())))
        }
        Some(path) => match File::open(path) {
            Ok(file) => Ok(Box::new(file)),
            Err(error) => {
                Err(Failure::Refused(format!("the file {} cannot be read: {error}", path.display())))
            }
        },
        None => Ok(Box::new(io::stdin().lock())),
    }
}
