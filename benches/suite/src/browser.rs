//! The engine of a page, here and as WebAssembly: the same questions, one thread, one run.
//!
//! `ENGINE` names the module, or several with `:` between them; `cargo xtask browser-bench` builds it. Answers must be the same,
//! but for the time they tell.

use std::{
    env,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use knights_tour_browser::{Engine, Kind};
use serde_json::{Map, Value, json};

use crate::{Row, fastest};

/// What is asked, as a query, and how often.
const QUESTIONS: [(&str, &str, u32); 11] = [
    ("solve", "board=8x8&kind=closed", 50),
    ("solve", "board=300x300&kind=closed", 5),
    ("solve", "board=12x12&kind=closed&method=exact", 50),
    ("solve", "board=8x8&start=a8&method=backtrack", 5),
    ("solve", "board=8x8&start=a8&method=backtrack-iterative", 5),
    ("solve", "board=9x9&start=a9&method=warnsdorff-backtrack", 50),
    ("count", "board=6x6&kind=closed", 5),
    ("count", "board=6x8&kind=closed", 3),
    ("count", "board=7x8&kind=closed", 2),
    ("tours", "board=6x6&kind=closed&limit=100", 3),
    ("render", "board=8x8&kind=closed&format=pdf", 5),
];

/// How long a stream is worked on at a time.
const SLICE: Duration = Duration::from_millis(30);

pub(crate) fn browser() -> Vec<Row> {
    let questions: Vec<Value> = QUESTIONS
        .iter()
        .map(|&(question, query, rounds)| json!({"question": question, "words": words(query), "rounds": rounds}))
        .collect();
    let peers = web_assembly(&questions);
    let rows =
        QUESTIONS.iter().zip(&questions).enumerate().map(|(at, (&(name, query, rounds), question))| {
            let (time, reply) = fastest(rounds, || answer(question));
            let mut row = Row {
                name: query
                    .replace("board=", "")
                    .replace("kind=", "")
                    .replace("method=", "")
                    .replace('&', " "),
                time: Some(time),
                done: None,
                ratios: Vec::new(),
                signature: name.to_owned(),
            };
            if let Some(peer) = peers.as_ref().map(|peers| &peers[at]) {
                let told = peer["reply"].as_str().unwrap_or_default();
                assert_eq!(bare(told), bare(&reply), "{name}?{query}");
                let number = |field: &str| peer[field].as_f64().unwrap_or(f64::NAN);
                row.ratios
                    .push(("as fast as in WebAssembly".to_owned(), number("seconds") / time.as_secs_f64()));
                row.signature += &format!(", longest slice there {:.0} ms", number("longest"));
            }
            row
        });
    rows.collect()
}

fn words(query: &str) -> Map<String, Value> {
    query
        .split('&')
        .filter_map(|word| word.split_once('='))
        .map(|(word, text)| (word.to_owned(), text.into()))
        .collect()
}

/// What the engine says last.
fn answer(question: &Value) -> String {
    let mut engine = Engine::default();
    let number = engine.ask(question.to_string().as_bytes());
    let mut reply = String::new();
    loop {
        let kind = engine.pull(number, SLICE);
        assert_ne!(kind, Kind::Refused, "{question}");
        if kind == Kind::Over {
            return reply;
        }
        if engine.reply() != b"[]" {
            reply = String::from_utf8_lossy(engine.reply()).into_owned();
        }
        if kind != Kind::Events {
            return reply;
        }
    }
}

/// The same of the modules that `ENGINE` names; `None` without any.
fn web_assembly(questions: &[Value]) -> Option<Vec<Value>> {
    let modules = env::var("ENGINE").ok()?;
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../peers/engine.mjs");
    let mut node = Command::new("node");
    node.arg(program).args(modules.split(':')).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut node = node.spawn().expect("ENGINE is measured with Node.js");
    let mut input = node.stdin.take().expect("it was piped");
    input.write_all(Value::from(questions).to_string().as_bytes()).expect("it listens");
    drop(input);
    let output = node.wait_with_output().expect("it answers");
    Some(serde_json::from_slice(&output.stdout).expect("it answers in JSON"))
}

/// An answer, or the last event of a stream, without the times and the bytes that it tells: addresses are half as long there.
fn bare(reply: &str) -> String {
    let reply = reply.rsplit("{\"event\":").next().unwrap_or_default().to_owned();
    ["\"seconds\":", "\"peak_bytes\":"].iter().fold(reply, |reply, field| {
        let mut parts = reply.split(field);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + part.trim_start_matches(|c: char| !matches!(c, ',' | '}')))
    })
}
