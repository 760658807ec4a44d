//! Texts and names of the page: every finding in every language, and the names and colours of the engine.

use std::{collections::BTreeSet, fs};

use ktour_core::{KNIGHT, Leaper};
use ktour_lab::{PHRASES, Phrase, codes};
use ktour_render::{Rgb, Theme};
use ktour_search::{Method, MoveOrder, Tie};
use serde_json::{Map, Value};

const LANGUAGES: [&str; 4] = ["en", "it", "vi", "zh"];

/// Returns the texts of the page's tabs, and those of the laboratory.
fn texts(language: &str) -> Map<String, Value> {
    let read = |folder: &str| -> Map<String, Value> {
        let path =
            format!("{}/../../apps/ktour-web/page/i18n/{folder}{language}.json", env!("CARGO_MANIFEST_DIR"));
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
    for language in LANGUAGES {
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
    for language in LANGUAGES {
        let texts = texts(language);
        let unused =
            texts.keys().filter_map(|key| key.strip_prefix("finding.")).find(|code| !codes.contains(code));
        assert_eq!(unused, None, "{language}");
    }
}

/// Number of colours of a gradient; steps between them are invisible.
const SHADES: u32 = 48;

/// Returns the module with the engine's names and the colours of boards, which the page imports.
fn names_of_the_page() -> String {
    let shades = |theme: Theme| {
        let gradient = theme.palette().gradient;
        let shades = (0..=SHADES).map(|at| hex(gradient.at(f64::from(at) / f64::from(SHADES))));
        Value::from(shades.collect::<Vec<String>>())
    };
    let orders = ["d2", "d0", "sorted"].map(|name| {
        let order = MoveOrder::parse(name, KNIGHT).unwrap();
        (name.to_owned(), Value::from(order.to_string()))
    });
    let leapers = ["knight", "camel", "zebra", "giraffe", "antelope"];
    let leapers: Vec<&str> = leapers.into_iter().filter(|name| name.parse::<Leaper>().is_ok()).collect();
    [
        "/** What the engine calls things, and its colours: written by the tests of `answer` (`BLESS=1`), never by hand. */\n".to_owned(),
        constant("METHODS", Value::from(&Method::NAMES[..])),
        constant("TIES", Value::from(&Tie::NAMES[..])),
        constant("ORDERS", Value::Object(orders.into_iter().collect())),
        constant("LEAPERS", Value::from(leapers)),
        constant("THEMES", Value::from(&Theme::NAMES[..])),
        constant("DAY", shades(Theme::Classic)),
        constant("NIGHT", shades(Theme::Dark)),
    ]
    .join("\n")
}

/// A constant of the module, with JavaScript's quotes.
fn constant(name: &str, value: Value) -> String {
    format!("export const {name} = {};\n", value.to_string().replace('"', "'").replace("','", "', '"))
}

/// A colour as CSS writes it.
fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[test]
fn the_page_and_the_engine_use_the_same_names() {
    let path = format!("{}/../../apps/ktour-web/page/js/lib/names.js", env!("CARGO_MANIFEST_DIR"));
    let names = names_of_the_page();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &names).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), names);
}
