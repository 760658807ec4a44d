//! Flags of the experiments.

use std::{path::PathBuf, str::FromStr, time::Duration};

use clap::{Args, Subcommand};
use ktour_answer::{Parameters, Refused};
use ktour_core::{Board, control::parse_time};
use ktour_lab::{Backtracking, Growth, Race, Warnsdorff, sizes, warnsdorff::StartRule};
use ktour_search::{Method, Tie};

use crate::exit::Failure;

/// Longest side of a board; larger boards take more memory or time than an experiment should.
const MAX_SIDE: u64 = 20_000;
/// Maximum number of starts with a row each.
const MOST_STARTS: u64 = 100_000;
/// Shortest side of a square board with a tour, except 1x1.
const MIN_SIDE: u64 = 5;

#[derive(Args)]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    pub(crate) experiment: LabCommand,
}

#[derive(Subcommand)]
pub(crate) enum LabCommand {
    /// Measure trials, moves and time of plain backtracking, as the university report counts
    /// (docs/sources.md), and what Warnsdorff's rule saves.
    Backtracking(BacktrackingArgs),
    /// Measure how often a greedy walk by Warnsdorff's rule visits the whole board, by size and tie rule.
    Warnsdorff(WarnsdorffArgs),
    /// Measure how the time of a method grows with the board, and which law it follows.
    Growth(GrowthArgs),
    /// Compare methods over all starts of a board.
    Race(RaceArgs),
    /// Write all experiments as one page with plots, and as Markdown and csv files.
    Report(ReportArgs),
}

/// Output of the rows.
#[derive(Args)]
pub(crate) struct RowsArgs {
    /// Append every row to this csv as soon as it is measured.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Continue the csv given by -o: its rows are not measured again.
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct BacktrackingArgs {
    /// The boards.
    #[arg(long, value_name = "BOARDS", default_value = "6x6,6x7,8x8,10x10")]
    boards: String,
    /// Stop every search after this long and answer unknown.
    #[arg(long, value_name = "TIME", default_value = "120s", value_parser = parse_time)]
    max_time: Duration,
    #[command(flatten)]
    pub(crate) rows: RowsArgs,
}

#[derive(Args)]
pub(crate) struct WarnsdorffArgs {
    /// Sides of square boards: 5..60, 50..400:50 or 6,8,10.
    #[arg(long, value_name = "SIZES", default_value = "5..60", allow_hyphen_values = true)]
    sizes: String,
    /// Walks for every size and tie rule.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    tries: u64,
    /// The tie rules: first, random, lookahead, far.
    #[arg(long, value_name = "TIES", default_value = "first,random,lookahead,far")]
    ties: String,
    /// Squares on which walks begin: those from which a tour exists (possible), all, a corner, or a row for
    /// each possible one.
    #[arg(long, value_name = "WHICH", default_value = "possible")]
    starts: String,
    /// Seed of all random choices: the same seed gives the same result, with any number of threads.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads; otherwise one for each core.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    #[command(flatten)]
    pub(crate) rows: RowsArgs,
}

#[derive(Args)]
pub(crate) struct GrowthArgs {
    /// The method.
    #[arg(long, short, value_name = "M", default_value = "divide")]
    method: String,
    /// Sides of square boards: 5..60, 50..400:50 or 6,8,10.
    #[arg(long, value_name = "SIZES", allow_hyphen_values = true)]
    sizes: Option<String>,
    /// Number of rounds over all sizes.
    #[arg(long, value_name = "N", default_value_t = 7)]
    repeats: u64,
    /// Stop every search after this long.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    max_time: Duration,
    /// Seed of all random choices: the same seed gives the same tours.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    pub(crate) rows: RowsArgs,
}

#[derive(Args)]
pub(crate) struct RaceArgs {
    /// The board: 8 for 8x8, or 31x29.
    #[arg(long, value_name = "BOARD", default_value = "8", allow_hyphen_values = true)]
    board: String,
    /// Squares the board lacks: a1,c3.
    #[arg(long, value_name = "SQUARES")]
    holes: Option<String>,
    /// The methods.
    #[arg(
        long,
        value_name = "METHODS",
        default_value = "backtrack,warnsdorff-backtrack,warnsdorff,repair,exact,divide"
    )]
    methods: String,
    /// Stop every search after this long and answer unknown.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = parse_time)]
    max_time: Duration,
    /// Seed of all random choices: the same seed gives the same trials.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    pub(crate) rows: RowsArgs,
}

