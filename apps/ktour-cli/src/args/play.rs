//! Flags of the terminal game.

use std::{path::PathBuf, time::Duration};

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser as _},
};
use ktour_answer::{
    parameters::{SearchParameters, TourParameters},
    puzzles::make::{Day, PuzzleParameters, daily_board},
    solve::Solve,
};
use ktour_puzzle::Difficulty;
use ktour_search::Method;

use super::{BoardArgs, puzzle::today};
use crate::exit::Failure;

#[derive(Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    search: SearchParameters,
    /// Watch a search instead: backtrack, warnsdorff or warnsdorff-backtrack.
    #[arg(long)]
    pub(crate) watch: bool,
    /// Squares that are entered or given up per second, with --watch.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) speed: u32,
    /// Solve a number puzzle instead: today's, or the one that --date, --seed, --difficulty and --given
    /// choose.
    #[arg(long, conflicts_with_all = ["watch", "after", "start", "end"])]
    pub(crate) puzzle: bool,
    /// Use the puzzle of this day, such as 2026-11-15, or today (UTC), with --puzzle.
    #[arg(long, value_name = "DAY", requires = "puzzle", conflicts_with = "seed")]
    date: Option<String>,
    /// Difficulty, with --puzzle; without a board, easy is 5x5, medium 6x6, and the others 8x8.
    #[arg(long, value_name = "D", default_value = "medium", requires = "puzzle", value_parser = PossibleValuesParser::new(Difficulty::NAMES).try_map(|name| name.parse::<Difficulty>()))]
    difficulty: Difficulty,
    /// Use a puzzle from a file, as `ktour solve --given` reads it, with --puzzle.
    #[arg(long, value_name = "FILE", requires = "puzzle", conflicts_with_all = ["date", "seed", "difficulty"])]
    pub(crate) given: Option<PathBuf>,
    /// Draw with ASCII characters only.
    #[arg(long)]
    pub(crate) ascii: bool,
}

impl PlayArgs {
    /// Returns the question. The default board is the chessboard, and the default method to watch is the one
    /// that nearly always succeeds.
    pub(crate) fn question(&mut self) -> Result<Solve, Failure> {
        self.board.default_to("8");
        let mut search = self.search.clone();
        search.tours = self.tours()?;
        if search.method == Method::Auto {
            search.method = Method::WarnsdorffBacktrack;
        }
        Ok(Solve::plain(&search, u128::MAX)?)
    }

    /// Returns the time limit for making or solving a puzzle.
    pub(crate) fn max_time(&self) -> Option<Duration> {
        self.search.max_time
    }

    pub(crate) fn tours(&self) -> Result<TourParameters, Failure> {
        self.board.tours(&self.search.tours)
    }

    /// Returns the parameters of the puzzle of a day or a seed, and its description.
    pub(crate) fn puzzle_parameters(&mut self) -> Result<(PuzzleParameters, String), Failure> {
        let (difficulty, seed) = (self.difficulty, self.search.options.seed);
        self.board.default_to(daily_board(difficulty));
        let TourParameters { board, kind, .. } = self.tours()?;
        let question = PuzzleParameters {
            board,
            kind,
            difficulty: Some(difficulty),
            seed,
            ..PuzzleParameters::default()
        };
        if let Some(seed) = seed {
            return Ok((question, format!("{difficulty}, seed {seed}")));
        }
        let day = self.date.clone().filter(|date| date != "today").unwrap_or_else(today);
        Ok((PuzzleParameters { date: Some(Day::parse(&day)?), ..question }, format!("{difficulty}, {day}")))
    }
}
