//! Many tours of one board: all in an order that never changes or by what they look like, or some drawn at random.

mod all;
mod documents;
mod sorted;

use ktour_count::{CountError, Counter, Resources, Task};
use ktour_tour::{
    Control, Puzzle, Tour,
    symmetric::{Sought, sample_symmetric},
};

pub use self::{
    all::each_kept,
    documents::{OneOfMany, ToursDocument, ValueDocument},
};

pub(crate) use self::sorted::Order;
use self::{
    all::{All, Page},
    sorted::Sorted,
};
use crate::{
    Asked, Cost, Limits, Refused, Reply, Words,
    count::{Room, counted_kind, refused, room, symmetric_bytes},
};

/// The most tours in one answer.
const MOST: u64 = 100;
/// The most tours that are passed over.
const SKIPPED: u64 = 10_000_000;

/// Bytes of a square in a document.
const NAME: u128 = 128;

/// Bytes of so many tours as documents.
fn written(puzzle: &Puzzle, tours: u64) -> u128 {
    NAME * puzzle.board().area() * u128::from(tours)
}

/// A page of the list of all tours.
pub(crate) fn read(words: &Words, limits: &Limits) -> Result<Asked, Refused> {
    let puzzle = counted_kind(words.puzzle(limits.counted)?);
    let (limit, skip) = (words.number("limit", 10, MOST)?, words.number("skip", 0, SKIPPED)?);
    let (is_unique, is_measured) = (words.flag("unique")?, words.flag("measure")?);
    let sorted = Sorted::read(words, &puzzle, limits)?;
    let symmetry = words.sought(puzzle.board())?;
    let (resources, bytes) = match symmetry {
        Some(_) => {
            let bytes = symmetric_bytes(&puzzle, 0, limits.memory)?;
            (Resources::default().with_memory(limits.memory), bytes)
        }
        None => {
            let Room { resources, bytes, .. } = room(&puzzle, Task::List, limits)?;
            (resources.with_threads(1), bytes)
        }
    };
    let all = All { puzzle, is_unique, symmetry, resources };
    let kept = sorted.as_ref().map_or(0, Sorted::bytes);
    let cost = Cost::long(bytes + kept + written(&all.puzzle, limit));
    Ok(Asked::whole(cost, words.time("max_time")?, move |control| {
        let (page, values) = match &sorted {
            Some(sorted) => {
                let (page, values) = sorted.page(&all, skip, limit, control)?;
                (page, Some(values))
            }
            None => (all.page(skip, limit, control)?, None),
        };
        let Page { tours, has_more } = page;
        let tours = tours.iter().map(|tour| OneOfMany::new(tour, is_measured)).collect();
        Ok(Reply::of(&ToursDocument { values, ..ToursDocument::new(&all.puzzle, tours, Some(has_more)) }))
    }))
}

/// Tours drawn uniformly.
pub(crate) fn read_sample(words: &Words, limits: &Limits) -> Result<Asked, Refused> {
    let puzzle = counted_kind(words.puzzle(limits.counted)?);
    let (n, seed, is_measured) = (words.number("n", 1, MOST)?, words.seed()?, words.flag("measure")?);
    if let Some(sought) = words.sought(puzzle.board())? {
        let memory = limits.memory;
        let cost = Cost::long(symmetric_bytes(&puzzle, n as usize, memory)? + written(&puzzle, n));
        return Ok(Asked::whole(cost, words.time("max_time")?, move |control| {
            let drawn = drawn_kept(&puzzle, sought, n as usize, seed, memory, control)?;
            let tours = drawn.iter().map(|tour| OneOfMany::new(tour, is_measured)).collect();
            Ok(Reply::of(&ToursDocument::new(&puzzle, tours, None)))
        }));
    }
    let Room { resources, bytes, .. } = room(&puzzle, Task::Sample, limits)?;
    Ok(Asked::whole(Cost::long(bytes + written(&puzzle, n)), words.time("max_time")?, move |control| {
        let drawn =
            Counter::new(&puzzle).and_then(|counter| counter.sample(n as usize, seed, &resources, control));
        let drawn = drawn.map_err(|error| refused(&puzzle, error, control.elapsed()))?;
        let tours = drawn.iter().flatten().map(|tour| OneOfMany::new(tour, is_measured)).collect();
        Ok(Reply::of(&ToursDocument::new(&puzzle, tours, None)))
    }))
}

/// Tours that a symmetry keeps, drawn uniformly; none where there are none. Refused where that takes more than the memory.
pub fn drawn_kept(
    puzzle: &Puzzle,
    sought: Sought,
    n: usize,
    seed: u64,
    memory: u128,
    control: &Control,
) -> Result<Vec<Tour>, Refused> {
    symmetric_bytes(puzzle, n, memory)?;
    let drawn = sample_symmetric(puzzle, sought, n, seed, control).map_err(Refused::of)?;
    drawn.ok_or_else(|| refused(puzzle, CountError::Stopped, control.elapsed()))
}
