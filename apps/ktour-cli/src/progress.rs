//! Progress lines: shown after a second, on terminals only.

use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    time::Duration,
};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use ktour_core::Control;

/// Runs a search with a progress line on standard error.
pub(crate) fn run_with_status<T>(
    what: &str,
    is_quiet: bool,
    control: &Control,
    search: impl FnOnce() -> T,
) -> T {
    let status = || format!("{what}: {} trials, Ctrl-C stops,", HumanCount(control.progress().done));
    run_with_text(is_quiet, &status, search)
}

/// Runs long work while a line on standard error shows the text of `status`.
pub(crate) fn run_with_text<T>(
    is_quiet: bool,
    status: &(dyn Fn() -> String + Sync),
    work: impl FnOnce() -> T,
) -> T {
    if is_quiet || !std::io::IsTerminal::is_terminal(&std::io::stderr()) {
        return work();
    }
    let (mut work, mut result) = (Some(work), None);
    status_thread(status, &mut || result = work.take().map(|work| work()));
    result.expect("the work was done")
}

/// Runs the thread of the progress line; it is not generic, so it is compiled once.
fn status_thread(status: &(dyn Fn() -> String + Sync), work: &mut dyn FnMut()) {
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
                bar.set_message(status());
                bar.tick();
            }
            bar.finish_and_clear();
        });
        work();
        drop(done);
    });
}

/// Draws with a progress line on standard error that has the remaining time.
pub(crate) fn run_with_progress<T>(
    what: &str,
    is_quiet: bool,
    control: &Control,
    draw: impl FnOnce() -> T,
) -> T {
    let status = || {
        let share = control.progress().share;
        if share < 0.01 {
            return format!("writing {what}, Ctrl-C stops,");
        }
        let left = control.elapsed().mul_f64((1.0 - share) / share);
        let left = HumanDuration(Duration::from_secs(left.as_secs()));
        format!("writing {what}: {:.0}%, about {left} left, Ctrl-C stops,", share * 100.0)
    };
    run_with_text(is_quiet, &status, draw)
}
