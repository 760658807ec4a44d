//! Whoever a module leans on is named among the sources.

use std::{collections::BTreeSet, fs, path::Path};

/// The comments of a file that name a reference, each as one line; and all its comments.
fn references(text: &str) -> (Vec<String>, Vec<&str>) {
    let comments: Vec<&str> = text
        .lines()
        .map(|line| line.trim_start())
        .map(|line| line.strip_prefix("//").map_or("", |rest| rest.trim_start_matches(['/', '!'])))
        .collect();
    let passages = comments.iter().enumerate().filter_map(|(number, line)| {
        let (_, begin) = line.split_once("Reference:")?;
        let rest = comments[number + 1..].iter().take_while(|line| !line.trim().is_empty());
        Some(rest.fold(begin.trim_start_matches('*').to_owned(), |whole, line| whole + line))
    });
    (passages.collect(), comments)
}

/// A word without what stands around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '.')
}

fn is_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word.chars().count() > 2 && !word.ends_with('.')
}

/// The names in a reference: words after initials, beside an `&`, or first in a part of it.
fn names(reference: &str) -> Vec<String> {
    let words: Vec<&str> = reference.split_whitespace().filter(|word| *word != "von").collect();
    let is_initial =
        |word: &str| word.starts_with(char::is_uppercase) && word.ends_with('.') && word.len() < 6;
    let named = |at: usize| {
        let before = if at == 0 { ";" } else { words[at - 1] };
        let after = words.get(at + 1).copied().unwrap_or_default();
        is_initial(before) || before.ends_with(';') || [before, after].contains(&"&")
    };
    let found = (0..words.len()).filter(|&at| named(at)).map(|at| bare(words[at]).to_owned());
    found.filter(|word| is_name(word)).collect()
}

/// The names before a year in a comment.
fn dated(comment: &str) -> Vec<String> {
    let words: Vec<&str> = comment.split_whitespace().map(bare).collect();
    let is_year = |word: &str| word.parse().is_ok_and(|year| (1700..2030).contains(&year));
    let found = words.windows(2).filter(|two| is_name(two[0]) && is_year(two[1]));
    found.map(|two| two[0].to_owned()).collect()
}

fn read(folder: &Path, found: &mut BTreeSet<String>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            read(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let (passages, comments) = references(&text);
            found.extend(passages.iter().flat_map(|passage| names(passage)));
            found.extend(comments.iter().flat_map(|comment| dated(comment)));
        }
    }
}

#[test]
fn every_name_in_a_reference_is_among_the_sources() {
    let sources = fs::read_to_string("../../docs/sources.md").unwrap();
    let named: BTreeSet<&str> = sources.split(|c: char| !c.is_alphanumeric()).collect();
    let mut found = BTreeSet::new();
    for room in fs::read_dir("..").unwrap() {
        let rooms = room.unwrap().path().join("src");
        if rooms.is_dir() {
            read(&rooms, &mut found);
        }
    }
    assert!(found.len() > 50 && found.contains("Warnsdorff") && found.contains("Canetti"), "{found:?}");
    let missing: Vec<&String> = found.iter().filter(|name| !named.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "docs/sources.md does not name {missing:?}");
}

#[test]
fn each_document_says_its_language_what_was_taken_checked_and_found_wrong() {
    let sources = fs::read_to_string("../../docs/sources.md").unwrap();
    let (_, rest) = sources.split_once("## The five documents").unwrap();
    let (documents, _) = rest.split_once("\n## ").unwrap();
    let documents: Vec<&str> = documents.split("\n### ").skip(1).collect();
    assert_eq!(documents.len(), 5);
    for document in documents {
        for part in ["Language", "Taken", "Checked", "Found wrong"] {
            assert!(document.contains(&format!("\n- *{part}:* ")), "{part} is missing: {document}");
        }
    }
}
