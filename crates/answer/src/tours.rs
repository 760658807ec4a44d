//! Many tours of one board: all in an order that never changes or by what they look like, or some drawn at random.

mod sorted;

use std::ops::ControlFlow;

use knights_tour::{
    Control, Puzzle, Tour,
    symmetric::{Sought, each_symmetric, sample_symmetric},
};
use knights_tour_count::{CountError, Counter, Resources, Shard, Task, is_first_of_its_class};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Asked, Cost, Limits, Refused, Reply, Words,
    count::{Room, counted_kind, refused, room},
    document::{BoardDocument, KindDocument, LeaperDocument, MeasuresDocument, names},
};

use self::sorted::{Sorted, ValueDocument};

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

/// Some tours of a board.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Tours", deny_unknown_fields)]
pub struct ToursDocument {
    /// Their board.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// The tours.
    pub tours: Vec<OneOfMany>,
    /// Whether the list goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<bool>,
    /// How many of all tours have each value of the measure that they are sorted by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<ValueDocument>>,
}

/// A tour among others of its board.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct OneOfMany {
    /// From the first to the last.
    pub squares: Vec<String>,
    /// Open or closed.
    pub kind: KindDocument,
    /// What it looks like, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measures: Option<MeasuresDocument>,
}

impl OneOfMany {
    /// This tour, measured or not.
    pub fn new(tour: &Tour, is_measured: bool) -> OneOfMany {
        OneOfMany {
            squares: names(tour.board(), tour.squares()),
            kind: tour.kind().into(),
            measures: is_measured.then(|| MeasuresDocument::of(tour)),
        }
    }
}

impl ToursDocument {
    fn new(puzzle: &Puzzle, tours: Vec<OneOfMany>, more: Option<bool>) -> ToursDocument {
        ToursDocument {
            board: puzzle.board().into(),
            leaper: puzzle.leaper().into(),
            tours,
            more,
            values: None,
        }
    }
}

/// A page of the list of all tours.
pub(crate) fn read(words: &Words, limits: &Limits) -> Result<Asked, Refused> {
    let puzzle = counted_kind(words.puzzle(limits.counted)?);
    let (limit, skip) = (words.number("limit", 10, MOST)?, words.number("skip", 0, SKIPPED)?);
    let (is_unique, is_measured) = (words.flag("unique")?, words.flag("measure")?);
    let sorted = Sorted::read(words, &puzzle, limits)?;
    let symmetry = words.sought(puzzle.board())?;
    let room = symmetry.is_none().then(|| room(&puzzle, Task::List, limits)).transpose()?;
    let (resources, bytes) =
        room.map_or((None, 0), |room| (Some(room.resources.with_threads(1)), room.bytes));
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

/// All tours of a puzzle, one of every class or those of a symmetry, in an order that never changes.
struct All {
    puzzle: Puzzle,
    is_unique: bool,
    symmetry: Option<Sought>,
    resources: Option<Resources>,
}

/// Some of them, and whether others follow.
struct Page {
    tours: Vec<Tour>,
    has_more: bool,
}

impl All {
    fn each(&self, control: &Control, found: &mut dyn FnMut(Tour) -> ControlFlow<()>) -> Result<(), Refused> {
        let symmetries = if self.is_unique { self.puzzle.board().symmetries() } else { Vec::new() };
        let mut each = |tour: Tour| match self.is_unique && !is_first_of_its_class(&tour, &symmetries) {
            true => ControlFlow::Continue(()),
            false => found(tour),
        };
        if let Some(sought) = self.symmetry {
            return each_kept(&self.puzzle, sought, control, &mut each);
        }
        let resources = self.resources.clone().unwrap_or_default();
        Counter::new(&self.puzzle)
            .and_then(|counter| counter.each_tour(Shard::default(), &resources, control, &mut each))
            .map_err(|error| refused(&self.puzzle, error, control.elapsed()))
    }

    fn page(&self, skip: u64, limit: u64, control: &Control) -> Result<Page, Refused> {
        let (mut seen, mut page) = (0, Page { tours: Vec::new(), has_more: false });
        self.each(control, &mut |tour| {
            seen += 1;
            if seen <= skip {
                return ControlFlow::Continue(());
            }
            page.has_more = page.tours.len() as u64 == limit;
            if page.has_more {
                return ControlFlow::Break(());
            }
            page.tours.push(tour);
            ControlFlow::Continue(())
        })?;
        Ok(page)
    }
}

/// Tours drawn uniformly.
pub(crate) fn read_sample(words: &Words, limits: &Limits) -> Result<Asked, Refused> {
    let puzzle = counted_kind(words.puzzle(limits.counted)?);
    let (n, seed, is_measured) = (words.number("n", 1, MOST)?, words.seed()?, words.flag("measure")?);
    if let Some(sought) = words.sought(puzzle.board())? {
        return Ok(Asked::whole(Cost::long(written(&puzzle, n)), words.time("max_time")?, move |control| {
            let drawn = drawn_kept(&puzzle, sought, n as usize, seed, control)?;
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

/// Every tour that a symmetry keeps, until it is enough.
pub fn each_kept(
    puzzle: &Puzzle,
    sought: Sought,
    control: &Control,
    each: &mut dyn FnMut(Tour) -> ControlFlow<()>,
) -> Result<(), Refused> {
    match each_symmetric(puzzle, sought, control, each).map_err(Refused::of)? {
        true => Ok(()),
        false => Err(refused(puzzle, CountError::Stopped, control.elapsed())),
    }
}

/// Tours that a symmetry keeps, drawn uniformly; none where there are none.
pub fn drawn_kept(
    puzzle: &Puzzle,
    sought: Sought,
    n: usize,
    seed: u64,
    control: &Control,
) -> Result<Vec<Tour>, Refused> {
    let drawn = sample_symmetric(puzzle, sought, n, seed, control).map_err(Refused::of)?;
    drawn.ok_or_else(|| refused(puzzle, CountError::Stopped, control.elapsed()))
}
