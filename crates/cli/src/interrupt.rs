//! Ctrl-C: a search is asked to stop and says what it knows; anything else ends at once.

use std::{
    process,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use knights_tour::Cancel;

use crate::exit::Exit;

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
            let again = heard.cancel.is_cancelled();
            heard.cancel.cancel();
            if again || heard.listening.load(Ordering::SeqCst) == 0 {
                process::exit(Exit::Interrupted as i32);
            }
        });
        interrupt
    }

    /// Runs work that ends soon after `Cancel` says so.
    pub(crate) fn during<T>(&self, work: impl FnOnce(Cancel) -> T) -> T {
        self.listening.fetch_add(1, Ordering::SeqCst);
        let done = work(self.cancel.clone());
        self.listening.fetch_sub(1, Ordering::SeqCst);
        done
    }
}
