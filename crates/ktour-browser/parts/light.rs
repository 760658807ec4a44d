//! Other questions about one tour, which can wait a little.
#![cfg(target_family = "wasm")]

mod ffi;

use ktour_answer::LIGHT_QUESTIONS as QUESTIONS;
