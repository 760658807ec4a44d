//! The engine in a browser: the same questions and documents as the server's, asked of a WebAssembly module.
//!
//! The page writes a question as JSON into the module's memory, and pulls: a whole answer comes at
//! once, a stream in slices of a few milliseconds, so that the worker hears its page in between. Some work
//! cannot be cut into slices, such as a cell of an experiment: while a pull goes on, the page is told how far it
//! is. There are no threads and no files; whoever wants a long answer no more ends the worker. [`Engine`] is the
//! whole of it and runs anywhere; the modules are in `parts`, where `border` gives it the names that a page calls.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use ktour_answer::{
    DEFAULT_MAX_TIME, Events, Job, Limits, Misread, Question, Refused, RefusedDocument, Reply, WholeWork,
    Work, questions, to_json,
};
use ktour_tour::{Control, control::Progress};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Bytes that a piece of work may take: half of what a tab can have at the very most.
const MAX_WORK_BYTES: u128 = 2 << 30;

/// Time between two messages of long work, in which the worker receives messages of the page.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(10);

/// Bytes of events that are enough for a slice, however fast they come.
const MAX_SLICE_BYTES: usize = 256 << 10;

/// Time between two progress reports of a pull; longer than a slice, which reports by itself.
const PULL_PROGRESS_INTERVAL: Duration = Duration::from_millis(40);

/// Kind of reply that a pull returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum ReplyKind {
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
    tell: Arc<dyn Fn(Progress) + Send + Sync>,
}

enum Pending {
    Whole(WholeWork, Control),
    Stream(Box<dyn Events + Send>, Control),
    Refused(Refused),
}

/// A question as the page writes it.
#[derive(Deserialize)]
struct QuestionMessage {
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
        Engine { questions, asked: BTreeMap::new(), last: 0, reply: Vec::new(), tell: Arc::new(|_| ()) }
    }

    /// Control that reports progress from within a pull.
    pub fn telling(self, tell: impl Fn(Progress) + Send + Sync + 'static) -> Engine {
        Engine { tell: Arc::new(tell), ..self }
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
    pub fn pull(&mut self, number: u32, slice: Duration) -> ReplyKind {
        let pulled = match self.asked.remove(&number) {
            None => Ok((ReplyKind::Over, Vec::new())),
            Some(Pending::Refused(refused)) => Err(refused),
            Some(Pending::Whole(work, control)) => work(&self.listened(&control)).map(written),
            Some(Pending::Stream(events, control)) => self.slice(number, events, control, slice),
        };
        let (kind, reply) = pulled.unwrap_or_else(|refused| {
            (ReplyKind::Refused, to_json(&RefusedDocument::from(&refused)).into_bytes())
        });
        self.reply = reply;
        kind
    }

    /// Leaves a question unanswered.
    pub fn forget(&mut self, number: u32) {
        self.asked.remove(&number);
    }

    /// Reply of the last pull.
    pub fn reply(&self) -> &[u8] {
        &self.reply
    }

    /// The work behind a question, with the time it has.
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

    /// A control for one pull.
    fn listened(&self, control: &Control) -> Control {
        let tell = Arc::clone(&self.tell);
        control.clone().with_listener(PULL_PROGRESS_INTERVAL, move |progress| tell(progress))
    }

    /// The events of a stream until the slice is over, or has enough of them; the stream stays where there may be more.
    fn slice(
        &mut self,
        number: u32,
        mut events: Box<dyn Events + Send>,
        control: Control,
        slice: Duration,
    ) -> Result<(ReplyKind, Vec<u8>), Refused> {
        let (until, listened) = (control.elapsed() + slice, self.listened(&control));
        let mut told = String::from("[");
        while let Some(event) = events.next_event(&listened)? {
            let comma = if told.len() > 1 { "," } else { "" };
            // Both are written by us: a name, and a document.
            told += &format!("{comma}{{\"event\":\"{}\",\"data\":{}}}", event.name, event.data);
            if control.elapsed() >= until || told.len() >= MAX_SLICE_BYTES {
                self.asked.insert(number, Pending::Stream(events, control));
                break;
            }
        }
        told.push(']');
        Ok((ReplyKind::Events, told.into_bytes()))
    }
}

