//! Texts of the page: every finding in every language.

use std::{collections::BTreeSet, fs};

use ktour_lab::{PHRASES, Phrase, codes};
use serde_json::{Map, Value};

/// Folder with the texts of the page.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../apps/ktour-web/page/i18n");

/// Returns the languages of the page: those that have texts.
fn languages() -> Vec<String> {
    let files = fs::read_dir(FOLDER).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    files.filter_map(|file| file.strip_suffix(".json").map(str::to_owned)).collect()
}

/// Returns the texts of the page's tabs, and those of the laboratory.
fn texts(language: &str) -> Map<String, Value> {
    let read = |folder: &str| -> Map<String, Value> {
        let path = format!("{FOLDER}/{folder}{language}.json");
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
    };
    ["", "lab/"].into_iter().flat_map(read).collect()
}

/// Returns the placeholders of a text: the names between braces.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| part.split('}').next()).collect()
}

#[test]
fn every_finding_has_its_text_and_its_placeholders_in_every_language() {
    for language in &languages() {
        let texts = texts(language);
        for Phrase { code, facts, .. } in PHRASES {
            let text = texts.get(&format!("finding.{code}")).and_then(Value::as_str);
            let text = text.unwrap_or_else(|| panic!("{language} lacks finding.{code}"));
            assert_eq!(placeholders(text), facts.iter().copied().collect(), "{language} finding.{code}");
        }
    }
}

/// Returns the text as the page writes it: `98%` and `6×6` where the terminal has `98 %` and `6x6`.
fn as_on_the_page(english: &str) -> String {
    let text: Vec<char> = english.replace(" %", "%").chars().collect();
    let is_digit = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(char::is_ascii_digit);
    let is_times = |at: usize| text[at] == 'x' && is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
    (0..text.len()).map(|at| if is_times(at) { '×' } else { text[at] }).collect()
}

#[test]
fn the_page_and_the_terminal_have_the_same_english_text() {
    let texts = texts("en");
    for Phrase { code, english, .. } in PHRASES {
        assert_eq!(texts[&format!("finding.{code}")], as_on_the_page(english), "{code}");
    }
}

#[test]
fn no_language_has_text_for_a_finding_that_does_not_exist() {
    let codes: BTreeSet<&str> = codes().into_iter().collect();
    for language in &languages() {
        let texts = texts(language);
        let unused =
            texts.keys().filter_map(|key| key.strip_prefix("finding.")).find(|code| !codes.contains(code));
        assert_eq!(unused, None, "{language}");
    }
}
