//! The names that a page calls, and what it lends: a clock, and an ear.
//!
//! A question is written where [`room`] says, read by [`ask`] and worked on by [`pull`]; the reply lies at
//! [`reply_at`] until the next pull. Nothing here reads memory that Rust does not own: the page writes into a
//! vector that is as long as it asked for.
#![allow(unsafe_code)]

use std::{cell::RefCell, time::Duration};

use ktour_browser::Engine;
use ktour_tour::control::Clock;

use crate::QUESTIONS;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Milliseconds since some moment; never goes back.
    safe fn now() -> f64;
    /// Receives the progress of the current pull: the work done, and its share, 0 if unknown.
    safe fn tell(done: f64, share: f64);
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::of(QUESTIONS).telling(|told| tell(told.done as f64, told.share)));
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

/// Parses the question in the allocated memory and returns the number by which it is pulled.
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

/// Leaves a question unanswered.
#[unsafe(no_mangle)]
extern "C" fn forget(number: u32) {
    ENGINE.with_borrow_mut(|engine| engine.forget(number));
}

/// Address of the reply in the module's memory.
#[unsafe(no_mangle)]
extern "C" fn reply_at() -> u32 {
    ENGINE.with_borrow(|engine| engine.reply().as_ptr() as usize as u32)
}

/// How many bytes it has.
#[unsafe(no_mangle)]
extern "C" fn reply_length() -> u32 {
    ENGINE.with_borrow(|engine| engine.reply().len() as u32)
}
