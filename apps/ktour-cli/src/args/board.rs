//! Flags for the board.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use clap::{ArgGroup, Args};
use ktour_answer::{
    Refused,
    at::AtParameters,
    parameters::{BoardParameters, TourParameters},
};
use ktour_core::Board;

use crate::exit::Failure;

/// Maximum size of a picture that is read, in bytes.
const MAX_PICTURE_BYTES: u64 = 1 << 28;

/// Board, by its size or from a file.
#[derive(Args)]
pub(crate) struct BoardArgs {
    /// 8 for 8x8, or 31x29 for 31 files by 29 ranks.
    #[arg(value_name = "BOARD", allow_negative_numbers = true)]
    board: Option<String>,
    /// Read the shape from a text picture (`.` a square, `#` or space a hole, top line first) or a PNG
    /// (a pixel a square, dark a hole).
    #[arg(long = "board", value_name = "FILE", id = "shape", conflicts_with = "board")]
    shape: Option<PathBuf>,
}

#[derive(Args)]
#[command(group = ArgGroup::new("wanted").args(["step", "square"]).required(true))]
pub(crate) struct AtArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    pub(crate) parameters: AtParameters,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

impl AtArgs {
    pub(crate) fn parameters(&self) -> Result<AtParameters, Failure> {
        Ok(AtParameters { tours: self.board.tours(&self.parameters.tours)?, ..self.parameters.clone() })
    }
}

impl BoardArgs {
    /// Returns the parameters with this board.
    pub(crate) fn of(&self, board: &BoardParameters) -> Result<BoardParameters, Failure> {
        let given = given_board(self.board.as_deref(), self.shape.as_deref(), "")?;
        Ok(BoardParameters { board: given, ..board.clone() })
    }

    /// Returns the tours on this board.
    pub(crate) fn tours(&self, tours: &TourParameters) -> Result<TourParameters, Failure> {
        Ok(TourParameters { board: self.of(&tours.board)?, ..tours.clone() })
    }

    /// Sets the board if none is given.
    pub(super) fn default_to(&mut self, board: &str) {
        if self.shape.is_none() {
            self.board.get_or_insert_with(|| board.to_owned());
        }
    }
}

/// Returns the board that is given by its size, with the flag `flag` if it has one, or by a picture.
pub(super) fn given_board(
    name: Option<&str>,
    file: Option<&Path>,
    flag: &str,
) -> Result<Option<Board>, Failure> {
    if let Some(file) = file {
        let drawn = drawn(file).map_err(|failure| match file.to_str().filter(|_| !file.exists()) {
            Some(name) if name.parse::<Board>().is_ok() => {
                let right = format!("{flag}{name}");
                Failure::Refused(format!("{name} is a board, and --board reads a file: write {right}"))
            }
            _ => failure,
        })?;
        let unusable = |error| format!("the board {} cannot be used: {error}", file.display());
        let board = ktour_render::read::board(&drawn).map_err(|error| Failure::Refused(unusable(error)))?;
        return Ok(Some(board));
    }
    match name.map(|name| (name, name.parse::<Board>())) {
        Some((name, Err(_))) if Path::new(name).is_file() => {
            let right = format!("write --board {name} for the shape that it draws");
            Err(Failure::Refused(format!("{name} is a file: {right}")))
        }
        Some((_, board)) => Ok(Some(board.map_err(Refused::new)?)),
        None => Ok(None),
    }
}

/// Reads a picture, and refuses one with more bytes than any board needs.
fn drawn(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_PICTURE_BYTES + 1).read_to_end(&mut bytes));
    match read {
        Ok(read) if read as u64 > MAX_PICTURE_BYTES => Err(Failure::Refused(format!(
            "the board {} cannot be used: it has more than {} MiB, more than any picture of a board needs",
            path.display(),
            MAX_PICTURE_BYTES >> 20
        ))),
        Ok(_) => Ok(bytes),
        Err(error) => Err(Failure::Refused(format!("the board {} cannot be read: {error}", path.display()))),
    }
}
