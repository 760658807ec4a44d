//! The list of all questions, in three parts: a page fetches the engine for the first at once, and for the others when
//! it needs them.

mod first;
mod heavy;
mod light;
mod shapes;

use crate::Question;

pub use first::FIRST;
pub use heavy::HEAVY;
pub use light::LIGHT;

/// All questions.
pub fn questions() -> impl Iterator<Item = &'static Question> {
    FIRST.iter().chain(LIGHT).chain(HEAVY)
}

/// A question by its name.
pub fn question(name: &str) -> Option<&'static Question> {
    questions().find(|question| question.name == name)
}
