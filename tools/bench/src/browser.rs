//! The engine of the page, native and as WebAssembly: the same questions, on one thread, in one run.
//!
//! `ENGINE` names the module, or several separated by `:`; `cargo xtask browser-bench` builds it. Answers
//! must be equal except for times. Both sides answer a question repeatedly for one [`BATCH`], in turns, and
//! the fastest batch of each counts, in processor time, so that other work on the machine does not matter.
//! Long questions are asked in WebAssembly only, to measure the time between two messages to the page.

use std::{
    env,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Duration,
};

use cpu_time::ProcessTime;
use ktour_browser::{Engine, ReplyKind};
use serde_json::{Map, Value, json};

use crate::row::Row;

/// Question, as a query string.
const QUESTIONS: [(&str, &str); 11] = [
    ("solve", "board=8x8&kind=closed"),
    ("solve", "board=300x300&kind=closed"),
    ("solve", "board=12x12&kind=closed&method=exact"),
    ("solve", "board=8x8&start=a8&method=backtrack"),
    ("solve", "board=8x8&start=a8&method=backtrack-iterative"),
    ("solve", "board=9x9&start=a9&method=warnsdorff-backtrack"),
    ("count", "board=6x6&kind=closed"),
    ("count", "board=6x8&kind=closed"),
    ("count", "board=7x8&kind=closed"),
    ("tours", "board=6x6&kind=closed&limit=100"),
    ("render", "board=8x8&kind=closed&format=pdf"),
];

/// Question that takes long in one pull, as a query string; its progress is reported from within.
const LONG_QUESTIONS: [(&str, &str); 11] = [
    ("solve", "board=20x20&kind=closed&method=backtrack-iterative&max_time=1s"),
    ("starts", "board=7&holes=d4&method=backtrack&max_time=1s"),
    ("trace", "board=8x8&start=a8&method=backtrack"),
    ("count", "board=6x7&kind=closed&by=turns"),
    ("tours", "board=6x6&kind=closed&by=crossings"),
    ("sample", "board=6x8&kind=closed&n=10&seed=1"),
    ("puzzle", "board=10&difficulty=hard&seed=1&max_time=1s"),
    ("lab/backtracking", "boards=20x20&max_time=1s"),
    ("lab/warnsdorff", "sizes=8&tries=5000&ties=random"),
    ("lab/growth", "method=backtrack&sizes=8&repeats=1"),
    ("lab/race", "board=6&methods=backtrack,exact&max_time=100ms"),
];

/// Maximum ratio of the time in WebAssembly to the native time.
const RATIO: f64 = 2.5;
/// Maximum milliseconds of a slice in WebAssembly, and between two messages to the page.
const SILENCE: f64 = 50.0;

/// Time of one slice of a stream.
const SLICE_TIME: Duration = Duration::from_millis(30);
/// Least time for which a question is repeated.
const BATCH: Duration = Duration::from_millis(100);
/// Number of turns of each side.
const TURNS: usize = 7;
/// Number of repeats of a long question.
const LONG_QUESTION_REPEATS: usize = 3;

pub(crate) fn browser() -> Vec<Row> {
    let mut page = WasmProcess::open();
    let mut rows: Vec<Row> = QUESTIONS.iter().map(|&(name, query)| row(name, query, page.as_mut())).collect();
    if let Some(page) = &mut page {
        rows.extend(LONG_QUESTIONS.iter().map(|&(name, query)| long(name, query, page)));
    }
    rows
}

/// Returns a query without the names of its parameters.
fn title(query: &str) -> String {
    query.replace("board=", "").replace("kind=", "").replace("method=", "").replace('&', " ")
}

/// Asks one question in WebAssembly: the shortest of the longest silences.
fn long(name: &str, query: &str, page: &mut WasmProcess) -> Row {
    let question = json!({"question": name, "words": words(query), "milliseconds": 1});
    let answers: Vec<Value> = (0..LONG_QUESTION_REPEATS).map(|_| page.batch(&question)).collect();
    let least = |field: &str| {
        answers.iter().filter_map(|answer| answer[field].as_f64()).fold(f64::INFINITY, f64::min)
    };
    let [longest, silence] = ["longest", "silence"].map(least);
    let signature = format!("{name}, longest pull there {longest:.0} ms, longest silence {silence:.0} ms");
    Row::new(title(query), signature).limit(1.0, "a silence of 50 ms", SILENCE / silence)
}

