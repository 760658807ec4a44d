//! What was tried, what held, what fell.
//!
//! A part of the attack has a few rows; a row counts verdicts and prints the first failures of every kind
//! in words that repeat them. Figures beside a row (a peak, a worst time)
//! are not judged: they are there to be compared with those of the run before.

use std::{
    collections::BTreeMap,
    fmt,
    time::{Duration, Instant},
};

/// Why something fell, or that it held.
pub(crate) type CheckResult = Result<(), String>;

/// Maximum number of failures of one kind that are printed.
const FALLS: usize = 3;
/// Maximum number of kinds of failure that are printed.
const KINDS: usize = 30;

/// All rows, as they come.
#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
    part: &'static str,
}

impl Report {
    /// Runs a part; the rows it adds carry its name.
    pub(crate) fn part(&mut self, name: &'static str, attack: impl FnOnce(&mut Report)) {
        eprintln!("== {name}");
        self.part = name;
        attack(self);
    }

    /// Tries one row and says how it went.
    pub(crate) fn row(&mut self, what: &str, attack: impl FnOnce(&mut Row)) {
        let mut row = Row { part: self.part, what: what.to_owned(), ..Row::default() };
        let began = Instant::now();
        attack(&mut row);
        row.took = began.elapsed();
        for (kind, count) in row.kinds.iter().filter(|(_, count)| **count > FALLS) {
            eprintln!("   {count} fell so: {kind}…");
        }
        eprintln!(
            "   {}: {} tried, {} fell, {:.1} s {}",
            row.what,
            row.tried,
            row.fell,
            row.seconds(),
            row.figures
        );
        self.rows.push(row);
    }

    /// Whether anything did not hold.
    pub(crate) fn has_falls(&self) -> bool {
        self.rows.iter().any(|row| row.fell > 0)
    }
}

/// One line of the table.
#[derive(Default)]
pub(crate) struct Row {
    part: &'static str,
    what: String,
    tried: usize,
    fell: usize,
    took: Duration,
    figures: String,
    /// How many fell for reasons that begin alike.
    kinds: BTreeMap<String, usize>,
}

impl Row {
    /// Counts a verdict; a failure is printed at once with the input and the answer.
    pub(crate) fn judge(&mut self, tried: impl fmt::Display, verdict: CheckResult) {
        self.tried += 1;
        if let Err(why) = verdict {
            self.fell += 1;
            let kind: String =
                why.chars().filter(|letter| letter.is_alphabetic() || *letter == ' ').take(90).collect();
            let count = self.kinds.entry(kind).or_default();
            *count += 1;
            if *count <= FALLS && self.kinds.len() <= KINDS {
                eprintln!("   FELL {}: {}: {}", self.what, clip(&tried.to_string(), 400), clip(&why, 400));
            }
        }
    }

    /// A measured thing that is not judged.
    pub(crate) fn figure(&mut self, figure: impl fmt::Display) {
        if !self.figures.is_empty() {
            self.figures.push_str(", ");
        }
        self.figures.push_str(&figure.to_string());
    }

    fn seconds(&self) -> f64 {
        self.took.as_secs_f64()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| part | what | tried | held | fell | seconds | figures |")?;
        writeln!(f, "| --- | --- | ---: | ---: | ---: | ---: | --- |")?;
        for row in &self.rows {
            let Row { part, what, tried, fell, figures, .. } = row;
            let held = tried - fell;
            writeln!(
                f,
                "| {part} | {what} | {tried} | {held} | {fell} | {:.1} | {figures} |",
                row.seconds()
            )?;
        }
        let (tried, fell) = self.rows.iter().fold((0, 0), |(t, f), row| (t + row.tried, f + row.fell));
        let seconds: f64 = self.rows.iter().map(Row::seconds).sum();
        write!(f, "| all | | {tried} | {} | {fell} | {seconds:.1} | |", tried - fell)
    }
}

/// The beginning of a long text, on one line.
pub(crate) fn clip(text: &str, most: usize) -> String {
    let letter =
        |letter: char| if letter.is_control() { letter.escape_default().to_string() } else { letter.into() };
    let line: String = text.chars().take(most).map(letter).collect();
    if text.chars().count() > most { line + "…" } else { line }
}
