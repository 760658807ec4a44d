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
    /// Hears how far the pull is that goes on: how much is done, and what share of it, 0 where that is not known.
    safe fn tell(done: f64, share: f64);
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::of(QUESTIONS).telling(|told| tell(told.done as f64, told.share)));
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a question of so many bytes, and says where.
#[unsafe(no_mangle)]
extern "C" fn room(bytes: u32) -> u32 {
    INPUT.with_borrow_mut(|room| {
        room.clear();
        room.resize(bytes as usize, 0);
        room.as_ptr() as usize as u32
    })
}

/// Reads the question in the room; its number is what it is pulled by.
#[unsafe(no_mangle)]
extern "C" fn ask() -> u32 {
    Clock::supply(|| Duration::from_secs_f64(now().max(0.0) / 1000.0));
    INPUT.with_borrow(|room| ENGINE.with_borrow_mut(|engine| engine.ask(room)))
}

/// Works on a question for about so many milliseconds, a whole one to its end; says what kind of reply there is.
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

/// Where the reply lies.
#[unsafe(no_mangle)]
extern "C" fn reply_at() -> u32 {
    ENGINE.with_borrow(|engine| engine.reply().as_ptr() as usize as u32)
}

/// How many bytes it has.
#[unsafe(no_mangle)]
extern "C" fn reply_length() -> u32 {
    ENGINE.with_borrow(|engine| engine.reply().len() as u32)
}
