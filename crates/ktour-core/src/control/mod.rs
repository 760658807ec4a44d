//! Cancellation, time limits and progress of long work.
//!
//! The caller of long work gives it a [`Control`] and keeps a clone. Every few thousand steps ([`POLL`]) the
//! work reports its progress and checks whether to stop: it ends well within 50 ms after its time limit, at
//! no measurable cost. The [`Clock`] is the only one in the project; if the system has none, as in a browser,
//! the caller supplies one. If no second thread can poll the progress, a listener receives it at these
//! checks.

mod progress;

pub use crate::amounts::{TimeError, parse_time};
pub use progress::Progress;

use std::{
    fmt, io,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use progress::{Listener, SharedProgress};
use thiserror::Error;

/// Steps of a loop between two checks of the clock.
pub const POLL: u64 = 1 << 12;

/// A flag that stops all work holding a clone of it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Requests the work to stop.
    ///
    /// ```
    /// use ktour::{Cancel, Control};
    /// let cancel = Cancel::default();
    /// let control = Control::unlimited().with_cancel(cancel.clone());
    /// cancel.cancel(); // perhaps from another thread
    /// assert!(control.is_stopped());
    /// ```
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The link between long work and its caller: the work checks whether to stop, and the caller reads its
/// progress. Clones share the progress.
///
/// ```
/// use ktour::{Cancel, Control};
/// let cancel = Cancel::default();
/// let control = Control::unlimited().with_cancel(cancel.clone());
/// assert!(!control.is_over(1000));
/// cancel.cancel();
/// assert!(control.is_over(2000));
/// assert_eq!(control.progress().done, 2000);
/// assert!(control.is_cancelled() && cancel.is_cancelled());
/// assert!(control.is_stopped_at(0) && control.spent(2000).cancelled);
/// ```
#[derive(Clone, Debug)]
pub struct Control {
    cancel: Cancel,
    clock: Clock,
    began: Duration,
    deadline: Option<Duration>,
    trials: u64,
    counters: Arc<SharedProgress>,
    listener: Option<Arc<Listener>>,
}

impl Default for Control {
    fn default() -> Control {
        Control::unlimited()
    }
}

impl Control {
    /// Creates a control without any limit except [`Cancel`].
    pub fn unlimited() -> Control {
        let (clock, cancel, counters) = (Clock::default(), Cancel::default(), Arc::default());
        Control {
            cancel,
            began: clock.now(),
            clock,
            deadline: None,
            trials: u64::MAX,
            counters,
            listener: None,
        }
    }

    /// Creates a control with a time limit, counted from now.
    ///
    /// ```
    /// use ktour::Control;
    /// use std::time::Duration;
    /// assert!(!Control::within(Duration::from_secs(60)).is_stopped());
    /// assert!(Control::within(Duration::ZERO).is_stopped());
    /// ```
    pub fn within(time: Duration) -> Control {
        Control::unlimited().with_time(time)
    }

    /// Uses another clock from now on; set a time limit after this.
    ///
    /// ```
    /// use ktour::{Control, control::Clock};
    /// use std::time::Duration;
    /// let stands_still = Clock::new(|| Duration::ZERO);
    /// let control = Control::unlimited().with_clock(stands_still).with_time(Duration::from_secs(1));
    /// assert!(!control.is_stopped());
    /// ```
    pub fn with_clock(self, clock: Clock) -> Control {
        Control { began: clock.now(), deadline: None, clock, ..self }
    }

    /// Adds a time limit, counted from now; the earliest of several applies.
    pub fn with_time(mut self, time: Duration) -> Control {
        self.began = self.clock.now();
        let new = self.began.checked_add(time);
        self.deadline = self.deadline.into_iter().chain(new).min();
        self
    }

    /// Limits the number of trials; the smallest of several limits applies.
    ///
    /// ```
    /// use ktour::{Board, Control, Method, Outcome, Puzzle, Strategy, solve};
    /// let control = Control::unlimited().with_trials(1000);
    /// let answer = solve(&Puzzle::new(Board::new(8, 8)?), &Strategy::new(Method::Backtrack), &control)?;
    /// assert!(matches!(answer.outcome, Outcome::Unknown(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_trials(mut self, trials: u64) -> Control {
        self.trials = self.trials.min(trials);
        self
    }

    /// Makes the work stop when `cancel` is set.
    pub fn with_cancel(self, cancel: Cancel) -> Control {
        Control { cancel, ..self }
    }

    /// Adds a listener, which receives the progress at this interval, whenever the work checks whether to
    /// stop.
    ///
    /// ```
    /// use ktour::{Board, Control, Method, Puzzle, Strategy, solve};
    /// use std::{sync::mpsc, time::Duration};
    /// let (sender, receiver) = mpsc::channel();
    /// let listen = move |progress| sender.send(progress).unwrap_or_default();
    /// let control = Control::unlimited().with_listener(Duration::ZERO, listen);
    /// solve(&Puzzle::new(Board::new(8, 8)?), &Strategy::new(Method::Backtrack), &control)?;
    /// assert!(receiver.try_iter().count() > 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_listener(
        mut self,
        every: Duration,
        listen: impl Fn(Progress) + Send + Sync + 'static,
    ) -> Control {
        self.listener = Some(Arc::new(Listener::new(every, self.clock.now(), listen)));
        self
    }

    /// Whether the work must stop, after this many trials.
    pub fn is_over(&self, done: u64) -> bool {
        self.counters.set_done(done);
        done >= self.trials || self.is_stopped()
    }

    /// Whether the work must stop: cancelled, or out of time.
    #[inline(never)] // keeps the rare part out of the loops that call it
    pub fn is_stopped(&self) -> bool {
        if self.is_cancelled() || (self.deadline.is_none() && self.listener.is_none()) {
            return self.is_cancelled();
        }
        let now = self.clock.now();
        if let Some(listener) = &self.listener {
            listener.report_if_due(now, &self.counters);
        }
        self.deadline.is_some_and(|deadline| now >= deadline)
    }

    /// Whether the work must stop, for use at every step of a loop: only every [`POLL`]th call reads the
    /// clock.
    #[inline]
    pub fn is_stopped_at(&self, step: u64) -> bool {
        step.is_multiple_of(POLL) && self.is_stopped()
    }

    /// Reports the share of the work that is done, and returns an error if the work must stop; for writers.
    ///
    /// ```
    /// use ktour::Control;
    /// let control = Control::unlimited();
    /// control.check_share(0.5)?;
    /// assert_eq!(control.progress().share, 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_share(&self, share: f64) -> io::Result<()> {
        self.counters.set_share(share);
        // Not `Interrupted`, which asks for another try.
        if self.is_stopped() { Err(io::Error::other(Stopped)) } else { Ok(()) }
    }

    /// Reports the share of the work that is done, for work in several threads: only a larger share than the
    /// one reported last has an effect.
    ///
    /// ```
    /// use ktour::Control;
    /// let control = Control::unlimited();
    /// control.raise_share(0.5);
    /// control.raise_share(0.25);
    /// assert_eq!(control.progress().share, 0.5);
    /// ```
    pub fn raise_share(&self, share: f64) {
        self.counters.raise_share(share);
    }

    /// Whether [`Cancel`] was set.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The progress reported by the work.
    pub fn progress(&self) -> Progress {
        self.counters.progress()
    }

    /// The clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Time since the limits were set.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.began)
    }

    /// Time and trials spent, for an answer that is unknown.
    pub fn spent(&self, trials: u64) -> Spent {
        Spent { elapsed: self.elapsed(), trials, cancelled: self.is_cancelled() }
    }
}

