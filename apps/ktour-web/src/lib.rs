//! The web app and the HTTP API in one server.
//!
//! [`app()`] creates the service, and [`serve()`] runs it on an address until it is stopped. A question has
//! the parameters of the command line, in a query or as JSON (`request`), and the response is one of its
//! documents. Work runs off the async threads in [`Jobs`], which limits the number of jobs at once and
//! cancels those whose clients have gone. The page (`assets`) contains no rules of the game: the engine
//! answers all of its questions.

mod api;
mod app;
mod assets;
mod connections;
mod error;
mod jobs;
#[cfg(test)]
mod languages;
mod openapi;
mod request;
mod response;
mod serve;
mod service;
mod settings;

/// Texts of the lessons in English, by name.
pub const LESSONS: &str = include_str!("../page/learn/en.json");
/// Sections of the lessons that explain a method, a reason or a chapter, by its name.
pub const LESSON_TOPICS: &str = include_str!("../page/learn/topics.json");

pub use app::app;
pub use assets::site;
pub use jobs::Jobs;
pub use serve::serve;
pub use service::Service;
pub use settings::Settings;
