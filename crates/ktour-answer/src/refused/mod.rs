//! Refusals: a stable code with facts, and a plain English sentence.
//!
//! Interfaces with other languages, buttons or flags make their own sentence from the code and the facts;
//! the English one mentions neither buttons nor flags. [`codes()`] lists every code.

mod codes;
mod declined;
mod misread;
mod unreadable;

use std::fmt;

use ktour_core::{Coded, Fact, control::TimeError};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

pub use codes::codes;
pub use declined::Declined;
pub use misread::{Misread, Wanted};
pub use unreadable::UnreadableGivens;

/// Refusal of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    code: &'static str,
    facts: Vec<(&'static str, Fact)>,
    text: String,
    is_malformed: bool,
}

impl Refused {
    /// Creates the refusal of an error.
    pub fn new(error: impl Coded) -> Refused {
        let (code, facts, text) = (error.code(), error.facts(), one_line(&error.to_string()));
        Refused { code, facts, text, is_malformed: false }
    }

    /// Adds the facts of a cause; facts that exist already are not replaced.
    pub(crate) fn with_cause_facts(mut self, cause: &impl Coded) -> Refused {
        let others: Vec<_> =
            cause.facts().into_iter().filter(|(name, _)| self.fact(name).is_none()).collect();
        self.facts.extend(others);
        self
    }

    /// Returns the code, which never changes.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Returns a fact by name.
    pub fn fact(&self, name: &str) -> Option<&Fact> {
        self.facts.iter().find(|(known, _)| *known == name).map(|(_, fact)| fact)
    }

    /// Whether the parameters themselves cannot be parsed.
    pub fn is_malformed(&self) -> bool {
        self.is_malformed
    }
}

impl From<Misread> for Refused {
    fn from(error: Misread) -> Refused {
        Refused { is_malformed: true, ..Refused::new(error) }
    }
}

impl From<TimeError> for Refused {
    fn from(error: TimeError) -> Refused {
        Refused { is_malformed: true, ..Refused::new(error) }
    }
}

impl From<Declined> for Refused {
    fn from(error: Declined) -> Refused {
        Refused::new(error)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Refused {}

/// Escapes a sentence to one line: user input may have line breaks and characters that move a cursor.
///
/// ```
/// assert_eq!(ktour_answer::one_line("`a\n8\u{1b}[2J`"), r"`a\n8\u{1b}[2J`");
/// ```
pub fn one_line(sentence: &str) -> String {
    let shown = |sign: char| match sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}') {
        true => sign.escape_default().to_string(),
        false => sign.into(),
    };
    sentence.chars().map(shown).collect()
}

/// Converts a fact into JSON; a number above 2^53 becomes text.
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

/// Refusal as a document.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error", deny_unknown_fields)]
pub struct RefusedDocument {
    /// English sentence that says what is wrong and what would be right.
    pub error: String,
    /// Stable code.
    pub code: &'static str,
    /// Facts of the code.
    pub facts: Map<String, Value>,
}

impl From<&Refused> for RefusedDocument {
    fn from(refused: &Refused) -> RefusedDocument {
        let facts = refused.facts.iter().map(|(name, fact)| ((*name).to_owned(), value(fact))).collect();
        RefusedDocument { error: refused.text.clone(), code: refused.code, facts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_stays_on_its_line_and_its_facts_as_they_are() {
        let (word, text) = ("kind".to_owned(), "op\nen\r\u{1b}[2J\u{2028}é".to_owned());
        let refused =
            Refused::from(Misread::NoChoice { word, text: text.clone(), choices: vec!["open".into()] });
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
