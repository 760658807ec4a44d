//! Why a question is not answered: a stable code and its facts, and a plain English sentence.
//!
//! Whoever asks in another language, or has buttons or flags of its own, makes its own sentence of the
//! code and the facts; the English one says neither. [`codes`] lists every code there is, so that a
//! test can walk them.

use std::fmt;

use knights_tour::{Coded, Fact, control::TimeError};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    code: &'static str,
    facts: Vec<(&'static str, Fact)>,
    text: String,
    is_malformed: bool,
}

impl Refused {
    /// A question that can be read and not asked.
    pub fn of(error: impl Coded) -> Refused {
        let (code, facts, text) = (error.code(), error.facts(), one_line(&error.to_string()));
        Refused { code, facts, text, is_malformed: false }
    }

    /// The same with the facts of what lies behind it; a name that is taken keeps its own.
    pub(crate) fn because(mut self, cause: &impl Coded) -> Refused {
        let others: Vec<_> =
            cause.facts().into_iter().filter(|(name, _)| self.fact(name).is_none()).collect();
        self.facts.extend(others);
        self
    }

    /// Which refusal, for good.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// One fact by name.
    pub fn fact(&self, name: &str) -> Option<&Fact> {
        self.facts.iter().find(|(known, _)| *known == name).map(|(_, fact)| fact)
    }

    /// Whether the words themselves cannot be read.
    pub fn is_malformed(&self) -> bool {
        self.is_malformed
    }
}

impl From<Misread> for Refused {
    fn from(error: Misread) -> Refused {
        Refused { is_malformed: true, ..Refused::of(error) }
    }
}

impl From<TimeError> for Refused {
    fn from(error: TimeError) -> Refused {
        Refused { is_malformed: true, ..Refused::of(error) }
    }
}

impl From<Declined> for Refused {
    fn from(error: Declined) -> Refused {
        Refused::of(error)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Refused {}

/// A sentence on one line: what somebody wrote may hold line breaks and signs that move a cursor.
///
/// ```
/// assert_eq!(knights_tour_answer::one_line("`a\n8\u{1b}[2J`"), r"`a\n8\u{1b}[2J`");
/// ```
pub fn one_line(sentence: &str) -> String {
    let shown = |sign: char| match sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}') {
        true => sign.escape_default().to_string(),
        false => sign.into(),
    };
    sentence.chars().map(shown).collect()
}

/// A fact in a document; a number is a text beyond 2^53.
pub(crate) fn value(fact: &Fact) -> Value {
    match fact {
        Fact::Number(number) => match i64::try_from(*number) {
            Ok(small) if small.unsigned_abs() <= 1 << 53 => small.into(),
            _ => number.to_string().into(),
        },
        Fact::Text(text) => text.as_str().into(),
        Fact::List(names) => names.iter().map(|name| Value::from(name.as_str())).collect(),
    }
}

/// A refusal as others read it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error", deny_unknown_fields)]
pub struct RefusedDocument {
    /// One English sentence that says what is wrong and what would be right.
    pub error: String,
    /// A stable name.
    pub code: &'static str,
    /// What belongs to it.
    pub facts: Map<String, Value>,
}

impl From<&Refused> for RefusedDocument {
    fn from(refused: &Refused) -> RefusedDocument {
        let facts = refused.facts.iter().map(|(name, fact)| ((*name).to_owned(), value(fact))).collect();
        RefusedDocument { error: refused.text.clone(), code: refused.code, facts }
    }
}

/// Words that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Misread {
    /// Nothing says which board.
    #[error("a board is missing: write 8, 31x29 or {{\"files\": 8, \"ranks\": 8}}")]
    NoBoard,
    /// A board that is an object without one of its sides.
    #[error("the board has no `{side}`")]
    NoSide {
        /// Which.
        side: String,
    },
    /// A value of another type.
    #[error("`{word}` should be {wanted}, not {got}")]
    WrongType {
        /// Which word.
        word: String,
        /// What it should be.
        wanted: &'static str,
        /// What it is.
        got: String,
    },
    /// Not a number, or one that is too large.
    #[error("`{word}` is {text}, and should be a whole number from 0 to {most}")]
    NoNumber {
        /// Which word.
        word: String,
        /// What it is.
        text: String,
        /// The largest.
        most: u64,
    },
    /// Not one of a few words.
    #[error("`{word}` is {text}: choose {choices}")]
    NoChoice {
        /// Which word.
        word: String,
        /// What it is.
        text: String,
        /// What it could be.
        choices: &'static str,
    },
    /// A word that this question does not use.
    #[error("`{word}` is not a word of this question: choose among {}", known.join(", "))]
    UnknownWord {
        /// Which.
        word: String,
        /// Those it uses.
        known: Vec<String>,
    },
    /// Nothing to verify.
    #[error("nothing to verify: give `squares` as a list, or `text` in any format")]
    NoTour,
    /// Neither a step nor a square, or both.
    #[error("give either a `step` or a `square`")]
    StepOrSquare,
}

