//! The list of all questions, in three parts: a page fetches the engine for the first at once, and for the others when
//! it needs them.

mod first;
mod heavy;
mod light;

use schemars::{JsonSchema, Schema};

use crate::{Question, Shape, question::SchemaOf};

pub use first::FIRST;
pub use heavy::HEAVY;
pub use light::LIGHT;

const fn json<T: JsonSchema>() -> Shape {
    Shape::Json(schema::<T>())
}

/// A page without a server has no use for schemas: what makes them is not linked there.
const fn schema<T: JsonSchema>() -> SchemaOf {
    match cfg!(target_family = "wasm") {
        true => |_| Schema::default(),
        false => |generator| generator.subschema_for::<T>(),
    }
}

/// All questions.
pub fn questions() -> impl Iterator<Item = &'static Question> {
    FIRST.iter().chain(LIGHT).chain(HEAVY)
}

/// A question by its name.
pub fn question(name: &str) -> Option<&'static Question> {
    questions().find(|question| question.name == name)
}
