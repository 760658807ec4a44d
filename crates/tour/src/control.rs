//! What long work hears and tells: when to stop, and how far it is.
//!
//! Whoever begins long work gives it a [`Control`] and keeps a clone. The work says how far it is
//! and asks whether to go on in one breath, every few thousand steps ([`POLL`]): that keeps it well
//! within 50 ms of its time and costs nothing that can be measured. The [`Clock`] is the only one of
//! the house; where the system has none, as in a browser, whoever begins the work brings one. Where
//! there is no second thread to ask how far the work is, a listener is told at such a look.

use std::{
    fmt, io,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

use thiserror::Error;

/// Steps of a loop between two looks at the clock.
pub const POLL: u64 = 1 << 12;

/// A flag that asks everything holding it to stop. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Ask for the end.
    ///
    /// ```
    /// use knights_tour::{Cancel, Control};
    /// let cancel = Cancel::default();
    /// let control = Control::unlimited().with_cancel(cancel.clone());
    /// cancel.cancel(); // perhaps from another thread
    /// assert!(control.is_stopped());
    /// ```
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The clock that somebody brought.
static LENT: OnceLock<fn() -> Duration> = OnceLock::new();

/// Tells the time since some moment that never changes.
///
/// ```
/// use std::time::Duration;
/// use knights_tour::{Control, control::Clock};
/// let control = Control::unlimited().with_clock(Clock::new(|| Duration::from_secs(7)));
/// assert_eq!(control.clock().now(), Duration::from_secs(7));
/// assert_eq!(control.elapsed(), Duration::ZERO); // this clock stands still
/// ```
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// A clock of the caller's own, which never goes back.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(now))
    }

    /// The clock of a house whose system has none, as in a browser; the first one lent stays.
    ///
    /// ```no_run
    /// use std::time::Duration;
    /// use knights_tour::control::Clock;
    /// Clock::lend(|| Duration::from_secs(7)); // a page would ask `performance.now`
    /// ```
    pub fn lend(now: fn() -> Duration) {
        let _ = LENT.set(now);
    }

    /// The time by this clock.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

