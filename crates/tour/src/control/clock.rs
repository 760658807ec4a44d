//! The only clock of the house: the system's, or one that is lent where the system has none.

use std::{
    fmt,
    sync::{Arc, OnceLock},
    time::Duration,
};

/// The clock that was lent.
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
