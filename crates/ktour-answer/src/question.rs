//! The questions of all interfaces: their parameters, their cost and the work that answers them.
//!
//! Parameters that implement [`Ask`] are a question; a [`Question`] is its entry in a list, by which interfaces find
//! it. Preparing gives a [`Job`]: the cost of the work, and the [`Work`] itself, which gives one answer or a stream. The consumer pulls a
//! stream: it requests the next [`Event`], so a slow consumer needs no buffer and the work needs no thread
//! of its own. While an event is computed, callbacks of the control receive the progress, from which
//! interfaces make the event [`WORKING`], the same for all streams.

use std::{sync::Arc, time::Duration};

use ktour_core::{Control, control::Progress};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use crate::{
    Refused,
    parameters::{ParameterGroup, ParameterInfo, Parameters},
};

/// Time limit of work without a `max_time`.
pub const DEFAULT_MAX_TIME: Duration = Duration::from_secs(10);

/// Memory up to which a search is tried for a short time before it is queued.
pub(crate) const MAX_BYTES_FOR_QUICK_TRY: u128 = 2 << 20;

/// Limits of an interface.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum number of squares of a board whose squares are named one by one.
    pub named: u128,
    /// Maximum number of squares of a board that is drawn and played, each with its leaps.
    pub played: u128,
    /// Maximum number of squares of a board whose search is animated, or that is answered square by square.
    pub watched: u128,
    /// Maximum number of squares of a board whose tours are counted.
    pub counted: u128,
    /// Longest side of a table.
    pub table: u64,
    /// Maximum memory of one job, in bytes.
    pub memory: u128,
    /// Maximum number of threads of one job.
    pub threads: usize,
    /// Maximum width of a picture, in pixels.
    pub width: u64,
    /// Maximum size of a file, in bytes.
    pub file: usize,
    /// Time between two progress events.
    pub tell: Duration,
}

impl Default for Limits {
    /// Limits for untrusted clients: boards that can be drawn, a gigabyte, half of the processors.
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

/// Estimated cost of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Duration of the work.
    pub pace: Pace,
    /// Approximate peak memory in bytes.
    pub memory: u128,
}

/// Duration of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Milliseconds, without a time limit.
    Quick,
    /// Perhaps milliseconds: it is tried for a short time before it is queued.
    Look,
    /// Bounded only by the time limit.
    Long,
}

impl Cost {
    /// Milliseconds, and an answer of a few kilobytes.
    pub const QUICK: Cost = Cost::quick(0);

    /// Milliseconds, with `memory` bytes.
    pub(crate) const fn quick(memory: u128) -> Cost {
        Cost { pace: Pace::Quick, memory }
    }

    /// A search with `memory` bytes.
    pub(crate) fn search(memory: u128) -> Cost {
        Cost { pace: if memory <= MAX_BYTES_FOR_QUICK_TRY { Pace::Look } else { Pace::Long }, memory }
    }

    /// Work that is bounded only by the time limit, with `memory` bytes.
    pub fn long(memory: u128) -> Cost {
        Cost { pace: Pace::Long, memory }
    }
}

/// Work of a question whose parameters are parsed.
pub struct Job {
    /// Cost of the work.
    pub cost: Cost,
    /// Time limit, if given; otherwise the default applies.
    pub time: Option<Duration>,
    /// The work.
    pub work: Work,
}

/// Function that gives one answer.
pub type WholeWork = Arc<dyn Fn(&Control) -> Result<Reply, Refused> + Send + Sync>;

/// Work that answers a question.
pub enum Work {
    /// One answer; the function can be called again with more time.
    Whole(WholeWork),
    /// Stream of events.
    Stream(Box<dyn Events + Send>),
}

/// Answer to a question.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A document.
    Json {
        /// JSON text.
        text: String,
        /// Whether more time would give more of an answer.
        is_cut_off: bool,
    },
    /// File to save.
    File {
        /// Media type.
        media: &'static str,
        /// File name.
        name: String,
        /// Contents.
        bytes: Vec<u8>,
    },
    /// Numbers of two bytes, little-endian; equal parameters give equal bytes.
    Bytes(Vec<u8>),
}

impl Reply {
    /// Creates a reply with a complete document.
    pub fn json(document: &impl Serialize) -> Reply {
        Reply::json_cut_off(document, false)
    }

    /// Creates a reply with a document; `is_cut_off` says whether more time might change it.
    pub fn json_cut_off(document: &impl Serialize, is_cut_off: bool) -> Reply {
        Reply::Json { text: to_json(document), is_cut_off }
    }
}

/// Serializes a document.
pub fn to_json(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("documents have texts for keys")
}

