//! Tests that the page has a text for every refusal and every reason in each of its languages.

use std::{collections::HashSet, fs, path::PathBuf};

use ktour_answer::codes;
use ktour_core::{Coded as _, Reason};
use serde_json::{Map, Value};

use crate::error::Unserved;

/// Texts of each language by name, those with a number in each of their plural forms.
fn languages() -> Vec<(String, Map<String, Value>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page/i18n");
    let files = fs::read_dir(folder).expect("the page has texts").map(|file| file.expect("a file").path());
    let files = files.filter(|file| file.extension().is_some_and(|ending| ending == "json"));
    let read = |file: PathBuf| {
        let texts = fs::read_to_string(&file).expect("a text file");
        let language = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (language, serde_json::from_str(&texts).expect("texts by name"))
    };
    files.map(read).collect()
}

/// Placeholders of a text, without their braces.
fn placeholders(text: &Value) -> HashSet<String> {
    let texts = text.as_object().map_or(vec![text], |plurals| plurals.values().collect());
    let names = |text: &Value| -> Vec<String> {
        let parts = text.as_str().unwrap_or_default().split('{').skip(1);
        parts.filter_map(|part| part.split_once('}')).map(|(name, _)| name.to_owned()).collect()
    };
    texts.into_iter().flat_map(names).collect()
}

#[test]
fn every_refusal_has_a_text_in_every_language_made_of_its_own_facts() {
    for (language, texts) in languages() {
        for (code, facts) in codes().iter().chain(Unserved::CODES) {
            let text = texts.get(&format!("refused.{code}"));
            let text = text.unwrap_or_else(|| panic!("{language}.json has no refused.{code}"));
            for name in placeholders(text) {
                assert!(facts.contains(&&*name), "{language} refused.{code}: {name} is not among {facts:?}");
            }
        }
    }
}

#[test]
fn every_code_of_the_server_is_in_the_api_manual() {
    let manual = include_str!("../../../docs/api.md");
    for (code, _) in Unserved::CODES {
        assert!(manual.contains(&format!("`{code}`")), "docs/api.md does not name {code}");
    }
}

#[test]
fn every_reason_has_a_text_in_every_language() {
    for (language, texts) in languages() {
        for code in Reason::CODES {
            // A reason has one text, or one for each of its variants.
            let ways = format!("reason.{code}.");
            let has_text = texts.keys().any(|key| *key == format!("reason.{code}") || key.starts_with(&ways));
            assert!(has_text, "{language}.json has no reason.{code}");
        }
    }
}

#[test]
fn no_text_belongs_to_an_unknown_code() {
    let known: HashSet<String> =
        codes().iter().chain(Unserved::CODES).map(|(code, _)| format!("refused.{code}")).collect();
    for (language, texts) in languages() {
        for key in texts.keys().filter(|key| key.starts_with("refused.")) {
            assert!(known.contains(key), "{language}.json: {key}");
        }
    }
}
