//! What can wait.
#![cfg(target_family = "wasm")]

mod border;

use knights_tour_answer::HEAVY as QUESTIONS;
