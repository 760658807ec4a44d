//! Experiments: a plan of cells, a row for each, and findings from all rows.

use std::{fmt, ops::ControlFlow};

use ktour_core::{Board, Control, Outcome, notation};
use ktour_search::Refusal;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use thiserror::Error;

use crate::{Line, Plot, Table, line::by_name};

/// A plan of measurements.
///
/// ```
/// use ktour::Control;
/// use ktour::lab::{Backtracking, Experiment};
/// let plan = Backtracking { boards: vec!["5x5".parse()?], ..Backtracking::default() };
/// assert_eq!((plan.cell_count(), plan.cells().len()), (2, 2)); // with Warnsdorff's rule and without
/// let rows: Vec<_> = (0..2).filter_map(|cell| plan.measure(cell, &Control::unlimited()).ok()?).collect();
/// assert_eq!(plan.cell_of(&rows[0]), plan.cells()[0]);
/// assert_eq!(rows[0].printed(), None); // the report has no such row
/// let findings = plan.findings(&rows);
/// let table = &findings.tables[0];
/// println!("{}\n{}", plan.identity(), table.text());
/// assert!(table.markdown().contains("---") && table.html().contains("<table"));
/// assert!(findings.plots.iter().all(|plot| plot.svg().starts_with("<svg")));
/// assert!(!findings.plots[0].inline_svg().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Experiment {
    /// The result of one cell.
    type Row: Serialize + DeserializeOwned + Clone;

    /// The name and all parameters of the plan, including the seed; equal plans have equal identities.
    fn identity(&self) -> Identity;

    /// The names of all cells, in the order of measurement.
    fn cells(&self) -> Vec<String>;

    /// Number of cells, without creating their names.
    fn cell_count(&self) -> usize;

    /// The name of the cell that a row belongs to.
    fn cell_of(&self, row: &Self::Row) -> String;

    /// Measures one cell; `None` if it was stopped before the row was complete.
    fn measure(&self, cell: usize, control: &Control) -> Result<Option<Self::Row>, Refusal>;

    /// Summarises any number of rows.
    fn findings(&self, rows: &[Self::Row]) -> Findings;
}

/// An experiment's name and parameters; equal plans have equal identities.
///
/// A csv file starts with the identity as one line, `warnsdorff sizes=5..8 tries=100 ties=random
/// starts=possible seed=1`; an interface such as the command line writes its own form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Identity {
    /// Name of the experiment.
    pub experiment: String,
    /// Names and values of the parameters, seed included; neither contain spaces.
    #[serde(serialize_with = "by_name")]
    pub words: Vec<(String, String)>,
}

impl Identity {
    pub(crate) fn new<const N: usize>(experiment: &str, words: [(&str, String); N]) -> Identity {
        let words = words.into_iter().map(|(word, value)| (word.to_owned(), value)).collect();
        Identity { experiment: experiment.to_owned(), words }
    }

    /// Adds the holes of the board, if there are any.
    pub(crate) fn with_holes(mut self, board: &Board) -> Identity {
        let holes: Vec<String> = board.holes().iter().map(|&hole| notation::name(board, hole)).collect();
        if !holes.is_empty() {
            self.words.push(("holes".to_owned(), holes.join(",")));
        }
        self
    }

    /// Parses the text that [`Display`](fmt::Display) writes, or a command such as `ktour lab race --board
    /// 8x8`.
    ///
    /// ```
    /// use ktour::lab::Identity;
    /// let short = Identity::parse("race board=8x8 max_time=1s").unwrap();
    /// let command = Identity::parse("ktour lab race --board 8x8 --max-time 1s");
    /// assert_eq!(command, Some(short));
    /// ```
    pub fn parse(text: &str) -> Option<Identity> {
        let is_command = text.starts_with("ktour lab ");
        let mut parts = text.split(' ').skip(if is_command { 2 } else { 0 });
        let experiment = parts.next().filter(|name| name.bytes().all(|byte| byte.is_ascii_lowercase()))?;
        let mut words = Vec::new();
        while let Some(part) = parts.next() {
            let (word, value) = match part.strip_prefix("--").filter(|_| is_command) {
                Some(flag) => (flag.replace('-', "_"), parts.next()?),
                None => part.split_once('=').map(|(word, value)| (word.to_owned(), value))?,
            };
            words.push((word, value.to_owned()));
        }
        (!experiment.is_empty()).then(|| Identity { experiment: experiment.to_owned(), words })
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.experiment)?;
        self.words.iter().try_for_each(|(word, value)| write!(f, " {word}={value}"))
    }
}

