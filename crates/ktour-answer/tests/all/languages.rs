//! What the page says and calls things: each finding in each of its languages, names and colours as the engine has them.

use std::{collections::BTreeSet, fs};

use ktour_lab::{PHRASES, Phrase, codes};
use ktour_render::{Rgb, Theme};
use ktour_tour::{KNIGHT, Leaper, Method, Tie, search::MoveOrder};
use serde_json::{Map, Value};

const LANGUAGES: [&str; 4] = ["en", "it", "vi", "zh"];

/// What every tab of the page says, and what the laboratory says beyond that.
fn texts(language: &str) -> Map<String, Value> {
    let read = |folder: &str| -> Map<String, Value> {
        let path = format!("{}/../ktour-web/page/i18n/{folder}{language}.json", env!("CARGO_MANIFEST_DIR"));
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
    };
    ["", "lab/"].into_iter().flat_map(read).collect()
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

/// Colours of a gradient, enough that no eye sees the steps between them.
const SHADES: u32 = 48;

/// What the page has to know by name, and the colours of its boards, as a module of its own.
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

fn constant(name: &str, value: Value) -> String {
    format!("export const {name} = {};\n", value.to_string().replace('"', "'").replace("','", "', '"))
}

fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[test]
fn the_page_calls_things_as_the_engine_does() {
    let path = format!("{}/../ktour-web/page/js/lib/names.js", env!("CARGO_MANIFEST_DIR"));
    let names = names_of_the_page();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &names).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), names);
}
