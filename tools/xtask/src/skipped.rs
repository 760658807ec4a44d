//! What could not run on this machine, and why: printed at the end of a task, and never a failure.
//!
//! Tests and scripts add lines to the file that [`VARIABLE`] names.

use std::{collections::BTreeMap, fs, path::PathBuf};

/// Names the file to the tests.
pub(crate) const VARIABLE: &str = "KTOUR_SKIPPED";

/// The list of what was skipped.
pub(crate) struct Skipped {
    pub(crate) file: PathBuf,
    tasks: Vec<(&'static str, String)>,
}

impl Skipped {
    /// Creates an empty list, and removes the file of the task before.
    pub(crate) fn new() -> Skipped {
        let file = crate::root().join("target/skipped.txt");
        let _ = fs::remove_file(&file);
        Skipped { file, tasks: Vec::new() }
    }

    /// Adds a task that cannot be done here.
    pub(crate) fn add(&mut self, what: &'static str, why: impl Into<String>) {
        self.tasks.push((what, why.into()));
    }

    /// Prints how many tests were skipped, and for which reasons.
    pub(crate) fn print(&self) {
        eprint!("{}", self.summary(&fs::read_to_string(&self.file).unwrap_or_default()));
    }

    fn summary(&self, lines: &str) -> String {
        let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (what, why) in lines.lines().filter_map(|line| line.split_once(": ")) {
            reasons.entry(why).or_default().push(what);
        }
        for (what, why) in &self.tasks {
            reasons.entry(why).or_default().push(what);
        }
        reasons.values_mut().for_each(|names| {
            names.sort_unstable();
            names.dedup();
        });
        match reasons.values().map(Vec::len).sum::<usize>() {
            0 => "== skipped: nothing\n".to_owned(),
            sum => {
                let lines = reasons.iter().map(|(why, names)| format!("   {why}: {}\n", names.join(", ")));
                format!("== skipped: {sum}\n{}", lines.collect::<String>())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_tests_are_counted_and_listed_by_reason() {
        let mut skipped = Skipped { file: PathBuf::new(), tasks: Vec::new() };
        assert_eq!(skipped.summary(""), "== skipped: nothing\n");
        skipped.add("the page in a browser", "Chromium is not there");
        let summary = skipped
            .summary("a_game: tmux is not there\nresizing: tmux is not there\na_game: tmux is not there\n");
        assert_eq!(
            summary,
            "== skipped: 3\n   Chromium is not there: the page in a browser\n   tmux is not there: a_game, resizing\n"
        );
    }
}
