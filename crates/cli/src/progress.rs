//! Progress of a search: shown after a second, on a terminal only.

use std::{
    io::{self, IsTerminal as _, Write as _},
    sync::mpsc::{RecvTimeoutError, channel},
    time::{Duration, Instant},
};

use knights_tour::Control;
use terminal_size::{Width, terminal_size_of};

use crate::sentence::duration;

/// Runs a search while a line on standard error says how far it is.
pub(crate) fn during<T>(what: &str, is_quiet: bool, control: &Control, search: impl FnOnce() -> T) -> T {
    let tell = || format!("{what}: {} trials, Ctrl-C stops,", grouped(control.progress().done));
    while_telling(is_quiet, &tell, search)
}

/// Runs long work while a line on standard error says what `tell` does.
pub(crate) fn while_telling<T>(
    is_quiet: bool,
    tell: &(dyn Fn() -> String + Sync),
    work: impl FnOnce() -> T,
) -> T {
    if is_quiet || !io::stderr().is_terminal() {
        return work();
    }
    let (mut work, mut result) = (Some(work), None);
    tell_during(tell, &mut || result = work.take().map(|work| work()));
    result.expect("the work was done")
}

/// The thread that tells, compiled once for all that is told of.
fn tell_during(tell: &(dyn Fn() -> String + Sync), work: &mut dyn FnMut()) {
    let began = Instant::now();
    std::thread::scope(|scope| {
        let (done, ended) = channel::<()>();
        scope.spawn(move || {
            if ended.recv_timeout(Duration::from_secs(1)) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            for turn in "|/-\\".chars().cycle() {
                if ended.recv_timeout(Duration::from_millis(100)) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
                write_over(&format!("{turn} {} {}", tell(), duration(began.elapsed().as_secs().into())));
            }
            write_over("");
        });
        work();
        drop(done);
    });
}

/// Draws while a line on standard error says how far it is, and how long it will still take.
pub(crate) fn drawing<T>(what: &str, is_quiet: bool, control: &Control, draw: impl FnOnce() -> T) -> T {
    let tell = || {
        let share = control.progress().share;
        if share < 0.01 {
            return format!("writing {what}, Ctrl-C stops,");
        }
        let left = control.elapsed().mul_f64((1.0 - share) / share);
        format!(
            "writing {what}: {:.0}%, about {} left, Ctrl-C stops,",
            share * 100.0,
            duration(left.as_secs().into())
        )
    };
    while_telling(is_quiet, &tell, draw)
}

/// Writes a line over the one that stands there, cut to the terminal's width; where it cannot be written nobody reads it.
fn write_over(line: &str) {
    let width = terminal_size_of(io::stderr()).map_or(80, |(Width(width), _)| usize::from(width));
    let line: String = line.chars().take(width.saturating_sub(1)).collect();
    let _ = write!(io::stderr(), "\r\x1b[K{line}");
}

/// `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let (first, rest) = digits.split_at((digits.len() - 1) % 3 + 1);
    let rest = (0..rest.len()).step_by(3).map(|at| format!(",{}", &rest[at..at + 3]));
    first.to_owned() + &rest.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_read_in_groups() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (12_345, "12,345"), (1_234_567, "1,234,567")]
        {
            assert_eq!(grouped(number), text);
        }
    }
}