/// Asks one question natively and in WebAssembly.
fn row(name: &str, query: &str, mut page: Option<&mut WasmProcess>) -> Row {
    let question = json!({"question": name, "words": words(query), "milliseconds": BATCH.as_millis()});
    let [mut native, mut wasm, mut longest] = [f64::INFINITY; 3];
    for _ in 0..TURNS {
        let (seconds, reply) = batch(&question);
        native = seconds.min(native);
        if let Some(page) = &mut page {
            let answer = page.batch(&question);
            assert_eq!(
                without_times(answer["reply"].as_str().unwrap_or_default()),
                without_times(&reply),
                "{name}?{query}"
            );
            let number = |field: &str| answer[field].as_f64().unwrap_or(f64::NAN);
            wasm = number("seconds").min(wasm);
            longest = number("longest").min(longest);
        }
    }
    let row = Row::new(title(query), name).time(Duration::from_secs_f64(native));
    if page.is_none() {
        return row;
    }
    let row = row.against("as fast as in WebAssembly", wasm / native);
    let row = row.limit(1.0, format!("{RATIO} times as long in WebAssembly"), RATIO * native / wasm);
    match name {
        "count" => row.limit(1.0, format!("a slice of {SILENCE} ms"), SILENCE / longest),
        _ => row,
    }
}

/// The seconds of one answer in a batch, and the last of them.
fn batch(question: &Value) -> (f64, String) {
    let (began, mut times) = (ProcessTime::now(), 0.0);
    loop {
        let reply = answer(question);
        times += 1.0;
        let passed = began.elapsed();
        if passed >= BATCH {
            return (passed.as_secs_f64() / times, reply);
        }
    }
}

fn words(query: &str) -> Map<String, Value> {
    query
        .split('&')
        .filter_map(|word| word.split_once('='))
        .map(|(word, text)| (word.to_owned(), text.into()))
        .collect()
}

/// Last event of the engine.
fn answer(question: &Value) -> String {
    let mut engine = Engine::default();
    let number = engine.ask(question.to_string().as_bytes());
    let mut reply = String::new();
    loop {
        let kind = engine.pull(number, SLICE_TIME);
        assert_ne!(kind, ReplyKind::Refused, "{question}");
        if kind == ReplyKind::Over {
            return reply;
        }
        if engine.reply() != b"[]" {
            reply = String::from_utf8_lossy(engine.reply()).into_owned();
        }
        if kind != ReplyKind::Events {
            return reply;
        }
    }
}

/// The modules that `ENGINE` names, in a process that answers line by line.
struct WasmProcess {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl WasmProcess {
    /// `None` where no module is named.
    fn open() -> Option<WasmProcess> {
        let modules = env::var("ENGINE").ok()?;
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/engine.mjs");
        let mut node = Command::new("node");
        node.arg(program).args(modules.split(':')).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = node.spawn().expect("ENGINE is measured with Node.js");
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().expect("it was piped"));
        Some(WasmProcess { process, input, output })
    }

    fn batch(&mut self, question: &Value) -> Value {
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{question}").expect("it listens");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it answers");
        serde_json::from_str(&line).expect("it answers in JSON")
    }
}

impl Drop for WasmProcess {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.process.wait();
    }
}

/// An answer, or the last event of a stream, without times and byte counts, which differ in WebAssembly.
fn without_times(reply: &str) -> String {
    let reply = reply.rsplit("{\"event\":").next().unwrap_or_default().to_owned();
    ["\"seconds\":", "\"peak_bytes\":"].iter().fold(reply, |reply, field| {
        let mut parts = reply.split(field);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + part.trim_start_matches(|c: char| !matches!(c, ',' | '}')))
    })
}
