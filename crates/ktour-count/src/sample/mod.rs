//! Tours drawn exactly uniformly.
//!
//! The layers of a count are kept. A tour is drawn backwards: among all states that lead to the present one,
//! each is chosen with a probability in proportion to its multiplicity, which is the number of ways to reach
//! it. So every way from the empty board has the same probability. Tours go back together in blocks, with one
//! pass over each layer per block. If there are many layers and the board is cut into halves, only those of
//! the halves are kept (see `halves`).
//!
//! *Guarantee:* exactly uniform; the same seed gives the same tours on any number of threads.
//! *Cost:* all layers of the board, or of half of it, at once.

mod back;
mod chance;
mod halves;
mod whole;

use std::{ops::ControlFlow, sync::Arc};

use ktour_tour::{Puzzle, Tour, TourKind};

use self::{halves::Halves, whole::Whole};
use crate::{
    CountError,
    halves::meeting::Meeting,
    problem::{
        graph::Graph,
        path::{self, verified},
        plan::Plan,
    },
    run::Run,
};

/// Bytes that a leap of a tour takes while it is drawn.
const LEAP: u128 = 160;
/// The share of the work after which tours are drawn, about.
pub(crate) const DRAWN: f64 = 0.9;
/// The most tours that are drawn at once.
const BLOCK: u128 = 1 << 16;

/// What tours are drawn from: the layers of half a board or of the whole.
pub(crate) enum Urn {
    Halves(Box<Halves>),
    Whole(Whole),
}

impl Urn {
    /// The halves of the board; `None` where there are no tours.
    pub(crate) fn of_halves(meeting: &Arc<Meeting>, run: &Run<'_>) -> Result<Option<Urn>, CountError> {
        Ok(Halves::new(meeting, run)?.map(Box::new).map(Urn::Halves))
    }

    /// The whole board; `None` where there are no tours.
    pub(crate) fn of_whole(plan: &Arc<Plan>, run: &Run<'_>) -> Result<Option<Urn>, CountError> {
        Ok(Whole::new(plan, run)?.map(Urn::Whole))
    }

    /// Calls `found` with so many tours until it breaks.
    pub(crate) fn draw(
        &self,
        (puzzle, graph): (&Puzzle, &Graph),
        tours: usize,
        seed: u64,
        run: &Run<'_>,
        found: &mut dyn FnMut(Tour) -> ControlFlow<()>,
    ) -> Result<(), CountError> {
        let is_open = graph.ends.is_some();
        let is_two_way = is_open && puzzle.start().is_none() && puzzle.end().is_none();
        let squares = puzzle.board().square_count();
        let block = (run.memory() / 8 / (LEAP * squares)).clamp(1, BLOCK) as usize;
        run.report.tell_part(DRAWN..1.0);
        for first in (0..tours).step_by(block) {
            run.report.tell_share(first as f64 / tours as f64);
            let numbers = first as u64..tours.min(first + block) as u64;
            let drawn = match self {
                Urn::Halves(halves) => halves.draw(numbers, seed, run)?,
                Urn::Whole(whole) => whole.draw(numbers, seed, run)?,
            };
            for (leaps, mut chance) in drawn {
                let tour = verified(puzzle, path::squares(puzzle, graph, leaps));
                let tour = if is_two_way && chance.coin() { tour.reversed() } else { tour };
                let kind = puzzle.kind().unwrap_or(TourKind::Open);
                if found(if kind == TourKind::Open { tour.as_open() } else { tour }).is_break() {
                    return Ok(());
                }
            }
        }
        run.end();
        Ok(())
    }
}
