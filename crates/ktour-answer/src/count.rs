//! How many tours, exactly, with progress on the way.

mod asked;
mod at_once;
mod documents;
mod room;

use std::time::Duration;

use ktour_count::{CountError, Counter, Counting, Estimate, Resources, Task};
use ktour_tour::Control;

pub use self::{
    asked::{Count, Which, counted_kind},
    documents::{
        ClassesDocument, ColumnsDocument, CountDocument, CountedDocument, EstimateDocument,
        KeptCountDocument, LayerDocument, LayersDocument, ProgressDocument, SpreadDocument, TallyDocument,
    },
    room::{refused, symmetric_bytes, within},
};

use self::at_once::AtOnce;
pub(crate) use self::room::{Room, room};
use crate::{Asked, Cost, END, Event, Events, Limits, Refused, Words};

/// States that a thread follows in a tenth of a millisecond.
const STATES: u64 = 330;
pub(crate) fn read(words: &Words, limits: &Limits) -> Result<Asked, Refused> {
    let question = Count::read(words, limits.counted)?;
    let time = words.time("max_time")?.or(Some(Duration::MAX));
    if let Some((bytes, resources)) = at_once::room_for(&question, limits)? {
        return Ok(Asked::stream(Cost::long(bytes), time, AtOnce::new(question, resources)));
    }
    let Room { resources, bytes, estimate } = room(&question.puzzle, Task::Count, limits)?;
    let (tell, began) = (limits.tell, Duration::ZERO);
    // A tenth of the time between two messages.
    let slice = STATES * tell.as_millis() as u64 * limits.threads as u64;
    let stream = CountEvents { question, resources, slice, tell, began, state: State::Waiting(estimate) };
    Ok(Asked::stream(Cost::long(bytes), time, stream))
}

/// A count that tells how far it is, and goes on while it is asked.
struct CountEvents {
    question: Count,
    resources: Resources,
    /// States of a slice.
    slice: u64,
    /// Time between two messages.
    tell: Duration,
    began: Duration,
    state: State,
}

enum State {
    /// Nothing was told.
    Waiting(Estimate),
    Beginning,
    Working(Box<Counting>),
    Over,
}

impl CountEvents {
    fn begin(&self) -> Result<Counting, CountError> {
        let counter = Counter::new(&self.question.puzzle)?;
        match self.question.which {
            Which::Classes => counter.begin_classes(&self.resources),
            _ => Ok(counter.begin(&self.resources)),
        }
    }

    /// Goes on until there is a number, or it is time to tell.
    fn advance(&mut self, control: &Control) -> Result<Option<Event>, CountError> {
        let told = control.clock().now();
        if let State::Waiting(estimate) = &self.state {
            let document = EstimateDocument::from(estimate);
            self.state = State::Beginning;
            return Ok(Some(Event::new("estimate", &document)));
        }
        if matches!(self.state, State::Beginning) {
            self.began = told;
            self.state = State::Working(Box::new(self.begin()?));
        }
        let State::Working(counting) = &mut self.state else { return Ok(None) };
        loop {
            let counted = counting.advance(self.slice, control)?;
            let now = control.clock().now();
            let elapsed = now.saturating_sub(self.began);
            if let Some(counted) = counted {
                self.state = State::Over;
                let document = CountDocument::new(&self.question.puzzle, &counted, elapsed);
                return Ok(Some(Event::new(END, &document)));
            }
            if now.saturating_sub(told) >= self.tell {
                let progress = counting.progress();
                return Ok(Some(Event::new(
                    "progress",
                    &ProgressDocument {
                        share: progress.share,
                        layer: progress.step,
                        layers: progress.steps,
                        states: progress.states,
                        done: progress.done,
                        pairs: progress.pairs,
                        seconds: elapsed.as_secs_f64(),
                    },
                )));
            }
        }
    }
}

impl Events for CountEvents {
    fn next(&mut self, control: &Control) -> Result<Option<Event>, Refused> {
        self.advance(control).map_err(|error| {
            self.state = State::Over;
            let elapsed = control.clock().now().saturating_sub(self.began);
            refused(&self.question.puzzle, error, elapsed)
        })
    }
}
