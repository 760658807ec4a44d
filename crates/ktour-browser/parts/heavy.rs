//! What can wait.
#![cfg(target_family = "wasm")]

mod ffi;

use ktour_answer::HEAVY_QUESTIONS as QUESTIONS;
