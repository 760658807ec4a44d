//! How many tours, exactly, with progress on the way.

mod at_once;
mod documents;

pub use documents::*;

use std::time::Duration;

use knights_tour::{
    Control, Puzzle, TourKind,
    symmetric::Sought,
    theory::{Verdict, exists},
};
use knights_tour_count::{CountError, Counted, Counter, Counting, Estimate, Measure, Resources, Task};

use self::at_once::AtOnce;
use crate::{Asked, Cost, Declined, END, Event, Events, Limits, Misread, Refused, Words};

/// Bytes of tables that every count may take: estimates of small boards are rough.
const TABLES: u128 = 32 << 20;
/// States that a thread follows in a tenth of a millisecond.
const STATES: u64 = 330;
/// How much longer a browser takes than the machine that estimates were measured on.
const SLOWER: f64 = if cfg!(target_family = "wasm") { 2.0 } else { 1.0 };

/// A number of tours is asked for.
#[derive(Clone, Debug)]
pub struct Count {
    /// Of which board, from where to where.
    pub puzzle: Puzzle,
    /// Of which of its tours.
    pub which: Which,
}

/// Which tours are counted, and what is told of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// All.
    All,
    /// All, and their classes under the board's symmetries.
    Classes,
    /// Those that a symmetry keeps.
    Kept(Sought),
    /// All, by the values of a measure.
    By(Measure),
    /// Those of four ranks whose columns have equal sums.
    EqualColumns,
}

impl Count {
    /// The question in these words.
    pub fn read(words: &Words, most: u128) -> Result<Count, Refused> {
        let puzzle = counted_kind(words.puzzle(most)?);
        let symmetry = match words.flag("symmetry") {
            Ok(flag) => flag.then_some(Which::Classes),
            Err(_) => words.sought(puzzle.board())?.map(Which::Kept),
        };
        let by =
            words.text("by")?.map(|name| name.parse().map(Which::By).map_err(Refused::of)).transpose()?;
        let magic = match words.text("magic")?.as_deref() {
            None => None,
            Some("columns") => Some(Which::EqualColumns),
            Some(_) => return Err(words.no_choice("magic", &["columns"])),
        };
        let asked = [("symmetry", symmetry), ("by", by), ("magic", magic)];
        let asked: Vec<_> = asked.into_iter().filter_map(|(word, which)| Some((word, which?))).collect();
        let which = match asked[..] {
            [] => Which::All,
            [(_, which)] => which,
            [(one, _), (other, _), ..] => return Err(Misread::NotBoth { one, other }.into()),
        };
        if which == Which::EqualColumns {
            ColumnsDocument::check(&puzzle)?;
        }
        Ok(Count { puzzle, which })
    }

    /// The number, from a counter of its puzzle, and its classes where they are asked for.
    pub fn answer(
        &self,
        counter: &Counter,
        resources: &Resources,
        control: &Control,
    ) -> Result<Counted, CountError> {
        match self.which {
            Which::Classes => counter.classes(resources, control),
            _ => counter.count(resources, control),
        }
    }
}

/// Where neither kind is asked for: closed tours, or open ones where it is known that none is
/// closed. The answer says which were counted.
pub fn counted_kind(puzzle: Puzzle) -> Puzzle {
    if puzzle.kind().is_some() {
        return puzzle;
    }
    let closed = puzzle.clone().with_kind(TourKind::Closed);
    match exists(&closed) {
        Verdict::No(_) => puzzle.with_kind(TourKind::Open),
        _ => closed,
    }
}

/// Says no before the work begins, where it would not fit; else what it will take.
pub fn within(
    puzzle: &Puzzle,
    resources: &Resources,
    needed: Result<Estimate, CountError>,
) -> Result<Estimate, Refused> {
    let needed = needed.map_err(Refused::of)?;
    if needed.bytes <= resources.memory() || resources.has_spill() {
        return Ok(needed);
    }
    Err(Declined::Tables {
        board: puzzle.board().to_string(),
        kind: puzzle.kind().unwrap_or(TourKind::Open),
        states: format!("{:.1e}", needed.states),
        needed: needed.bytes >> 20,
        seconds: needed.seconds as u64,
        most: resources.memory() >> 20,
    }
    .into())
}

/// Threads and memory for one task within the limits, and what it takes in all.
///
/// The counter that says so is not kept: whoever waits in a line should not hold its plans.
pub(crate) fn room(puzzle: &Puzzle, task: Task, limits: &Limits) -> Result<Room, Refused> {
    let resources = Resources::default().with_threads(limits.threads).with_memory(limits.memory);
    let needed =
        Counter::new(puzzle).and_then(|counter| counter.estimate(task, &resources, &Control::unlimited()));
    let estimate = within(puzzle, &resources, needed)?;
    let Estimate { bytes, plan_bytes, .. } = estimate;
    let tables = (bytes - plan_bytes).saturating_mul(2).max(TABLES).min(limits.memory - plan_bytes);
    Ok(Room { resources: resources.with_memory(tables), bytes: plan_bytes + tables, estimate })
}

/// What one task may take.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) resources: Resources,
    /// Plans and tables.
    pub(crate) bytes: u128,
    /// What it will take, about.
    estimate: Estimate,
}

/// Why there is no number.
pub fn refused(puzzle: &Puzzle, error: CountError, elapsed: Duration) -> Refused {
    match error {
        CountError::Stopped => {
            let seconds = elapsed.as_secs_f64().round().max(1.0) as u64;
            Declined::Stopped { seconds }.into()
        }
        CountError::OutOfMemory { bytes, memory } => Declined::TablesGrew {
            board: puzzle.board().to_string(),
            needed: bytes >> 20,
            most: memory >> 20,
        }
        .into(),
        error => Refused::of(error),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_board_is_charged_for_its_plan_and_not_for_much_more() {
        let puzzle = Puzzle::new("2x32768".parse().unwrap()).with_kind(TourKind::Closed);
        let room_in = |memory: u128| {
            let limits = Limits { memory, ..Limits::default() };
            room(&puzzle, Task::Count, &limits)
        };
        let Room { resources, bytes, .. } = room_in(200 << 20).unwrap();
        assert!(bytes <= 200 << 20 && resources.memory() < bytes, "{bytes}");
        let plan = bytes - resources.memory();
        assert!((60 << 20..80 << 20).contains(&plan), "{plan}");
        assert!(room_in(50 << 20).is_err(), "the plan alone takes more");
    }
}
