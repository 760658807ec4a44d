//! Playing and watching in the terminal.

use clap::Args;
use knights_tour::{
    Method, Puzzle, Strategy,
    notation::{parse_square, split_squares},
};

use super::{SearchArgs, ToursArgs};
use crate::exit::Failure;

#[derive(Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    tours: ToursArgs,
    /// Go on from squares already visited, such as a1,b3,c5.
    #[arg(long, value_name = "S,S,…", conflicts_with = "start")]
    after: Option<String>,
    /// Watch a search instead, of backtrack, warnsdorff or warnsdorff-backtrack.
    #[arg(long)]
    pub(crate) watch: bool,
    /// With --watch: squares entered and given up a second.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) speed: u32,
    /// Draw with ASCII characters only.
    #[arg(long)]
    pub(crate) ascii: bool,
    #[command(flatten)]
    search: SearchArgs,
}

impl PlayArgs {
    /// The question; a chessboard where no board is named.
    pub(crate) fn puzzle(&mut self) -> Result<Puzzle, Failure> {
        self.tours.or_chessboard();
        let puzzle = self.tours.puzzle()?;
        let Some(after) = &self.after else { return Ok(puzzle) };
        let squares = split_squares(after).into_iter().map(|name| parse_square(puzzle.board(), &name));
        let squares = squares.collect::<Result<Vec<_>, _>>().map_err(Failure::refused)?;
        puzzle.after(squares).map_err(Failure::refused)
    }

    /// The search to watch; the one that nearly always succeeds where none is named.
    pub(crate) fn strategy(&self, puzzle: &Puzzle) -> Result<Strategy, Failure> {
        let mut strategy = self.search.strategy(puzzle.leaper(), 0)?;
        if strategy.method == Method::Auto {
            strategy.method = Method::WarnsdorffBacktrack;
        }
        Ok(strategy)
    }
}
