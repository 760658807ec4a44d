//! Texts along a tour: a board whose squares, in the order of a tour, spell a text.

mod split;

use std::time::Duration;

use ktour_core::{Board, Control, Outcome, Square};
use ktour_puzzle::{Givens, Solutions, Spelled, Text};
use schemars::JsonSchema;
use serde::Serialize;

pub use split::Split;

use crate::{
    Cost, Job, Limits, Pace, Parameters, Refused, Reply,
    document::{SquaresOf, Whole},
    puzzles::reply::PuzzleReplyDocument,
};

/// Question for a board that spells a text.
#[derive(Clone, Debug)]
pub struct Spell {
    /// Text and board.
    pub text: Text,
    /// Time limit, if given.
    pub time: Option<Duration>,
}

impl Spell {
    /// Parses the parameters.
    pub fn parse(words: &Parameters) -> Result<Spell, Refused> {
        let written = words.text("phrase")?.unwrap_or_default();
        let split = words.parse_named("split", Split::Letters)?;
        let text = Text {
            board: words.board()?,
            leaper: words.leaper()?,
            kind: words.kind()?,
            signs: split.signs(&written),
            is_unique: words.flag("single")?,
            seed: words.seed()?,
        };
        Ok(Spell { text, time: words.time("max_time")? })
    }

    /// Searches for a tour along which the text is spelled.
    pub fn answer(&self, control: &Control) -> Result<Outcome<Spelled>, Refused> {
        self.text.place_on_board(control).map_err(Refused::new)
    }
}

pub(crate) fn prepare(words: &Parameters, _: &Limits) -> Result<Job, Refused> {
    let question = Spell::parse(words)?;
    let memory = Givens::memory_needed(question.text.board.square_count());
    let cost = Cost { pace: Pace::Look, memory };
    Ok(Job::single(cost, question.time, move |control| {
        let outcome = question.answer(control)?;
        let is_cut_off = matches!(outcome, Outcome::Unknown(_));
        Ok(Reply::json_cut_off(&SpelledDocument::new(&question.text, &outcome), is_cut_off))
    }))
}

/// Returns the signs of all squares, the top rank first; holes are empty.
pub fn rows(board: &Board, spelled: &Spelled, signs: &[String]) -> Vec<Vec<String>> {
    let steps = spelled.tour.steps();
    let sign = |file, rank| match steps[board.index(Square::new(file, rank))] {
        0 => String::new(),
        step => signs[step as usize - 1].clone(),
    };
    (0..board.ranks()).rev().map(|rank| (0..board.files()).map(|file| sign(file, rank)).collect()).collect()
}

/// Board with a text, and its outcome.
pub type SpelledDocument<'a> = PuzzleReplyDocument<SpelledPuzzle<'a>>;

/// Signs of all squares, and the tour that spells the text.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Spelled")]
pub struct SpelledPuzzle<'a> {
    /// Signs of all squares, the top rank first; holes are empty.
    pub rows: Vec<Vec<String>>,
    /// The tour that reads the text.
    pub squares: SquaresOf<'a>,
    /// Number of tours that spell the text.
    pub readings: Whole,
    /// Whether there may be more, because counting ends at a thousand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<bool>,
}

impl<'a> SpelledDocument<'a> {
    /// Creates the document of an outcome.
    pub fn new(text: &Text, outcome: &'a Outcome<Spelled>) -> SpelledDocument<'a> {
        PuzzleReplyDocument::from_outcome((&text.board, text.leaper, text.seed), outcome, |spelled| {
            let (readings, at_least) = match spelled.readings {
                Solutions::Exactly(count) => (count, None),
                Solutions::AtLeast(count, _) => (count, Some(true)),
            };
            let rows = rows(&text.board, spelled, &text.signs);
            let squares = SquaresOf(&spelled.tour);
            (spelled.tour.kind(), SpelledPuzzle { rows, squares, readings: readings.into(), at_least })
        })
    }
}
