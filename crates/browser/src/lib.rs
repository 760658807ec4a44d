//! The engine in a browser: the same questions and documents as the server's, asked of a WebAssembly module.
//!
//! The page writes a question as JSON into the module's memory, and pulls: a whole answer comes at
//! once, a stream in slices of a few milliseconds, so that the worker hears its page in between. There are
//! no threads and no files; whoever wants a long answer no more ends the worker. [`Engine`] is the whole of
//! it and runs anywhere; the modules are in `parts`, where `border` gives it the names that a page calls.

use std::{collections::BTreeMap, time::Duration};

use knights_tour::Control;
use knights_tour_answer::{
    Asked, Events, Limits, Misread, Question, Refused, RefusedDocument, Reply, USUAL, WholeWork, Work, json,
    questions,
};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Bytes that a piece of work may take: half of what a tab can have at the very most.
const MEMORY: u128 = 2 << 30;

/// Time between two messages of long work: a worker hears its page in between.
const TELL: Duration = Duration::from_millis(10);

/// What was pulled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Kind {
    /// There is nothing more.
    Over = 0,
    /// A document.
    Document = 1,
    /// The document of a refusal.
    Refused = 2,
    /// A line of JSON with its `media` type and `name`, then its bytes.
    File = 3,
    /// Numbers, two bytes each, the lower first.
    Bytes = 4,
    /// A list of events, perhaps empty; pull again for more.
    Events = 5,
}

/// The questions that were asked and are not answered yet.
///
/// ```
/// use std::time::Duration;
/// use knights_tour_browser::{Engine, Kind};
///
/// let mut engine = Engine::default();
/// let number = engine.ask(br#"{"question": "exists", "words": {"board": "4x4"}}"#);
/// assert_eq!(engine.pull(number, Duration::ZERO), Kind::Document);
/// assert!(std::str::from_utf8(engine.reply())?.contains("schwenk"));
/// assert_eq!(engine.pull(number, Duration::ZERO), Kind::Over);
/// # Ok::<(), std::str::Utf8Error>(())
/// ```
pub struct Engine {
    questions: Vec<&'static Question>,
    asked: BTreeMap<u32, Pending>,
    last: u32,
    reply: Vec<u8>,
}

enum Pending {
    Whole(WholeWork, Control),
    Stream(Box<dyn Events + Send>, Control),
    Refused(Refused),
}

/// A question as the page writes it.
#[derive(Deserialize)]
struct Written {
    question: String,
    #[serde(default)]
    words: Map<String, Value>,
}

impl Default for Engine {
    /// One that answers all questions.
    fn default() -> Engine {
        Engine::of(questions())
    }
}

impl Engine {
    /// One that answers these questions: a module with one list alone has no code for the others.
    pub fn of(questions: impl IntoIterator<Item = &'static Question>) -> Engine {
        let questions = questions.into_iter().collect();
        Engine { questions, asked: BTreeMap::new(), last: 0, reply: Vec::new() }
    }

    /// Reads a question; its number is what it is pulled by.
    pub fn ask(&mut self, text: &[u8]) -> u32 {
        self.last += 1;
        let pending = self.read(text).unwrap_or_else(Pending::Refused);
        self.asked.insert(self.last, pending);
        self.last
    }

    /// Works on a question: a whole one to its end, a stream for about so long. What comes of it is the
    /// [`reply`](Engine::reply).
    pub fn pull(&mut self, number: u32, slice: Duration) -> Kind {
        let pulled = match self.asked.remove(&number) {
            None => Ok((Kind::Over, Vec::new())),
            Some(Pending::Refused(refused)) => Err(refused),
            Some(Pending::Whole(work, control)) => work(&control).map(written),
            Some(Pending::Stream(events, control)) => self.slice(number, events, control, slice),
        };
        let (kind, reply) = pulled
            .unwrap_or_else(|refused| (Kind::Refused, json(&RefusedDocument::from(&refused)).into_bytes()));
        self.reply = reply;
        kind
    }

    /// Leaves a question unanswered.
    pub fn forget(&mut self, number: u32) {
        self.asked.remove(&number);
    }

    /// What the last pull brought.
    pub fn reply(&self) -> &[u8] {
        &self.reply
    }

    /// The work behind a question, with the time it has.
    fn read(&self, text: &[u8]) -> Result<Pending, Refused> {
        let unknown = || Misread::NoQuestion { text: String::from_utf8_lossy(text).into_owned() };
        let Written { question: name, words } = serde_json::from_slice(text).map_err(|_| unknown())?;
        let question = self.questions.iter().find(|question| question.name == name).ok_or_else(unknown)?;
        let limits = Limits { memory: MEMORY, threads: 1, tell: TELL, ..Limits::default() };
        let Asked { time, work, .. } = question.ask(&words.into(), &limits)?;
        let control = Control::within(time.unwrap_or(USUAL));
        Ok(match work {
            Work::Whole(work) => Pending::Whole(work, control),
            Work::Stream(events) => Pending::Stream(events, control),
        })
    }