/// Event of a stream.
#[derive(Clone, Debug)]
pub struct Event {
    /// Name of the event.
    pub name: &'static str,
    /// JSON text of its document.
    pub data: String,
}

impl Event {
    /// Creates an event with its document.
    pub fn new(name: &'static str, document: &impl Serialize) -> Event {
        Event { name, data: to_json(document) }
    }
}

/// Name of the last event of every stream that is not refused.
pub const END: &str = "end";

/// Name of the progress event that is sent while no other event is ready.
pub const WORKING: &str = "working";

/// Progress of the work on the next event.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Working")]
pub struct WorkingDocument {
    /// Number of trials, states or squares, depending on the work.
    pub done: u64,
    /// Share of the work that is done; 0 if it is not known.
    pub share: f64,
}

impl From<Progress> for WorkingDocument {
    fn from(Progress { done, share }: Progress) -> WorkingDocument {
        WorkingDocument { done, share }
    }
}

/// Stream of events, pulled one by one.
pub trait Events {
    /// Computes the next event. The last has the name [`END`], and `None` follows. An event may take long,
    /// for example a cell of an experiment; callbacks of `control` receive the progress meanwhile.
    fn next_event(&mut self, control: &Control) -> Result<Option<Event>, Refused>;
}

/// Parameters that are a question.
pub trait Ask: ParameterGroup + 'static {
    /// Name, which is also the path.
    const NAME: &'static str;
    /// Description in one sentence.
    const ABOUT: &'static str;
    /// Example query.
    const EXAMPLE: &'static str;
    /// Form of the reply.
    const SHAPE: ReplyShape;

    /// Checks the parameters and prepares the work.
    fn prepare(&self, limits: &Limits) -> Result<Job, Refused>;
}

/// Question in the list of an interface.
pub struct Question {
    /// Name, which is also the path.
    pub name: &'static str,
    /// Description in one sentence.
    pub about: &'static str,
    /// Example query.
    pub example: &'static str,
    /// Form of the reply.
    pub shape: ReplyShape,
    describe: fn(&mut Vec<ParameterInfo>),
    read: fn(&Parameters, &Limits) -> Result<Job, Refused>,
}

/// Function that returns the schema of a document.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// Form of a reply.
pub enum ReplyShape {
    /// A document.
    Json(SchemaOf),
    /// Events and their documents.
    Events(&'static [(&'static str, SchemaOf)]),
    /// File of one of these media types.
    File(&'static [&'static str]),
    /// Numbers of two bytes.
    Bytes,
}

impl Question {
    /// Creates the entry of a question.
    pub const fn of<A: Ask>() -> Question {
        Question {
            name: A::NAME,
            about: A::ABOUT,
            example: A::EXAMPLE,
            shape: A::SHAPE,
            describe: A::describe,
            read: |parameters, limits| A::read(parameters)?.prepare(limits),
        }
    }

    /// Returns the declarations of the parameters.
    pub fn parameters(&self) -> Vec<ParameterInfo> {
        let mut list = Vec::new();
        (self.describe)(&mut list);
        list
    }

    /// Parses the parameters and prepares the work.
    pub fn prepare(&self, parameters: &Parameters, limits: &Limits) -> Result<Job, Refused> {
        parameters.check_known(&self.parameters())?;
        (self.read)(parameters, limits)
    }
}

impl ReplyShape {
    /// Form of a reply that is a JSON document.
    pub(crate) const fn json<T: JsonSchema>() -> ReplyShape {
        ReplyShape::Json(schema::<T>())
    }
}

/// Returns the schema of a document. A page without a server needs no schemas, so the code for them is not
/// linked there.
pub(crate) const fn schema<T: JsonSchema>() -> SchemaOf {
    match cfg!(target_family = "wasm") {
        true => |_| Schema::default(),
        false => |generator| generator.subschema_for::<T>(),
    }
}

impl Job {
    /// Creates work with one answer.
    pub fn single(
        cost: Cost,
        time: Option<Duration>,
        work: impl Fn(&Control) -> Result<Reply, Refused> + Send + Sync + 'static,
    ) -> Job {
        Job { cost, time, work: Work::Whole(Arc::new(work)) }
    }

    /// Creates work with a stream of events.
    pub fn stream(cost: Cost, time: Option<Duration>, events: impl Events + Send + 'static) -> Job {
        Job { cost, time, work: Work::Stream(Box::new(events)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question;

    #[test]
    fn the_cost_of_quick_questions_covers_their_largest_answers() {
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
            let asked = question.prepare(&words, &Limits::default()).unwrap();
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
