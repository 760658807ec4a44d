//! Flags for the board, the piece and the kind of tour.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use clap::{Args, builder::PossibleValuesParser};
use ktour_answer::{Parameters, Refused};
use ktour_core::{Board, Leaper};
use ktour_search::{Method, atlas::Atlas};

use crate::exit::Failure;

/// Maximum size of a picture that is read, in bytes.
const MAX_PICTURE_BYTES: u64 = 1 << 28;

/// Board and piece.
#[derive(Args)]
pub(crate) struct BoardArgs {
    /// 8 for 8x8, or 31x29 for 31 files by 29 ranks.
    #[arg(value_name = "BOARD", allow_negative_numbers = true)]
    board: Option<String>,
    /// Squares to remove, such as a1,c3.
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    holes: Option<String>,
    /// Read the shape from a text picture (`.` a square, `#` or space a hole, top line first) or a PNG
    /// (a pixel a square, dark a hole).
    #[arg(long = "board", value_name = "FILE", id = "shape", conflicts_with = "board")]
    shape: Option<PathBuf>,
    /// The piece: a name, or the two sides of its leap such as 1,2.
    #[arg(long, value_name = "R,S", default_value = "knight", allow_hyphen_values = true, help = piece())]
    leaper: String,
}

/// Returns the help of `--leaper`, with every name.
fn piece() -> String {
    let names = Leaper::NAMED.map(|(name, _)| name).join(", ");
    format!("The piece: {names}, or the two sides of its leap such as 1,2")
}

/// Kind of tour: open or closed.
#[derive(Args)]
pub(crate) struct KindArgs {
    /// Closed tours only: the last square is one leap from the first.
    #[arg(long, conflicts_with = "open")]
    closed: bool,
    /// The tour may end anywhere.
    #[arg(long)]
    open: bool,
}

/// Tours of a board: kind, and ends if given.
#[derive(Args)]
pub(crate) struct ToursArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    kind: KindArgs,
    /// Begin here: c3, or x,y from the top left.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    start: Option<String>,
    /// End here; the tours are then open.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    end: Option<String>,
}

/// Position in a tour.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct WantedArgs {
    /// Number of the step, counted from 1.
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    pub(crate) step: Option<String>,
    /// Name of the square.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    square: Option<String>,
}

#[derive(Args)]
pub(crate) struct AtArgs {
    #[command(flatten)]
    tours: ToursArgs,
    #[command(flatten)]
    pub(crate) wanted: WantedArgs,
    /// Structure of the tour: divide builds blocks in rows, parberry quadrants within quadrants, tidy
    /// parallel lines.
    #[arg(long, short, value_name = "M", default_value = "divide", value_parser = PossibleValuesParser::new(Atlas::METHODS.map(Method::name)))]
    method: String,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

impl AtArgs {
    pub(crate) fn parameters(&self) -> Result<Parameters, Failure> {
        let words = self.tours.parameters()?.with("step", self.wanted.step.as_deref());
        Ok(words.with("square", self.wanted.square.as_deref()).with("method", Some(&*self.method)))
    }
}

impl BoardArgs {
    /// Returns the parameters of the question; a shape is read from its file.
    pub(crate) fn parameters(&self) -> Result<Parameters, Failure> {
        let words = board_parameters(self.board.as_deref(), self.shape.as_deref(), "")?;
        Ok(words.with("holes", self.holes.as_deref()).with("leaper", Some(&*self.leaper)))
    }

    /// Sets the chessboard if no board is given.
    pub(super) fn default_to_chessboard(&mut self) {
        if self.shape.is_none() {
            self.board.get_or_insert_with(|| "8".to_owned());
        }
    }
}

/// Returns the parameters of a board that is given by its size, with the flag `flag` if it has one, or by a
/// picture.
pub(super) fn board_parameters(
    name: Option<&str>,
    file: Option<&Path>,
    flag: &str,
) -> Result<Parameters, Failure> {
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
        return Ok(Parameters::default().with_board(board));
    }
    match name.map(str::parse::<Board>) {
        Some(Err(_)) if name.is_some_and(|name| Path::new(name).is_file()) => {
            let name = name.unwrap_or_default();
            let right = format!("write --board {name} for the shape that it draws");
            Err(Failure::Refused(format!("{name} is a file: {right}")))
        }
        Some(Err(error)) => Err(Refused::new(error).into()),
        _ => Ok(Parameters::default().with("board", name)),
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

impl KindArgs {
    pub(crate) fn word(&self) -> Option<&'static str> {
        match (self.closed, self.open) {
            (true, _) => Some("closed"),
            (_, true) => Some("open"),
            _ => None,
        }
    }
}

impl ToursArgs {
    /// Sets the chessboard if no board is given.
    pub(super) fn default_to_chessboard(&mut self) {
        self.board.default_to_chessboard();
    }

    /// Returns the same tours on this board if no board is given.
    pub(super) fn default_to_board(&self, board: &str) -> Result<Parameters, Failure> {
        let words = self.parameters()?;
        if words.has("board") {
            return Ok(words);
        }
        Ok(words.with("board", Some(board)))
    }

    /// Returns the parameters of the question, with its ends if given.
    pub(crate) fn parameters(&self) -> Result<Parameters, Failure> {
        let words = self.board.parameters()?.with("kind", self.kind.word());
        Ok(words.with("start", self.start.as_deref()).with("end", self.end.as_deref()))
    }
}
