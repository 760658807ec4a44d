//! The tour of a number, and the number of a tour.

use std::time::Duration;

use ktour_core::{Control, Puzzle, Tour};
use ktour_count::{Counter, Resources, Task};
use ktour_render::read;
use schemars::JsonSchema;
use serde::Serialize;

use super::OneOfMany;
use crate::{
    Ask, Cost, Job, Limits, Misread, Refused, Reply, ReplyShape,
    count::{Budget, budget, refusal, with_default_kind},
    document::{BoardDocument, LeaperDocument},
    parameters::{TourParameters, parameters},
    verify::InputParameters,
};

/// A tour and its number.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Numbered", deny_unknown_fields)]
pub struct NumberedDocument {
    /// The board.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// The number, counted from 1 among all undirected tours of this kind.
    pub number: String,
    /// The tour.
    pub tour: OneOfMany,
}

impl NumberedDocument {
    /// A tour with this number.
    pub fn new(tour: &Tour, number: u128) -> NumberedDocument {
        NumberedDocument {
            board: tour.board().into(),
            leaper: tour.leaper().into(),
            number: number.to_string(),
            tour: OneOfMany::new(tour, false),
        }
    }
}

parameters! {
    /// Parameters of the tour with a number.
    pub struct UnrankParameters: tours: TourParameters {
        /// Which tour, counted from 1 among all undirected tours.
        #[cli(value_name("N").required(true))]
        number: Option<u128>,
        /// Stop after this long.
        max_time: Option<Duration>,
    }
}

parameters! {
    /// Parameters of the number of a tour.
    pub struct RankParameters: tours: TourParameters, input: InputParameters {
        /// Stop after this long.
        max_time: Option<Duration>,
    }
}

/// Returns the puzzle whose tours are numbered; without a kind, it has that of the tour.
pub fn rank_puzzle(tours: &TourParameters, tour: &Tour, most: u128) -> Result<Puzzle, Refused> {
    let kind = tours.kind.or(Some(tour.kind()));
    TourParameters { kind, ..tours.clone() }.puzzle(most)
}

impl Ask for UnrankParameters {
    const NAME: &'static str = "unrank";
    const ABOUT: &'static str =
        "The tour with a number, counted from 1 among all undirected tours in a fixed order.";
    const EXAMPLE: &'static str = "board=6&kind=closed&number=4711";
    const SHAPE: ReplyShape = ReplyShape::json::<NumberedDocument>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let puzzle = with_default_kind(self.tours.puzzle(limits.counted)?);
        let none = || Misread::NoNumber { word: "number".to_owned(), text: String::new(), most: u64::MAX };
        let number = self.number.ok_or_else(none)?;
        single(puzzle, self.max_time, limits, move |counter, resources, control| {
            counter.unrank(number, resources, control).map(|tour| NumberedDocument::new(&tour, number))
        })
    }
}

impl Ask for RankParameters {
    const NAME: &'static str = "rank";
    const ABOUT: &'static str =
        "The number of a tour among all undirected tours of its board: the inverse of unrank.";
    const EXAMPLE: &'static str = "board=3x4&squares=a1,b3,c1,a2,b4,c2,a3,c4,b2,a4,c3,b1";
    const SHAPE: ReplyShape = ReplyShape::json::<NumberedDocument>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let hints = self.tours.board.hints(limits.memory)?;
        let tour = read::tour(self.input.text()?.as_bytes(), &hints).map_err(Refused::new)?;
        let puzzle = rank_puzzle(&self.tours, &tour, limits.counted)?;
        single(puzzle, self.max_time, limits, move |counter, resources, control| {
            counter.rank(&tour, resources, control).map(|number| NumberedDocument::new(&tour, number))
        })
    }
}

/// One answer of a counter that keeps the layers of the board.
fn single(
    puzzle: Puzzle,
    time: Option<Duration>,
    limits: &Limits,
    answer: impl Fn(&Counter, &Resources, &Control) -> Result<NumberedDocument, ktour_count::CountError>
    + Send
    + Sync
    + 'static,
) -> Result<Job, Refused> {
    let Budget { resources, bytes, .. } = budget(&puzzle, Task::Sample, limits)?;
    Ok(Job::single(Cost::long(bytes), time, move |control| {
        let document = Counter::new(&puzzle).and_then(|counter| answer(&counter, &resources, control));
        Ok(Reply::json(&document.map_err(|error| refusal(&puzzle, error, control.elapsed()))?))
    }))
}
