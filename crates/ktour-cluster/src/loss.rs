//! How a process was lost, as a sentence and as a message between processes.

use thiserror::Error;

/// How it was noticed that a process is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Loss {
    /// Nothing was received from it for too long.
    #[error("nothing was received from it for {seconds} s")]
    Silent {
        /// How long.
        seconds: u64,
    },
    /// Its heartbeat ended without a final message.
    #[error("its connection closed unexpectedly")]
    Closed,
    /// Its data ended, although its heartbeat continued.
    #[error("its data broke off")]
    BrokenOff,
    /// A message sent in its name was not sealed with the key.
    #[error("a message in its name has a wrong seal")]
    WrongSeal,
    /// One of its threads failed.
    #[error("one of its workers panicked")]
    Panicked,
}

impl Loss {
    /// The loss as a line of a message to other processes.
    pub(super) fn line(self) -> String {
        match self {
            Loss::Silent { seconds } => format!("silent {seconds}"),
            Loss::Closed => "closed".to_owned(),
            Loss::BrokenOff => "broken off".to_owned(),
            Loss::WrongSeal => "wrong seal".to_owned(),
            Loss::Panicked => "panicked".to_owned(),
        }
    }

    pub(super) fn of_line(line: &str) -> Option<Loss> {
        match line {
            "closed" => Some(Loss::Closed),
            "broken off" => Some(Loss::BrokenOff),
            "wrong seal" => Some(Loss::WrongSeal),
            "panicked" => Some(Loss::Panicked),
            _ => line.strip_prefix("silent ")?.parse().ok().map(|seconds| Loss::Silent { seconds }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_processes_understand_every_loss() {
        let all =
            [Loss::Silent { seconds: 3 }, Loss::Closed, Loss::BrokenOff, Loss::WrongSeal, Loss::Panicked];
        for loss in all {
            assert_eq!(Loss::of_line(&loss.line()), Some(loss));
        }
        assert_eq!(Loss::of_line("silent for long"), None);
    }
}
