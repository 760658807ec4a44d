//! What a page asks from its first moment on.
#![cfg(target_family = "wasm")]

mod ffi;

use ktour_answer::FIRST_QUESTIONS as QUESTIONS;