    /// The events of a stream until the slice is over; the stream stays where there may be more.
    fn slice(
        &mut self,
        number: u32,
        mut events: Box<dyn Events + Send>,
        control: Control,
        slice: Duration,
    ) -> Result<(Kind, Vec<u8>), Refused> {
        let until = control.elapsed() + slice;
        let mut told = Vec::new();
        while let Some(event) = events.next(&control)? {
            // Both are written by us: a name, and a document.
            told.push(format!("{{\"event\":\"{}\",\"data\":{}}}", event.name, event.data));
            if control.elapsed() >= until {
                self.asked.insert(number, Pending::Stream(events, control));
                break;
            }
        }
        Ok((Kind::Events, format!("[{}]", told.join(",")).into_bytes()))
    }
}

/// An answer as the page reads it.
fn written(reply: Reply) -> (Kind, Vec<u8>) {
    match reply {
        Reply::Json { text, .. } => (Kind::Document, text.into_bytes()),
        Reply::Bytes(bytes) => (Kind::Bytes, bytes),
        Reply::File { media, name, bytes } => {
            let head = serde_json::json!({"media": media, "name": name}).to_string();
            (Kind::File, [head.as_bytes(), b"\n", &bytes].concat())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    };

    use knights_tour::control::Clock;
    use knights_tour_answer::{FIRST, HEAVY};

    use super::*;

    const SLICE: Duration = Duration::from_millis(5);

    fn pull(question: &str) -> (Kind, String) {
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
            assert_eq!(kind, Kind::Refused, "{question}");
            assert!(text.contains(&format!("\"code\":\"{code}\"")), "{question}: {text}");
        }
    }

    #[test]
    fn a_file_has_a_head_and_bytes() {
        let (kind, text) = pull(r#"{"question": "render", "words": {"board": 5, "format": "svg"}}"#);
        assert_eq!(kind, Kind::File);
        let (head, svg) = text.split_once('\n').unwrap();
        let head: Value = serde_json::from_str(head).unwrap();
        assert_eq!(head["media"], "image/svg+xml");
        assert!(svg.starts_with("<svg"));
    }

    #[test]
    fn a_count_says_first_what_it_takes_and_then_how_far_it_is() {
        let mut engine = Engine::default();
        let number = engine.ask(br#"{"question": "count", "words": {"board": "6x7", "kind": "closed"}}"#);
        let mut events: Vec<Value> = Vec::new();
        while engine.pull(number, Duration::ZERO) == Kind::Events {
            let slice: Vec<Value> = serde_json::from_slice(engine.reply()).unwrap();
            assert!(slice.len() <= 1, "a slice that is over ends with its event");
            events.extend(slice);
        }
        assert_eq!(events[0]["event"], "estimate");
        assert!(events[0]["data"]["bytes"].as_u64().is_some_and(|bytes| bytes > 1 << 16));
        assert_eq!(events.last().unwrap()["data"]["undirected"], "1067638");
    }

    /// The page has the lists of two engines' questions in files of their own; all others are the third's.
    #[test]
    fn the_page_asks_the_part_of_the_engine_that_answers() {
        let lists = [
            (include_str!("../../web/page/js/engine/first.js"), FIRST),
            (include_str!("../../web/page/js/engine/heavy.js"), HEAVY),
        ];
        for (page, questions) in lists {
            let list = page.split_once('[').and_then(|(_, rest)| Some(rest.split_once(']')?.0)).unwrap();
            let names: Vec<&str> = list.split(", ").map(|name| name.trim_matches('\'')).collect();
            assert_eq!(names, questions.iter().map(|question| question.name).collect::<Vec<_>>());
        }
    }

    /// The clock goes on by a millisecond at every look, so how long a pull takes is how often it looks.
    #[test]
    fn a_pull_of_a_stream_gives_the_worker_back_within_fifty_milliseconds() {
        for question in [
            r#"{"question": "trace", "words": {"board": 6, "method": "backtrack"}}"#,
            r#"{"question": "count", "words": {"board": "6x7", "kind": "closed"}}"#,
        ] {
            let looks = Arc::new(AtomicU64::new(0));
            let seen = Arc::clone(&looks);
            let clock = Clock::new(move || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed)));
            let mut engine = Engine::default();
            let number = engine.ask(question.as_bytes());
            let Some(Pending::Stream(events, control)) = engine.asked.remove(&number) else {
                panic!("{question} is a stream");
            };
            engine.asked.insert(number, Pending::Stream(events, control.with_clock(clock)));
            let mut longest = 0;
            loop {
                let before = seen.load(Ordering::Relaxed);
                let kind = engine.pull(number, Duration::from_millis(30));
                longest = longest.max(seen.load(Ordering::Relaxed) - before);
                if kind != Kind::Events {
                    break;
                }
            }
            assert!((1..=50).contains(&longest), "{question}: {longest} ms");
        }
    }

    #[test]
    fn a_stream_comes_in_slices_and_can_be_forgotten() {
        let mut engine = Engine::default();
        let film = br#"{"question": "trace", "words": {"board": 6, "method": "backtrack"}}"#;
        let (whole, left) = (engine.ask(film), engine.ask(film));
        engine.pull(left, Duration::ZERO);
        engine.forget(left);
        assert_eq!(engine.pull(left, SLICE), Kind::Over);
        let mut names = Vec::new();
        while engine.pull(whole, SLICE) == Kind::Events {
            let events: Vec<Value> = serde_json::from_slice(engine.reply()).unwrap();
            names.extend(events.iter().map(|event| event["event"].as_str().unwrap().to_owned()));
        }
        assert_eq!(names.last().map(String::as_str), Some("end"));
        assert_eq!(names.iter().filter(|name| *name == "end").count(), 1);
    }
}
