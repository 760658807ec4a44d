//! What did not run, and why: never silent, and never a failure.
//!
//! Tests add lines to the file that [`VARIABLE`] names; the chores add theirs, and the last words of a
//! run are the sum.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Names the file to the tests.
pub(crate) const VARIABLE: &str = "KTOUR_SKIPPED";

/// The list of what was skipped.
pub(crate) struct Skipped {
    pub(crate) file: PathBuf,
    chores: Vec<(&'static str, String)>,
}

impl Skipped {
    /// Nothing yet.
    pub(crate) fn new() -> Skipped {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
        // Tests run elsewhere, so the name must be whole.
        let file = folder.canonicalize().unwrap_or(folder).join("skipped.txt");
        let _ = fs::remove_file(&file);
        Skipped { file, chores: Vec::new() }
    }

    /// A whole chore that cannot be done here.
    pub(crate) fn add(&mut self, what: &'static str, why: impl Into<String>) {
        self.chores.push((what, why.into()));
    }

    /// The last words: how many tests were skipped, and for which reasons.
    pub(crate) fn tell(&self) {
        eprint!("{}", self.words(&fs::read_to_string(&self.file).unwrap_or_default()));
    }

    fn words(&self, lines: &str) -> String {
        let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (what, why) in lines.lines().filter_map(|line| line.split_once(": ")) {
            reasons.entry(why).or_default().push(what);
        }
        for (what, why) in &self.chores {
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

/// A part of a test of this house that cannot run here.
#[cfg(test)]
pub(crate) fn of_a_test(why: &str) {
    use std::io::Write as _;

    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    let line = format!("{test}: {why}\n");
    eprint!("skipped: {line}");
    if let Some(file) = std::env::var_os(VARIABLE) {
        let told = fs::OpenOptions::new().create(true).append(true).open(file);
        told.and_then(|mut file| file.write_all(line.as_bytes())).expect("the list can be written");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_skipped_is_counted_and_told_by_reason() {
        let mut skipped = Skipped { file: PathBuf::new(), chores: Vec::new() };
        assert_eq!(skipped.words(""), "== skipped: nothing\n");
        skipped.add("the page in a browser", "Chromium is not there");
        let told = skipped
            .words("a_game: tmux is not there\nresizing: tmux is not there\na_game: tmux is not there\n");
        assert_eq!(
            told,
            "== skipped: 3\n   Chromium is not there: the page in a browser\n   tmux is not there: a_game, resizing\n"
        );
    }
}
