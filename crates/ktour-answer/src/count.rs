//! Exact numbers of tours, with progress events.

mod budget;
mod documents;
mod question;
mod single_answer;

use std::time::Duration;

use ktour_core::Control;
use ktour_count::{CountError, Counter, Counting, Estimate, Resources, Task};

pub use self::{
    budget::{check_limits, refusal, symmetric_bytes},
    documents::{
        ClassesDocument, ColumnsDocument, CountDocument, CountedDocument, EstimateDocument, ForecastDocument,
        KeptCountDocument, LayerDocument, LayersDocument, ProgressDocument, SpreadDocument, TallyDocument,
    },
    question::{Count, CountParameters, CountedTours, Lines, WantedCount, with_default_kind},
};

pub(crate) use self::budget::{Budget, budget};
use self::single_answer::SingleAnswer;
use crate::{
    Ask, Cost, END, Event, Events, Job, Limits, Refused, RefusedDocument, ReplyShape, WORKING,
    WorkingDocument, question::schema,
};

/// Number of states that one thread processes in 0.1 ms.
const STATES_PER_SLICE: u64 = 330;

impl Ask for CountParameters {
    const NAME: &'static str = "count";
    const ABOUT: &'static str = "The exact number of tours: an estimate of time and memory, progress, and the number; or the number by a measure, with a symmetry, or with equal columns.";
    const EXAMPLE: &'static str = "board=6&kind=closed&symmetry=true";
    const SHAPE: ReplyShape = ReplyShape::Events(&[
        ("estimate", schema::<EstimateDocument>()),
        ("progress", schema::<ProgressDocument>()),
        (END, schema::<CountedDocument>()),
        (WORKING, schema::<WorkingDocument>()),
        ("error", schema::<RefusedDocument>()),
    ]);

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let question = Count::new(self, limits.counted)?;
        let time = self.max_time.or(Some(Duration::MAX));
        if let Some((bytes, resources)) = single_answer::budget_for(&question, limits)? {
            return Ok(Job::stream(Cost::long(bytes), time, SingleAnswer::new(question, resources)));
        }
        let Budget { resources, bytes, estimate } = budget(&question.puzzle, Task::Count, limits)?;
        let (tell, began) = (limits.tell, Duration::ZERO);
        // A slice lasts a tenth of the time between two progress events.
        let slice = STATES_PER_SLICE * tell.as_millis() as u64 * limits.threads as u64;
        let stream =
            CountEvents { question, resources, slice, tell, began, state: CountPhase::Waiting(estimate) };
        Ok(Job::stream(Cost::long(bytes), time, stream))
    }
}

/// Stream of a count: its estimate, progress events, and the number.
struct CountEvents {
    question: Count,
    resources: Resources,
    /// Number of states per slice.
    slice: u64,
    /// Time between two progress events.
    tell: Duration,
    began: Duration,
    state: CountPhase,
}

enum CountPhase {
    /// No event was sent.
    Waiting(Estimate),
    Beginning,
    Working(Box<Counting>),
    Over,
}

impl CountEvents {
    fn start(&self) -> Result<Counting, CountError> {
        let counter = Counter::new(&self.question.puzzle)?;
        match self.question.which {
            CountedTours::Classes => counter.begin_classes(&self.resources),
            _ => Ok(counter.begin(&self.resources)),
        }
    }

    /// Continues until there is a number or the next progress event is due.
    fn advance(&mut self, control: &Control) -> Result<Option<Event>, CountError> {
        let told = control.clock().now();
        if let CountPhase::Waiting(estimate) = &self.state {
            let document = EstimateDocument::from(estimate);
            self.state = CountPhase::Beginning;
            return Ok(Some(Event::new("estimate", &document)));
        }
        if matches!(self.state, CountPhase::Beginning) {
            self.began = told;
            self.state = CountPhase::Working(Box::new(self.start()?));
        }
        let CountPhase::Working(counting) = &mut self.state else { return Ok(None) };
        loop {
            let counted = counting.advance(self.slice, control)?;
            let now = control.clock().now();
            let elapsed = now.saturating_sub(self.began);
            if let Some(counted) = counted {
                self.state = CountPhase::Over;
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
    fn next_event(&mut self, control: &Control) -> Result<Option<Event>, Refused> {
        self.advance(control).map_err(|error| {
            self.state = CountPhase::Over;
            let elapsed = control.clock().now().saturating_sub(self.began);
            refusal(&self.question.puzzle, error, elapsed)
        })
    }
}
