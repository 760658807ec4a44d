//! The report: attempts, failures and figures, a row for each kind of attack.
//!
//! A row prints the first failures of each kind in words that repeat them. Figures beside a row (a peak, a
//! worst time) are not checked; they are compared with those of the run before by people.

use std::{collections::BTreeMap, fmt, time::Instant};

/// Success, or why a check failed.
pub(super) type CheckResult = Result<(), String>;

/// Maximum number of failures of one kind that are printed.
const MAX_PRINTED_FAILURES: usize = 3;
/// Maximum number of kinds of failure that are printed.
const MAX_PRINTED_KINDS: usize = 30;
/// Characters of an input and of a failure that are printed.
const MAX_PRINTED_CHARACTERS: usize = 400;

/// All rows.
#[derive(Default)]
pub(super) struct Report {
    rows: Vec<Row>,
    part: &'static str,
}

/// One line of the table.
#[derive(Default)]
pub(super) struct Row {
    part: &'static str,
    what: String,
    tried: usize,
    failed: usize,
    seconds: f64,
    figures: Vec<String>,
    /// Number of failures whose words begin alike.
    kinds: BTreeMap<String, usize>,
}

impl Report {
    /// Runs a part; the rows it adds carry its name.
    pub(super) fn part(&mut self, name: &'static str, attack: impl FnOnce(&mut Report)) {
        eprintln!("== {name}");
        self.part = name;
        attack(self);
    }

    /// Runs a row and prints its result.
    pub(super) fn row(&mut self, what: &str, attack: impl FnOnce(&mut Row)) {
        let mut row = Row { part: self.part, what: what.to_owned(), ..Row::default() };
        let began = Instant::now();
        attack(&mut row);
        row.seconds = began.elapsed().as_secs_f64();
        for (kind, count) in row.kinds.iter().filter(|(_, count)| **count > MAX_PRINTED_FAILURES) {
            eprintln!("   {count} failures: {kind}…");
        }
        let Row { tried, failed, seconds, ref figures, .. } = row;
        eprintln!("   {what}: {tried} tried, {failed} failed, {seconds:.1} s {}", figures.join(", "));
        self.rows.push(row);
    }

    pub(super) fn has_failures(&self) -> bool {
        self.rows.iter().any(|row| row.failed > 0)
    }
}

impl Row {
    /// Counts the result of a check; a failure is printed with its input.
    pub(super) fn check(&mut self, input: impl fmt::Display, result: CheckResult) {
        self.tried += 1;
        if let Err(why) = result {
            self.failed += 1;
            let is_word = |letter: &char| letter.is_alphabetic() || *letter == ' ';
            let count = self.kinds.entry(why.chars().filter(is_word).take(90).collect()).or_default();
            *count += 1;
            if *count <= MAX_PRINTED_FAILURES && self.kinds.len() <= MAX_PRINTED_KINDS {
                let [input, why] =
                    [&input.to_string(), &why].map(|text| shortened(text, MAX_PRINTED_CHARACTERS));
                eprintln!("   FAILED {}: {input}: {why}", self.what);
            }
        }
    }

    /// Adds a figure, which is not checked.
    pub(super) fn figure(&mut self, figure: impl Into<String>) {
        self.figures.push(figure.into());
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| part | what | tried | passed | failed | seconds | figures |")?;
        writeln!(f, "| --- | --- | ---: | ---: | ---: | ---: | --- |")?;
        let mut all = Row { part: "all", ..Row::default() };
        for row in &self.rows {
            (all.tried, all.failed, all.seconds) =
                (all.tried + row.tried, all.failed + row.failed, all.seconds + row.seconds);
        }
        for Row { part, what, tried, failed, seconds, figures, .. } in self.rows.iter().chain([&all]) {
            let (passed, figures) = (tried - failed, figures.join(", "));
            writeln!(f, "| {part} | {what} | {tried} | {passed} | {failed} | {seconds:.1} | {figures} |")?;
        }
        Ok(())
    }
}

/// Returns the beginning of a long text, on one line.
pub(super) fn shortened(text: &str, max_characters: usize) -> String {
    let letter =
        |letter: char| if letter.is_control() { letter.escape_default().to_string() } else { letter.into() };
    let line: String = text.chars().take(max_characters).map(letter).collect();
    if text.chars().count() > max_characters { line + "…" } else { line }
}
