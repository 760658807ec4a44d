//! Playing and watching in the terminal.

use clap::Args;
use knights_tour::Method;
use knights_tour_answer::solve::Solve;

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
    /// The question, on a chessboard where no board is named; and the search to watch, the one that
    /// nearly always succeeds where none is named.
    pub(crate) fn question(&mut self) -> Result<Solve, Failure> {
        self.tours.or_chessboard();
        let words = self.tours.words()?.with("after", self.after.as_deref());
        let mut question = Solve::read(&self.search.add_to(words), u128::MAX)?;
        if question.strategy.method == Method::Auto {
            question.strategy.method = Method::WarnsdorffBacktrack;
        }
        Ok(question)
    }
}
