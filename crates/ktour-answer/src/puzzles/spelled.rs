//! Texts along a tour: a board whose squares, in the order of a tour, spell a text.

mod split;

use std::time::Duration;

use ktour_core::{Board, Control, Outcome, Square, TourKind};
use ktour_puzzle::{Givens, Solutions, Spelled, Text};
use schemars::JsonSchema;
use serde::Serialize;

pub use split::Split;

use crate::{
    Ask, Cost, Job, Limits, Pace, Refused, Reply, ReplyShape,
    document::{SquaresOf, Whole},
    parameters::{BoardParameters, named_parameters, parameters},
    puzzles::reply::PuzzleReplyDocument,
};

named_parameters! { Split }

parameters! {
    /// Options of a text along a tour.
    pub struct SpellOptions {
        /// Unit of the text on one square.
        #[cli(value_name("S").requires("text"))]
        split: Split = Split::Letters,
        /// Search for a tour along which the text can be read in one way only.
        #[cli(long("unique").requires("text"))]
        single: bool,
    }
}

parameters! {
    /// Parameters of [`Spell`].
    pub struct SpellParameters: board: BoardParameters, options: SpellOptions {
        /// Kind of the tour.
        kind: Option<TourKind>,
        /// Text along the tour, one sign a square.
        phrase: Option<String>,
        /// Seed of all random choices: the same seed gives the same answer.
        seed: u64,
        /// Stop after this long and answer unknown.
        max_time: Option<Duration>,
    }
}

/// Question for a board that spells a text.
#[derive(Clone, Debug)]
pub struct Spell {
    /// Text and board.
    pub text: Text,
}

impl Spell {
    /// Checks the parameters.
    pub fn new(parameters: &SpellParameters) -> Result<Spell, Refused> {
        let &SpellParameters { kind, seed, .. } = parameters;
        let SpellOptions { split, single: is_unique } = parameters.options.clone();
        let (board, leaper) = (parameters.board.board()?, parameters.board.leaper());
        let signs = split.signs(parameters.phrase.as_deref().unwrap_or_default());
        Ok(Spell { text: Text { board, leaper, kind, signs, is_unique, seed } })
    }

    /// Searches for a tour along which the text is spelled.
    pub fn answer(&self, control: &Control) -> Result<Outcome<Spelled>, Refused> {
        self.text.place_on_board(control).map_err(Refused::new)
    }
}

impl Ask for SpellParameters {
    const NAME: &'static str = "spell";
    const ABOUT: &'static str =
        "A text along a tour, one letter, syllable or word a square, and the number of tours that spell it.";
    const EXAMPLE: &'static str = "board=3x4&phrase=knightstours&seed=1";
    const SHAPE: ReplyShape = ReplyShape::json::<SpelledDocument<'_>>();

    fn prepare(&self, _: &Limits) -> Result<Job, Refused> {
        let question = Spell::new(self)?;
        let memory = Givens::memory_needed(question.text.board.square_count());
        let cost = Cost { pace: Pace::Look, memory };
        Ok(Job::single(cost, self.max_time, move |control| {
            let outcome = question.answer(control)?;
            let is_cut_off = matches!(outcome, Outcome::Unknown(_));
            Ok(Reply::json_cut_off(&SpelledDocument::new(&question.text, &outcome), is_cut_off))
        }))
    }
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
