//! Words along the leap: a text on a board, which a tour reads.

mod split;

use std::time::Duration;

use knights_tour::{
    Board, Control, Outcome, Square,
    givens::{Givens, Solutions, Spelled, Text},
};
use schemars::JsonSchema;
use serde::Serialize;

pub use split::Split;

use crate::{
    Asked, Cost, Limits, Pace, Refused, Reply, Words,
    document::{
        BoardDocument, KindDocument, LeaperDocument, OutcomeWord, ReasonDocument, SpentDocument, SquaresOf,
        Whole,
    },
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
    pub fn read(words: &Words) -> Result<Spell, Refused> {
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

pub(crate) fn read(words: &Words, _: &Limits) -> Result<Asked, Refused> {
    let question = Spell::read(words)?;
    let memory = Givens::memory_needed(question.text.board.square_count());
    let cost = Cost { pace: Pace::Look, memory };
    Ok(Asked::whole(cost, question.time, move |control| {
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
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Spelled", deny_unknown_fields)]
pub struct SpelledDocument<'a> {
    /// Found, impossible (the board has no such tour) or unknown.
    pub outcome: OutcomeWord,
    /// On which board.
    pub board: BoardDocument,
    /// Who leaps.
    pub leaper: LeaperDocument,
    /// Which tours are readings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<KindDocument>,
    /// What the squares show, the top rank first; holes are empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<Vec<String>>>,
    /// The tour that reads the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<SquaresOf<'a>>,
    /// How many tours read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readings: Option<Whole>,
    /// Whether there may be more: no more than a thousand are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<bool>,
    /// The seed, which gives the same tour again.
    pub seed: Whole,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonDocument>,
    /// What was spent without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<SpentDocument>,
}

impl<'a> SpelledDocument<'a> {
    /// What came of a text.
    pub fn new(text: &Text, outcome: &'a Outcome<Spelled>) -> SpelledDocument<'a> {
        let nothing = SpelledDocument {
            outcome: OutcomeWord::Unknown,
            board: (&text.board).into(),
            leaper: text.leaper.into(),
            kind: None,
            rows: None,
            squares: None,
            readings: None,
            at_least: None,
            seed: text.seed.into(),
            reason: None,
            spent: None,
        };
        match outcome {
            Outcome::Found(spelled) => {
                let (readings, at_least) = match spelled.readings {
                    Solutions::Exactly(count) => (count, None),
                    Solutions::AtLeast(count, _) => (count, Some(true)),
                };
                SpelledDocument {
                    outcome: OutcomeWord::Found,
                    kind: Some(spelled.tour.kind().into()),
                    rows: Some(rows(&text.board, spelled, &text.signs)),
                    squares: Some(SquaresOf(&spelled.tour)),
                    readings: Some(readings.into()),
                    at_least,
                    ..nothing
                }
            }
            Outcome::Impossible(reason) => SpelledDocument {
                outcome: OutcomeWord::Impossible,
                reason: Some(ReasonDocument::new(&text.board, reason)),
                ..nothing
            },
            Outcome::Unknown(spent) => SpelledDocument { spent: Some(spent.into()), ..nothing },
        }
    }
}
