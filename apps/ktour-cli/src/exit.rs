//! Exit codes, and the error sentence.

use std::{fmt::Display, io, process::ExitCode};

use ktour_answer::{Refused, one_line};

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
    /// Bad input or a refusal; the sentence says what is wrong and what would be right.
    Refused(String),
    /// The reader of standard output has closed it, which counts as success.
    ClosedPipe,
}

impl Failure {
    /// Prints the sentence, if there is one. Returns the exit code.
    pub(crate) fn report(&self) -> Exit {
        match self {
            Failure::Refused(sentence) => {
                say!("ktour: {}", one_line(sentence));
                Exit::Usage
            }
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
        Failure::Refused(refusal_text::refusal_text(&refused))
    }
}