#[derive(Args)]
pub(crate) struct ReportArgs {
    /// The page; Markdown, csv and svg files of the same name are written in the same directory.
    #[arg(long, short, value_name = "FILE", default_value = "report.html")]
    pub(crate) output: PathBuf,
    /// Use small sizes and few tries, so that everything takes seconds.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Continue the csv files of an earlier report: their rows are not measured again.
    #[arg(long)]
    pub(crate) resume: bool,
    /// The seed of all experiments.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads; otherwise one for each core.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
}

/// Parses a list of names.
fn list<T: FromStr>(text: &str, what: &str) -> Result<Vec<T>, Failure>
where
    T::Err: std::fmt::Display,
{
    if text.trim().is_empty() {
        return Err(Failure::Refused(format!("the list of {what} is empty: name at least one")));
    }
    text.split(',').map(|name| name.trim().parse().map_err(Failure::refused)).collect()
}

fn positive_time(time: Duration) -> Result<Duration, Failure> {
    if time.is_zero() {
        return Err(Failure::Refused(
            "a limit of 0 s measures nothing: give --max-time such as 500ms or 10s".into(),
        ));
    }
    Ok(time)
}

impl BacktrackingArgs {
    pub(crate) fn plan(&self) -> Result<Backtracking, Failure> {
        let boards: Vec<Board> = list(&self.boards, "boards")?;
        Ok(Backtracking { boards, max_time: positive_time(self.max_time)? })
    }
}

impl WarnsdorffArgs {
    pub(crate) fn plan(&self) -> Result<Warnsdorff, Failure> {
        if self.tries == 0 {
            return Err(Failure::Refused("0 tries measure nothing: give --tries at least 1".into()));
        }
        if self.tries > 100_000_000 {
            return Err(Failure::Refused(format!(
                "{} tries are too many: the most is 100000000",
                self.tries
            )));
        }
        let ties: Vec<Tie> = list(&self.ties, "tie rules")?;
        let sizes = sizes::parse(&self.sizes, MIN_SIDE, MAX_SIDE).map_err(Failure::refused)?;
        let starts: StartRule = self.starts.parse().map_err(Failure::refused)?;
        let squares: u64 = sizes.iter().map(|size| size * size).sum();
        if starts == StartRule::Each && squares > MOST_STARTS {
            return Err(Failure::Refused(format!(
                "{squares} starts are too many for a row each: choose sizes with at most {MOST_STARTS} squares together"
            )));
        }
        Ok(Warnsdorff { sizes, tries: self.tries, ties, starts, seed: self.seed })
    }
}

impl GrowthArgs {
    pub(crate) fn plan(&self) -> Result<Growth, Failure> {
        if self.repeats == 0 {
            return Err(Failure::Refused("0 repeats measure nothing: give --repeats at least 1".into()));
        }
        let usual = Growth::default();
        let sizes = match &self.sizes {
            Some(text) => sizes::parse(text, MIN_SIDE, MAX_SIDE).map_err(Failure::refused)?,
            None => usual.sizes,
        };
        let method: Method = self.method.parse().map_err(Failure::refused)?;
        Ok(Growth {
            method,
            sizes,
            repeats: self.repeats,
            max_time: positive_time(self.max_time)?,
            seed: self.seed,
        })
    }
}

impl RaceArgs {
    pub(crate) fn plan(&self) -> Result<Race, Failure> {
        self.board.parse::<Board>().map_err(Refused::new)?;
        let words = Parameters::default().with("board", Some(self.board.as_str()));
        let board = words.with("holes", self.holes.as_deref()).board()?;
        if board.area() > 10_000 {
            return Err(Failure::Refused(format!(
                "a race over all starts of {board} would never end: the most is 10000 squares"
            )));
        }
        let methods: Vec<Method> = list(&self.methods, "methods")?;
        Ok(Race { board, methods, max_time: positive_time(self.max_time)?, seed: self.seed })
    }
}
