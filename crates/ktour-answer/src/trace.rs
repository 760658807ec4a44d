//! Streams of a search as it happens, square by square.
//!
//! The first events are sent in full, as many as requested. Then the search continues at full speed, and its
//! path and counters are sent about ten times a second, as a time-lapse. The traced search gives the answer:
//! it is not run twice.

use std::time::Duration;

use ktour_core::{Control, Puzzle, notation::name};
use ktour_search::{Answer, Method, Trace, Visit};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Ask, Cost, END, Event, Events, Job, Limits, Refused, RefusedDocument, ReplyShape, WORKING,
    WorkingDocument,
    document::{OutcomeDocument, names},
    parameters::{SearchOptions, Squares, TourParameters, at_most, parameters},
    question::schema,
};

/// Maximum number of events that are sent in full.
const MAX_FULL_EVENTS: u64 = 1_000_000;
/// Number of search events in one message.
const EVENTS_PER_MESSAGE: u64 = 500;
/// Maximum time between two snapshots of a search in time-lapse.
const TIME_LAPSE_INTERVAL: Duration = Duration::from_millis(100);
/// Number of search events between two checks of the clock.
const EVENTS_PER_CLOCK_CHECK: u64 = 4096;

parameters! {
    /// Parameters of [`TraceEvents`].
    pub struct TraceParameters: tours: TourParameters, options: SearchOptions {
        /// Squares already visited, in order.
        after: Squares,
        /// Method of the search.
        method: Method = Method::Backtrack,
        /// Stop after this long and answer unknown; 60s if not given.
        max_time: Option<Duration>,
        /// Number of events that are sent in full before the time-lapse begins.
        events: u64 = 20_000,
    }
}

/// Stream of a traced search.
pub struct TraceEvents {
    puzzle: Puzzle,
    trace: Trace,
    /// Number of events still to be sent in full.
    full: u64,
    /// Time between two snapshots in time-lapse.
    lapse: Duration,
    began: Option<Duration>,
    is_over: bool,
}

impl TraceEvents {
    /// Checks the parameters. Without a start, the search begins on the first square in reading order.
    pub fn new(parameters: &TraceParameters, most: u128) -> Result<TraceEvents, Refused> {
        let TraceParameters { tours, options, after, method, events, .. } = parameters;
        let mut puzzle = tours.puzzle_after(after, options.seed.unwrap_or(0), most)?;
        let strategy = options.strategy(*method, puzzle.leaper())?;
        let first = puzzle.board().squares_as_read().find(|&square| Some(square) != puzzle.end());
        if let Some(first) = first.filter(|_| puzzle.visited().is_empty()) {
            puzzle = puzzle.starting_at(first).map_err(Refused::new)?;
        }
        let full = at_most("events", *events, MAX_FULL_EVENTS)?;
        let trace = Trace::new(&puzzle, &strategy).map_err(Refused::new)?;
        Ok(TraceEvents { puzzle, trace, full, lapse: TIME_LAPSE_INTERVAL, began: None, is_over: false })
    }

    fn counters(&self) -> Counters {
        let trace = &self.trace;
        Counters { trials: trace.trials(), moves: trace.entered(), backtracks: trace.given_up() }
    }

    /// Returns the answer of the traced search.
    fn answer(&self, control: &Control) -> Answer {
        let elapsed = control.clock().now().saturating_sub(self.began.unwrap_or_default());
        self.trace.answer(elapsed, control)
    }
}

impl Events for TraceEvents {
    fn next_event(&mut self, control: &Control) -> Result<Option<Event>, Refused> {
        if self.is_over {
            return Ok(None);
        }
        self.began.get_or_insert(control.clock().now());
        let name = |square| name(self.puzzle.board(), square);
        if self.full > 0 {
            let (mut events, mut tried) = (Vec::new(), Vec::new());
            for _ in 0..EVENTS_PER_MESSAGE.min(self.full) {
                let Some(event) = self.trace.next() else { break };
                events.push(match event {
                    Visit::Enter(square) => ("e", name(square)),
                    Visit::Leave(square) => ("l", name(square)),
                });
                tried.push(self.trace.trials());
            }
            self.full -= events.len() as u64;
            if !events.is_empty() && !control.is_over(self.trace.trials()) {
                let step = StepDocument { events, tried, counters: self.counters() };
                return Ok(Some(Event::new("step", &step)));
            }
        } else {
            let looked = control.clock().now();
            while self.trace.by_ref().take(EVENTS_PER_CLOCK_CHECK as usize).count() as u64
                == EVENTS_PER_CLOCK_CHECK
            {
                if control.is_over(self.trace.trials()) {
                    break;
                }
                if control.clock().now().saturating_sub(looked) >= self.lapse {
                    let squares = names(self.puzzle.board(), self.trace.squares());
                    let skip = SkipDocument { squares, counters: self.counters() };
                    return Ok(Some(Event::new("skip", &skip)));
                }
            }
        }
        self.is_over = true;
        let answer = self.answer(control);
        Ok(Some(Event::new(END, &OutcomeDocument::new(&self.puzzle, &answer))))
    }
}

