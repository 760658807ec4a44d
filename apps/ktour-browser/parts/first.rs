//! The questions that a page needs from the start.
#![cfg(target_family = "wasm")]

mod ffi;

use ktour_answer::FIRST_QUESTIONS as QUESTIONS;
