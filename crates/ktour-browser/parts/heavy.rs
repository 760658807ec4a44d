//! What can wait.
#![cfg(target_family = "wasm")]

mod border;

use ktour_answer::HEAVY_QUESTIONS as QUESTIONS;
