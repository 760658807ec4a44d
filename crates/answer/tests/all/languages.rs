//! Whatever the laboratory finds, the page can say in each of its languages.

use std::{collections::BTreeSet, fs};

use knights_tour_lab::{PHRASES, Phrase, codes};
use serde_json::{Map, Value};

const LANGUAGES: [&str; 4] = ["en", "it", "vi", "zh"];

fn texts(language: &str) -> Map<String, Value> {
    let path = format!("{}/../web/page/i18n/{language}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The names between braces.
fn gaps(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| part.split('}').next()).collect()
}

#[test]
fn every_finding_has_its_words_and_its_gaps_in_every_language() {
    for language in LANGUAGES {
        let texts = texts(language);
        for Phrase { code, facts, .. } in PHRASES {
            let text = texts.get(&format!("finding.{code}")).and_then(Value::as_str);
            let text = text.unwrap_or_else(|| panic!("{language} lacks finding.{code}"));
            assert_eq!(gaps(text), facts.iter().copied().collect(), "{language} finding.{code}");
        }
    }
}

#[test]
fn the_page_says_in_english_what_the_terminal_says() {
    let texts = texts("en");
    for Phrase { code, english, .. } in PHRASES {
        assert_eq!(texts[&format!("finding.{code}")], *english, "{code}");
    }
}

#[test]
fn no_language_has_words_for_a_finding_that_is_never_made() {
    let codes: BTreeSet<&str> = codes().into_iter().collect();
    for language in LANGUAGES {
        let texts = texts(language);
        let idle =
            texts.keys().filter_map(|key| key.strip_prefix("finding.")).find(|code| !codes.contains(code));
        assert_eq!(idle, None, "{language}");
    }
}
