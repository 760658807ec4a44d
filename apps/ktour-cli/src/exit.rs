//! Exit codes, and the error sentence.

use std::{
    fmt::Display,
    io::{self, Write as _},
    process::ExitCode,
};

use ktour_answer::{Refused, RefusedDocument, one_line, to_json};

use crate::refusal_text;

/// Exit code of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Found, yes, valid.
    Yes = 0,
    /// Proven impossible, no, not a tour.
    No = 1,
    /// Bad usage or unreadable input.
    Usage = 2,
    /// Not known within the limits.
    Unknown = 3,
    /// Interrupted.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Error of a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad input; the sentence says what is wrong and what would be right.
    Refused(String),
    /// A question that is refused.
    Declined(Refused),
    /// The reader of standard output has closed it, which counts as success.
    ClosedPipe,
}

impl Failure {
    /// Prints the sentence, if there is one. Returns the exit code.
    pub(crate) fn report(&self) -> Exit {
        match self {
            Failure::Refused(sentence) => {
                let (error, code, facts) = (one_line(sentence), "command-line", Default::default());
                report(sentence, &RefusedDocument { error, code, facts })
            }
            Failure::Declined(refused) => report(&refusal_text::refusal_text(refused), &refused.into()),
            Failure::ClosedPipe => Exit::Yes,
        }
    }

    /// Creates a failure with the message of a library error.
    pub(crate) fn refused(error: impl Display) -> Failure {
        Failure::Refused(error.to_string())
    }

    /// Converts a write error.
    pub(crate) fn writing(what: impl Display, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Refused(format!("{what} cannot be written: {error}")),
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Declined(refused)
    }
}

/// Prints a sentence, and its document on standard output if the answer should be JSON.
pub(crate) fn report(sentence: &str, document: &RefusedDocument) -> Exit {
    say!("ktour: {}", one_line(sentence));
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    if is_json(&words) {
        // The sentence is the report of last resort, so a closed pipe changes nothing.
        let _ = writeln!(io::stdout(), "{}", to_json(document));
    }
    Exit::Usage
}

/// Whether a command line asks for JSON, even one that cannot be parsed.
fn is_json(words: &[String]) -> bool {
    let format = |two: &[String]| ["-f", "--format"].contains(&two[0].as_str()) && two[1] == "json";
    words.iter().any(|word| word == "--json" || word == "--format=json") || words.windows(2).any(format)
}
