//! Records of rows: a csv file whose first line names the plan, so that a stopped run can be resumed.
//!
//! ```text
//! # warnsdorff sizes=5..8 tries=100 ties=random starts=possible seed=1
//! board,tie,start,tries,…
//! 5x5,random,any,100,…
//! ```
//!
//! A row is appended in one write. A last line without a line end was cut off while it was written, and is
//! dropped on reading. The first line may also be the command that started the run.

use std::io::{self, Write};

use thiserror::Error;

use crate::{Experiment, Identity};

/// Errors for a csv that cannot be resumed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Rows of another plan.
    #[error("holds the rows of `{theirs}`, not of `{ours}`: continue that one, or write to another file")]
    OtherPlan {
        /// The plan in the file.
        theirs: Box<Identity>,
        /// The plan to be resumed.
        ours: Box<Identity>,
    },
    /// A first line that names no plan.
    #[error("is not a csv of this laboratory: its first line does not name a plan")]
    NoPlan,
    /// A row that cannot be read.
    #[error("has an unreadable row: {0}")]
    Row(String),
}

/// The rows that a csv already contains.
#[derive(Clone, Debug)]
pub struct RecordedRows<R> {
    /// The rows.
    pub rows: Vec<R>,
    /// Number of bytes of the file in complete lines.
    pub bytes: usize,
}

/// Reads the rows of a plan back.
pub fn read<E: Experiment>(experiment: &E, text: &str) -> Result<RecordedRows<E::Row>, RecordError> {
    let complete_lines = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    if complete_lines.is_empty() {
        return Ok(RecordedRows { rows: Vec::new(), bytes: 0 });
    }
    let first = complete_lines.lines().next().and_then(|line| line.strip_prefix("# "));
    let theirs = first.and_then(Identity::parse).ok_or(RecordError::NoPlan)?;
    let ours = experiment.identity();
    if theirs != ours {
        return Err(RecordError::OtherPlan { theirs: theirs.into(), ours: ours.into() });
    }
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(complete_lines.as_bytes());
    let rows: Result<Vec<E::Row>, csv::Error> = reader.deserialize().collect();
    let rows = rows.map_err(|error| RecordError::Row(error.to_string()))?;
    Ok(RecordedRows { rows, bytes: complete_lines.len() })
}

/// A writer of rows, which flushes each of them.
///
/// ```
/// use ktour::Control;
/// use ktour::lab::{Backtracking, Experiment, record::{Recorder, read}};
/// let plan = Backtracking { boards: vec!["5x5".parse()?], ..Backtracking::default() };
/// let row = |cell| plan.measure(cell, &Control::unlimited()).map(|row| row.expect("no limit"));
/// let mut file = Vec::new();
/// Recorder::create(&mut file, &plan)?.row(&row(0)?)?;
/// let known = read(&plan, std::str::from_utf8(&file)?)?;
/// Recorder::resume(&mut file, &plan, &known)?.row(&row(1)?)?;
/// assert_eq!(read(&plan, std::str::from_utf8(&file)?)?.rows.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recorder<W: Write> {
    out: W,
    /// Whether the names of the columns are written.
    has_header: bool,
}

impl<W: Write> Recorder<W> {
    /// Starts an empty file: writes the line that names the plan.
    pub fn create<E: Experiment>(mut out: W, experiment: &E) -> io::Result<Self> {
        writeln!(out, "# {}", experiment.identity())?;
        out.flush()?;
        Ok(Recorder { out, has_header: false })
    }

    /// Continues at the end of a file with the rows `known`.
    pub fn resume<E: Experiment>(out: W, experiment: &E, known: &RecordedRows<E::Row>) -> io::Result<Self> {
        if known.bytes == 0 {
            return Recorder::create(out, experiment);
        }
        Ok(Recorder { out, has_header: !known.rows.is_empty() })
    }

    /// Appends a row.
    pub fn row<R: serde::Serialize>(&mut self, row: &R) -> io::Result<()> {
        let mut lines = csv::WriterBuilder::new().has_headers(!self.has_header).from_writer(Vec::new());
        lines.serialize(row).map_err(io::Error::other)?;
        let lines = lines.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
        self.out.write_all(&lines)?;
        self.has_header = true;
        self.out.flush()
    }
}
