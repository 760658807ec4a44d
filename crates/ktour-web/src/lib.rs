//! The web app and the HTTP API: one page, one server, nothing to build.
//!
//! [`app()`] answers requests, [`serve()`] runs it on an address until it is told to stop. Questions come
//! as the words of the command line, in a query or as JSON (`request`), and the answers are its
//! documents. Work is done off the async threads by [`Jobs`], which knows how much may run at once
//! and stops what nobody waits for any more. The page (`assets`) knows squares and numbers, no rules.

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

/// The texts of the lessons in English, by name.
pub const LESSONS: &str = include_str!("../page/learn/en.json");
/// The sections of the lessons that explain a method, a reason or a chapter, by its name.
pub const LESSON_TOPICS: &str = include_str!("../page/learn/topics.json");

pub use app::app;
pub use assets::site;
pub use jobs::Jobs;
pub use serve::serve;
pub use service::Service;
pub use settings::Settings;
