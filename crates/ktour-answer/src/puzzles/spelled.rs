//! Words along the leap: a text on a board, which a tour reads.

mod split;

use std::time::Duration;

use ktour_tour::{
    Board, Control, Outcome, Square,
    givens::{Givens, Solutions, Spelled, Text},
};
use schemars::JsonSchema;
use serde::Serialize;

pub use split::Split;

use crate::{
    Cost, Job, Limits, Pace, Parameters, Refused, Reply,
    document::{SquaresOf, Whole},
    puzzles::reply::PuzzleReplyDocument,
};

/// A text is to be laid over a board.
#[derive(Clone, Debug)]
pub struct Spell {
    /// Which, and where.
    pub text: Text,
    /// For how long, where somebody said so.
    pub time: Option<Duration>,
}

impl Spell {
    /// The question in these words.
    pub fn read(words: &Parameters) -> Result<Spell, Refused> {
        let written = words.text("phrase")?.unwrap_or_default();
        let split = words.named("split", Split::Letters)?;
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

    /// The text on its board.
    pub fn answer(&self, control: &Control) -> Result<Outcome<Spelled>, Refused> {
        self.text.lay(control).map_err(Refused::of)
    }
}

pub(crate) fn read(words: &Parameters, _: &Limits) -> Result<Job, Refused> {
    let question = Spell::read(words)?;
    let memory = Givens::memory_needed(question.text.board.square_count());
    let cost = Cost { pace: Pace::Look, memory };
    Ok(Job::whole(cost, question.time, move |control| {
        let outcome = question.answer(control)?;
        let is_cut_off = matches!(outcome, Outcome::Unknown(_));
        Ok(Reply::cut(&SpelledDocument::new(&question.text, &outcome), is_cut_off))
    }))
}

/// The signs as the board shows them, the top rank first; holes are empty.
pub fn rows(board: &Board, spelled: &Spelled, signs: &[String]) -> Vec<Vec<String>> {
    let steps = spelled.tour.steps();
    let sign = |file, rank| match steps[board.index(Square::new(file, rank))] {
        0 => String::new(),
        step => signs[step as usize - 1].clone(),
    };
    (0..board.ranks()).rev().map(|rank| (0..board.files()).map(|file| sign(file, rank)).collect()).collect()
}

/// A text on a board.
pub type SpelledDocument<'a> = PuzzleReplyDocument<SpelledPuzzle<'a>>;

/// What the squares show, and who reads it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Spelled")]
pub struct SpelledPuzzle<'a> {
    /// What the squares show, the top rank first; holes are empty.
    pub rows: Vec<Vec<String>>,
    /// The tour that reads the text.
    pub squares: SquaresOf<'a>,
    /// How many tours read it.
    pub readings: Whole,
    /// Whether there may be more: no more than a thousand are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<bool>,
}

impl<'a> SpelledDocument<'a> {
    /// What came of a text.
    pub fn new(text: &Text, outcome: &'a Outcome<Spelled>) -> SpelledDocument<'a> {
        PuzzleReplyDocument::of((&text.board, text.leaper, text.seed), outcome, |spelled| {
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
