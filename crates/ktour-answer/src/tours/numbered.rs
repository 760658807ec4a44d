//! The tour of a number, and the number of a tour.

use ktour_core::{Control, Puzzle, Tour};
use ktour_count::{Counter, Resources, Task};
use ktour_render::read;
use schemars::JsonSchema;
use serde::Serialize;

use super::OneOfMany;
use crate::{
    Cost, Job, Limits, Misread, Parameters, Refused, Reply,
    count::{Budget, budget, refusal, with_default_kind},
    document::{BoardDocument, LeaperDocument},
    verify::parse_input,
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

/// The number in the words.
pub fn number(words: &Parameters) -> Result<u128, Refused> {
    let text = words.text("number")?.unwrap_or_default();
    let none = || Misread::NoNumber { word: "number".to_owned(), text: text.clone(), most: u64::MAX };
    text.trim().parse().map_err(|_| none().into())
}

/// The puzzle whose tours are numbered, if a given tour is one of them: of its kind where no kind is named.
pub fn puzzle_of(words: &Parameters, tour: &Tour, most: u128) -> Result<Puzzle, Refused> {
    let puzzle = words.puzzle(most)?;
    Ok(if puzzle.kind().is_some() { puzzle } else { puzzle.with_kind(tour.kind()) })
}

pub(crate) fn prepare_unrank(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let (puzzle, number) = (with_default_kind(words.puzzle(limits.counted)?), number(words)?);
    single(puzzle, words, limits, move |counter, resources, control| {
        counter.unrank(number, resources, control).map(|tour| NumberedDocument::new(&tour, number))
    })
}

pub(crate) fn prepare_rank(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let (text, hints) = parse_input(words, limits.memory)?;
    let tour = read::tour(text.as_bytes(), &hints).map_err(Refused::new)?;
    let puzzle = puzzle_of(words, &tour, limits.counted)?;
    single(puzzle, words, limits, move |counter, resources, control| {
        counter.rank(&tour, resources, control).map(|number| NumberedDocument::new(&tour, number))
    })
}

/// One answer of a counter that keeps the layers of the board.
fn single(
    puzzle: Puzzle,
    words: &Parameters,
    limits: &Limits,
    answer: impl Fn(&Counter, &Resources, &Control) -> Result<NumberedDocument, ktour_count::CountError>
    + Send
    + Sync
    + 'static,
) -> Result<Job, Refused> {
    let Budget { resources, bytes, .. } = budget(&puzzle, Task::Sample, limits)?;
    Ok(Job::single(Cost::long(bytes), words.time("max_time")?, move |control| {
        let document = Counter::new(&puzzle).and_then(|counter| answer(&counter, &resources, control));
        Ok(Reply::json(&document.map_err(|error| refusal(&puzzle, error, control.elapsed()))?))
    }))
}
