//! Other questions about one tour, which can wait a little.
#![cfg(target_family = "wasm")]

mod border;

use ktour_answer::LIGHT_QUESTIONS as QUESTIONS;
