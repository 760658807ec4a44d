//! Many tours of a board: all of them, produced on demand, or a random sample.
//!
//! A thread produces the list and sends it through a channel that holds a few hundred tours. The thread
//! blocks when the channel is full, and ends when the iterator is dropped.

use std::{
    mem,
    ops::ControlFlow,
    sync::{
        Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
};

use ktour_answer::{
    Refused,
    count::{check_limits, refusal, with_default_kind},
    parameters::TourParameters,
    tours::{SampleParameters, ToursParameters, UnrankParameters},
};
use ktour_core::{Cancel, Control, Puzzle};
use ktour_count::{Counter, Resources, Shard, Task, is_first_of_its_class};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyDict};

use crate::{
    ask::control,
    board::Board,
    errors::refusal_error,
    interruptible::{SIGNAL_CHECK_INTERVAL, catch_panic, run_interruptible},
    memory, parameters,
    tour::Tour,
};

/// Maximum number of tours in a batch; the first batches are smaller, so that the first tour comes at once.
const MAX_TOURS_PER_BATCH: usize = 128;
/// Capacity of the channel, in batches.
const MAX_WAITING_BATCHES: usize = 2;

type Batch = PyResult<Vec<ktour_core::Tour>>;

/// Iterator over all tours of a puzzle.
#[pyclass(frozen, module = "ktour._engine")]
pub(crate) struct Tours {
    cancel: Cancel,
    /// Received tours that are not yet returned, the next one last.
    ready: Mutex<(Receiver<Batch>, Vec<ktour_core::Tour>)>,
}

/// Creates the counter of a question, and refuses work that does not fit into memory.
fn prepared(tours: &TourParameters, task: Task) -> Result<(Puzzle, Counter, Resources), Refused> {
    let puzzle = with_default_kind(tours.puzzle(u128::MAX)?);
    let counter = Counter::new(&puzzle).map_err(Refused::new)?;
    let resources = Resources::default().with_memory(memory::free());
    check_limits(&puzzle, &resources, counter.estimate(task, &resources, &Control::unlimited()))?;
    Ok((puzzle, counter, resources))
}

/// Lists all tours of a shard, or one of each symmetry class.
#[pyfunction]
pub(crate) fn tours(
    board: &Board,
    values: &Bound<'_, PyDict>,
    is_unique: bool,
    shard: Option<&str>,
) -> PyResult<Tours> {
    let ToursParameters { tours, .. } = parameters::parse_with_board(board, values)?;
    let shard: Shard = shard
        .map_or(Ok(Shard::default()), str::parse)
        .map_err(|error| PyValueError::new_err(ktour_answer::one_line(&error.to_string())))?;
    let (puzzle, counter, resources) = prepared(&tours, Task::List).map_err(refusal_error)?;
    let cancel = Cancel::default();
    let control = Control::unlimited().with_cancel(cancel.clone());
    let (sender, receiver) = mpsc::sync_channel(MAX_WAITING_BATCHES);
    let list = move || {
        let symmetries = if is_unique { puzzle.board().symmetries() } else { Vec::new() };
        let mut batches = BatchSender { sender: &sender, batch: Vec::new(), size: 1 };
        let listed = catch_panic(|| {
            counter.each_tour(shard, &resources.with_threads(1), &control, &mut |tour| match is_unique
                && !is_first_of_its_class(&tour, &symmetries)
            {
                true => ControlFlow::Continue(()),
                false => batches.add(tour),
            })
        });
        let _ = batches.send();
        let listed = listed.and_then(|listed| {
            listed.map_err(|error| refusal_error(refusal(&puzzle, error, control.elapsed())))
        });
        if let Err(error) = listed {
            let _ = sender.send(Err(error));
        }
    };
    thread::Builder::new().name("ktour".to_owned()).spawn(list)?;
    Ok(Tours { cancel, ready: Mutex::new((receiver, Vec::new())) })
}

/// Sender of batches.
struct BatchSender<'a> {
    sender: &'a SyncSender<Batch>,
    batch: Vec<ktour_core::Tour>,
    /// Number of tours of the current batch when it is full.
    size: usize,
}

impl BatchSender<'_> {
    /// Adds a tour, and sends the batch if it is full.
    fn add(&mut self, tour: ktour_core::Tour) -> ControlFlow<()> {
        self.batch.push(tour);
        if self.batch.len() < self.size {
            return ControlFlow::Continue(());
        }
        self.size = (2 * self.size).min(MAX_TOURS_PER_BATCH);
        self.send()
    }

    /// Sends the batch; breaks if the receiver was dropped.
    fn send(&mut self) -> ControlFlow<()> {
        let mut batch = mem::take(&mut self.batch);
        batch.reverse();
        match self.sender.send(Ok(batch)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

#[pymethods]
impl Tours {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Tour>> {
        py.detach(|| {
            let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                if let Some(tour) = ready.1.pop() {
                    return Ok(Some(tour.into()));
                }
                match ready.0.recv_timeout(SIGNAL_CHECK_INTERVAL) {
                    Ok(batch) => ready.1 = batch?,
                    Err(RecvTimeoutError::Disconnected) => return Ok(None),
                    Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
                }
            }
        })
    }
}

impl Drop for Tours {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// The tour with a number, counted from 1 among all undirected tours.
#[pyfunction]
pub(crate) fn unrank(
    py: Python<'_>,
    board: &Board,
    values: &Bound<'_, PyDict>,
    number: u128,
) -> PyResult<Tour> {
    let UnrankParameters { tours, max_time, .. } = parameters::parse_with_board(board, values)?;
    let (puzzle, counter, resources) = prepared(&tours, Task::Sample).map_err(refusal_error)?;
    let control = control(max_time);
    let tour = run_interruptible(py, &control, |control| counter.unrank(number, &resources, control))?;
    Ok(tour.map_err(|error| refusal_error(refusal(&puzzle, error, control.elapsed())))?.into())
}

/// The number of a tour among all undirected tours.
#[pyfunction]
pub(crate) fn rank(py: Python<'_>, tour: &Tour, values: &Bound<'_, PyDict>) -> PyResult<u128> {
    let board = Board(tour.tour.board().clone());
    let UnrankParameters { tours, max_time, .. } = parameters::parse_with_board(&board, values)?;
    let (puzzle, counter, resources) = prepared(&tours, Task::Sample).map_err(refusal_error)?;
    let control = control(max_time);
    let number = run_interruptible(py, &control, |control| counter.rank(&tour.tour, &resources, control))?;
    number.map_err(|error| refusal_error(refusal(&puzzle, error, control.elapsed())))
}

/// Samples tours uniformly; none if there is no tour.
#[pyfunction]
pub(crate) fn sample(
    py: Python<'_>,
    board: &Board,
    values: &Bound<'_, PyDict>,
    count: usize,
) -> PyResult<Vec<Tour>> {
    let SampleParameters { tours, max_time, seed, .. } = parameters::parse_with_board(board, values)?;
    let (puzzle, counter, resources) = prepared(&tours, Task::Sample).map_err(refusal_error)?;
    let (control, seed) = (control(max_time), seed.unwrap_or(0));
    let drawn = run_interruptible(py, &control, |control| counter.sample(count, seed, &resources, control))?;
    let drawn = drawn.map_err(|error| refusal_error(refusal(&puzzle, error, control.elapsed())))?;
    Ok(drawn.into_iter().flatten().map(Tour::from).collect())
}
