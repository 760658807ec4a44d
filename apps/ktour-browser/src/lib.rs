//! The engine in a browser: the same questions and documents as the server's, in a WebAssembly module.
//!
//! The page writes a question as JSON into the module's memory and pulls its reply: a single reply at once, a
//! stream in slices of a few milliseconds, so that the worker receives messages of its page in between. Work
//! that cannot be cut into slices, such as a cell of an experiment, reports its progress during the pull. The
//! module has neither threads nor files; the page cancels a long pull by terminating the worker. [`Engine`]
//! runs on any target; the modules are in `parts`, where `ffi` exports the functions that the page calls.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use ktour_answer::{
    DEFAULT_MAX_TIME, Events, Job, Limits, Misread, Question, Refused, RefusedDocument, Reply, WholeWork,
    Work, questions, to_json,
};
use ktour_core::{Control, control::Progress};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Memory limit of a question in bytes: half of what a tab can allocate.
const MAX_WORK_BYTES: u128 = 2 << 30;

/// Interval between two progress events of a stream.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(10);

/// Number of bytes of events that end a slice.
const MAX_SLICE_BYTES: usize = 256 << 10;

/// Interval between two progress reports of a pull; longer than a slice.
const PULL_PROGRESS_INTERVAL: Duration = Duration::from_millis(40);

/// Kind of reply that a pull returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum ReplyKind {
    /// The question is finished or unknown.
    Over = 0,
    /// A JSON document.
    Document = 1,
    /// The document of a refusal.
    Refused = 2,
    /// A line of JSON with the `media` type and `name` of a file, followed by its bytes.
    File = 3,
    /// Numbers of two bytes each, little-endian.
    Bytes = 4,
    /// A JSON array of events, perhaps empty; the stream continues with the next pull.
    Events = 5,
}

/// The questions that are not answered yet, and the reply of the last pull.
///
/// ```
/// use std::time::Duration;
/// use ktour_browser::{Engine, ReplyKind};
///
/// let mut engine = Engine::default();
/// let number = engine.ask(br#"{"question": "exists", "words": {"board": "4x4"}}"#);
/// assert_eq!(engine.pull(number, Duration::ZERO), ReplyKind::Document);
/// assert!(std::str::from_utf8(engine.reply())?.contains("schwenk"));
/// assert_eq!(engine.pull(number, Duration::ZERO), ReplyKind::Over);
/// # Ok::<(), std::str::Utf8Error>(())
/// ```
pub struct Engine {
    questions: Vec<&'static Question>,
    asked: BTreeMap<u32, Pending>,
    last: u32,
    reply: Vec<u8>,
    on_progress: Arc<dyn Fn(Progress) + Send + Sync>,
}

enum Pending {
    Whole(WholeWork, Control),
    Stream(Box<dyn Events + Send>, Control),
    Refused(Refused),
}

/// A question in the JSON of the page.
#[derive(Deserialize)]
struct QuestionMessage {
    question: String,
    #[serde(default)]
    words: Map<String, Value>,
}

impl Default for Engine {
    /// Creates an engine that answers all questions.
    fn default() -> Engine {
        Engine::with_questions(questions())
    }
}

impl Engine {
    /// Creates an engine that answers these questions. A module with one list contains no code for the other
    /// questions.
    pub fn with_questions(questions: impl IntoIterator<Item = &'static Question>) -> Engine {
        let questions = questions.into_iter().collect();
        Engine {
            questions,
            asked: BTreeMap::new(),
            last: 0,
            reply: Vec::new(),
            on_progress: Arc::new(|_| ()),
        }
    }

    /// Sets the callback that receives progress during a pull.
    pub fn with_progress(self, on_progress: impl Fn(Progress) + Send + Sync + 'static) -> Engine {
        Engine { on_progress: Arc::new(on_progress), ..self }
    }

    /// Parses a question and returns its number for [`pull`](Engine::pull).
    pub fn ask(&mut self, text: &[u8]) -> u32 {
        self.last += 1;
        let pending = self.read(text).unwrap_or_else(Pending::Refused);
        self.asked.insert(self.last, pending);
        self.last
    }

