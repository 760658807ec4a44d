//! Answers the engine's questions by name and parameters, with a document, a stream of documents, or a tour.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use ktour_answer::{
    Events, Job, Limits, Pace, Parameters, Refused, Reply, Work,
    document::OutcomeDocument,
    question,
    solve::{Solve, SolveParameters},
    to_json,
};
use ktour_core::{Control, Outcome, Puzzle};
use ktour_search::Answer;
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyString},
};

use crate::{
    board::Board,
    errors::refusal_error,
    interruptible::{run_interruptible, run_unlocked, try_inline_first},
    memory, parameters,
    tour::Tour,
};

/// Memory up to which a search is tried in the calling thread before a thread is started, in bytes.
const MAX_BYTES_FOR_INLINE_TRY: u128 = 2 << 20;
/// Time between two progress events.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

/// Limits of the user's own machine: everything that fits into memory is answered.
fn limits(threads: Option<usize>, memory: Option<u128>) -> Limits {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Limits {
        named: u128::MAX,
        played: u128::MAX,
        watched: u128::MAX,
        counted: u128::MAX,
        table: u64::MAX,
        memory: memory.unwrap_or_else(memory::free),
        threads: threads.unwrap_or(cores).max(1),
        width: 100_000,
        file: usize::MAX,
        tell: PROGRESS_INTERVAL,
    }
}

/// Returns a control with the time limit, if given.
pub(crate) fn control(time: Option<Duration>) -> Control {
    time.map_or_else(Control::unlimited, Control::within)
}

/// Prepares the answer to a question, and refuses what does not fit the limits.
fn prepare(name: &str, parameters: &Parameters, limits: &Limits) -> PyResult<Job> {
    let question = question(name).ok_or_else(|| PyValueError::new_err(format!("`{name}` is no question")))?;
    question.prepare(parameters, limits).map_err(refusal_error)
}

/// Converts the parameters of a question, with its board if there is one.
fn parse(board: Option<&Board>, values: &Bound<'_, PyDict>) -> PyResult<Parameters> {
    board.map_or_else(|| parameters::parse(values), |board| parameters::with_board(board, values))
}

/// Answers a question with a document.
#[pyfunction]
pub(crate) fn ask(
    py: Python<'_>,
    name: &str,
    board: Option<&Board>,
    values: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let Job { cost, time, work } = prepare(name, &parse(board, values)?, &limits(None, None))?;
    let Work::Whole(work) = work else { return Err(PyValueError::new_err(format!("{name} is a stream"))) };
    let control = control(time);
    let reply = match cost.pace {
        Pace::Quick => run_unlocked(py, || work(&control))?,
        Pace::Look => try_inline_first(py, &control, |control| work(control), is_cut_off)?,
        Pace::Long => run_interruptible(py, &control, |control| work(control))?,
    };
    match reply.map_err(refusal_error)? {
        Reply::Json { text, .. } => Ok(text),
        _ => Err(PyValueError::new_err(format!("{name} is not answered with a document"))),
    }
}

/// Whether the reply says that the time ran out.
fn is_cut_off(reply: &Result<Reply, Refused>) -> bool {
    matches!(reply, Ok(Reply::Json { is_cut_off: true, .. }))
}

/// Returns a tour, or a document that says why there is none.
#[pyfunction]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    board: &Board,
    values: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let parameters: SolveParameters = parameters::parse_with_board(board, values)?;
    let question = Solve::new(&parameters, u128::MAX).map_err(refusal_error)?;
    let is_small = question.memory(MAX_BYTES_FOR_INLINE_TRY).is_ok();
    if !is_small {
        question.memory(memory::free()).map_err(refusal_error)?;
    }
    let control = control(parameters.search.max_time);
    let search = |control: &Control| question.answer(control);
    let is_unknown =
        |answer: &Result<Answer, Refused>| matches!(answer, Ok(Answer { outcome: Outcome::Unknown(_), .. }));
    let answer = match is_small {
        true => try_inline_first(py, &control, search, is_unknown)?,
        false => run_interruptible(py, &control, search)?,
    };
    outcome_to_python(py, &question.puzzle, answer.map_err(refusal_error)?)
}

/// Converts an answer into a tour, or into a document that says why there is none.
pub(crate) fn outcome_to_python<'py>(
    py: Python<'py>,
    puzzle: &Puzzle,
    answer: Answer,
) -> PyResult<Bound<'py, PyAny>> {
    match answer.outcome {
        Outcome::Found(tour) => Ok(Bound::new(py, Tour { tour, stats: Some(answer.stats) })?.into_any()),
        _ => Ok(PyString::new(py, &to_json(&OutcomeDocument::new(puzzle, &answer))).into_any()),
    }
}

/// Stream of events.
#[pyclass(frozen, module = "ktour._engine")]
pub(crate) struct Stream {
    events: Mutex<Box<dyn Events + Send>>,
    control: Control,
}

/// Starts the stream of a question.
#[pyfunction]
pub(crate) fn stream(
    name: &str,
    board: Option<&Board>,
    values: &Bound<'_, PyDict>,
    threads: Option<usize>,
    memory: Option<u128>,
) -> PyResult<Stream> {
    let Job { time, work, .. } = prepare(name, &parse(board, values)?, &limits(threads, memory))?;
    let Work::Stream(events) = work else {
        return Err(PyValueError::new_err(format!("{name} has no events")));
    };
    Ok(Stream { events: Mutex::new(events), control: control(time) })
}

#[pymethods]
impl Stream {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// Returns the name of the next event and its document.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(&'static str, String)>> {
        let next = run_interruptible(py, &self.control, |control| {
            self.events.lock().unwrap_or_else(PoisonError::into_inner).next_event(control)
        })?;
        let event = next.map_err(refusal_error)?;
        Ok(event.map(|event| (event.name, event.data)))
    }
}
