//! Flags of the experiments.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use ktour_answer::lab::{BacktrackingParameters, GrowthParameters, RaceParameters, WarnsdorffParameters};
use ktour_lab::{Race, Warnsdorff, warnsdorff::StartRule};

use crate::exit::Failure;

/// Maximum number of starts with a row each.
const MOST_STARTS: u64 = 100_000;

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
    #[command(flatten)]
    pub(crate) question: BacktrackingParameters,
    #[command(flatten)]
    pub(crate) rows: RowsArgs,
}

#[derive(Args)]
pub(crate) struct WarnsdorffArgs {
    #[command(flatten)]
    question: WarnsdorffParameters,
    /// Number of threads; otherwise one for each core.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    #[command(flatten)]
    pub(crate) rows: RowsArgs,
}

#[derive(Args)]
pub(crate) struct GrowthArgs {
    #[command(flatten)]
    pub(crate) question: GrowthParameters,
    #[command(flatten)]
    pub(crate) rows: RowsArgs,
}

#[derive(Args)]
pub(crate) struct RaceArgs {
    #[command(flatten)]
    question: RaceParameters,
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

impl WarnsdorffArgs {
    pub(crate) fn plan(&self) -> Result<Warnsdorff, Failure> {
        let plan = self.question.plan()?;
        if plan.tries > 100_000_000 {
            let sentence = format!("{} tries are too many: the most is 100000000", plan.tries);
            return Err(Failure::Refused(sentence));
        }
        let squares: u64 = plan.sizes.iter().map(|size| size * size).sum();
        if plan.starts == StartRule::Each && squares > MOST_STARTS {
            return Err(Failure::Refused(format!(
                "{squares} starts are too many for a row each: choose sizes with at most {MOST_STARTS} squares together"
            )));
        }
        Ok(plan)
    }
}

impl RaceArgs {
    pub(crate) fn plan(&self) -> Result<Race, Failure> {
        let plan = self.question.plan(u128::MAX)?;
        if plan.board.area() > 10_000 {
            return Err(Failure::Refused(format!(
                "a race over all starts of {} would never end: the most is 10000 squares",
                plan.board
            )));
        }
        Ok(plan)
    }
}
