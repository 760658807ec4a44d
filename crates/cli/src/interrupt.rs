//! Ctrl-C: a search is asked to stop and says what it knows; anything else ends at once.

use std::{
    io, process,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering::SeqCst},
    },
};

use knights_tour::Cancel;

use crate::{exit::Exit, output};

/// Whether Ctrl-C was heard, and whether the program waits for another right now and cannot look.
static HEARD: AtomicBool = AtomicBool::new(false);
static BLOCKED: AtomicBool = AtomicBool::new(false);

/// The state of Ctrl-C.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    cancel: Cancel,
    /// How many pieces of work listen to `cancel` right now.
    listening: Arc<AtomicU32>,
}

impl Interrupt {
    /// Listens to Ctrl-C and to a request to terminate.
    pub(crate) fn install() -> Interrupt {
        let interrupt = Interrupt::default();
        let heard = interrupt.clone();
        // Without a handler Ctrl-C still ends the program, only with the system's own code.
        let _ = ctrlc::set_handler(move || {
            heard.cancel.cancel();
            let again = HEARD.swap(true, SeqCst);
            if again || BLOCKED.load(SeqCst) || heard.listening.load(SeqCst) == 0 {
                output::abandon();
                process::exit(Exit::Interrupted as i32);
            }
        });
        interrupt
    }

    /// Runs work that ends soon after `Cancel` says so.
    pub(crate) fn during<T>(&self, work: impl FnOnce(Cancel) -> T) -> T {
        self.listening.fetch_add(1, SeqCst);
        let done = work(self.cancel.clone());
        self.listening.fetch_sub(1, SeqCst);
        done
    }
}

/// Waits for somebody else, such as the reader of a pipe; Ctrl-C ends the program meanwhile.
pub(crate) fn while_blocked<T>(wait: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    // Either the handler sees that we wait, or we see that it was called.
    BLOCKED.store(true, SeqCst);
    let waited = if HEARD.load(SeqCst) { Err(io::Error::other("interrupted")) } else { wait() };
    BLOCKED.store(false, SeqCst);
    waited
}
