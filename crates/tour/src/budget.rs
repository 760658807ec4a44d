//! How long a search may go on, and what it had spent when it stopped.
//!
//! Searches ask [`Budget::is_spent`] every few thousand trials, which keeps the answer well
//! within 50 ms of the deadline and costs nothing that can be measured. This is the only clock
//! of the house.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// A flag that asks every search holding it to stop. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Ask for the end.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a search may spend: time, trials, and somebody's patience.
#[derive(Clone, Debug)]
pub struct Budget {
    began: Instant,
    deadline: Option<Instant>,
    trials: u64,
    cancel: Cancel,
    heard: Arc<AtomicU64>,
}

impl Budget {
    /// No limit but [`Cancel`].
    pub fn unlimited() -> Self {
        Budget {
            began: Instant::now(),
            deadline: None,
            trials: u64::MAX,
            cancel: Cancel::default(),
            heard: Arc::default(),
        }
    }

    /// This long from now.
    pub fn within(time: Duration) -> Self {
        Budget::unlimited().with_time(time)
    }

    /// The same budget, but at most this long from now.
    pub fn with_time(mut self, time: Duration) -> Self {
        let now = Instant::now();
        self.began = now;
        self.deadline = match (self.deadline, now.checked_add(time)) {
            (Some(old), Some(new)) => Some(old.min(new)),
            (old, new) => old.or(new),
        };
        self
    }

    /// The same budget, but at most this many trials.
    pub fn with_trials(mut self, trials: u64) -> Self {
        self.trials = self.trials.min(trials);
        self
    }

    /// The same budget, which also ends when `cancel` says so.
    pub fn with_cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Whether the search must stop now, having made this many trials.
    pub fn is_spent(&self, trials: u64) -> bool {
        self.heard.store(trials, Ordering::Relaxed);
        trials >= self.trials
            || self.cancel.is_cancelled()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether somebody cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// How many trials the search last spoke of; clones of the budget hear the same.
    pub fn trials_heard(&self) -> u64 {
        self.heard.load(Ordering::Relaxed)
    }

    /// How long since the budget was given.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// The account at the end.
    pub fn spent(&self, trials: u64) -> Spent {
        Spent { elapsed: self.elapsed(), trials, cancelled: self.is_cancelled() }
    }
}

/// What a search had spent when it gave up without an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spent {
    /// Time since the budget was given.
    pub elapsed: Duration,
    /// Leaps tested.
    pub trials: u64,
    /// Whether it was told to stop rather than ran out.
    pub cancelled: bool,
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = if self.cancelled { "stopped" } else { "not known" };
        write!(f, "{why} after {:.3} s and {} trials", self.elapsed.as_secs_f64(), self.trials)
    }
}

/// `500ms`, `10s`, `1.5m`, `2h`; a plain number is seconds.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, unit) = text.split_at(digits);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let seconds = number.parse::<f64>().map_or(f64::NAN, |number| number * scale);
    Duration::try_from_secs_f64(seconds).map_err(|_| "write a time such as 500ms, 10s, 2m or 1h".to_owned())
}
