//! One piece of work: the resources it may use, what can stop it, and where it reports.

use ktour_tour::Control;

use crate::{CountError, Report, Resources};

/// What every part of counting is given.
#[derive(Clone, Copy)]
pub(crate) struct Run<'a> {
    pub(crate) resources: &'a Resources,
    pub(crate) control: &'a Control,
    pub(crate) report: &'a Report,
}

impl Run<'_> {
    pub(crate) fn threads(&self) -> usize {
        self.resources.threads
    }

    pub(crate) fn memory(&self) -> u128 {
        self.resources.memory
    }

    /// An error where the work must stop, asked at every step of a loop that follows no states.
    pub(crate) fn check_at(&self, step: usize) -> Result<(), CountError> {
        if self.control.is_stopped_at(step as u64) { Err(CountError::Stopped) } else { Ok(()) }
    }

    /// Whether to stop, having followed some more states.
    pub(crate) fn is_stopped(&self, states: usize) -> bool {
        let done = self.report.tell_done(states);
        self.control.raise_share(self.report.share());
        self.control.is_over(done)
    }

    /// The same as an error.
    pub(crate) fn check(&self, states: usize) -> Result<(), CountError> {
        if self.is_stopped(states) { Err(CountError::Stopped) } else { Ok(()) }
    }

    /// All is done.
    pub(crate) fn end(&self) {
        self.report.tell_end();
        self.control.raise_share(1.0);
    }
}
