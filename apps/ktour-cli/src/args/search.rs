//! Flags of the commands that search.

use std::path::PathBuf;

use clap::Args;
use ktour_answer::render::DrawingParameters;
use ktour_answer::{exists::ExistsParameters, solve::SolveParameters, starts::StartsParameters};
use ktour_render::Format;
use ktour_search::Tie;

use super::{BoardArgs, ProofArgs, any_seed, format};
use crate::exit::Failure;

#[derive(Args)]
#[command(
    mut_arg("start", |arg| arg.help("Begin here: c3, or x,y from the top left, or random")),
    mut_arg("symmetry", |arg| arg.conflicts_with_all(["steps", "trace", "folder", "after", "order", "tries"])),
    mut_arg("measure", |arg| {
        arg.help("Measure the tour: in the JSON, otherwise printed to standard error").conflicts_with_all(["steps", "trace"])
    }),
    mut_group("best", |group| group.conflicts_with_all(["steps", "trace", "folder"])),
)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    pub(crate) question: SolveParameters,
    /// Solve a puzzle: a grid with . for each unknown step, json or csv; - is standard input. Tours are
    /// open unless --closed is given.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["start", "end", "after", "symmetry", "method", "tie", "order", "tries", "seed", "best", "trace", "folder", "measure", "stats"])]
    pub(crate) given: Option<PathBuf>,
    /// Format of the tour; otherwise the ending of -o decides.
    #[arg(long, short, value_name = "F", value_parser = format())]
    pub(crate) format: Option<Format>,
    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Write to a file; may be given several times.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,
    #[command(flatten, next_help_heading = "Pictures")]
    pub(crate) drawing: DrawingParameters,
    /// Show every merge of --method parberry, as JSON, as numbered pictures, or all of them in one gif. With
    /// --given: explain the solution as a person would find it, rule by rule.
    #[arg(long, conflicts_with_all = ["folder", "start", "end", "after", "stats"])]
    pub(crate) steps: bool,
    /// Draw the search itself as a gif, with every step back, for --method backtrack, warnsdorff or
    /// warnsdorff-backtrack; --length sets the time that it takes.
    #[arg(long, conflicts_with_all = ["steps", "folder", "json", "stats"])]
    pub(crate) trace: bool,
    #[command(flatten)]
    pub(crate) proof: ProofArgs,
    /// Print the counters of the search to standard error.
    #[arg(long)]
    pub(crate) stats: bool,
}

#[derive(Args)]
pub(crate) struct StartsArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    pub(crate) question: StartsParameters,
    #[command(flatten)]
    pub(crate) proof: ProofArgs,
    /// Print a tour from every square that has one.
    #[arg(long, conflicts_with = "json")]
    pub(crate) boards: bool,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ExistsArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    pub(crate) question: ExistsParameters,
    /// Print the class of every rectangle up to this size: c closed, e closed with one square missing, o
    /// open, x none.
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["board", "shape", "holes", "start", "end", "closed", "open", "leaper", "folder", "max_time"])]
    pub(crate) table: Option<String>,
    #[command(flatten)]
    pub(crate) proof: ProofArgs,
    /// Answer as JSON, with the data of every reason.
    #[arg(long)]
    pub(crate) json: bool,
}

impl SolveArgs {
    /// Returns the parameters of the question, with a seed if the start or the tie rule is random.
    pub(crate) fn parameters(&self) -> Result<SolveParameters, Failure> {
        let mut question = self.question.clone();
        let search = &mut question.search;
        search.tours = self.board.tours(&search.tours)?;
        if search.tours.start.as_deref() == Some("random") || search.options.tie == Tie::Random {
            search.options.seed.get_or_insert_with(any_seed);
        }
        Ok(question)
    }
}

impl StartsArgs {
    pub(crate) fn parameters(&self) -> Result<StartsParameters, Failure> {
        Ok(StartsParameters { board: self.board.of(&self.question.board)?, ..self.question.clone() })
    }
}

impl ExistsArgs {
    pub(crate) fn parameters(&self) -> Result<ExistsParameters, Failure> {
        Ok(ExistsParameters { tours: self.board.tours(&self.question.tours)?, ..self.question.clone() })
    }
}
