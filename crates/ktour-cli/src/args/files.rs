//! Tours in files.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use clap::{Args, builder::PossibleValuesParser};
use ktour_answer::{Words, verify::hints};
use ktour_render::read::{Hints, ReadError, tour};
use ktour_tour::{Tour, symmetric::Sought};

use super::{DrawingArgs, ToursArgs};
use crate::{exit::Failure, memory};

#[derive(Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Measure it as well.
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

/// A tour somebody wrote down.
#[derive(Args)]
pub(crate) struct InputArgs {
    /// The file; standard input if it is missing or `-`.
    pub(crate) file: Option<PathBuf>,
    /// The board, for formats that do not name it.
    #[arg(long, value_name = "BOARD")]
    on: Option<String>,
    /// Its holes.
    #[arg(long, value_name = "SQUARES", requires = "on")]
    holes: Option<String>,
    /// The piece, for formats that do not name it.
    #[arg(long, value_name = "R,S")]
    leaper: Option<String>,
}

#[derive(Args)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// How to write it: svg, png, pdf, gif, or grid, squares, json, csv, npy; otherwise taken from the ending of -o.
    #[arg(long, short, value_name = "F")]
    pub(crate) format: Option<String>,
    /// Write to a file; may be given several times.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) drawing: DrawingArgs,
}

#[derive(Args)]
pub(crate) struct PosterArgs {
    #[command(flatten)]
    pub(crate) tours: ToursArgs,
    /// Only tours that this turn or reflection of the board leaves unchanged.
    #[arg(long, value_name = "S", value_parser = PossibleValuesParser::new(Sought::NAMES))]
    pub(crate) symmetry: Option<String>,
    /// Write to this file: svg, pdf or png.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) drawing: DrawingArgs,
}

impl InputArgs {
    /// What is known of it beforehand.
    pub(crate) fn hints(&self) -> Result<Hints, Failure> {
        let words = Words::default()
            .with("board", self.on.as_deref())
            .with("holes", self.holes.as_deref())
            .with("leaper", self.leaper.as_deref());
        Ok(hints(&words, memory::free())?)
    }

    /// The tour, or what is wrong with it.
    pub(crate) fn tour(&self, hints: &Hints) -> Result<Result<Tour, ReadError>, Failure> {
        Ok(tour(self.reader()?, hints))
    }

    /// What is in the file, or comes in.
    pub(crate) fn reader(&self) -> Result<Box<dyn Read>, Failure> {
        match self.file.as_deref().filter(|path| *path != Path::new("-")) {
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
}
