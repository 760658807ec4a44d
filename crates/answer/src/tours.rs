//! Many tours of one board: all in an order that never changes, or some drawn at random.

use std::ops::ControlFlow;

use knights_tour::{
    Control, Puzzle, Tour,
    symmetric::{Sought, each_symmetric, sample_symmetric},
};
use knights_tour_count::{CountError, Counter, Shard, Task, is_first_of_its_class};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Asked, Cost, Limits, Refused, Reply, Words,
    count::{Room, counted_kind, refused, room},
    document::{BoardDocument, KindDocument, LeaperDocument, MeasuresDocument, names},
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

/// Some tours of a board.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Tours", deny_unknown_fields)]
pub struct ToursDocument {
    /// Their board.
    pub board: BoardDocument,
    /// Who leaps.
    pub leaper: LeaperDocument,
    /// The tours.
    pub tours: Vec<OneOfMany>,
    /// Whether the list goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<bool>,
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
        ToursDocument { board: puzzle.board().into(), leaper: puzzle.leaper().into(), tours, more }
    }
}

/// A page of the list of all tours.
pub(crate) fn read(words: &Words, limits: &Limits) -> Result<Asked, Refused> {
    let puzzle = counted_kind(words.puzzle(limits.counted)?);
    let (limit, skip) = (words.number("limit", 10, MOST)?, words.number("skip", 0, SKIPPED)?);
    let (is_unique, is_measured) = (words.flag("unique")?, words.flag("measure")?);
    let symmetry = words.sought(puzzle.board())?;
    let room = symmetry.is_none().then(|| room(&puzzle, Task::List, limits)).transpose()?;
    let (resources, bytes) =
        room.map_or((None, 0), |room| (Some(room.resources.with_threads(1)), room.bytes));
    let cost = Cost::long(bytes + written(&puzzle, limit));
    Ok(Asked::whole(cost, words.time("max_time")?, move |control| {
        let symmetries = if is_unique { puzzle.board().symmetries() } else { Vec::new() };
        let (mut seen, mut found) = (0, Vec::new());
        let mut has_more = false;
        let mut each = |tour: Tour| {
            if is_unique && !is_first_of_its_class(&tour, &symmetries) {
                return ControlFlow::Continue(());
            }
            seen += 1;
            if seen <= skip {
                return ControlFlow::Continue(());
            }
            has_more = found.len() as u64 == limit;
            if has_more {
                return ControlFlow::Break(());
            }
            found.push(OneOfMany::new(&tour, is_measured));
            ControlFlow::Continue(())
        };
        match (symmetry, &resources) {
            (Some(sought), _) => each_kept(&puzzle, sought, control, &mut each)?,
            (None, resources) => Counter::new(&puzzle)
                .and_then(|counter| {
                    let resources = resources.clone().unwrap_or_default();
                    counter.each_tour(Shard::default(), &resources, control, &mut each)
                })
                .map_err(|error| refused(&puzzle, error, control.elapsed()))?,
        }
        Ok(Reply::of(&ToursDocument::new(&puzzle, found, Some(has_more))))
    }))
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
