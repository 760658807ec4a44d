//! Many tours of one board: pages of the list of all tours, sorted tours, and random samples.

mod documents;
mod list;
mod numbered;
mod sorted;

use std::time::Duration;

use ktour_core::{Control, Puzzle, Tour};
use ktour_count::{CountError, Counter, Resources, Task};
use ktour_search::symmetric::{self, WantedSymmetry};

pub use self::{
    documents::{OneOfMany, ToursDocument, ValueDocument},
    list::for_each_symmetric,
    numbered::{NumberedDocument, RankParameters, UnrankParameters, rank_puzzle},
};

pub use self::sorted::SortKey;
use self::{
    list::{TourList, TourPage},
    sorted::SortedTours,
};
use crate::{
    Ask, Cost, Job, Limits, Refused, Reply, ReplyShape,
    count::{Budget, budget, refusal, symmetric_bytes, with_default_kind},
    parameters::{TourParameters, at_most, checked_symmetry, parameters},
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

parameters! {
    /// Parameters of a page of the list of all tours.
    pub struct ToursParameters: tours: TourParameters {
        /// Only one tour of every symmetry class.
        unique: bool,
        /// Number of tours, 100 at most.
        limit: u64 = 10,
        /// Number of tours to skip.
        skip: u64,
        /// Measure by which the tours are sorted.
        by: Option<SortKey>,
        /// Only tours with this value of the measure that sorts them.
        value: Option<String>,
        /// The largest value first.
        descending: bool,
        /// Stop after this long.
        max_time: Option<Duration>,
        /// Include the measures of every tour.
        measure: bool,
        /// Symmetry that the tours must have.
        symmetry: Option<WantedSymmetry>,
    }
}

impl Ask for ToursParameters {
    const NAME: &'static str = "tours";
    const ABOUT: &'static str = "All tours in a fixed order, or sorted by a measure, up to 100 at a time.";
    const EXAMPLE: &'static str = "board=6&unique=true&limit=2";
    const SHAPE: ReplyShape = ReplyShape::json::<ToursDocument>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let puzzle = with_default_kind(self.tours.puzzle(limits.counted)?);
        let limit = at_most("limit", self.limit, MAX_TOURS_PER_ANSWER)?;
        let skip = at_most("skip", self.skip, MAX_SKIPPED_TOURS)?;
        let (is_unique, is_measured, symmetry) = (self.unique, self.measure, self.symmetry);
        let sorted = SortedTours::new(self, &puzzle, limits)?;
        checked_symmetry(symmetry, puzzle.board())?;
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
        Ok(Job::single(cost, self.max_time, move |control| {
            let (page, values) = match &sorted {
                Some(sorted) => {
                    let (page, values) = sorted.page(&all, skip, limit, control)?;
                    (page, Some(values))
                }
                None => (all.page(skip, limit, control)?, None),
            };
            let TourPage { tours, has_more } = page;
            let tours = tours.iter().map(|tour| OneOfMany::new(tour, is_measured)).collect();
            Ok(Reply::json(&ToursDocument {
                values,
                ..ToursDocument::new(&all.puzzle, tours, Some(has_more))
            }))
        }))
    }
}

parameters! {
    /// Parameters of a sample.
    pub struct SampleParameters: tours: TourParameters {
        /// Only tours that this turn or reflection of the board leaves unchanged; all of them are listed first.
        #[cli(value_name("S").conflicts_with_all(["threads", "spill"]))]
        symmetry: Option<WantedSymmetry>,
        /// Number of tours.
        #[cli(short('n').long(None::<&'static str>).value_name("K").value_parser(clap::value_parser!(u64).range(1..=10_000_000)))]
        n: u64 = 1,
        /// Seed of all random choices: the same seed gives the same tours.
        #[cli(value_name("N"))]
        seed: Option<u64>,
        /// Stop after this long.
        max_time: Option<Duration>,
        /// Include the measures of every tour.
        measure: bool,
    }
}

impl Ask for SampleParameters {
    const NAME: &'static str = "sample";
    const ABOUT: &'static str = "Up to 100 tours chosen at random, each equally likely.";
    const EXAMPLE: &'static str = "board=6&n=2&seed=1";
    const SHAPE: ReplyShape = ReplyShape::json::<ToursDocument>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let puzzle = with_default_kind(self.tours.puzzle(limits.counted)?);
        let n = at_most("n", self.n, MAX_TOURS_PER_ANSWER)?;
        let (seed, is_measured) = (self.seed.unwrap_or(0), self.measure);
        checked_symmetry(self.symmetry, puzzle.board())?;
        if let Some(sought) = self.symmetry {
            let memory = limits.memory;
            let cost =
                Cost::long(symmetric_bytes(&puzzle, n as usize, memory)? + documents_bytes(&puzzle, n));
            return Ok(Job::single(cost, self.max_time, move |control| {
                let drawn = sample_symmetric(&puzzle, sought, n as usize, seed, memory, control)?;
                let tours = drawn.iter().map(|tour| OneOfMany::new(tour, is_measured)).collect();
                Ok(Reply::json(&ToursDocument::new(&puzzle, tours, None)))
            }));
        }
        let Budget { resources, bytes, .. } = budget(&puzzle, Task::Sample, limits)?;
        Ok(Job::single(Cost::long(bytes + documents_bytes(&puzzle, n)), self.max_time, move |control| {
            let drawn = Counter::new(&puzzle)
                .and_then(|counter| counter.sample(n as usize, seed, &resources, control));
            let drawn = drawn.map_err(|error| refusal(&puzzle, error, control.elapsed()))?;
            let tours = drawn.iter().flatten().map(|tour| OneOfMany::new(tour, is_measured)).collect();
            Ok(Reply::json(&ToursDocument::new(&puzzle, tours, None)))
        }))
    }
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