/// An answer as the page reads it.
fn written(reply: Reply) -> (ReplyKind, Vec<u8>) {
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

    use ktour_answer::{FIRST_QUESTIONS, HEAVY_QUESTIONS};
    use ktour_tour::control::Clock;

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
    fn a_count_says_first_what_it_takes_and_then_how_far_it_is() {
        let mut engine = Engine::default();
        let number = engine.ask(br#"{"question": "count", "words": {"board": "6x7", "kind": "closed"}}"#);
        let mut events: Vec<Value> = Vec::new();
        while engine.pull(number, Duration::ZERO) == ReplyKind::Events {
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
            (include_str!("../../ktour-web/page/js/engine/first.js"), FIRST_QUESTIONS),
            (include_str!("../../ktour-web/page/js/engine/heavy.js"), HEAVY_QUESTIONS),
        ];
        for (page, questions) in lists {
            let list = page.split_once('[').and_then(|(_, rest)| Some(rest.split_once(']')?.0)).unwrap();
            let names: Vec<&str> = list.split(", ").map(|name| name.trim_matches('\'')).collect();
            assert_eq!(names, questions.iter().map(|question| question.name).collect::<Vec<_>>());
        }
    }

    /// How a question is worked on, in milliseconds of a clock that goes on by a tenth of one at every look: how
    /// long something takes is how often it looks.
    #[derive(Debug)]
    struct Looks {
        /// The longest pull.
        pull: u64,
        /// Longest time without a message to the page.
        silence: u64,
    }

    /// Pulls a question so often, or to its end.
    fn looks(question: &str, pulls: usize) -> Looks {
        let (now, heard) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let silence = Arc::new(AtomicU64::new(0));
        let hear = {
            let (now, heard, silence) = (Arc::clone(&now), Arc::clone(&heard), Arc::clone(&silence));
            move || {
                let now = now.load(Ordering::Relaxed);
                silence.fetch_max(now - heard.swap(now, Ordering::Relaxed), Ordering::Relaxed);
            }
        };
        let told = hear.clone();
        let mut engine = Engine::default().telling(move |_| told());
        let number = engine.ask(question.as_bytes());
        let look = Arc::clone(&now);
        let clock = Clock::new(move || Duration::from_micros(100 * look.fetch_add(1, Ordering::Relaxed)));
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
            hear();
            if kind != ReplyKind::Events {
                break;
            }
        }
        Looks { pull: pull / 10, silence: silence.load(Ordering::Relaxed) / 10 }
    }

    #[test]
    fn a_pull_of_a_film_or_a_count_gives_the_worker_back_within_fifty_milliseconds() {
        for question in [
            r#"{"question": "trace", "words": {"board": 6, "method": "backtrack"}}"#,
            r#"{"question": "count", "words": {"board": "6x7", "kind": "closed"}}"#,
        ] {
            let looks = looks(question, usize::MAX);
            assert!((1..=50).contains(&looks.pull), "{question}: {looks:?}");
        }
    }

    /// One long-running example of every question that can take long.
    #[test]
    fn a_pull_that_takes_longer_tells_how_far_it_is_every_fifty_milliseconds() {
        for question in LONG {
            let looks = looks(question, 4);
            assert!(looks.pull > 50 && looks.silence <= 50, "{question}: {looks:?}");
        }
    }

    /// The film of plain backtracking on 8x8 from its upper left square: 25,936,253 leaps tested. What one slice
    /// brings does not grow with what went before, and what it brought is gone with the next.
    #[test]
    fn a_film_of_twenty_five_million_trials_needs_no_memory() {
        let mut engine = Engine::default();
        let film = r#"{"question": "trace", "words": {"board": 8, "start": "a8", "method": "backtrack"}}"#;
        let number = engine.ask(film.as_bytes());
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
        // 20,000 events are reported one by one, 500 in a slice; the rest passes in time-lapse.
        assert!(slices > 40 && longest < 20_000, "{slices} slices, the longest of {longest} bytes");
        assert!(engine.asked.is_empty());
    }

    #[test]
    fn a_stream_comes_in_slices_and_can_be_forgotten() {
        let mut engine = Engine::default();
        let film = br#"{"question": "trace", "words": {"board": 6, "method": "backtrack"}}"#;
        let (whole, left) = (engine.ask(film), engine.ask(film));
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
