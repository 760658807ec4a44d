//! Ctrl-C: a search is asked to stop and says what it knows; anything else ends at once.
//!
//! Whether the program ends at once is decided behind a lock that work takes to begin, and the lock is never
//! given back: nothing begins to write a file that an ending program would leave half-written.

use std::{
    io, process,
    sync::{Mutex, MutexGuard, PoisonError},
};

use ktour_tour::Cancel;

use crate::{exit::Exit, partial_files};

/// What the program is doing when Ctrl-C comes.
struct InterruptState {
    /// How many pieces of work listen right now.
    listening: u32,
    /// Whether it waits for another right now and cannot look.
    is_blocked: bool,
    /// Whether Ctrl-C was heard.
    has_heard: bool,
}

static DOING: Mutex<InterruptState> =
    Mutex::new(InterruptState { listening: 0, is_blocked: false, has_heard: false });

fn doing() -> MutexGuard<'static, InterruptState> {
    DOING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The state of Ctrl-C.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    cancel: Cancel,
}

impl Interrupt {
    /// Listens to Ctrl-C and to a request to terminate.
    pub(crate) fn install() -> Interrupt {
        let interrupt = Interrupt::default();
        let cancel = interrupt.cancel.clone();
        // Without a handler Ctrl-C still ends the program, only with the system's own code.
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

    /// Runs work that ends soon after `Cancel` says so.
    pub(crate) fn during<T>(&self, work: impl FnOnce(Cancel) -> T) -> T {
        doing().listening += 1;
        let done = work(self.cancel.clone());
        doing().listening -= 1;
        done
    }
}

/// Ends the program at once, and leaves no file half-written.
#[cfg(unix)]
pub(crate) fn end(exit: Exit) -> ! {
    end_with(doing(), exit)
}

/// The lock is never given back.
fn end_with(_doing: MutexGuard<'_, InterruptState>, exit: Exit) -> ! {
    partial_files::abandon();
    process::exit(exit as i32);
}

/// Waits for somebody else, such as the reader of a pipe; Ctrl-C ends the program meanwhile.
pub(crate) fn while_blocked<T>(wait: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
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
