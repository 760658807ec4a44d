//! The user at the terminal: output style, and interruption.

use std::{fmt::Display, time::Duration};

use ktour_core::{Cancel, Control};

use crate::{args::TextStyle, interrupt::Interrupt, progress};

/// Context of every command.
pub(crate) struct Console {
    pub(crate) look: TextStyle,
    pub(crate) interrupt: Interrupt,
}

impl Console {
    /// Prints a note on standard error, unless the output is quiet.
    pub(crate) fn note(&self, sentence: impl Display) {
        if !self.look.is_quiet {
            say!("ktour: {sentence}");
        }
    }

    /// Runs work that can be cancelled with Ctrl-C.
    pub(crate) fn run_cancellable<T>(&self, work: impl FnOnce(Cancel) -> T) -> T {
        self.interrupt.run_cancellable(work)
    }

    /// Runs a search that ends with its time limit or Ctrl-C, and shows the number of tested leaps.
    pub(crate) fn search<T>(
        &self,
        what: &str,
        time: Option<Duration>,
        search: impl FnOnce(&Control) -> T,
    ) -> T {
        self.run_cancellable(|cancel| {
            let control = Control::unlimited().with_cancel(cancel);
            let control = time.map_or(control.clone(), |time| control.with_time(time));
            progress::run_with_status(what, self.look.is_quiet, &control, || search(&control))
        })
    }

    /// Runs work while `status` describes its progress.
    pub(crate) fn with_status<T>(&self, status: &(dyn Fn() -> String + Sync), work: impl FnOnce() -> T) -> T {
        progress::run_with_text(self.look.is_quiet, status, work)
    }
}
