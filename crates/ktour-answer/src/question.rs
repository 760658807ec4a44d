//! What can be asked: one list, from which every face takes its questions.
//!
//! A [`Question`] has a name, its words, and a way to read them. Reading gives [`Job`]: what the work
//! will cost, and the [`Work`] itself, which is whole or a stream. A stream is pulled: whoever wants
//! the next [`Event`] asks for it, so a slow reader needs no buffer, and a worker without threads can
//! do it as well. Whoever waits long for an event hears how far the work is from the control that it
//! gave: that is the event [`WORKING`], the same for all streams.

use std::{sync::Arc, time::Duration};

use ktour_tour::{Control, control::Progress};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use crate::{Parameters, Refused};

/// How long work goes on where no `max_time` is asked for.
pub const DEFAULT_MAX_TIME: Duration = Duration::from_secs(10);

/// Searches of up to so many bytes are worth a short look before they wait for a place.
pub(crate) const MAX_BYTES_FOR_QUICK_TRY: u128 = 2 << 20;

/// How much a face answers.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Squares of a board whose squares are named one by one.
    pub named: u128,
    /// Squares of a board that is drawn and played, each with its leaps.
    pub played: u128,
    /// Squares of a board that is searched before one's eyes, or answered square by square.
    pub watched: u128,
    /// Squares of a board whose tours are counted.
    pub counted: u128,
    /// The longest side of a table.
    pub table: u64,
    /// Bytes that one piece of work may take.
    pub memory: u128,
    /// Threads that one piece of work may use.
    pub threads: usize,
    /// Pixels across a picture.
    pub width: u64,
    /// Bytes of a file.
    pub file: usize,
    /// Time between two messages of long work.
    pub tell: Duration,
}

impl Default for Limits {
    /// What is answered to anybody who asks: boards that can be drawn, a gigabyte, half of the processors.
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            named: 250_000,
            played: 10_000,
            watched: 1600,
            counted: 4096,
            table: 200,
            memory: 1 << 30,
            threads: (cores / 2).max(1),
            width: 4000,
            file: 64 << 20,
            tell: Duration::from_millis(200),
        }
    }
}

/// What a piece of work will cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// How long it takes.
    pub pace: Pace,
    /// About how many bytes it holds at its largest.
    pub memory: u128,
}

/// How long a piece of work takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Milliseconds, bounded by itself.
    Quick,
    /// Perhaps milliseconds: worth a short look before it is begun in earnest.
    Look,
    /// As long as it is let.
    Long,
}

impl Cost {
    /// Milliseconds, and an answer of a few kilobytes.
    pub const QUICK: Cost = Cost::quick(0);

    /// Milliseconds, holding so many bytes.
    pub(crate) const fn quick(memory: u128) -> Cost {
        Cost { pace: Pace::Quick, memory }
    }

    /// A search that holds so many bytes.
    pub(crate) fn search(memory: u128) -> Cost {
        Cost { pace: if memory <= MAX_BYTES_FOR_QUICK_TRY { Pace::Look } else { Pace::Long }, memory }
    }

    /// As long as it is let, holding so many bytes.
    pub fn long(memory: u128) -> Cost {
        Cost { pace: Pace::Long, memory }
    }
}

/// A question whose words were read.
pub struct Job {
    /// What the work will cost.
    pub cost: Cost,
    /// How long it may take, where somebody said so; else what is usual.
    pub time: Option<Duration>,
    /// The work.
    pub work: Work,
}

/// Work with one answer at the end.
pub type WholeWork = Arc<dyn Fn(&Control) -> Result<Reply, Refused> + Send + Sync>;

/// The work behind a question.
pub enum Work {
    /// One answer at the end; can be done again with more time.
    Whole(WholeWork),
    /// Events one after another.
    Stream(Box<dyn Events + Send>),
}

/// An answer.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A document.
    Json {
        /// As it is written.
        text: String,
        /// Whether more time would give more of an answer.
        is_cut_off: bool,
    },
    /// A file to keep.
    File {
        /// What it is.
        media: &'static str,
        /// What it is called.
        name: String,
        /// What is in it.
        bytes: Vec<u8>,
    },
    /// Numbers, two bytes each, the lower first; the same question has the same ones.
    Bytes(Vec<u8>),
}

impl Reply {
    /// A document that is whole.
    pub fn of(document: &impl Serialize) -> Reply {
        Reply::cut(document, false)
    }

