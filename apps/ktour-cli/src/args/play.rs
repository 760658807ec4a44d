//! Flags of the terminal game.

use std::{path::PathBuf, time::Duration};

use clap::{Args, builder::PossibleValuesParser};
use ktour_answer::{Parameters, puzzles::make::daily_board, solve::Solve};
use ktour_puzzle::Difficulty;
use ktour_search::Method;

use super::{SearchArgs, ToursArgs, puzzle::today};
use crate::exit::Failure;

#[derive(Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    tours: ToursArgs,
    /// Continue from squares already visited, such as a1,b3,c5.
    #[arg(long, value_name = "S,S,…", conflicts_with = "start")]
    after: Option<String>,
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
    #[arg(long, value_name = "D", default_value = "medium", requires = "puzzle", value_parser = PossibleValuesParser::new(Difficulty::NAMES))]
    difficulty: String,
    /// Use a puzzle from a file, as `ktour solve --given` reads it, with --puzzle.
    #[arg(long, value_name = "FILE", requires = "puzzle", conflicts_with_all = ["date", "seed", "difficulty"])]
    pub(crate) given: Option<PathBuf>,
    /// Draw with ASCII characters only.
    #[arg(long)]
    pub(crate) ascii: bool,
    #[command(flatten)]
    search: SearchArgs,
}

impl PlayArgs {
    /// Returns the question. The default board is the chessboard, and the default method to watch is the one
    /// that nearly always succeeds.
    pub(crate) fn question(&mut self) -> Result<Solve, Failure> {
        self.tours.default_to_chessboard();
        let words = self.tours.parameters()?.with("after", self.after.as_deref());
        let mut question = Solve::parse(&self.search.add_to(words), u128::MAX)?;
        if question.strategy.method == Method::Auto {
            question.strategy.method = Method::WarnsdorffBacktrack;
        }
        Ok(question)
    }

    /// Returns the time limit for making or solving a puzzle.
    pub(crate) fn max_time(&self) -> Option<Duration> {
        self.search.max_time
    }

    /// Returns the parameters of given steps on a board.
    pub(crate) fn given_parameters(&self) -> Result<Parameters, Failure> {
        self.tours.parameters()
    }

    /// Returns the parameters of the puzzle of a day or a seed, and its description.
    pub(crate) fn puzzle_parameters(&self) -> Result<(Parameters, String), Failure> {
        let difficulty: Difficulty = self.difficulty.parse().map_err(Failure::refused)?;
        let words =
            self.tours.default_to_board(daily_board(difficulty))?.with("difficulty", Some(&*self.difficulty));
        let day = match self.date.as_deref() {
            None | Some("today") => today(),
            Some(date) => date.to_owned(),
        };
        Ok(match self.search.seed {
            Some(seed) => (words.with("seed", Some(seed)), format!("{difficulty}, seed {seed}")),
            None => (words.with("date", Some(&*day)), format!("{difficulty}, {day}")),
        })
    }
}
