//! The progress of long work, and the listener that is told about it.

use std::{
    fmt,
    sync::atomic::{AtomicU32, AtomicU64, Ordering},
    time::Duration,
};

/// The progress of long work.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Trials, states or squares: whatever the work counts.
    pub done: u64,
    /// The share that is done, if it is known; otherwise 0.
    pub share: f64,
}

/// What long work has told so far.
#[derive(Debug, Default)]
pub(super) struct SharedProgress {
    done: AtomicU64,
    /// In millionths.
    share: AtomicU32,
}

impl SharedProgress {
    pub(super) fn set_done(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    pub(super) fn set_share(&self, share: f64) {
        self.share.store(millionths(share), Ordering::Relaxed);
    }

    pub(super) fn raise_share(&self, share: f64) {
        self.share.fetch_max(millionths(share), Ordering::Relaxed);
    }

    pub(super) fn progress(&self) -> Progress {
        let share = f64::from(self.share.load(Ordering::Relaxed)) / 1e6;
        Progress { done: self.done.load(Ordering::Relaxed), share }
    }
}

/// Is told how far the work is, every so often.
pub(super) struct Listener {
    every: Duration,
    /// When it is to be told next, in nanoseconds by the clock.
    due: AtomicU64,
    hear: Box<dyn Fn(Progress) + Send + Sync>,
}

impl Listener {
    /// To be told so often from now on.
    pub(super) fn new(
        every: Duration,
        now: Duration,
        hear: impl Fn(Progress) + Send + Sync + 'static,
    ) -> Listener {
        let due = AtomicU64::new(nanoseconds(now.saturating_add(every)));
        Listener { every, due, hear: Box::new(hear) }
    }

    /// Tells where it is time to; of several threads that look at once, one does.
    pub(super) fn report_if_due(&self, now: Duration, counters: &SharedProgress) {
        let (now, due) = (nanoseconds(now), self.due.load(Ordering::Relaxed));
        let next = now.saturating_add(nanoseconds(self.every));
        if now >= due && self.due.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            (self.hear)(counters.progress());
        }
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

fn millionths(share: f64) -> u32 {
    (share.clamp(0.0, 1.0) * 1e6).round() as u32
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
