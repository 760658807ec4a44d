//! Progress of a search: shown after a second, on a terminal only.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    sync::mpsc::{RecvTimeoutError, channel},
    time::Duration,
};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use knights_tour::Budget;

/// Runs a search while a line on standard error says how far it is.
pub(crate) fn during<T>(what: &str, is_quiet: bool, budget: &Budget, search: impl FnOnce() -> T) -> T {
    let tell = || format!("{what}: {} trials, Ctrl-C stops,", HumanCount(budget.trials_heard()));
    while_telling(is_quiet, &tell, search)
}

/// Runs long work while a line on standard error says what `tell` does.
pub(crate) fn while_telling<T>(
    is_quiet: bool,
    tell: &(dyn Fn() -> String + Sync),
    work: impl FnOnce() -> T,
) -> T {
    if is_quiet || !std::io::IsTerminal::is_terminal(&std::io::stderr()) {
        return work();
    }
    std::thread::scope(|scope| {
        let (done, ended) = channel::<()>();
        scope.spawn(move || {
            if ended.recv_timeout(Duration::from_secs(1)) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}")
                .unwrap_or(ProgressStyle::default_spinner());
            let bar = ProgressBar::new_spinner().with_style(style);
            while ended.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
                bar.set_message(tell());
                bar.tick();
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}

/// What share of the work is done, in thousandths: written by who works, read by who tells.
#[derive(Default)]
pub(crate) struct Share(AtomicU32);

impl Share {
    pub(crate) fn set(&self, share: f64) {
        self.0.store((share * 1000.0) as u32, Ordering::Relaxed);
    }
}

/// Draws while a line on standard error says how far it is.
pub(crate) fn drawing<T>(what: &str, is_quiet: bool, share: &Share, draw: impl FnOnce() -> T) -> T {
    let tell = || match share.0.load(Ordering::Relaxed) {
        0 => format!("drawing {what}, Ctrl-C stops,"),
        done => format!("drawing {what}: {}%, Ctrl-C stops,", done / 10),
    };
    while_telling(is_quiet, &tell, draw)
}
