//! Other questions about one tour, which can wait a little.
#![cfg(target_family = "wasm")]

mod border;

use knights_tour_answer::LIGHT as QUESTIONS;