/// The error of work that was cancelled or ran out of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("stopped")]
pub struct Stopped;

/// Time and trials that a search had spent when it gave up without an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spent {
    /// Time since the limits were set.
    pub elapsed: Duration,
    /// Leaps tested.
    pub trials: u64,
    /// Whether it was cancelled, as opposed to reaching a limit.
    pub cancelled: bool,
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = if self.cancelled { "stopped" } else { "not known" };
        write!(f, "{why} after {:.3} s and {} trials", self.elapsed.as_secs_f64(), self.trials)
    }
}

/// The clock supplied by [`Clock::supply`].
static SUPPLIED: OnceLock<fn() -> Duration> = OnceLock::new();

/// A source of the time since some fixed moment.
///
/// ```
/// use std::time::Duration;
/// use ktour::{Control, control::Clock};
/// let control = Control::unlimited().with_clock(Clock::new(|| Duration::from_secs(7)));
/// assert_eq!(control.clock().now(), Duration::from_secs(7));
/// assert_eq!(control.elapsed(), Duration::ZERO); // this clock stands still
/// ```
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// Creates a clock from a function, whose values must never decrease.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(now))
    }

    /// Supplies a clock for systems without one, such as a browser; the first one supplied is kept.
    ///
    /// ```no_run
    /// use std::time::Duration;
    /// use ktour::control::Clock;
    /// Clock::supply(|| Duration::from_secs(7)); // a page would ask `performance.now`
    /// ```
    pub fn supply(now: fn() -> Duration) {
        let _ = SUPPLIED.set(now);
    }

    /// The time by this clock.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

