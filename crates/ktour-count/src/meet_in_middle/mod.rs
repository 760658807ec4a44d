//! Half boards, and tours glued from them.

mod mirrored;
pub(crate) mod split;
mod state_view;
mod unlike;

use ktour_core::Puzzle;

use crate::{CountError, context::Context, problem::graph::OrderedGraph};
use split::BoardSplit;

impl BoardSplit {
    /// Splits a board: into one table if it serves both halves, else into two if they are worth it. In the
    /// middle any slot may be touched twice, so a board may be too wide for halves and still be walked whole.
    ///
    /// States are counted together with their mirror images if `is_mirrored` says so and the board is its own
    /// image.
    pub(crate) fn new(
        puzzle: &Puzzle,
        graph: &OrderedGraph,
        is_mirrored: bool,
        run: &Context<'_>,
    ) -> Result<Option<BoardSplit>, CountError> {
        let made = match mirrored::split(puzzle, graph, is_mirrored, run) {
            Ok(None) => unlike::split(puzzle, graph, is_mirrored, run),
            made => made,
        };
        if matches!(made, Err(CountError::TooWide { .. })) { Ok(None) } else { made }
    }
}
