//! The person at the terminal: what they want to see, and whether they have heard enough.

use std::{fmt::Display, time::Duration};

use ktour_tour::{Cancel, Control};

use crate::{args::TextStyle, interrupt::Interrupt, progress};

/// What every command is given.
pub(crate) struct Console {
    pub(crate) look: TextStyle,
    pub(crate) interrupt: Interrupt,
}

impl Console {
    /// Says something beside the answer, unless nothing else is wanted.
    pub(crate) fn note(&self, sentence: impl Display) {
        if !self.look.is_quiet {
            say!("ktour: {sentence}");
        }
    }

    /// Runs work that ends soon after Ctrl-C.
    pub(crate) fn during<T>(&self, work: impl FnOnce(Cancel) -> T) -> T {
        self.interrupt.during(work)
    }

    /// Runs a search that ends with its time or with Ctrl-C, and says how many leaps it has tested.
    pub(crate) fn search<T>(
        &self,
        what: &str,
        time: Option<Duration>,
        search: impl FnOnce(&Control) -> T,
    ) -> T {
        self.during(|cancel| {
            let control = Control::unlimited().with_cancel(cancel);
            let control = time.map_or(control.clone(), |time| control.with_time(time));
            progress::during(what, self.look.is_quiet, &control, || search(&control))
        })
    }

    /// Runs work that says itself how far it is.
    pub(crate) fn telling<T>(&self, tell: &(dyn Fn() -> String + Sync), work: impl FnOnce() -> T) -> T {
        progress::while_telling(self.look.is_quiet, tell, work)
    }
}
