//! The README is short and has no output of tests, and all links of the documentation are valid.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use ktour_manual::PAGES;

/// Root of the workspace.
const HOUSE: &str = "../..";

/// Returns the pages of `docs`.
pub(crate) fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(HOUSE).join("docs")).unwrap();
    entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect()
}

/// Returns the targets of a page's links and pictures.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let markdown = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let html = text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    markdown.chain(html).filter(|target| !target.starts_with("http"))
}

/// Returns the anchor of a heading, as repository hosts make it.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    kept.chars().filter(|c| c.is_alphanumeric() || " -".contains(*c)).collect::<String>().replace(' ', "-")
}

#[test]
fn every_link_leads_somewhere() {
    let fronts =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "BENCHMARKS.md", "docs/gallery/README.md"];
    for page in fronts.iter().map(|name| Path::new(HOUSE).join(name)).chain(pages()) {
        let text = fs::read_to_string(&page).unwrap();
        for target in targets(&text) {
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let there = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(there.exists(), "{}: {target} is not there", page.display());
            let has_heading = || {
                let text = fs::read_to_string(&there).unwrap();
                text.lines().any(|line| {
                    line.starts_with('#') && anchor(line.trim_start_matches(['#', ' '])) == heading
                })
            };
            assert!(heading.is_empty() || has_heading(), "{}: {target} has no such heading", page.display());
        }
    }
}

pub(crate) fn ktour(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ktour")).args(arguments).output().unwrap()
}

#[test]
fn every_page_is_in_the_program() {
    let help = String::from_utf8(ktour(&["help"]).stdout).unwrap();
    // The index and a page for contributors are not for users.
    let is_for_readers_of_the_code = |page: &str| ["README", "internals"].contains(&page);
    for page in pages().iter().map(|page| page.file_stem().unwrap().to_str().unwrap()) {
        assert!(
            is_for_readers_of_the_code(page) || help.contains(&format!("\n  {page} ")),
            "`ktour help` does not name {page}"
        );
    }
    for page in &PAGES {
        assert!(page.text.starts_with("# "), "{} has a title", page.name);
        let shown = String::from_utf8(ktour(&["help", page.name]).stdout).unwrap();
        assert!(
            !shown.contains("[..]") && !shown.contains("\n    ? "),
            "{} has the words of tests",
            page.name
        );
    }
    let boards = ktour(&["help", "boards"]);
    assert_eq!(boards.status.code(), Some(0));
    assert!(boards.stdout.starts_with(b"Any board\n\nShapes and holes\n"));
    for (asked, page) in [("counting", "Counts\n"), ("methods", "Finding a tour\n"), ("formats", "Pictures")]
    {
        assert!(ktour(&["help", asked]).stdout.starts_with(page.as_bytes()), "{asked}");
    }
    let race = ktour(&["help", "lab", "race"]);
    assert!(String::from_utf8(race.stdout).unwrap().contains("Usage: ktour lab race"));
}

#[test]
fn without_a_question_and_a_terminal_the_usage_goes_to_standard_error() {
    let output = ktour(&[]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8(output.stderr).unwrap().contains("Usage: ktour"));
}

#[test]
fn every_page_is_in_the_index() {
    let index = fs::read_to_string(Path::new(HOUSE).join("docs/README.md")).unwrap();
    for page in pages() {
        let name = page.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(
            name == "README.md" || index.contains(&format!("]({name})")),
            "docs/README.md does not name {name}"
        );
    }
}
