//! The FFI boundary to the page: exported functions, and the clock and the progress callback that the page
//! imports.
//!
//! The page writes a question into the memory that [`room`] returns, submits it with [`ask`] and works on it
//! with [`pull`]; the reply is at [`reply_at`] until the next pull. The page writes only into a vector of the
//! length that it requested, so no code here reads memory that Rust does not own.
#![allow(unsafe_code)]

use std::{cell::RefCell, time::Duration};

use ktour_browser::Engine;
use ktour_core::control::Clock;

use crate::QUESTIONS;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Milliseconds of a monotonic clock.
    safe fn now() -> f64;
    /// Receives the progress of the current pull: the work done, and its share, 0 if unknown.
    safe fn tell(done: f64, share: f64);
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::with_questions(QUESTIONS).with_progress(|progress| tell(progress.done as f64, progress.share)));
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Allocates memory for a question of this many bytes and returns its address.
#[unsafe(no_mangle)]
extern "C" fn room(bytes: u32) -> u32 {
    INPUT.with_borrow_mut(|room| {
        room.clear();
        room.resize(bytes as usize, 0);
        room.as_ptr() as usize as u32
    })
}

/// Parses the question in the allocated memory and returns its number for [`pull`].
#[unsafe(no_mangle)]
extern "C" fn ask() -> u32 {
    Clock::supply(|| Duration::from_secs_f64(now().max(0.0) / 1000.0));
    INPUT.with_borrow(|room| ENGINE.with_borrow_mut(|engine| engine.ask(room)))
}

/// Works on a question for about this many milliseconds, or to its end, and returns the kind of reply.
#[unsafe(no_mangle)]
extern "C" fn pull(number: u32, milliseconds: f64) -> u32 {
    let slice = Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default();
    ENGINE.with_borrow_mut(|engine| engine.pull(number, slice)) as u32
}

/// Cancels a question.
#[unsafe(no_mangle)]
extern "C" fn forget(number: u32) {
    ENGINE.with_borrow_mut(|engine| engine.forget(number));
}

/// Address of the reply in the module's memory.
#[unsafe(no_mangle)]
extern "C" fn reply_at() -> u32 {
    ENGINE.with_borrow(|engine| engine.reply().as_ptr() as usize as u32)
}

/// Length of the reply in bytes.
#[unsafe(no_mangle)]
extern "C" fn reply_length() -> u32 {
    ENGINE.with_borrow(|engine| engine.reply().len() as u32)
}
