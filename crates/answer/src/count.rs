//! How many tours, exactly, with progress on the way.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

use knights_tour::{
    Cancel, Control, Puzzle, TourKind,
    theory::{Verdict, exists},
};
use knights_tour_count::{CountError, Counted, Estimate, Watch, count, count_classes, estimate};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Asked, Cost, Declined, Event, Events, Limits, Refused, Words,
    document::{BoardDocument, KindDocument, Whole},
};

/// Bytes of tables that every count may take: estimates of small boards are rough.
const TABLES: u128 = 32 << 20;
/// Time between two messages.
const TELL: Duration = Duration::from_millis(200);

/// A number of tours is asked for.
#[derive(Clone, Debug)]
pub struct Count {
    /// Of which tours.
    pub puzzle: Puzzle,
    /// Whether classes under the board's symmetries are counted as well.
    pub has_classes: bool,
}

impl Count {
    /// The question in these words.
    pub fn read(words: &Words, most: u128) -> Result<Count, Refused> {
        Ok(Count { puzzle: counted_kind(words.puzzle(most)?), has_classes: words.flag("symmetry")? })
    }

    /// The number.
    pub fn answer(&self, watch: &Watch) -> Result<Counted, CountError> {
        if self.has_classes { count_classes(&self.puzzle, watch) } else { count(&self.puzzle, watch) }
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
    watch: &Watch,
    needed: Result<Estimate, CountError>,
) -> Result<Estimate, Refused> {
    let needed = needed.map_err(Refused::of)?;
    if needed.bytes <= watch.memory() || watch.has_spill() {
        return Ok(needed);
    }
    Err(Declined::Tables {
        board: puzzle.board().to_string(),
        kind: puzzle.kind().unwrap_or(TourKind::Open),
        states: format!("{:.1e}", needed.states),
        needed: needed.bytes >> 20,
        seconds: needed.seconds as u64,
        most: watch.memory() >> 20,
    }
    .into())
}

/// Threads and memory for one count within the limits, and what it takes in all.
pub(crate) fn room(
    puzzle: &Puzzle,
    limits: &Limits,
    needed: impl Fn(&Watch) -> Result<Estimate, CountError>,
) -> Result<(Watch, u128), Refused> {
    let watch = Watch::default().with_threads(limits.threads).with_memory(limits.memory);
    let Estimate { bytes, plan_bytes, .. } = within(puzzle, &watch, needed(&watch))?;
    let tables = (bytes - plan_bytes).saturating_mul(2).max(TABLES).min(limits.memory - plan_bytes);
    Ok((watch.with_memory(tables), plan_bytes + tables))
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
    let (watch, bytes) = room(&question.puzzle, limits, |watch| estimate(&question.puzzle, watch))?;
    let time = words.time("max_time")?.or(Some(Duration::MAX));
    Ok(Asked::stream(Cost::long(bytes), time, Counting { question, watch, state: State::Waiting }))
}

/// A count that tells how far it is. The counting is done by a thread of its own, which stops when
/// nobody asks any more.
struct Counting {
    question: Count,
    watch: Watch,
    state: State,
}

enum State {
    Waiting,
    Working { number: Receiver<Result<Counted, CountError>>, cancel: Cancel, began: Duration },
    Over,
}

impl Drop for Counting {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Counting {
    fn stop(&self) {
        if let State::Working { cancel, .. } = &self.state {
            cancel.cancel();
        }
    }

