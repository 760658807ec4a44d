//! Knight's tours in a terminal: played by hand, a search watched at work, or a number puzzle solved.
//!
//! ```text
//! keys, mouse, clock, replies ─▶ App::update ─▶ App ─▶ draw ─▶ screen
//!                                    │
//!                                    └─▶ Query ─▶ engine, a thread of its own ─▶ AdviceReply
//! ```
//!
//! [`App`] is plain state: it does no input or output, owns no thread and reads no clock, so a test plays it
//! by giving it inputs. The rules are the library's [`Game`](ktour_search::game::Game). [`NumberGame`] is the
//! same for a number puzzle. [`draw()`] only reads the state. [`run`] connects a game to a real terminal,
//! which is restored however the game ends.

mod app;
mod draw;
mod engine;
mod layout;
mod look;
mod overlays;
mod panel;
mod picture;
mod puzzle;
mod screen;
mod speed;
mod watch;
mod wrap;

pub use app::{App, Effect, Input};
pub use draw::draw;
pub use engine::{AdviceReply, Query, answer};
pub use look::Look;
pub use picture::{ScreenCell, ScreenPicture};
pub use puzzle::NumberGame;
pub use screen::{GameEnd, Scene, run};
pub use speed::Speed;