impl Ask for TraceParameters {
    const NAME: &'static str = "trace";
    const ABOUT: &'static str = "A search square by square as it happens, in time-lapse if it is long.";
    const EXAMPLE: &'static str = "board=5&start=a1&events=1000";
    const SHAPE: ReplyShape = ReplyShape::Events(&[
        ("step", schema::<StepDocument>()),
        ("skip", schema::<SkipDocument>()),
        (END, schema::<OutcomeDocument<'_>>()),
        (WORKING, schema::<WorkingDocument>()),
        ("error", schema::<RefusedDocument>()),
    ]);

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let mut film = TraceEvents::new(self, limits.watched)?;
        // Progress is due as often in a worker that receives no message while it works.
        film.lapse = TIME_LAPSE_INTERVAL.min(3 * limits.tell);
        let time = self.max_time.or(Some(Duration::from_secs(60)));
        Ok(Job::stream(Cost::long(film.puzzle.board().area() * 64), time, film))
    }
}

/// Counters of a search so far.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Counters {
    /// Leaps tested.
    pub trials: u64,
    /// Squares entered.
    pub moves: u64,
    /// Squares given up.
    pub backtracks: u64,
}

/// Events of a search.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Step")]
pub struct StepDocument {
    /// e or l, for a square that is entered or given up, and the square.
    pub events: Vec<(&'static str, String)>,
    /// Leaps tested by the end of each event.
    pub tried: Vec<u64>,
    /// Counters of the search.
    #[serde(flatten)]
    pub counters: Counters,
}

/// Position of a search.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Skip")]
pub struct SkipDocument {
    /// Squares from the first to the knight's.
    pub squares: Vec<String>,
    /// Counters of the search.
    #[serde(flatten)]
    pub counters: Counters,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ParameterGroup as _;

    /// Returns all events of a question, by name.
    fn events_of(words: &[(&str, &str)], control: &Control) -> Vec<Event> {
        let words = words.iter().map(|&(word, text)| (word.to_owned(), text.to_owned())).collect();
        let mut film = TraceEvents::new(&TraceParameters::read(&words).unwrap(), 1600).unwrap();
        std::iter::from_fn(|| film.next_event(control).unwrap()).collect()
    }

    #[test]
    fn a_traced_search_with_a_given_end_has_its_tour() {
        let control = Control::unlimited();
        let words = [("board", "5"), ("start", "a1"), ("end", "e5"), ("method", "warnsdorff-backtrack")];
        let events = events_of(&words, &control);
        let end = events.last().unwrap();
        assert_eq!(end.name, "end");
        let document: serde_json::Value = serde_json::from_str(&end.data).unwrap();
        assert_eq!(document["outcome"], "found");
        let squares = document["squares"].as_array().unwrap();
        assert_eq!((squares.len(), &squares[24]), (25, &"e5".into()));
        // The counters match the events, so the search is not run twice.
        let last_step: serde_json::Value = serde_json::from_str(&events[events.len() - 2].data).unwrap();
        assert_eq!(document["stats"]["trials"], last_step["trials"]);
    }

    /// The knight in a corner has eight leaps to test, on the board or not.
    #[test]
    fn every_event_has_its_own_trials() {
        let events = events_of(&[("board", "5"), ("start", "a1"), ("events", "700")], &Control::unlimited());
        let mut so_far = 0;
        for step in events.iter().filter(|event| event.name == "step") {
            let step: serde_json::Value = serde_json::from_str(&step.data).unwrap();
            let tried = step["tried"].as_array().unwrap();
            assert_eq!(tried.len(), step["events"].as_array().unwrap().len());
            for tried in tried.iter().map(|tried| tried.as_u64().unwrap()) {
                assert!((0..=8).contains(&(tried - so_far)), "{so_far} {tried}");
                so_far = tried;
            }
            assert_eq!(step["trials"], so_far);
        }
        assert!(so_far > 700);
    }

    #[test]
    fn an_exhausted_search_reports_impossible() {
        let events = events_of(&[("board", "4"), ("start", "a1")], &Control::unlimited());
        assert!(events.last().unwrap().data.contains("\"impossible\""), "{:?}", events.last());
    }

    #[test]
    fn a_walk_that_is_stuck_is_unknown() {
        let words = [("board", "5"), ("start", "b1"), ("method", "warnsdorff")];
        let events = events_of(&words, &Control::unlimited());
        assert!(events.last().unwrap().data.contains("\"unknown\""), "{:?}", events.last());
    }
}