knights_tour::coded! {
    Misread {
        "word-no-board": NoBoard,
        "word-no-side": NoSide { side },
        "word-wrong-type": WrongType { word, wanted, got },
        "word-no-number": NoNumber { word, text, most },
        "word-no-choice": NoChoice { word, text, choices },
        "word-unknown": UnknownWord { word, known },
        "word-no-tour": NoTour,
        "word-step-or-square": StepOrSquare,
    }
}

/// Questions that can be read and are not answered.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Declined {
    /// More squares than this question takes.
    #[error("{board} has {squares} squares, and this answers up to {most}: ask about a smaller board")]
    TooManySquares {
        /// The board's size.
        board: String,
        /// How many squares it has.
        squares: u128,
        /// How many are taken.
        most: u128,
    },
    /// No walks at all.
    #[error("0 tries find nothing: give at least 1")]
    NoTries,
    /// More memory than may be used.
    #[error("a search on {board} needs about {needed} MiB, and {most} MiB may be used: take a smaller board")]
    Memory {
        /// The board's size.
        board: String,
        /// How many MiB it takes.
        needed: u128,
        /// How many may be used.
        most: u128,
    },
    /// Tables that do not fit.
    #[error(
        "{board} {kind} needs about {states} states in a layer, {needed} MiB and {seconds} s, and {most} MiB may be used: take a narrower board"
    )]
    Tables {
        /// The board's size.
        board: String,
        /// Open or closed.
        kind: knights_tour::TourKind,
        /// How many states, about.
        states: String,
        /// How many MiB they take.
        needed: u128,
        /// How long it takes, about.
        seconds: u64,
        /// How many MiB may be used.
        most: u128,
    },
    /// Tables that outgrew the memory on the way.
    #[error(
        "the tables of {board} grow beyond {needed} MiB, and {most} MiB may be used: take a narrower board"
    )]
    TablesGrew {
        /// The board's size.
        board: String,
        /// How many MiB they take.
        needed: u128,
        /// How many may be used.
        most: u128,
    },
    /// The time ended before there was an answer, and none of it can be used.
    #[error("stopped after {seconds} s without an answer")]
    Stopped {
        /// So long.
        seconds: u64,
    },
    /// A table with too long a side.
    #[error("a table of {sides} is too long: the longest side is {most}")]
    LongTable {
        /// Its size.
        sides: String,
        /// The longest side.
        most: u64,
    },
    /// A step that the tour does not have.
    #[error("there is no step {step}: steps are counted from 1 to {squares}")]
    NoStep {
        /// Which.
        step: String,
        /// The last.
        squares: u128,
    },
    /// A square that the tour leaves out.
    #[error("{square} is not on the tour")]
    NotOnTour {
        /// Which.
        square: String,
    },
    /// A board whose tour must be searched for.
    #[error("no tour of {board} can be built for this: a search may find one")]
    NotBuilt {
        /// The board's size.
        board: String,
    },
    /// A board beyond the atlas.
    #[error("{board} is larger than the atlas, whose sides go to {most}")]
    BeyondAtlas {
        /// The board's size.
        board: String,
        /// The longest side.
        most: u64,
    },
    /// More squares or blocks than one answer lists.
    #[error("{many} are too many at once: look at a smaller part, of {most} at most")]
    TooManyListed {
        /// How many.
        many: u64,
        /// At most.
        most: u64,
    },
    /// A picture that is too narrow.
    #[error("a width of {width} is too small: choose 16 to {most} pixels")]
    Narrow {
        /// How many pixels.
        width: u64,
        /// At most.
        most: u64,
    },
    /// A file that grew too large.
    #[error("the file grows beyond {most} bytes: ask for a smaller one")]
    LargeFile {
        /// At most.
        most: u64,
    },
    /// A picture that was not ready.
    #[error("the drawing was not ready in time: ask for a smaller one")]
    SlowFile,
    /// A tour was asked for as a file, and there is none.
    #[error("no tour: {reason}")]
    NoTour {
        /// The code of the reason.
        code: &'static str,
        /// Its sentence.
        reason: String,
    },
    /// What was sent as a tour is none; the facts of the code within are here as well.
    #[error("not a tour: step {step}: {what}")]
    NotATour {
        /// Where it goes wrong.
        step: u128,
        /// The code of what is wrong.
        code: &'static str,
        /// What is wrong.
        what: String,
    },
    /// A tour was asked for as a file, and none was found.
    #[error("not known after {milliseconds} ms and {trials} trials")]
    NotFound {
        /// How long it was looked for.
        milliseconds: u64,
        /// How many leaps were tested.
        trials: u64,
    },
    /// An experiment of nothing.
    #[error("0 {what} measure nothing: give at least 1")]
    Nothing {
        /// Tries or repeats.
        what: &'static str,
    },
    /// Searches without time.
    #[error("a limit of 0 s measures nothing: give a time such as 500ms or 10s")]
    NoTime,
    /// An experiment with too many rows.
    #[error("{rows} rows are too many: choose an experiment of at most {most}")]
    ManyRows {
        /// How many.
        rows: u64,
        /// At most.
        most: u64,
    },
}

