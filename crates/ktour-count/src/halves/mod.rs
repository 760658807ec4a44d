//! Half boards, and tours glued from them.

pub(crate) mod glue;
pub(crate) mod meeting;
mod one;
mod two;
mod view;

use ktour_tour::Puzzle;

use crate::{CountError, problem::graph::Graph, run::Run};
use meeting::Meeting;

impl Meeting {
    /// Of one table if that serves both halves, else of two where those are worth it. In the middle any slot may be
    /// touched twice, so a board may be too wide for halves, and still be walked whole.
    pub(crate) fn new(puzzle: &Puzzle, graph: &Graph, run: &Run<'_>) -> Result<Option<Meeting>, CountError> {
        let made = match one::meeting(puzzle, graph, run) {
            Ok(None) => two::meeting(puzzle, graph, run),
            made => made,
        };
        if matches!(made, Err(CountError::TooWide { .. })) { Ok(None) } else { made }
    }
}