/// A summary of rows, ready to be shown.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The findings as sentences.
    pub sentences: Vec<Line>,
    /// Explanations of words in these sentences.
    pub notes: Vec<Line>,
    /// The findings as tables.
    pub tables: Vec<Table>,
    /// The findings as plots.
    pub plots: Vec<Plot>,
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// Every cell has its row.
    Complete,
    /// The run was stopped; the rows passed on are valid.
    Stopped,
}

/// Measures the cells that are not known yet, in order; `on_row` receives every row once it is measured.
///
/// ```
/// use std::{fmt, ops::ControlFlow};
/// use ktour::Control;
/// use ktour::lab::{Backtracking, Completion, run};
/// let plan = Backtracking { boards: vec!["5x5".parse()?], ..Backtracking::default() };
/// let mut rows = Vec::new();
/// let ended = run(&plan, &|_| false, &Control::unlimited(), &mut |row| {
///     rows.push(row);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((ended, rows.len()), (Completion::Complete, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run<E: Experiment>(
    experiment: &E,
    is_known: &dyn Fn(&str) -> bool,
    control: &Control,
    on_row: &mut dyn FnMut(E::Row) -> ControlFlow<()>,
) -> Result<Completion, Refusal> {
    for (at, cell) in experiment.cells().iter().enumerate() {
        if is_known(cell) {
            continue;
        }
        if control.is_stopped() {
            return Ok(Completion::Stopped);
        }
        let Some(row) = experiment.measure(at, control)? else { return Ok(Completion::Stopped) };
        if on_row(row).is_break() {
            return Ok(Completion::Stopped);
        }
    }
    Ok(Completion::Complete)
}

/// The kind of an outcome, as rows store it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeKind {
    /// A tour.
    Found,
    /// A proof that there is no tour.
    Impossible,
    /// No answer: the time ended, or the method may miss tours.
    Unknown,
    /// The method does not support this puzzle.
    Refused,
}

impl From<&Outcome> for OutcomeKind {
    fn from(outcome: &Outcome) -> OutcomeKind {
        match outcome {
            Outcome::Found(_) => OutcomeKind::Found,
            Outcome::Impossible(_) => OutcomeKind::Impossible,
            Outcome::Unknown(_) => OutcomeKind::Unknown,
        }
    }
}

/// Errors in the sizes of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LabError {
    /// Text that is not a list of sizes.
    #[error("`{0}` are not sizes: write 5..60, 50..400:50 or 6,8,10")]
    NotSizes(String),
    /// A range from large to small.
    #[error("the sizes {from}..{to} run backwards: write {to}..{from}")]
    Backwards {
        /// The first size.
        from: u64,
        /// The last size.
        to: u64,
    },
    /// A range with a step of zero.
    #[error("a step of 0 in `{0}` never arrives: write a step of at least 1, such as 50..400:50")]
    NoStep(String),
    /// A size that is too small or too large.
    #[error("a size of {size} is too {}: choose sizes from {low} to {high}", if size < low { "small" } else { "large" })]
    OutOfRange {
        /// The size.
        size: u64,
        /// The smallest allowed.
        low: u64,
        /// The largest allowed.
        high: u64,
    },
}

ktour_core::coded! {
    LabError {
        "sizes-unreadable": NotSizes(text),
        "sizes-backwards": Backwards { from, to },
        "sizes-no-step": NoStep(text),
        "sizes-out-of-range": OutOfRange { size, low, high },
    }
}