    /// Works on a question: on a single reply to its end, on a stream for about `slice`. The result is the
    /// [`reply`](Engine::reply).
    pub fn pull(&mut self, number: u32, slice: Duration) -> ReplyKind {
        let pulled = match self.asked.remove(&number) {
            None => Ok((ReplyKind::Over, Vec::new())),
            Some(Pending::Refused(refused)) => Err(refused),
            Some(Pending::Whole(work, control)) => {
                work(&self.control_with_progress(&control)).map(encode_reply)
            }
            Some(Pending::Stream(events, control)) => self.slice(number, events, control, slice),
        };
        let (kind, reply) = pulled.unwrap_or_else(|refused| {
            (ReplyKind::Refused, to_json(&RefusedDocument::from(&refused)).into_bytes())
        });
        self.reply = reply;
        kind
    }

    /// Cancels a question.
    pub fn forget(&mut self, number: u32) {
        self.asked.remove(&number);
    }

    /// Reply of the last pull.
    pub fn reply(&self) -> &[u8] {
        &self.reply
    }

    /// Prepares the work of a question, with its time limit.
    fn read(&self, text: &[u8]) -> Result<Pending, Refused> {
        let unknown = || Misread::NoQuestion { text: String::from_utf8_lossy(text).into_owned() };
        let QuestionMessage { question: name, words } =
            serde_json::from_slice(text).map_err(|_| unknown())?;
        let question = self.questions.iter().find(|question| question.name == name).ok_or_else(unknown)?;
        let limits =
            Limits { memory: MAX_WORK_BYTES, threads: 1, tell: PROGRESS_INTERVAL, ..Limits::default() };
        let Job { time, work, .. } = question.prepare(&words.into(), &limits)?;
        let control = Control::within(time.unwrap_or(DEFAULT_MAX_TIME));
        Ok(match work {
            Work::Whole(work) => Pending::Whole(work, control),
            Work::Stream(events) => Pending::Stream(events, control),
        })
    }

    /// Control of one pull, which reports progress.
    fn control_with_progress(&self, control: &Control) -> Control {
        let on_progress = Arc::clone(&self.on_progress);
        control.clone().with_listener(PULL_PROGRESS_INTERVAL, move |progress| on_progress(progress))
    }

    /// Collects the events of a stream until the slice is over or has enough bytes; the stream is stored
    /// again unless it has ended.
    fn slice(
        &mut self,
        number: u32,
        mut events: Box<dyn Events + Send>,
        control: Control,
        slice: Duration,
    ) -> Result<(ReplyKind, Vec<u8>), Refused> {
        let (until, reporting) = (control.elapsed() + slice, self.control_with_progress(&control));
        let mut list = String::from("[");
        while let Some(event) = events.next_event(&reporting)? {
            let comma = if list.len() > 1 { "," } else { "" };
            // The name and the data contain no text that needs escaping.
            list += &format!("{comma}{{\"event\":\"{}\",\"data\":{}}}", event.name, event.data);
            if control.elapsed() >= until || list.len() >= MAX_SLICE_BYTES {
                self.asked.insert(number, Pending::Stream(events, control));
                break;
            }
        }
        list.push(']');
        Ok((ReplyKind::Events, list.into_bytes()))
    }
}

