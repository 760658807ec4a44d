//! The other questions about one tour, in a module that is loaded later.
#![cfg(target_family = "wasm")]

mod ffi;

use ktour_answer::LIGHT_QUESTIONS as QUESTIONS;
