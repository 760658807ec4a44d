//! Ctrl-C: a search is cancelled and reports what it knows; anything else ends at once.
//!
//! The handler decides under a lock that work must acquire to start. If it ends the program it never
//! releases the lock, so no writer can start and leave an incomplete file.

use std::{
    io, process,
    sync::{Mutex, MutexGuard, PoisonError},
};

use ktour_core::Cancel;

use crate::{exit::Exit, partial_files};

/// Activity of the program when Ctrl-C comes.
struct InterruptState {
    /// Number of pieces of work that check for cancellation.
    listening: u32,
    /// Whether the program is blocked and cannot check.
    is_blocked: bool,
    /// Whether Ctrl-C was received.
    has_heard: bool,
}

static DOING: Mutex<InterruptState> =
    Mutex::new(InterruptState { listening: 0, is_blocked: false, has_heard: false });

fn doing() -> MutexGuard<'static, InterruptState> {
    DOING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ctrl-C state.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    cancel: Cancel,
}

impl Interrupt {
    /// Handles Ctrl-C and requests to terminate.
    pub(crate) fn install() -> Interrupt {
        let interrupt = Interrupt::default();
        let cancel = interrupt.cancel.clone();
        // Without a handler Ctrl-C still ends the program, but with the system's exit code.
        let _ = ctrlc::set_handler(move || {
            cancel.cancel();
            let mut doing = doing();
            if doing.has_heard || doing.is_blocked || doing.listening == 0 {
                end_with(doing, Exit::Interrupted);
            }
            doing.has_heard = true;
        });
        interrupt
    }

    /// Runs work that ends soon after `Cancel` is set.
    pub(crate) fn run_cancellable<T>(&self, work: impl FnOnce(Cancel) -> T) -> T {
        doing().listening += 1;
        let done = work(self.cancel.clone());
        doing().listening -= 1;
        done
    }
}

/// Ends the program at once, and removes incomplete files.
#[cfg(unix)]
pub(crate) fn end(exit: Exit) -> ! {
    end_with(doing(), exit)
}

/// The lock is never released.
fn end_with(_doing: MutexGuard<'_, InterruptState>, exit: Exit) -> ! {
    partial_files::remove_all();
    process::exit(exit as i32);
}

/// Runs a blocking call, such as a write to a pipe; Ctrl-C ends the program meanwhile.
pub(crate) fn run_blocking<T>(wait: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    {
        let mut doing = doing();
        if doing.has_heard {
            return Err(io::Error::other("interrupted"));
        }
        doing.is_blocked = true;
    }
    let waited = wait();
    doing().is_blocked = false;
    waited
}
