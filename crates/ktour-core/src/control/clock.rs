//! The only clock of the project: the system's, or a supplied one if the system has none.

use std::{
    fmt,
    sync::{Arc, OnceLock},
    time::Duration,
};

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
