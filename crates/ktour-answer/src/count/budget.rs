//! Time and memory of a count, checked before it starts, and the refusals of counts that end without a
//! number.

use std::time::Duration;

use ktour_core::{Board, Control, Puzzle, TourKind};
use ktour_count::{CountError, Counter, Estimate, Resources, Task, check_size, equal_columns_bytes};

use crate::{Declined, Limits, Refused};

/// Minimum memory for the tables of a count, in bytes; estimates of small boards are rough.
const MIN_TABLE_BYTES: u128 = 32 << 20;

/// Bytes per square of a board that is folded along a symmetry while its tours are listed.
const FOLDED_SQUARE_BYTES: u128 = 1 << 10;
/// Bytes per sampled tour in addition to its squares, and bytes per square of it. A tour is stored with its
/// number and with the order of the samples.
const DRAWN_TOUR_BYTES: u128 = 512;
const DRAWN_SQUARE_BYTES: u128 = 8;

/// Returns the number of bytes for listing the tours with a symmetry and sampling `drawn` of them. Refuses a
/// board that is too large for a list or for the memory, before any work.
pub fn symmetric_bytes(puzzle: &Puzzle, drawn: usize, memory: u128) -> Result<u128, Refused> {
    let board = puzzle.board();
    check_size(board).map_err(Refused::new)?;
    let tour = DRAWN_TOUR_BYTES + DRAWN_SQUARE_BYTES * board.square_count();
    let needed = (FOLDED_SQUARE_BYTES * board.area()).saturating_add(tour.saturating_mul(drawn as u128));
    within_memory(board, needed, memory)
}

/// Returns the number of bytes for counting tours with equal columns. Refuses a board for which `memory` is
/// not enough.
pub(super) fn columns_bytes(board: &Board, memory: u128) -> Result<u128, Refused> {
    within_memory(board, equal_columns_bytes(board.files().max(board.ranks())), memory)
}

fn within_memory(board: &Board, needed: u128, memory: u128) -> Result<u128, Refused> {
    if needed <= memory {
        return Ok(needed);
    }
    Err(Declined::Memory { board: board.to_string(), needed: needed >> 20, most: memory >> 20 }.into())
}

/// Returns the estimate if the work fits into `resources`, and refuses it otherwise.
pub fn check_limits(
    puzzle: &Puzzle,
    resources: &Resources,
    needed: Result<Estimate, CountError>,
) -> Result<Estimate, Refused> {
    let needed = needed.map_err(Refused::new)?;
    if needed.bytes <= resources.memory() || resources.has_spill() {
        return Ok(needed);
    }
    Err(Declined::Tables {
        board: puzzle.board().to_string(),
        kind: puzzle.kind().unwrap_or(TourKind::Open),
        states: format!("{:.1e}", needed.states),
        needed: needed.bytes >> 20,
        seconds: needed.seconds as u64,
        most: resources.memory() >> 20,
    }
    .into())
}

/// Returns the threads and the memory for one task within the limits.
///
/// The counter that makes the estimate is dropped, so that a queued task holds no plan.
pub(crate) fn budget(puzzle: &Puzzle, task: Task, limits: &Limits) -> Result<Budget, Refused> {
    let resources = Resources::default().with_threads(limits.threads).with_memory(limits.memory);
    let needed =
        Counter::new(puzzle).and_then(|counter| counter.estimate(task, &resources, &Control::unlimited()));
    let estimate = check_limits(puzzle, &resources, needed)?;
    let Estimate { bytes, plan_bytes, .. } = estimate;
    let tables = (bytes - plan_bytes).saturating_mul(2).max(MIN_TABLE_BYTES).min(limits.memory - plan_bytes);
    Ok(Budget { resources: resources.with_memory(tables), bytes: plan_bytes + tables, estimate })
}

/// Resources of one task.
#[derive(Debug)]
pub(crate) struct Budget {
    pub(crate) resources: Resources,
    /// Memory for the plan and the tables.
    pub(crate) bytes: u128,
    /// Estimated time and memory.
    pub(super) estimate: Estimate,
}

/// Converts the error of a count into a refusal.
pub fn refusal(puzzle: &Puzzle, error: CountError, elapsed: Duration) -> Refused {
    match error {
        CountError::Stopped => {
            let seconds = elapsed.as_secs_f64().round().max(1.0) as u64;
            Declined::Stopped { seconds }.into()
        }
        CountError::OutOfMemory { bytes, memory } => Declined::TablesGrew {
            board: puzzle.board().to_string(),
            needed: bytes >> 20,
            most: memory >> 20,
        }
        .into(),
        error => Refused::new(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_of_a_long_board_is_little_more_than_its_plan() {
        let puzzle = Puzzle::new("2x32768".parse().unwrap()).with_kind(TourKind::Closed);
        let room_in = |memory: u128| {
            let limits = Limits { memory, ..Limits::default() };
            budget(&puzzle, Task::Count, &limits)
        };
        let Budget { resources, bytes, .. } = room_in(200 << 20).unwrap();
        assert!(bytes <= 200 << 20 && resources.memory() < bytes, "{bytes}");
        let plan = bytes - resources.memory();
        assert!((60 << 20..80 << 20).contains(&plan), "{plan}");
        assert!(room_in(50 << 20).is_err(), "the plan alone takes more");
    }
}
