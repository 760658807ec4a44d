//! The list of all questions, in three parts. A page loads the engine for the first part when it opens, and
//! the others on demand.

mod first;
mod heavy;
mod light;
mod shapes;

use crate::Question;

pub use first::FIRST_QUESTIONS;
pub use heavy::HEAVY_QUESTIONS;
pub use light::LIGHT_QUESTIONS;

/// All questions.
pub fn questions() -> impl Iterator<Item = &'static Question> {
    FIRST_QUESTIONS.iter().chain(LIGHT_QUESTIONS).chain(HEAVY_QUESTIONS)
}

/// Returns the question with a name.
pub fn question(name: &str) -> Option<&'static Question> {
    questions().find(|question| question.name == name)
}
