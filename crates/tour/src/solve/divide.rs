//! The method that builds: a core is searched, equal blocks are hung onto it.
//!
//! *Guarantee:* finds a tour of every rectangle that has one, for every start and end that a tour
//! can have, and with one square missing. *Cost:* linear in the squares. See [`crate::build`].

use super::{Refusal, Stats, walk};
use crate::{Outcome, Puzzle, build};

/// A built tour, verified; `None` where building is not the way or there is no tour.
pub(crate) fn divide(puzzle: &Puzzle, stats: &mut Stats) -> Result<Option<Outcome>, Refusal> {
    if puzzle.board().small_area().is_none() {
        return Err(Refusal::too_large(puzzle));
    }
    let Some(tour) = build::build(puzzle) else { return Ok(None) };
    stats.moves += tour.len() as u64 - 1;
    stats.tries += 1;
    Ok(Some(Outcome::Found(walk::verified(puzzle, tour.squares()))))
}