impl Default for Clock {
    /// The supplied clock, if there is one, else the system's.
    fn default() -> Clock {
        if let Some(&now) = SUPPLIED.get() {
            return Clock::new(now);
        }
        let began = std::time::Instant::now();
        Clock::new(move || began.elapsed())
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn a_supplied_clock_decides_when_time_is_up() {
        let time = Arc::new(AtomicU64::new(5));
        let clock_time = Arc::clone(&time);
        let clock = Clock::new(move || Duration::from_secs(clock_time.load(Ordering::Relaxed)));
        let control = Control::unlimited().with_clock(clock).with_time(Duration::from_secs(10));
        assert!(!control.is_stopped());
        time.store(14, Ordering::Relaxed);
        assert!(!control.is_stopped() && control.elapsed() == Duration::from_secs(9));
        time.store(15, Ordering::Relaxed);
        assert!(control.is_stopped() && control.check_share(0.5).is_err());
        assert_eq!(control.progress().share, 0.5);
    }

    #[test]
    fn a_listener_receives_progress_at_its_interval_and_only_at_checks() {
        let (time, received) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let (clock, listener) = (Arc::clone(&time), Arc::clone(&received));
        let control = Control::unlimited()
            .with_clock(Clock::new(move || Duration::from_millis(clock.load(Ordering::Relaxed))))
            .with_listener(Duration::from_millis(30), move |progress| {
                listener.store(progress.done, Ordering::Relaxed);
            });
        // A clone with less time, as nested work has it, reports to the same listener.
        let control = control.with_time(Duration::from_secs(60)).clone();
        let received_at = |now: u64, done: u64| {
            time.store(now, Ordering::Relaxed);
            assert!(!control.is_over(done));
            received.load(Ordering::Relaxed)
        };
        assert_eq!(
            [received_at(10, 1), received_at(29, 2), received_at(31, 3), received_at(60, 4)],
            [0, 0, 3, 3]
        );
        assert_eq!([received_at(61, 5), received_at(62, 6), received_at(200, 7)], [5, 5, 7]);
    }

    #[test]
    fn only_every_poll_th_step_of_a_loop_checks() {
        let cancel = Cancel::default();
        cancel.cancel();
        let control = Control::unlimited().with_cancel(cancel);
        assert!(control.is_stopped_at(0) && control.is_stopped_at(POLL) && !control.is_stopped_at(1));
    }
}
