//! Time: the fastest of several repeats, by the clock or by the processor.

use std::time::{Duration, Instant};

/// The fastest of some repeats by the clock; noise only ever makes a program slower.
pub(crate) fn fastest<T>(repeats: u32, work: impl FnMut() -> T) -> (Duration, T) {
    let began = Instant::now();
    fastest_by(|| began.elapsed(), repeats, work)
}

/// The same in processor time, as the peers measure theirs, so that other work on the machine does not count.
pub(crate) fn fastest_alone<T>(repeats: u32, work: impl FnMut() -> T) -> (Duration, T) {
    fastest_by(processor_time, repeats, work)
}

fn fastest_by<T>(now: impl Fn() -> Duration, repeats: u32, mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut best: Option<(Duration, T)> = None;
    for _ in 0..repeats.max(1) {
        let began = now();
        let done = work();
        let time = now() - began;
        if best.as_ref().is_none_or(|(fastest, _)| time < *fastest) {
            best = Some((time, done));
        }
    }
    best.expect("at least one repeat")
}

/// Processor time of this process.
#[cfg(unix)]
pub(crate) fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("a process has not run for a negative time")
}

/// Elsewhere the clock has to do.
#[cfg(not(unix))]
pub(crate) fn processor_time() -> Duration {
    static BEGAN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    BEGAN.elapsed()
}
