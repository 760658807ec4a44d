//! The progress of long work, and the listener that receives it.

use std::{
    fmt,
    sync::{
        Mutex,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

/// The progress of long work.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Number of trials, states or squares, as the work counts them.
    pub done: u64,
    /// The share that is done, if it is known; otherwise 0.
    pub share: f64,
}

/// The progress that work and its callers share.
#[derive(Debug, Default)]
pub(super) struct SharedProgress {
    done: AtomicU64,
    /// Share done, in millionths.
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

/// A callback that receives the progress at an interval.
pub(super) struct Listener {
    every: Duration,
    /// Time of the next report, in nanoseconds by the clock.
    due: AtomicU64,
    /// Locked while it runs, so that reports of several threads arrive in order.
    callback: Mutex<Box<dyn Fn(Progress) + Send + Sync>>,
}

impl Listener {
    /// Creates a listener whose first report is due one interval from now.
    pub(super) fn new(
        every: Duration,
        now: Duration,
        callback: impl Fn(Progress) + Send + Sync + 'static,
    ) -> Listener {
        let due = AtomicU64::new(nanoseconds(now.saturating_add(every)));
        Listener { every, due, callback: Mutex::new(Box::new(callback)) }
    }

    /// Calls the listener if a report is due; of several threads that check at once, one does.
    pub(super) fn report_if_due(&self, now: Duration, counters: &SharedProgress) {
        let (now, due) = (nanoseconds(now), self.due.load(Ordering::Relaxed));
        let next = now.saturating_add(nanoseconds(self.every));
        if now >= due
            && let Ok(callback) = self.callback.try_lock()
            && self.due.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        {
            callback(counters.progress());
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
