//! What a long count hears and tells: stop, and how far it is.

use std::{
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use knights_tour::{Cancel, Control};

use crate::CountError;

/// How to count: threads, memory, and a flag that stops it. Clones share their counters.
#[derive(Clone, Debug)]
pub struct Watch {
    pub(crate) threads: usize,
    pub(crate) memory: u128,
    /// Where tables go that do not fit.
    pub(crate) spill: Option<Arc<Path>>,
    /// Where layers are left, to go on from.
    pub(crate) checkpoint: Option<Arc<Path>>,
    control: Control,
    heard: Arc<Heard>,
}

#[derive(Debug, Default)]
struct Heard {
    step: AtomicU64,
    steps: AtomicU64,
    states: AtomicU64,
    done: AtomicU64,
    pairs: AtomicU64,
    spilled: AtomicU64,
    resumed: AtomicU64,
    layers: Mutex<Vec<u64>>,
    nothing_left: Mutex<Option<CountError>>,
}

/// How far a count is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Steps behind it.
    pub step: u64,
    /// All steps.
    pub steps: u64,
    /// States of the layer it works on.
    pub states: u64,
    /// States followed so far, in all layers.
    pub done: u64,
    /// Pairs of halves tested so far.
    pub pairs: u64,
    /// Bytes written to files because they did not fit into memory.
    pub spilled: u64,
    /// From which step a checkpoint was resumed; 0 if none was.
    pub resumed: u64,
}

impl Default for Watch {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let (spill, checkpoint) = (None, None);
        Watch {
            threads,
            memory: u128::MAX,
            spill,
            checkpoint,
            control: Control::unlimited(),
            heard: Arc::default(),
        }
    }
}

impl Watch {
    /// With so many threads.
    pub fn with_threads(self, threads: usize) -> Watch {
        Watch { threads: threads.max(1), ..self }
    }

    /// Refusing what needs more bytes than this.
    pub fn with_memory(self, bytes: u128) -> Watch {
        Watch { memory: bytes, ..self }
    }

    /// Using files in this directory where memory ends.
    pub fn with_spill(self, directory: &Path) -> Watch {
        Watch { spill: Some(directory.into()), ..self }
    }

    /// Leaving layers in this directory, and going on from the one that is there.
    pub fn with_checkpoint(self, directory: &Path) -> Watch {
        Watch { checkpoint: Some(directory.into()), ..self }
    }

    /// Stopping when told to.
    pub fn with_cancel(self, cancel: Cancel) -> Watch {
        Watch { control: self.control.with_cancel(cancel), ..self }
    }

    /// Stopping when told to, or when the time is over.
    pub fn with_control(self, control: Control) -> Watch {
        Watch { control, ..self }
    }

    /// The most bytes to use.
    pub fn memory(&self) -> u128 {
        self.memory
    }

    /// Whether there is a directory for what does not fit.
    pub fn has_spill(&self) -> bool {
        self.spill.is_some()
    }

    /// How far the count is.
    pub fn progress(&self) -> Progress {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Progress {
            step: read(&self.heard.step),
            steps: read(&self.heard.steps),
            states: read(&self.heard.states),
            done: read(&self.heard.done),
            pairs: read(&self.heard.pairs),
            spilled: read(&self.heard.spilled),
            resumed: read(&self.heard.resumed),
        }
    }

    /// How many states every layer had that was reached so far: the signature of a walk.
    pub fn layers(&self) -> Vec<u64> {
        self.heard.layers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Why a checkpoint could not be left, the first time that happened; the count goes on.
    pub fn nothing_left(&self) -> Option<CountError> {
        self.heard.nothing_left.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn left_nothing(&self, why: &CountError) {
        let mut first = self.heard.nothing_left.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| why.clone());
    }

    pub(crate) fn step(&self, step: usize, steps: usize, states: usize) {
        self.heard.layers.lock().unwrap_or_else(PoisonError::into_inner).push(states as u64);
        self.heard.step.store(step as u64, Ordering::Relaxed);
        self.heard.steps.store(steps as u64, Ordering::Relaxed);
        self.heard.states.store(states as u64, Ordering::Relaxed);
    }

    pub(crate) fn tested(&self, pairs: u64) {
        self.heard.pairs.fetch_add(pairs, Ordering::Relaxed);
    }

    pub(crate) fn spilled(&self, bytes: usize) {
        self.heard.spilled.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn resumed(&self, step: usize) {
        self.heard.resumed.store(step as u64, Ordering::Relaxed);
    }

    /// An error where the work must stop, asked at every step of a loop that follows no states.
    pub(crate) fn check_at(&self, step: usize) -> Result<(), CountError> {
        if self.control.is_stopped_at(step as u64) { Err(CountError::Stopped) } else { Ok(()) }
    }

    /// Whether to stop, having followed some more states.
    pub(crate) fn is_stopped(&self, states: usize) -> bool {
        self.heard.done.fetch_add(states as u64, Ordering::Relaxed);
        self.control.is_stopped()
    }
}
