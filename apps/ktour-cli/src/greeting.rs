//! The greeting of `ktour` without arguments.

use std::io::{self, IsTerminal, Write};

use ktour_core::{Board, Control, Puzzle, TourKind};
use ktour_render::{Grid, Render};
use ktour_search::{Strategy, solve};

use crate::{
    exit::{Exit, Failure},
    output,
};

/// Next steps, for a terminal of eighty columns.
const NEXT_STEPS: &str = "
A closed tour of the chessboard: from 64 it is one leap back to 1. Try

  ktour solve 8 -o tour.gif            the same as a film; or svg, png, pdf
  ktour play                           by hand; hints lead to a full tour
  ktour exists 5 --closed              whether there is one, and why not
  ktour count 6 --closed               how many there are
  ktour at 1000000000 --step 1000000   a board of a billion by a billion

ktour serve opens the page on http://127.0.0.1:8080
ktour help  lists all commands, and pages to read
";

/// Whether there are no arguments and standard output is a terminal.
pub(crate) fn is_due() -> bool {
    std::env::args_os().len() == 1 && io::stdout().is_terminal()
}

/// Prints a tour and the next steps.
pub(crate) fn greet() -> Result<Exit, Failure> {
    output::to_stdout(write)?;
    Ok(Exit::Yes)
}

fn write(out: &mut dyn Write) -> io::Result<()> {
    let control = Control::unlimited();
    let puzzle = Puzzle::new(Board::new(8, 8).map_err(io::Error::other)?).with_kind(TourKind::Closed);
    let answer = solve(&puzzle, &Strategy::default(), &control).map_err(io::Error::other)?;
    if let Some(tour) = answer.outcome.found() {
        Grid.write(&tour, out, &control)?;
    }
    out.write_all(NEXT_STEPS.as_bytes())
}
