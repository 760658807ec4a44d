//! What an experiment is: a plan of cells, a row for each, and what the rows say together.

use std::ops::ControlFlow;

use ktour_tour::{Control, Outcome, Refusal};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use thiserror::Error;

use crate::{Identity, Line, Plot, Table};

/// A plan, made before anything is measured.
///
/// ```
/// use ktour_tour::Control;
/// use ktour_lab::{Backtracking, Experiment};
/// let plan = Backtracking { boards: vec!["5x5".parse()?], ..Backtracking::default() };
/// assert_eq!((plan.cell_count(), plan.cells().len()), (2, 2)); // with Warnsdorff's rule and without
/// let rows: Vec<_> = (0..2).filter_map(|cell| plan.measure(cell, &Control::unlimited()).ok()?).collect();
/// assert_eq!(plan.cell_of(&rows[0]), plan.cells()[0]);
/// assert_eq!(rows[0].printed(), None); // the report has no such row
/// let findings = plan.findings(&rows);
/// let table = &findings.tables[0];
/// println!("{}\n{}", plan.identity(), table.text());
/// assert!(table.markdown().contains("---") && table.html().contains("<table"));
/// assert!(findings.plots.iter().all(|plot| plot.svg().starts_with("<svg") && !plot.inline_svg().is_empty()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Experiment {
    /// What one cell gives.
    type Row: Serialize + DeserializeOwned + Clone;

    /// What tells it from every other plan, seed included. Two plans are one when their identities are.
    fn identity(&self) -> Identity;

    /// The name of every cell, in the order of the work.
    fn cells(&self) -> Vec<String>;

    /// How many cells there are, without naming them.
    fn cell_count(&self) -> usize;

    /// Which cell a row came from.
    fn cell_of(&self, row: &Self::Row) -> String;

    /// Measures one cell; `None` when it was told to stop before the row was whole.
    fn measure(&self, cell: usize, control: &Control) -> Result<Option<Self::Row>, Refusal>;

    /// What the rows say together, however many there are.
    fn findings(&self, rows: &[Self::Row]) -> Findings;
}

/// What was found, ready to be shown.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// In words.
    pub sentences: Vec<Line>,
    /// What some of these words mean, for readers who have nothing else before them.
    pub notes: Vec<Line>,
    /// In numbers.
    pub tables: Vec<Table>,
    /// In pictures.
    pub plots: Vec<Plot>,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every cell has its row.
    Complete,
    /// Told to stop; the rows handed over are good.
    Stopped,
}

/// Measures the cells that are not known yet, in order; `each` gets every row as it comes.
///
/// ```
/// use std::ops::ControlFlow;
/// use ktour_tour::Control;
/// use ktour_lab::{Backtracking, Ended, run};
/// let plan = Backtracking { boards: vec!["5x5".parse()?], ..Backtracking::default() };
/// let mut rows = Vec::new();
/// let ended = run(&plan, &|_| false, &Control::unlimited(), &mut |row| {
///     rows.push(row);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((ended, rows.len()), (Ended::Complete, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run<E: Experiment>(
    experiment: &E,
    is_known: &dyn Fn(&str) -> bool,
    control: &Control,
    each: &mut dyn FnMut(E::Row) -> ControlFlow<()>,
) -> Result<Ended, Refusal> {
    for (at, cell) in experiment.cells().iter().enumerate() {
        if is_known(cell) {
            continue;
        }
        if control.is_stopped() {
            return Ok(Ended::Stopped);
        }
        let Some(row) = experiment.measure(at, control)? else { return Ok(Ended::Stopped) };
        if each(row).is_break() {
            return Ok(Ended::Stopped);
        }
    }
    Ok(Ended::Complete)
}

/// The word for an outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answered {
    /// A tour.
    Found,
    /// Proven that there is none.
    Impossible,
    /// The time ended, or the method may miss tours.
    Unknown,
    /// The method does not take this question.
    Refused,
}

impl From<&Outcome> for Answered {
    fn from(outcome: &Outcome) -> Answered {
        match outcome {
            Outcome::Found(_) => Answered::Found,
            Outcome::Impossible(_) => Answered::Impossible,
            Outcome::Unknown(_) => Answered::Unknown,
        }
    }
}

/// What is wrong with a plan.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LabError {
    /// Not sizes.
    #[error("`{0}` are not sizes: write 5..60, 50..400:50 or 6,8,10")]
    NotSizes(String),
    /// A range from large to small.
    #[error("the sizes {from}..{to} run backwards: write {to}..{from}")]
    Backwards {
        /// Where it begins.
        from: u64,
        /// Where it ends.
        to: u64,
    },
    /// A step of nothing.
    #[error("a step of 0 in `{0}` never arrives: write a step of at least 1, such as 50..400:50")]
    NoStep(String),
    /// Too small or too large.
    #[error("a size of {size} is too {}: choose sizes from {low} to {high}", if size < low { "small" } else { "large" })]
    OutOfRange {
        /// Which.
        size: u64,
        /// The smallest allowed.
        low: u64,
        /// The largest allowed.
        high: u64,
    },
}

ktour_tour::coded! {
    LabError {
        "sizes-unreadable": NotSizes(text),
        "sizes-backwards": Backwards { from, to },
        "sizes-no-step": NoStep(text),
        "sizes-out-of-range": OutOfRange { size, low, high },
    }
}
