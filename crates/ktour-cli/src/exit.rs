//! How the program ends: the agreed codes, and one sentence where something is wrong.

use std::{fmt::Display, io, process::ExitCode};

use ktour_answer::{Refused, one_line};

use crate::refusal_text;

/// The exit codes, as agreed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Found, yes, valid.
    Yes = 0,
    /// Proven impossible, no, not a tour.
    No = 1,
    /// Bad usage or unreadable input.
    Usage = 2,
    /// Not known within the budget.
    Unknown = 3,
    /// Interrupted.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad input or a refusal; the sentence says what is wrong and what would be right.
    Refused(String),
    /// The reader of our output went away: that is success.
    ClosedPipe,
}

impl Failure {
    /// Says the one sentence, where there is one; how the program ends.
    pub(crate) fn tell(&self) -> Exit {
        match self {
            Failure::Refused(sentence) => {
                say!("ktour: {}", one_line(sentence));
                Exit::Usage
            }
            Failure::ClosedPipe => Exit::Yes,
        }
    }

    /// A refusal in the words of an error of the library.
    pub(crate) fn refused(error: impl Display) -> Failure {
        Failure::Refused(error.to_string())
    }

    /// What a failed write means.
    pub(crate) fn writing(what: impl Display, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Refused(format!("{what} cannot be written: {error}")),
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Refused(refusal_text::of(&refused))
    }
}
