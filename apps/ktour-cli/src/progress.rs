//! Progress of long work on standard error: a line that is redrawn on a terminal, a line now and then elsewhere.

use std::{
    io::IsTerminal,
    sync::mpsc::{RecvTimeoutError, channel},
    time::{Duration, Instant},
};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use ktour_core::{Control, amounts::duration};

/// Time after which work is described on a terminal, and elsewhere, where a line stays: scripts whose commands
/// take a few seconds see none.
const TIME_BEFORE_REDRAWN_LINE: Duration = Duration::from_secs(1);
const TIME_BEFORE_FIRST_LINE: Duration = Duration::from_secs(10);
/// Time between two lines that stay.
const TIME_BETWEEN_LINES: Duration = Duration::from_secs(15);

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

/// Whether standard error is a terminal, where a line can be redrawn.
pub(crate) fn is_redrawn() -> bool {
    std::io::stderr().is_terminal()
}

/// Runs long work while standard error shows the text of `status`.
pub(crate) fn run_with_text<T>(
    is_quiet: bool,
    status: &(dyn Fn() -> String + Sync),
    work: impl FnOnce() -> T,
) -> T {
    if is_quiet {
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
            let (began, is_redrawn) = (Instant::now(), is_redrawn());
            let wait = if is_redrawn { TIME_BEFORE_REDRAWN_LINE } else { TIME_BEFORE_FIRST_LINE };
            if ended.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            if !is_redrawn {
                loop {
                    let (status, seconds) = (status(), began.elapsed().as_secs());
                    say!("ktour: {} {}", status.replace(" Ctrl-C stops,", ""), duration(seconds.into()));
                    if ended.recv_timeout(TIME_BETWEEN_LINES) != Err(RecvTimeoutError::Timeout) {
                        return;
                    }
                }
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