impl Default for Clock {
    /// The one that was lent, else the system's.
    fn default() -> Clock {
        if let Some(&now) = LENT.get() {
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

/// How far long work is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Trials, states or squares: whatever the work counts.
    pub done: u64,
    /// What share of it is done, where that is known; else 0.
    pub share: f64,
}

/// The two ends of long work: it asks whether to go on, and others ask how far it is. Clones share
/// what was told.
///
/// ```
/// use knights_tour::{Cancel, Control};
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
    counters: Arc<Counters>,
    listener: Option<Arc<Listener>>,
}

#[derive(Debug, Default)]
struct Counters {
    done: AtomicU64,
    /// In millionths.
    share: AtomicU32,
}

/// Somebody who is told how far the work is, every so often.
struct Listener {
    every: Duration,
    /// When it is to be told next, in nanoseconds by the clock.
    due: AtomicU64,
    hear: Box<dyn Fn(Progress) + Send + Sync>,
}

impl Listener {
    /// Tells where it is time to; of several threads that look at once, one does.
    fn look(&self, now: Duration, counters: &Counters) {
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

impl Counters {
    fn progress(&self) -> Progress {
        let share = f64::from(self.share.load(Ordering::Relaxed)) / 1e6;
        Progress { done: self.done.load(Ordering::Relaxed), share }
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl Default for Control {
    fn default() -> Control {
        Control::unlimited()
    }
}

impl Control {
    /// No limit but [`Cancel`].
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

    /// This long from now.
    ///
    /// ```
    /// use knights_tour::Control;
    /// use std::time::Duration;
    /// assert!(!Control::within(Duration::from_secs(60)).is_stopped());
    /// assert!(Control::within(Duration::ZERO).is_stopped());
    /// ```
    pub fn within(time: Duration) -> Control {
        Control::unlimited().with_time(time)
    }

    /// By another clock, from now on; a time limit is given after it.
    ///
    /// ```
    /// use knights_tour::{Control, control::Clock};
    /// use std::time::Duration;
    /// let stands_still = Clock::new(|| Duration::ZERO);
    /// let control = Control::unlimited().with_clock(stands_still).with_time(Duration::from_secs(1));
    /// assert!(!control.is_stopped());
    /// ```
    pub fn with_clock(self, clock: Clock) -> Control {
        Control { began: clock.now(), deadline: None, clock, ..self }
    }

    /// The same, but at most this long from now.
    pub fn with_time(mut self, time: Duration) -> Control {
        self.began = self.clock.now();
        let new = self.began.checked_add(time);
        self.deadline = self.deadline.into_iter().chain(new).min();
        self
    }

    /// The same, but at most this many trials.
    ///
    /// ```
    /// use knights_tour::{Board, Control, Method, Outcome, Puzzle, Strategy, solve};
    /// let control = Control::unlimited().with_trials(1000);
    /// let answer = solve(&Puzzle::new(Board::new(8, 8)?), &Strategy::new(Method::Backtrack), &control)?;
    /// assert!(matches!(answer.outcome, Outcome::Unknown(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_trials(mut self, trials: u64) -> Control {
        self.trials = self.trials.min(trials);
        self
    }

    /// The same, which also ends when `cancel` says so.
    pub fn with_cancel(self, cancel: Cancel) -> Control {
        Control { cancel, ..self }
    }

    /// The same, with somebody who is told how far the work is while it goes on: so often from now on,
    /// when the work looks whether to stop.
    ///
    /// ```
    /// use knights_tour::{Board, Control, Method, Puzzle, Strategy, solve};
    /// use std::{sync::mpsc, time::Duration};
    /// let (told, heard) = mpsc::channel();
    /// let listen = move |progress| told.send(progress).unwrap_or_default();
    /// let control = Control::unlimited().with_listener(Duration::ZERO, listen);
    /// solve(&Puzzle::new(Board::new(8, 8)?), &Strategy::new(Method::Backtrack), &control)?;
    /// assert!(heard.try_iter().count() > 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_listener(
        mut self,
        every: Duration,
        hear: impl Fn(Progress) + Send + Sync + 'static,
    ) -> Control {
        let due = AtomicU64::new(nanoseconds(self.clock.now().saturating_add(every)));
        self.listener = Some(Arc::new(Listener { every, due, hear: Box::new(hear) }));
        self
    }

    /// Whether the work must stop, having done so much.
    pub fn is_over(&self, done: u64) -> bool {
        self.counters.done.store(done, Ordering::Relaxed);
        done >= self.trials || self.is_stopped()
    }

    /// Whether the work must stop: cancelled, or out of time.
    #[inline(never)] // so that loops take only the question whether it is time to look
    pub fn is_stopped(&self) -> bool {
        if self.is_cancelled() || (self.deadline.is_none() && self.listener.is_none()) {
            return self.is_cancelled();
        }
        let now = self.clock.now();
        if let Some(listener) = &self.listener {
            listener.look(now, &self.counters);
        }
        self.deadline.is_some_and(|deadline| now >= deadline)
    }

    /// The same, asked at every step of a loop: only every [`POLL`]th looks at the clock.
    #[inline]
    pub fn is_stopped_at(&self, step: u64) -> bool {
        step.is_multiple_of(POLL) && self.is_stopped()
    }

    /// Tells what share of the work is done; an error where it must stop, for those who write.
    ///
    /// ```
    /// use knights_tour::Control;
    /// let control = Control::unlimited();
    /// control.proceed(0.5)?;
    /// assert_eq!(control.progress().share, 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn proceed(&self, share: f64) -> io::Result<()> {
        self.counters.share.store((share.clamp(0.0, 1.0) * 1e6) as u32, Ordering::Relaxed);
        // Not `Interrupted`, which asks for another try.
        if self.is_stopped() { Err(io::Error::other(Stopped)) } else { Ok(()) }
    }

    /// Whether somebody cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// How far the work is, by its own word.
    pub fn progress(&self) -> Progress {
        self.counters.progress()
    }

    /// The clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// How long since the limits were given.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.began)
    }

