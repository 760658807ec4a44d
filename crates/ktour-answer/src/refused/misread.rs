//! Words that cannot be read.

use ktour_tour::Fact;
use thiserror::Error;

/// Words that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Misread {
    /// Not a question of the list.
    #[error("`{text}` is not a question")]
    NoQuestion {
        /// What it is.
        text: String,
    },
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
    #[error("`{word}` should be {}, not {got}", wanted.in_words())]
    WrongType {
        /// Which word.
        word: String,
        /// What it should be.
        wanted: Wanted,
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
    #[error("`{word}` is {text}: choose {}", alternatives(choices))]
    NoChoice {
        /// Which word.
        word: String,
        /// What it is.
        text: String,
        /// What it could be.
        choices: Vec<String>,
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
    /// Two words that each ask for another answer.
    #[error("`{one}` and `{other}` are two questions: ask one of them")]
    NotBoth {
        /// One of them.
        one: &'static str,
        /// The other.
        other: &'static str,
    },
    /// Neither a step nor a square, or both.
    #[error("give either a `step` or a `square`")]
    StepOrSquare,
}

ktour_tour::coded! {
    Misread {
        "word-no-question": NoQuestion { text },
        "word-no-board": NoBoard,
        "word-no-side": NoSide { side },
        "word-wrong-type": WrongType { word, wanted, got },
        "word-no-number": NoNumber { word, text, most },
        "word-no-choice": NoChoice { word, text, choices },
        "word-unknown": UnknownWord { word, known },
        "word-no-tour": NoTour,
        "word-not-both": NotBoth { one, other },
        "word-step-or-square": StepOrSquare,
    }
}

/// What a word should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wanted {
    /// A text, or a number as it is written.
    Text,
    /// Yes or no.
    Flag,
    /// A whole number.
    Number,
    /// A size, or an object with its sides.
    Board,
    /// A name or two numbers.
    Leaper,
    /// A list of squares.
    Squares,
}

ktour_tour::named! {
    Wanted: "type" {
        "text" => Text,
        "flag" => Flag,
        "number" => Number,
        "board" => Board,
        "leaper" => Leaper,
        "squares" => Squares,
    }
}

impl Wanted {
    /// As the English sentence says it, with an example where one helps.
    fn in_words(self) -> &'static str {
        match self {
            Wanted::Text => "a text",
            Wanted::Flag => "true or false",
            Wanted::Number => "a whole number",
            Wanted::Board => "8, \"31x29\" or {\"files\": 8, \"ranks\": 8}",
            Wanted::Leaper => "\"knight\", \"1,2\" or [1, 2]",
            Wanted::Squares => "a list of squares such as [\"a1\", \"c3\"]",
        }
    }
}

impl From<&Wanted> for Fact {
    fn from(wanted: &Wanted) -> Fact {
        Fact::Text(wanted.name().to_owned())
    }
}

/// `a, b or c`.
fn alternatives(choices: &[String]) -> String {
    match choices {
        [some @ .., last] if !some.is_empty() => format!("{} or {last}", some.join(", ")),
        _ => choices.concat(),
    }
}
