//! Files of other languages that are generated from the engine's lists and documents.
//!
//! `cargo xtask generate` writes them; the test fails if one is out of date.

use std::{collections::BTreeSet, fmt::Write as _, fs};

use ktour_answer::{FIRST_QUESTIONS, HEAVY_QUESTIONS, Question, ReplyShape, best::Quality, questions};
use ktour_core::{KNIGHT, Leaper, TourKind};
use ktour_count::Measure;
use ktour_puzzle::Difficulty;
use ktour_render::{Fill, Format, PathStyle, Rgb, Show, Theme};
use ktour_search::{Method, MoveOrder, Tie, symmetric::WantedSymmetry};
use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};

/// Number of colours of a gradient; steps between them are invisible.
const SHADES: u32 = 48;

/// Fields that are null where they are not absent; all others are absent where they have no value.
const NULLABLE: [(&str, &str); 2] = [("At", "before"), ("At", "after")];

/// Fields that Python cannot declare in a class.
const KEYWORDS: [&str; 2] = ["class", "except"];

/// Lists of names that other languages use.
fn lists() -> Vec<(&'static str, Vec<String>)> {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let offered = Format::with(|facts| facts.is_offered).into_iter().map(|format| format.to_string());
    let drawn = Format::with(|facts| facts.is_picture).into_iter().map(|format| format.to_string());
    // The page offers the pieces that it has a text for.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../apps/ktour-web/page/i18n/en.json");
    let texts: Map<String, Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let leapers = Leaper::NAMED.iter().map(|(name, _)| (*name).to_owned());
    let leapers = leapers.filter(|name| texts.contains_key(&format!("leaper.{name}"))).collect();
    vec![
        ("METHODS", names(&Method::NAMES)),
        ("TIES", names(&Tie::NAMES)),
        ("LEAPERS", leapers),
        ("KINDS", names(&TourKind::NAMES)),
        ("FORMATS", names(&Format::NAMES)),
        ("OFFERED_FORMATS", offered.collect()),
        ("PICTURES", drawn.collect()),
        ("THEMES", names(&Theme::NAMES)),
        ("PATHS", names(&PathStyle::NAMES)),
        ("FILLS", names(&Fill::NAMES)),
        ("SHOWS", names(&Show::NAMES)),
        ("MEASURES", names(&Measure::NAMES)),
        ("SYMMETRIES", names(&WantedSymmetry::NAMES)),
        ("DIFFICULTIES", names(&Difficulty::NAMES)),
        ("QUALITIES", Quality::names()),
    ]
}

/// Returns the module with the engine's names and the colours of boards, which the page imports.
fn names_of_the_page() -> String {
    let constant = |name: &str, value: Value| {
        format!("export const {name} = {};\n", value.to_string().replace('"', "'").replace("','", "', '"))
    };
    let hex = |Rgb(red, green, blue)| format!("#{red:02x}{green:02x}{blue:02x}");
    let shades = |theme: Theme| {
        let gradient = theme.palette().gradient;
        let shades = (0..=SHADES).map(|at| hex(gradient.at(f64::from(at) / f64::from(SHADES))));
        Value::from(shades.collect::<Vec<String>>())
    };
    let orders = ["d2", "d0", "sorted"].map(|name| {
        let order = MoveOrder::parse(name, KNIGHT).unwrap();
        (name.to_owned(), Value::from(order.to_string()))
    });
    let head = "/** Names and colours of the engine: written by `cargo xtask generate`, never by hand. */\n";
    let lists = lists().into_iter().map(|(name, list)| constant(name, list.into()));
    let others = [
        constant("ORDERS", Value::Object(orders.into_iter().collect())),
        constant("DAY", shades(Theme::Classic)),
        constant("NIGHT", shades(Theme::Dark)),
    ];
    [head.to_owned()].into_iter().chain(lists).chain(others).collect::<Vec<_>>().join("\n")
}

/// Returns a module of the page with the names of some questions.
fn list_of_questions(about: &str, name: &str, questions: &[Question]) -> String {
    let names: Vec<String> = questions.iter().map(|question| format!("'{}'", question.name)).collect();
    let note = "Written by `cargo xtask generate`, never by hand.";
    format!("/** {about} {note} */\nexport const {name} = [{}];\n", names.join(", "))
}

/// Returns the schemas of all documents by name.
fn documents() -> Map<String, Value> {
    let mut generator: SchemaGenerator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    for question in questions() {
        match &question.shape {
            ReplyShape::Json(schema) => drop(schema(&mut generator)),
            ReplyShape::Events(events) => events.iter().for_each(|(_, schema)| drop(schema(&mut generator))),
            ReplyShape::File(_) | ReplyShape::Bytes => {}
        }
    }
    generator.take_definitions(true)
}

