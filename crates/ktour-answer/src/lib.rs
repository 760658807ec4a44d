//! Questions about knight's tours and their answers: the one crate below all interfaces.
//!
//! Each question is a struct of parameters, such as [`solve::SolveParameters`]. The command line fills it from flags;
//! an interface without types of its own (the server, a page without a server, Python) passes [`Parameters`] to
//! a [`Question`] of the list [`questions()`], which parses them and prepares a [`Job`]. The work of a job is
//! controlled by a [`Control`](ktour_core::Control). It ends in a [`Reply`], a stream of [`Event`]s, or a
//! [`Refused`]: a code with facts, from which each interface makes its own sentence. Interfaces that need
//! more than a document use the questions' own types, such as [`solve::Solve`].
//!
//! ```
//! use ktour_core::Control;
//! use ktour_answer::{Limits, Reply, Parameters, Work, question};
//!
//! let words: Parameters = [("board", "5"), ("start", "b1")]
//!     .map(|(word, text)| (word.to_owned(), text.to_owned()))
//!     .into_iter()
//!     .collect();
//! let job = question("solve").unwrap().prepare(&words, &Limits::default())?;
//! let Work::Whole(work) = job.work else { panic!("a tour comes whole") };
//! let Reply::Json { text, .. } = work(&Control::unlimited())? else { panic!("as a document") };
//! assert!(text.contains("\"impossible\"") && text.contains("\"parity\""));
//! # Ok::<(), ktour_answer::Refused>(())
//! ```

pub mod at;
pub mod atlas;
pub mod best;
pub mod board;
pub mod count;
pub mod document;
pub mod exists;
pub mod hint;
pub mod joining;
pub mod lab;
pub mod measure;
pub mod merge;
pub mod parameters;
pub mod proof;
pub mod puzzles;
mod question;
mod questions;
mod refused;
pub mod render;
pub mod solve;
pub mod starts;
pub mod tours;
pub mod trace;
pub mod verify;

pub use parameters::{ParameterGroup, Parameters};
pub use question::{
    Ask, Cost, DEFAULT_MAX_TIME, END, Event, Events, Job, Limits, Pace, Question, Reply, ReplyShape,
    SchemaOf, WORKING, WholeWork, Work, WorkingDocument, to_json,
};
pub use questions::{FIRST_QUESTIONS, HEAVY_QUESTIONS, LIGHT_QUESTIONS, question, questions};
pub use refused::{Declined, Misread, Refused, RefusedDocument, UnreadableGivens, Wanted, codes, one_line};