    /// A document that more time might change.
    pub fn cut(document: &impl Serialize, is_cut_off: bool) -> Reply {
        Reply::Json { text: json(document), is_cut_off }
    }
}

/// A document as it is written.
pub fn json(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("documents have texts for keys")
}

/// Something that is told while the work goes on.
#[derive(Clone, Debug)]
pub struct Event {
    /// Which kind.
    pub name: &'static str,
    /// Its document, as it is written.
    pub data: String,
}

impl Event {
    /// A document under a name.
    pub fn new(name: &'static str, document: &impl Serialize) -> Event {
        Event { name, data: json(document) }
    }
}

/// The last event of every stream that is not refused.
pub const END: &str = "end";

/// The event that says how far a stream is which has nothing else to tell yet.
pub const WORKING: &str = "working";

/// How far work is while its next event is waited for.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Working")]
pub struct WorkingDocument {
    /// Trials, states or squares: whatever the work counts.
    pub done: u64,
    /// What share of it is done, where that is known; else 0.
    pub share: f64,
}

impl From<Progress> for WorkingDocument {
    fn from(Progress { done, share }: Progress) -> WorkingDocument {
        WorkingDocument { done, share }
    }
}

/// Work that is pulled for its next event.
pub trait Events {
    /// What happens next, the last of it under [`END`]; `None` when all is told. One event may take long, as
    /// a cell of an experiment does: a listener of `control` is told how far it is.
    fn next(&mut self, control: &Control) -> Result<Option<Event>, Refused>;
}

/// A question that can be asked.
pub struct Question {
    /// Its name, which is also its path.
    pub name: &'static str,
    /// What it answers, in a sentence.
    pub about: &'static str,
    /// Its words.
    pub words: &'static [&'static str],
    /// One of its questions, as a query.
    pub example: &'static str,
    /// What comes back.
    pub shape: ReplyShape,
    /// Reads the words.
    pub read: fn(&Parameters, &Limits) -> Result<Job, Refused>,
}

/// The schema of a document.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// What comes back.
pub enum ReplyShape {
    /// A document.
    Json(SchemaOf),
    /// Events with their documents.
    Events(&'static [(&'static str, SchemaOf)]),
    /// A file of one of these types.
    File(&'static [&'static str]),
    /// Numbers, two bytes each.
    Bytes,
}

impl Question {
    /// The work behind these words.
    pub fn ask(&self, words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
        words.check(self.words.iter().copied())?;
        (self.read)(words, limits)
    }
}

impl Job {
    /// Work with one answer at the end.
    pub fn whole(
        cost: Cost,
        time: Option<Duration>,
        work: impl Fn(&Control) -> Result<Reply, Refused> + Send + Sync + 'static,
    ) -> Job {
        Job { cost, time, work: Work::Whole(Arc::new(work)) }
    }

    /// Work that tells as it goes.
    pub fn stream(cost: Cost, time: Option<Duration>, events: impl Events + Send + 'static) -> Job {
        Job { cost, time, work: Work::Stream(Box::new(events)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question;

    #[test]
    fn the_largest_answers_of_quick_questions_are_charged_for() {
        let far = "board=1000000000&x=5&y=5";
        for (name, words) in [
            ("board", "board=100".to_owned()),
            ("merge", "board=160".to_owned()),
            ("table", "size=200x200".to_owned()),
            ("atlas/tile", format!("{far}&side=256")),
            ("atlas/steps", format!("{far}&width=64&height=64")),
            ("atlas/blocks", format!("{far}&width=200&height=200")),
            ("atlas/path", "board=1000000000&step=999999999&count=1000".to_owned()),
            ("joining", "board=20".to_owned()),
        ] {
            let question = question(name).unwrap_or_else(|| panic!("{name} is a question"));
            let words = words.split('&').filter_map(|word| word.split_once('='));
            let words = words.map(|(word, text)| (word.to_owned(), text.to_owned())).collect();
            let asked = question.ask(&words, &Limits::default()).unwrap();
            assert_eq!(asked.cost.pace, Pace::Quick, "{name}");
            let Work::Whole(work) = asked.work else { panic!("{name} is a stream") };
            let length = match work(&Control::unlimited()).unwrap() {
                Reply::Json { text, .. } => text.len(),
                Reply::File { bytes, .. } | Reply::Bytes(bytes) => bytes.len(),
            };
            assert!(length as u128 <= asked.cost.memory, "{name}: {length} bytes");
        }
    }
}