    /// The account at the end.
    pub fn spent(&self, trials: u64) -> Spent {
        Spent { elapsed: self.elapsed(), trials, cancelled: self.is_cancelled() }
    }
}

/// The work was told to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("stopped")]
pub struct Stopped;

/// What a search had spent when it gave up without an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spent {
    /// Time since the limits were given.
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

/// A text that names no time.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("write a time such as 500ms, 10s, 2m or 1h")]
pub struct TimeError {
    /// The text.
    pub text: String,
}

crate::coded! { TimeError: "time-unreadable" { text } }

/// `500ms`, `10s`, `1.5m`, `2h`; a plain number is seconds.
///
/// ```
/// use knights_tour::control::parse_time;
/// use std::time::Duration;
/// assert_eq!(parse_time("1.5m")?, Duration::from_secs(90));
/// assert!(parse_time("soon").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_time(text: &str) -> Result<Duration, TimeError> {
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
    Duration::try_from_secs_f64(seconds).map_err(|_| TimeError { text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_of_ones_own_ends_the_work() {
        let time = Arc::new(AtomicU64::new(5));
        let told = Arc::clone(&time);
        let clock = Clock::new(move || Duration::from_secs(told.load(Ordering::Relaxed)));
        let control = Control::unlimited().with_clock(clock).with_time(Duration::from_secs(10));
        assert!(!control.is_stopped());
        time.store(14, Ordering::Relaxed);
        assert!(!control.is_stopped() && control.elapsed() == Duration::from_secs(9));
        time.store(15, Ordering::Relaxed);
        assert!(control.is_stopped() && control.proceed(0.5).is_err());
        assert_eq!(control.progress().share, 0.5);
    }

    #[test]
    fn a_listener_is_told_every_so_often_and_only_where_somebody_looks() {
        let (time, told) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let (clock, heard) = (Arc::clone(&time), Arc::clone(&told));
        let control = Control::unlimited()
            .with_clock(Clock::new(move || Duration::from_millis(clock.load(Ordering::Relaxed))))
            .with_listener(Duration::from_millis(30), move |progress| {
                heard.store(progress.done, Ordering::Relaxed);
            });
        // A clone with less time, as work within work has it, tells the same listener.
        let control = control.with_time(Duration::from_secs(60)).clone();
        let heard_at = |now: u64, done: u64| {
            time.store(now, Ordering::Relaxed);
            assert!(!control.is_over(done));
            told.load(Ordering::Relaxed)
        };
        assert_eq!([heard_at(10, 1), heard_at(29, 2), heard_at(31, 3), heard_at(60, 4)], [0, 0, 3, 3]);
        assert_eq!([heard_at(61, 5), heard_at(62, 6), heard_at(200, 7)], [5, 5, 7]);
    }

    #[test]
    fn only_some_steps_of_a_loop_look() {
        let cancel = Cancel::default();
        cancel.cancel();
        let control = Control::unlimited().with_cancel(cancel);
        assert!(control.is_stopped_at(0) && control.is_stopped_at(POLL) && !control.is_stopped_at(1));
    }

    #[test]
    fn times_are_read_as_people_write_them() {
        let read = |text| parse_time(text).map(|time| time.as_millis());
        assert_eq!(
            [read("500ms"), read("10s"), read("1.5m"), read("3")],
            [500, 10_000, 90_000, 3000].map(Ok)
        );
        assert!(["", "soon", "-1s", "1e400s"].iter().all(|text| read(text).is_err()));
    }
}
