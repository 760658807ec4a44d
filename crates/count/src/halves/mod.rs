//! Half boards, and tours glued from them.

pub(crate) mod glue;
pub(crate) mod meeting;
mod one;
mod two;
mod view;

use knights_tour::Puzzle;

use crate::{CountError, problem::graph::Graph, run::Run};
use meeting::Meeting;

impl Meeting {
    /// Of one table if that serves both halves, else of two where those are worth it.
    pub(crate) fn new(puzzle: &Puzzle, graph: &Graph, run: &Run<'_>) -> Result<Option<Meeting>, CountError> {
        match one::meeting(puzzle, graph, run)? {
            Some(meeting) => Ok(Some(meeting)),
            None => two::meeting(puzzle, graph, run),
        }
    }
}