/// Returns the Python type of a schema.
fn type_of(schema: &Value) -> String {
    let list = |keyword: &str| schema[keyword].as_array().cloned().unwrap_or_default();
    let either = |types: Vec<String>| {
        let mut seen = BTreeSet::new();
        let types: Vec<_> = types.into_iter().filter(|each| seen.insert(each.clone())).collect();
        types.join(" | ")
    };
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(keyword) = ["anyOf", "oneOf"].into_iter().find(|keyword| schema.get(keyword).is_some()) {
        let types: Vec<String> = list(keyword).iter().map(type_of).collect();
        let literals: Option<Vec<&str>> =
            types.iter().map(|each| each.strip_prefix("Literal[")?.strip_suffix(']')).collect();
        return match literals {
            Some(literals) => format!("Literal[{}]", literals.join(", ")),
            None => either(types),
        };
    }
    let literals = schema.get("const").map_or(list("enum"), |literal| vec![literal.clone()]);
    if !literals.is_empty() {
        return format!("Literal[{}]", literals.iter().map(Value::to_string).collect::<Vec<_>>().join(", "));
    }
    match schema["type"].as_str() {
        Some("string") => "str".to_owned(),
        Some("integer") => "int".to_owned(),
        Some("number") => "float".to_owned(),
        Some("boolean") => "bool".to_owned(),
        Some("null") => "None".to_owned(),
        Some("array") if schema.get("prefixItems").is_some() => {
            let kinds: BTreeSet<String> = list("prefixItems").iter().map(type_of).collect();
            let kind = kinds.first().filter(|_| kinds.len() == 1);
            format!("list[{}]", kind.map_or("Any", String::as_str))
        }
        Some("array") => format!("list[{}]", type_of(&schema["items"])),
        Some(_) => match schema.get("additionalProperties").filter(|values| values.is_object()) {
            Some(values) => format!("dict[str, {}]", type_of(values)),
            None => "dict[str, Any]".to_owned(),
        },
        None if schema["type"].is_array() => {
            let of_kind = |kind: &Value| {
                let mut one = schema.clone();
                one["type"] = kind.clone();
                type_of(&one)
            };
            either(list("type").iter().map(of_kind).collect())
        }
        None => "Any".to_owned(),
    }
}

/// Fields of an object: name, whether it is always there, and schema.
fn fields(schema: &Value) -> Vec<(&str, bool, &Value)> {
    let needed = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let fields = schema["properties"].as_object().into_iter().flatten();
    let mut fields: Vec<_> = fields
        .map(|(name, schema)| (name.as_str(), needed.contains(&name.as_str().into()), schema))
        .collect();
    // A part that is flattened into an object may be absent as a whole.
    for part in schema["anyOf"].as_array().into_iter().flatten() {
        fields.extend(
            part["properties"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, schema)| (name.as_str(), false, schema)),
        );
    }
    fields
}

/// Returns the names and the types of documents for Python.
fn types_of_python() -> String {
    let mut text = "\"\"\"Names and documents of the engine: written by ``cargo xtask generate``, never by hand.\"\"\"\n\n\
                    from __future__ import annotations\n\n\
                    from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union\n\n\
                    if TYPE_CHECKING:\n    from typing_extensions import NotRequired\n\n"
        .to_owned();
    for (list, name) in [
        ("METHODS", "Method"),
        ("TIES", "Tie"),
        ("FORMATS", "Format"),
        ("MEASURES", "Measure"),
        ("SYMMETRIES", "WantedSymmetry"),
        ("DIFFICULTIES", "Difficulty"),
        ("QUALITIES", "Quality"),
    ] {
        let names = lists().into_iter().find(|(name, _)| *name == list).unwrap().1;
        let names: Vec<String> = names.into_iter().map(|name| format!("\"{name}\"")).collect();
        let _ = writeln!(text, "{name} = Literal[{}]", names.join(", "));
    }
    let documents = documents();
    for (name, schema) in &documents {
        let about = schema["description"].as_str().unwrap_or_default().replace('\n', " ");
        if schema.get("properties").is_none() {
            let _ = write!(text, "\n\n#: {about}\n{name} = {}\n", union(&type_of(schema)));
            continue;
        }
        if fields(schema).iter().any(|(field, ..)| KEYWORDS.contains(field)) {
            let field =
                |(field, _, schema): (&str, bool, &Value)| format!("\"{field}\": \"{}\"", type_of(schema));
            let fields: Vec<String> = fields(schema).into_iter().map(field).collect();
            let fields = fields.join(", ").replace(" | None", "");
            let _ =
                write!(text, "\n\n#: {about}\n{name} = TypedDict(\"{name}\", {{{fields}}}, total=False)\n");
            continue;
        }
        let _ = write!(text, "\n\nclass {name}(TypedDict):\n    \"\"\"{about}\"\"\"\n\n");
        for (field, is_needed, schema) in fields(schema) {
            let kind = type_of(schema);
            let is_nullable = NULLABLE.contains(&(name.as_str(), field));
            let kind = match kind.strip_suffix(" | None") {
                _ if is_needed => kind,
                Some(kind) if !is_nullable => format!("NotRequired[{kind}]"),
                _ => format!("NotRequired[{kind}]"),
            };
            let _ = writeln!(text, "    {field}: {kind}");
        }
    }
    text
}

/// Returns a type that is evaluated when the module is loaded, by Python 3.10 too; classes may follow it.
fn union(kind: &str) -> String {
    let is_class = |one: &str| one.starts_with(char::is_uppercase) && !one.contains('[');
    let parts: Vec<String> = kind
        .split(" | ")
        .map(|one| if is_class(one) { format!("\"{one}\"") } else { one.to_owned() })
        .collect();
    if parts.len() > 1 { format!("Union[{}]", parts.join(", ")) } else { parts.concat() }
}

#[test]
fn generated_files_are_up_to_date() {
    let first = "Questions of a game, which the first engine answers.";
    let heavy = "Questions that take the heavy engine, which is fetched for the first of them.";
    let files = [
        ("apps/ktour-web/page/js/lib/names.js", names_of_the_page()),
        ("apps/ktour-web/page/js/engine/first.js", list_of_questions(first, "FIRST", FIRST_QUESTIONS)),
        ("apps/ktour-web/page/js/engine/heavy.js", list_of_questions(heavy, "HEAVY", HEAVY_QUESTIONS)),
        ("apps/ktour-python/python/ktour/_documents.py", types_of_python()),
    ];
    for (file, text) in files {
        let path = format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let is_current = fs::read_to_string(&path).is_ok_and(|written| written == text);
        assert!(is_current, "{file} is out of date: run `cargo xtask generate`");
    }
}
