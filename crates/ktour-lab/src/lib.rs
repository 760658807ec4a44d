//! The laboratory: experiments with knight's tours, measured, fitted, plotted and written down.
//!
//! An [`Experiment`] is a plan of *cells*, each of which gives one *row*: a board and a method, a
//! size and a tie rule. [`run`] measures the cells that are not known yet and hands over every row
//! as it comes, so a terminal can show it, a file can keep it and a page can draw it. What the rows
//! say together are [`Findings`]: sentences, tables and plots, all of [`Line`]s, which are data: a code,
//! figures and English.
//!
//! | experiment | what it asks |
//! | --- | --- |
//! | [`Backtracking`] | how many trials and moves plain backtracking needs, and what Warnsdorff's rule saves |
//! | [`Warnsdorff`] | how often a greedy walk succeeds, by size and tie rule |
//! | [`Growth`] | how the time of a method grows with the board: which law |
//! | [`Race`] | methods side by side over all starts of a board |
//!
//! Whoever gives the plan gives the writers: nothing here opens a file or knows a terminal.

pub mod backtracking;
pub mod chance;
pub mod chapters;
pub mod experiment;
pub mod fit;
pub mod growth;
mod identity;
pub mod line;
mod phrases;
pub mod plot;
mod processor_timer;
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
pub use experiment::{Answered, Ended, Experiment, Findings, LabError, run};
pub use growth::Growth;
pub use identity::Identity;
pub use line::{Figure, Line};
pub use phrases::{PHRASES, Phrase, codes};
pub use plot::Plot;
pub use race::Race;
pub use report::{LabReport, Section};
pub use table::Table;
pub use warnsdorff::Warnsdorff;
