//! Refusals of parameters that cannot be parsed.

use ktour_core::Fact;
use thiserror::Error;

/// Parameter that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Misread {
    /// There is no such question.
    #[error("`{text}` is not a question")]
    NoQuestion {
        /// Requested name.
        text: String,
    },
    /// There is no board.
    #[error("a board is missing: write 8, 31x29 or {{\"files\": 8, \"ranks\": 8}}")]
    NoBoard,
    /// The board is an object without one of its sides.
    #[error("the board has no `{side}`")]
    NoSide {
        /// Missing side.
        side: String,
    },
    /// The value has another type.
    #[error("`{word}` should be {}, not {got}", wanted.in_words())]
    WrongType {
        /// Name of the parameter.
        word: String,
        /// Expected type.
        wanted: Wanted,
        /// Given value.
        got: String,
    },
    /// The value is not a number, or the number is too large.
    #[error("`{word}` is {text}, and should be a whole number from 0 to {most}")]
    NoNumber {
        /// Name of the parameter.
        word: String,
        /// Given value.
        text: String,
        /// Largest accepted number.
        most: u64,
    },
    /// The value is none of the choices.
    #[error("`{word}` is {text}: choose {}", alternatives(choices))]
    NoChoice {
        /// Name of the parameter.
        word: String,
        /// Given value.
        text: String,
        /// Accepted values.
        choices: Vec<String>,
    },
    /// The question has no such parameter.
    #[error("`{word}` is not a parameter of this question: choose among {}", known.join(", "))]
    UnknownWord {
        /// Given name.
        word: String,
        /// Names of the question's parameters.
        known: Vec<String>,
    },
    /// There is nothing to verify.
    #[error("nothing to verify: give `squares` as a list, or `text` in any format")]
    NoTour,
    /// Two parameters request different answers.
    #[error("`{one}` and `{other}` ask for different answers: give only one of them")]
    NotBoth {
        /// First parameter.
        one: &'static str,
        /// Second parameter.
        other: &'static str,
    },
    /// Neither a step nor a square is given, or both are.
    #[error("give either a `step` or a `square`")]
    StepOrSquare,
}

ktour_core::coded! {
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

/// Expected type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wanted {
    /// Text, or a number as it is written.
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

ktour_core::named! {
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
    /// Returns the type as an English phrase, with an example if that helps.
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

/// Joins choices: `a, b or c`.
fn alternatives(choices: &[String]) -> String {
    match choices {
        [some @ .., last] if !some.is_empty() => format!("{} or {last}", some.join(", ")),
        _ => choices.concat(),
    }
}
