//! Many tours of one board: pages of the list of all tours, sorted tours, and random samples.

mod documents;
mod list;
mod numbered;
mod sorted;

use ktour_core::{Control, Puzzle, Tour};
use ktour_count::{CountError, Counter, Resources, Task};
use ktour_search::symmetric::{self, WantedSymmetry};

pub(crate) use self::numbered::{prepare_rank, prepare_unrank};
pub use self::{
    documents::{OneOfMany, ToursDocument, ValueDocument},
    list::for_each_symmetric,
    numbered::{NumberedDocument, number, puzzle_of},
};

pub(crate) use self::sorted::SortKey;
use self::{
    list::{TourList, TourPage},
    sorted::SortedTours,
};
use crate::{
    Cost, Job, Limits, Parameters, Refused, Reply,
    count::{Budget, budget, refusal, symmetric_bytes, with_default_kind},
};

/// Maximum number of tours in one answer.
const MAX_TOURS_PER_ANSWER: u64 = 100;
/// Maximum number of tours that are skipped.
const MAX_SKIPPED_TOURS: u64 = 10_000_000;

/// Bytes per square in a document.
const NAME_BYTES_PER_SQUARE: u128 = 128;

/// Returns the bytes of this many tours as documents.
fn documents_bytes(puzzle: &Puzzle, tours: u64) -> u128 {
    NAME_BYTES_PER_SQUARE * puzzle.board().area() * u128::from(tours)
}

/// Prepares a page of the list of all tours.
pub(crate) fn prepare(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let puzzle = with_default_kind(words.puzzle(limits.counted)?);
    let (limit, skip) =
        (words.number("limit", 10, MAX_TOURS_PER_ANSWER)?, words.number("skip", 0, MAX_SKIPPED_TOURS)?);
    let (is_unique, is_measured) = (words.flag("unique")?, words.flag("measure")?);
    let sorted = SortedTours::parse(words, &puzzle, limits)?;
    let symmetry = words.wanted_symmetry(puzzle.board())?;
    let (resources, bytes) = match symmetry {
        Some(_) => {
            let bytes = symmetric_bytes(&puzzle, 0, limits.memory)?;
            (Resources::default().with_memory(limits.memory), bytes)
        }
        None => {
            let Budget { resources, bytes, .. } = budget(&puzzle, Task::List, limits)?;
            (resources.with_threads(1), bytes)
        }
    };
    let all = TourList { puzzle, is_unique, symmetry, resources };
    let kept = sorted.as_ref().map_or(0, SortedTours::bytes);
    let cost = Cost::long(bytes + kept + documents_bytes(&all.puzzle, limit));
    Ok(Job::single(cost, words.time("max_time")?, move |control| {
        let (page, values) = match &sorted {
            Some(sorted) => {
                let (page, values) = sorted.page(&all, skip, limit, control)?;
                (page, Some(values))
            }
            None => (all.page(skip, limit, control)?, None),
        };
        let TourPage { tours, has_more } = page;
        let tours = tours.iter().map(|tour| OneOfMany::new(tour, is_measured)).collect();
        Ok(Reply::json(&ToursDocument { values, ..ToursDocument::new(&all.puzzle, tours, Some(has_more)) }))
    }))
}

/// Prepares a uniform sample of tours.
pub(crate) fn prepare_sample(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let puzzle = with_default_kind(words.puzzle(limits.counted)?);
    let (n, seed, is_measured) =
        (words.number("n", 1, MAX_TOURS_PER_ANSWER)?, words.seed()?, words.flag("measure")?);
    if let Some(sought) = words.wanted_symmetry(puzzle.board())? {
        let memory = limits.memory;
        let cost = Cost::long(symmetric_bytes(&puzzle, n as usize, memory)? + documents_bytes(&puzzle, n));
        return Ok(Job::single(cost, words.time("max_time")?, move |control| {
            let drawn = sample_symmetric(&puzzle, sought, n as usize, seed, memory, control)?;
            let tours = drawn.iter().map(|tour| OneOfMany::new(tour, is_measured)).collect();
            Ok(Reply::json(&ToursDocument::new(&puzzle, tours, None)))
        }));
    }
    let Budget { resources, bytes, .. } = budget(&puzzle, Task::Sample, limits)?;
    Ok(Job::single(
        Cost::long(bytes + documents_bytes(&puzzle, n)),
        words.time("max_time")?,
        move |control| {
            let drawn = Counter::new(&puzzle)
                .and_then(|counter| counter.sample(n as usize, seed, &resources, control));
            let drawn = drawn.map_err(|error| refusal(&puzzle, error, control.elapsed()))?;
            let tours = drawn.iter().flatten().map(|tour| OneOfMany::new(tour, is_measured)).collect();
            Ok(Reply::json(&ToursDocument::new(&puzzle, tours, None)))
        },
    ))
}

/// Samples tours with a symmetry uniformly; none if there is no such tour. Refuses a board for which
/// `memory` is not enough.
pub fn sample_symmetric(
    puzzle: &Puzzle,
    sought: WantedSymmetry,
    n: usize,
    seed: u64,
    memory: u128,
    control: &Control,
) -> Result<Vec<Tour>, Refused> {
    symmetric_bytes(puzzle, n, memory)?;
    let drawn = symmetric::sample_symmetric(puzzle, sought, n, seed, control).map_err(Refused::new)?;
    drawn.ok_or_else(|| refusal(puzzle, CountError::Stopped, control.elapsed()))
}