    fn begin(&mut self, control: &Control) {
        let (cancel, (sender, number)) = (Cancel::default(), channel());
        let watch = self.watch.clone().with_cancel(cancel.clone());
        self.watch = watch.clone();
        let question = Arc::new(self.question.clone());
        // Nobody may wait for the number any more.
        thread::spawn(move || drop(sender.send(question.answer(&watch))));
        self.state = State::Working { number, cancel, began: control.clock().now() };
    }
}

impl Events for Counting {
    fn next(&mut self, control: &Control) -> Result<Option<Event>, Refused> {
        if matches!(self.state, State::Waiting) {
            self.begin(control);
        }
        let State::Working { number, cancel, began } = &self.state else { return Ok(None) };
        let elapsed = || control.clock().now().saturating_sub(*began);
        let told = control.clock().now();
        loop {
            match number.recv_timeout(Duration::from_millis(10)) {
                Ok(Ok(counted)) => {
                    let document = CountDocument::new(&self.question.puzzle, &counted, elapsed());
                    self.state = State::Over;
                    return Ok(Some(Event::new("end", &document)));
                }
                Ok(Err(error)) => {
                    let refused = refused(&self.question.puzzle, error, elapsed());
                    self.state = State::Over;
                    return Err(refused);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.state = State::Over;
                    return Err(Refused::of(CountError::Stopped));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let progress = self.watch.progress();
            if control.is_over(progress.done) {
                cancel.cancel();
            } else if control.clock().now().saturating_sub(told) >= TELL {
                return Ok(Some(Event::new(
                    "progress",
                    &ProgressDocument {
                        layer: progress.step,
                        layers: progress.steps,
                        states: progress.states,
                        done: progress.done,
                        pairs: progress.pairs,
                        seconds: elapsed().as_secs_f64(),
                    },
                )));
            }
        }
    }
}

/// How far a count is.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Progress", deny_unknown_fields)]
pub struct ProgressDocument {
    /// Layers behind it.
    pub layer: u64,
    /// All layers.
    pub layers: u64,
    /// States of the layer it works on.
    pub states: u64,
    /// States followed so far, in all layers.
    pub done: u64,
    /// Pairs of halves tested so far.
    pub pairs: u64,
    /// How long it has taken.
    pub seconds: f64,
}

/// How many tours.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Count", deny_unknown_fields)]
pub struct CountDocument {
    /// The board's sides.
    pub board: String,
    /// The board itself.
    pub shape: BoardDocument,
    /// Which were counted.
    pub kind: KindDocument,
    /// Each direction of a tour counted; a closed one from one square.
    pub directed: String,
    /// Each tour counted once.
    pub undirected: String,
    /// States of all layers together.
    pub states: String,
    /// About how much memory the tables took at most.
    pub peak_bytes: Whole,
    /// How long it took.
    pub seconds: f64,
    /// Classes under the board's symmetries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<ClassesDocument>,
}

/// Classes under the board's symmetries.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Classes", deny_unknown_fields)]
pub struct ClassesDocument {
    /// All.
    pub all: String,
    /// Whose tours a quarter turn keeps.
    pub quaternary: String,
    /// Whose tours another symmetry keeps.
    pub binary: String,
    /// Whose tours none does.
    pub asymmetric: String,
}

impl CountDocument {
    /// The numbers with their conventions, and what they cost.
    pub fn new(puzzle: &Puzzle, counted: &Counted, elapsed: Duration) -> CountDocument {
        let board = puzzle.board();
        CountDocument {
            board: board.to_string(),
            shape: board.into(),
            kind: puzzle.kind().unwrap_or(TourKind::Open).into(),
            directed: counted.tours.directed().to_string(),
            undirected: counted.tours.undirected().to_string(),
            states: counted.states.to_string(),
            peak_bytes: counted.peak_bytes.into(),
            seconds: elapsed.as_secs_f64(),
            classes: counted.tours.up_to_symmetry().map(|classes| ClassesDocument {
                all: classes.all.to_string(),
                quaternary: classes.quaternary.to_string(),
                binary: classes.binary.to_string(),
                asymmetric: classes.asymmetric.to_string(),
            }),
        }
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
            room(&puzzle, &limits, |watch| estimate(&puzzle, watch))
        };
        let (watch, bytes) = room_in(200 << 20).unwrap();
        assert!(bytes <= 200 << 20 && watch.memory() < bytes, "{bytes}");
        let plan = bytes - watch.memory();
        assert!((60 << 20..80 << 20).contains(&plan), "{plan}");
        assert!(room_in(50 << 20).is_err(), "the plan alone takes more");
    }
}
