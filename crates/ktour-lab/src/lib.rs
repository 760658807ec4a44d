//! The laboratory: experiments with knight's tours, measured, fitted, plotted and recorded.
//!
//! An [`Experiment`] is a plan of *cells* (for example a board and a method), each of which gives one *row*.
//! [`run`] measures the cells that are not known yet and passes every row to a callback, so a terminal can
//! show it, a file can store it and a page can draw it. The rows are summarised as [`Findings`]: sentences,
//! tables and plots made of [`Line`]s, which are data: a code, figures and English.
//!
//! | experiment | question |
//! | --- | --- |
//! | [`Backtracking`] | how many trials and moves plain backtracking needs, and Warnsdorff's rule saves |
//! | [`Warnsdorff`] | how often a greedy walk succeeds, by size and tie rule |
//! | [`Growth`] | how the time of a method grows with the board: which law |
//! | [`Race`] | methods side by side over all starts of a board |
//!
//! The caller supplies the writers: this crate opens no file and uses no terminal.

pub mod backtracking;
pub mod chance;
pub mod chapters;
pub mod experiment;
pub mod fit;
pub mod growth;
pub mod line;
mod phrases;
pub mod plot;
pub mod race;
pub mod record;
pub mod report;
pub mod sizes;
pub mod stats;
pub mod table;
pub mod units;
pub mod warnsdorff;

pub use backtracking::Backtracking;
pub use chapters::{AnyExperiment, Chapter};
pub use experiment::{Completion, Experiment, Findings, Identity, LabError, OutcomeKind, run};
pub use growth::Growth;
pub use line::{Figure, Line};
pub use phrases::{PHRASES, Phrase, codes};
pub use plot::Plot;
pub use race::Race;
pub use report::{LabReport, Section};
pub use table::Table;
pub use warnsdorff::Warnsdorff;