/// Encodes a reply for the page.
fn encode_reply(reply: Reply) -> (ReplyKind, Vec<u8>) {
    match reply {
        Reply::Json { text, .. } => (ReplyKind::Document, text.into_bytes()),
        Reply::Bytes(bytes) => (ReplyKind::Bytes, bytes),
        Reply::File { media, name, bytes } => {
            let head = serde_json::json!({"media": media, "name": name}).to_string();
            (ReplyKind::File, [head.as_bytes(), b"\n", &bytes].concat())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    };

    use ktour_core::control::Clock;

    use super::*;

    const SLICE: Duration = Duration::from_millis(5);

    const LONG: &[&str] = &[
        r#"{"question": "solve", "words": {"board": 8, "start": "a8", "method": "backtrack"}}"#,
        r#"{"question": "starts", "words": {"board": 7, "holes": "d4", "method": "backtrack"}}"#,
        r#"{"question": "render", "words": {"board": 50, "format": "gif", "max_time": "1m"}}"#,
        r#"{"question": "count", "words": {"board": "6x6", "kind": "closed", "by": "turns"}}"#,
        r#"{"question": "count", "words": {"board": "8x8", "kind": "closed", "symmetry": "half-turn"}}"#,
        r#"{"question": "tours", "words": {"board": "6x6", "kind": "closed", "by": "crossings"}}"#,
        r#"{"question": "sample", "words": {"board": "6x8", "kind": "closed", "n": 1}}"#,
        r#"{"question": "puzzle", "words": {"board": 8, "difficulty": "fiendish", "seed": 1}}"#,
        r#"{"question": "given", "words": {"board": 6, "givens": "a1:1", "solutions": true}}"#,
        r#"{"question": "lab/race", "words": {"board": 8, "methods": "backtrack", "max_time": "1s"}}"#,
        r#"{"question": "lab/growth", "words": {"method": "backtrack", "sizes": "8", "repeats": 1}}"#,
        r#"{"question": "lab/backtracking", "words": {"boards": "8x8"}}"#,
        r#"{"question": "lab/warnsdorff", "words": {"sizes": "8", "tries": 1000}}"#,
    ];

    fn pull(question: &str) -> (ReplyKind, String) {
        let mut engine = Engine::default();
        let number = engine.ask(question.as_bytes());
        let kind = engine.pull(number, SLICE);
        (kind, String::from_utf8_lossy(engine.reply()).into_owned())
    }

    #[test]
    fn bad_questions_are_refused_by_code() {
        for (question, code) in [
            ("{", "word-no-question"),
            (r#"{"question": "nothing"}"#, "word-no-question"),
            (r#"{"question": "solve"}"#, "word-no-board"),
            (r#"{"question": "solve", "words": {"board": 5, "sart": "a1"}}"#, "word-unknown"),
            (r#"{"question": "solve", "words": {"board": 0}}"#, "board-empty"),
        ] {
            let (kind, text) = pull(question);
            assert_eq!(kind, ReplyKind::Refused, "{question}");
            assert!(text.contains(&format!("\"code\":\"{code}\"")), "{question}: {text}");
        }
    }

    #[test]
    fn a_file_has_a_head_and_bytes() {
        let (kind, text) = pull(r#"{"question": "render", "words": {"board": 5, "format": "svg"}}"#);
        assert_eq!(kind, ReplyKind::File);
        let (head, svg) = text.split_once('\n').unwrap();
        let head: Value = serde_json::from_str(head).unwrap();
        assert_eq!(head["media"], "image/svg+xml");
        assert!(svg.starts_with("<svg"));
    }

    #[test]
    fn a_count_sends_an_estimate_and_then_progress() {
        let mut engine = Engine::default();
        let number = engine.ask(br#"{"question": "count", "words": {"board": "6x7", "kind": "closed"}}"#);
        let mut events: Vec<Value> = Vec::new();
        while engine.pull(number, Duration::ZERO) == ReplyKind::Events {
            let slice: Vec<Value> = serde_json::from_slice(engine.reply()).unwrap();
            assert!(slice.len() <= 1, "a slice without time has at most one event");
            events.extend(slice);
        }
        assert_eq!(events[0]["event"], "estimate");
        assert!(events[0]["data"]["bytes"].as_u64().is_some_and(|bytes| bytes > 1 << 16));
        assert_eq!(events.last().unwrap()["data"]["undirected"], "1067638");
    }

    /// The page lists the questions of two modules; all other questions are in the third.
    /// Durations in milliseconds of a clock that advances by 0.1 ms with every reading, so that a duration is
    /// the number of readings.
    #[derive(Debug)]
    struct PullTimes {
        /// Longest pull.
        pull: u64,
        /// Longest time without a message to the page.
        silence: u64,
    }

    /// Pulls a question at most this many times.
    fn pull_times(question: &str, pulls: usize) -> PullTimes {
        let (now, reported) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let silence = Arc::new(AtomicU64::new(0));
        let on_report = {
            let (now, reported, silence) = (Arc::clone(&now), Arc::clone(&reported), Arc::clone(&silence));
            move || {
                let now = now.load(Ordering::Relaxed);
                silence.fetch_max(now - reported.swap(now, Ordering::Relaxed), Ordering::Relaxed);
            }
        };
        let on_progress = on_report.clone();
        let mut engine = Engine::default().with_progress(move |_| on_progress());
        let number = engine.ask(question.as_bytes());
        let readings = Arc::clone(&now);
        let clock = Clock::new(move || Duration::from_micros(100 * readings.fetch_add(1, Ordering::Relaxed)));
        let timed = |control: Control| control.with_clock(clock).with_time(Duration::from_millis(100));
        let pending = match engine.asked.remove(&number).unwrap() {
            Pending::Whole(work, control) => Pending::Whole(work, timed(control)),
            Pending::Stream(events, control) => Pending::Stream(events, timed(control)),
            Pending::Refused(refused) => panic!("{question}: {}", refused.code()),
        };
        engine.asked.insert(number, pending);
        let mut pull = 0;
        for _ in 0..pulls {
            let before = now.load(Ordering::Relaxed);
            let kind = engine.pull(number, Duration::from_millis(30));
            pull = pull.max(now.load(Ordering::Relaxed) - before);
            on_report();
            if kind != ReplyKind::Events {
                break;
            }
        }
        PullTimes { pull: pull / 10, silence: silence.load(Ordering::Relaxed) / 10 }
    }

    #[test]
    fn a_pull_of_a_trace_or_a_count_returns_within_fifty_milliseconds() {
        for question in [
            r#"{"question": "trace", "words": {"board": 6, "method": "backtrack"}}"#,
            r#"{"question": "count", "words": {"board": "6x7", "kind": "closed"}}"#,
        ] {
            let times = pull_times(question, usize::MAX);
            assert!((1..=50).contains(&times.pull), "{question}: {times:?}");
        }
    }

    /// One long-running example of every question that can take long.
    #[test]
    fn a_longer_pull_reports_progress_every_fifty_milliseconds() {
        for question in LONG {
            let times = pull_times(question, 4);
            assert!(times.pull > 50 && times.silence <= 50, "{question}: {times:?}");
        }
    }

    /// The trace of plain backtracking on 8x8 from its upper left square tests 25,936,253 leaps. A slice does
    /// not grow with the events before it, and its reply is freed with the next one.
    #[test]
    fn a_trace_of_twenty_five_million_trials_needs_no_memory() {
        let mut engine = Engine::default();
        let trace = r#"{"question": "trace", "words": {"board": 8, "start": "a8", "method": "backtrack"}}"#;
        let number = engine.ask(trace.as_bytes());
        let (mut slices, mut longest, mut last) = (0, 0, Vec::new());
        while engine.pull(number, Duration::ZERO) == ReplyKind::Events {
            slices += 1;
            longest = longest.max(engine.reply().len());
            if engine.reply() != b"[]" {
                last = engine.reply().to_vec();
            }
        }
        let end: Value = serde_json::from_slice(&last).unwrap();
        assert_eq!(end[0]["data"]["stats"]["trials"], 25_936_253);
        // The first 20,000 events are sent one by one, 500 in a slice; the others in time-lapse.
        assert!(slices > 40 && longest < 20_000, "{slices} slices, the longest of {longest} bytes");
        assert!(engine.asked.is_empty());
    }

    #[test]
    fn a_stream_is_sent_in_slices_and_can_be_cancelled() {
        let mut engine = Engine::default();
        let trace = br#"{"question": "trace", "words": {"board": 6, "method": "backtrack"}}"#;
        let (whole, left) = (engine.ask(trace), engine.ask(trace));
        engine.pull(left, Duration::ZERO);
        engine.forget(left);
        assert_eq!(engine.pull(left, SLICE), ReplyKind::Over);
        let mut names = Vec::new();
        while engine.pull(whole, SLICE) == ReplyKind::Events {
            let events: Vec<Value> = serde_json::from_slice(engine.reply()).unwrap();
            names.extend(events.iter().map(|event| event["event"].as_str().unwrap().to_owned()));
        }
        assert_eq!(names.last().map(String::as_str), Some("end"));
        assert_eq!(names.iter().filter(|name| *name == "end").count(), 1);
    }
}