knights_tour::coded! {
    Declined {
        "too-many-squares": TooManySquares { board, squares, most },
        "no-tries": NoTries,
        "memory": Memory { board, needed, most },
        "tables": Tables { board, kind, states, needed, seconds, most },
        "tables-grew": TablesGrew { board, needed, most },
        "stopped": Stopped { seconds },
        "long-table": LongTable { sides, most },
        "no-step": NoStep { step, squares },
        "not-on-tour": NotOnTour { square },
        "not-built": NotBuilt { board },
        "beyond-atlas": BeyondAtlas { board, most },
        "too-many-listed": TooManyListed { many, most },
        "narrow": Narrow { width, most },
        "large-file": LargeFile { most },
        "slow-file": SlowFile,
        "no-tour": NoTour { code, reason },
        "not-a-tour": NotATour { step, code, what },
        "not-found": NotFound { milliseconds, trials },
        "nothing-measured": Nothing { what },
        "no-time": NoTime,
        "many-rows": ManyRows { rows, most },
    }
}

/// Every code of every refusal, with the names of its facts.
pub fn codes() -> Vec<(&'static str, &'static [&'static str])> {
    use knights_tour::{
        NameError, Refusal,
        error::{
            BoardError, LeaperError, NotASquare, NotATour, OrderError, PuzzleError, SquareError, TooLarge,
        },
    };
    use knights_tour_count::CountError;
    use knights_tour_lab::Trouble;
    use knights_tour_render::{Undrawn, read::ReadError};
    [
        Misread::CODES,
        Declined::CODES,
        BoardError::CODES,
        LeaperError::CODES,
        SquareError::CODES,
        NotASquare::CODES,
        PuzzleError::CODES,
        NameError::CODES,
        OrderError::CODES,
        TimeError::CODES,
        Refusal::CODES,
        NotATour::CODES,
        CountError::CODES,
        ReadError::CODES,
        TooLarge::CODES,
        Undrawn::CODES,
        Trouble::CODES,
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_is_used_twice() {
        let mut codes: Vec<&str> = codes().into_iter().map(|(code, _)| code).collect();
        let all = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), all);
    }

    #[test]
    fn a_sentence_stays_on_its_line_and_its_facts_as_they_are() {
        let (word, text) = ("kind".to_owned(), "op\nen\r\u{1b}[2J\u{2028}é".to_owned());
        let refused = Refused::from(Misread::NoChoice { word, text: text.clone(), choices: "open" });
        assert_eq!(refused.to_string(), r"`kind` is op\nen\r\u{1b}[2J\u{2028}é: choose open");
        assert_eq!(refused.fact("text"), Some(&Fact::Text(text)));
    }

    #[test]
    fn a_refusal_is_a_document() {
        let refused = Refused::from(Declined::NoStep { step: "65".into(), squares: 1 << 60 });
        let document = serde_json::to_value(RefusedDocument::from(&refused)).unwrap();
        assert_eq!(document["code"], "no-step");
        assert_eq!(document["facts"]["step"], "65");
        assert_eq!(document["facts"]["squares"], "1152921504606846976");
    }
}
