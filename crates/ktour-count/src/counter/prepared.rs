//! What counting, listing and sampling share: made when it is first needed, and then kept.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use ktour_core::{Puzzle, Square, TourKind, notation};

use crate::{
    CountError,
    context::Context,
    meet_in_middle::split::BoardSplit,
    problem::{
        graph::{OrderedGraph, check_size},
        plan::Plan,
    },
    rank::Ranking,
};

/// A puzzle, and what was made of it so far.
pub struct Prepared {
    /// Puzzle whose tours are counted.
    pub puzzle: Puzzle,
    pub(crate) kind: TourKind,
    graph: OnceLock<OrderedGraph>,
    whole: OnceLock<Arc<Plan>>,
    folded: OnceLock<Arc<Plan>>,
    meeting: OnceLock<Option<Arc<BoardSplit>>>,
    unmirrored: OnceLock<Option<Arc<BoardSplit>>>,
    ranking: OnceLock<Arc<Ranking>>,
}

/// Plans have thousands of steps.
impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.about())
    }
}

impl Prepared {
    pub(crate) fn new(puzzle: &Puzzle) -> Result<Prepared, CountError> {
        let kind = puzzle.kind().ok_or(CountError::NoKind)?;
        check_size(puzzle.board())?;
        let (puzzle, graph) = (puzzle.clone(), OnceLock::new());
        let (whole, folded, meeting, unmirrored, ranking) = Default::default();
        Ok(Prepared { puzzle, kind, graph, whole, folded, meeting, unmirrored, ranking })
    }

    /// How many tours, where the board is so small that no frontier is needed.
    pub fn tiny(&self) -> Option<u8> {
        let squares = self.puzzle.board().square_count();
        let is_tiny = squares < 3 && self.kind == TourKind::Closed || squares == 1;
        is_tiny.then_some(u8::from(self.kind == TourKind::Open))
    }

    pub(crate) fn graph(&self, run: &Context<'_>) -> Result<&OrderedGraph, CountError> {
        kept(&self.graph, || OrderedGraph::new(&self.puzzle, run))
    }

    /// All steps of the whole board.
    pub(crate) fn whole(&self, run: &Context<'_>) -> Result<&Arc<Plan>, CountError> {
        kept(&self.whole, || Plan::whole(self.graph(run)?, run).map(Arc::new))
    }

    /// The same for states counted together with their mirror images.
    pub fn folded(&self, run: &Context<'_>) -> Result<&Arc<Plan>, CountError> {
        kept(&self.folded, || {
            let graph = self.graph(run)?;
            Plan::whole(graph, run)?.with_mirror(graph, run).map(Arc::new)
        })
    }

    /// The halves of the board, where it is worth to cut it.
    pub fn meeting(&self, run: &Context<'_>) -> Result<Option<&Arc<BoardSplit>>, CountError> {
        let make = || Ok(BoardSplit::new(&self.puzzle, self.graph(run)?, true, run)?.map(Arc::new));
        Ok(kept(&self.meeting, make)?.as_ref())
    }

    /// The same for states counted without their mirror images.
    pub(crate) fn unmirrored(&self, run: &Context<'_>) -> Result<Option<&Arc<BoardSplit>>, CountError> {
        let make = || Ok(BoardSplit::new(&self.puzzle, self.graph(run)?, false, run)?.map(Arc::new));
        Ok(kept(&self.unmirrored, make)?.as_ref())
    }

    /// The tours in their order.
    pub(crate) fn ranking(&self, run: &Context<'_>) -> Result<&Arc<Ranking>, CountError> {
        kept(&self.ranking, || Ranking::new(self, run).map(Arc::new))
    }

    /// The halves for estimates.
    pub(crate) fn halves(&self, run: &Context<'_>) -> Result<Option<&BoardSplit>, CountError> {
        Ok(self.meeting(run)?.map(Arc::as_ref))
    }

    /// The same where one is the image of the other.
    pub(crate) fn images(&self, run: &Context<'_>) -> Result<Option<&BoardSplit>, CountError> {
        Ok(self.halves(run)?.filter(|meeting| meeting.one().is_some()))
    }

    /// The question in one line.
    pub fn about(&self) -> String {
        let (puzzle, board) = (&self.puzzle, self.puzzle.board());
        let names = |squares: &[Square]| -> String {
            squares.iter().map(|&square| format!(" {}", notation::name(board, square))).collect()
        };
        let (r, s) = (puzzle.leaper().r(), puzzle.leaper().s());
        let mut about = format!("{board} {}", self.kind);
        if (r, s) != (1, 2) {
            about += &format!(", leaper {r},{s}");
        }
        for (word, squares) in [
            ("without", board.holes().to_vec()),
            ("from", puzzle.start().into_iter().collect()),
            ("to", puzzle.end().into_iter().collect()),
        ] {
            if !squares.is_empty() {
                about += &format!(", {word}{}", names(&squares));
            }
        }
        about
    }
}

/// Returns the content of a cell; an empty cell is filled, and stays empty if that fails.
fn kept<T>(cell: &OnceLock<T>, make: impl FnOnce() -> Result<T, CountError>) -> Result<&T, CountError> {
    match cell.get() {
        Some(kept) => Ok(kept),
        None => make().map(|made| cell.get_or_init(|| made)),
    }
}
