//! The questions that take long, in a module that is loaded last.
#![cfg(target_family = "wasm")]

mod ffi;

use ktour_answer::HEAVY_QUESTIONS as QUESTIONS;
