//! What a count reports while it runs, and afterwards.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use crate::CountError;

/// The report of a counter on its work. Clones share it, so another thread can read it meanwhile.
///
/// ```
/// use ktour_tour::{Board, Control, Puzzle, TourKind};
/// use ktour_count::{Counter, Report, Resources};
/// let counter = Counter::new(&Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed))?;
/// let report: Report = counter.report().clone(); // for another thread
/// let counted = counter.count(&Resources::default(), &Control::unlimited())?;
/// assert!(report.progress().done > 0 && report.progress().step <= report.progress().steps);
/// assert!(report.layers().iter().sum::<u64>() <= counted.states);
/// assert!(report.unsaved().is_none()); // no checkpoint was wished for
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Report(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    step: AtomicU64,
    steps: AtomicU64,
    states: AtomicU64,
    done: AtomicU64,
    pairs: AtomicU64,
    spilled: AtomicU64,
    resumed: AtomicU64,
    layers: Mutex<Vec<u64>>,
    unsaved: Mutex<Option<CountError>>,
}

/// How far the work is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountProgress {
    /// Steps done.
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

impl Report {
    /// How far the work is.
    pub fn progress(&self) -> CountProgress {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        CountProgress {
            step: read(&self.0.step),
            steps: read(&self.0.steps),
            states: read(&self.0.states),
            done: read(&self.0.done),
            pairs: read(&self.0.pairs),
            spilled: read(&self.0.spilled),
            resumed: read(&self.0.resumed),
        }
    }

    /// How many states each layer reached so far had: the signature of a walk.
    pub fn layers(&self) -> Vec<u64> {
        self.0.layers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Why a checkpoint could not be saved, the first time that happened; the count continues.
    pub fn unsaved(&self) -> Option<CountError> {
        self.0.unsaved.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Other work begins.
    pub(crate) fn begin(&self) {
        let Inner { step, steps, states, done, pairs, spilled, resumed, layers, unsaved } = &*self.0;
        for counter in [step, steps, states, done, pairs, spilled, resumed] {
            counter.store(0, Ordering::Relaxed);
        }
        layers.lock().unwrap_or_else(PoisonError::into_inner).clear();
        *unsaved.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    pub(crate) fn tell_unsaved(&self, why: &CountError) {
        let mut first = self.0.unsaved.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| why.clone());
    }

    pub(crate) fn tell_step(&self, step: usize, steps: usize, states: usize) {
        self.0.layers.lock().unwrap_or_else(PoisonError::into_inner).push(states as u64);
        self.0.step.store(step as u64, Ordering::Relaxed);
        self.0.steps.store(steps as u64, Ordering::Relaxed);
        self.0.states.store(states as u64, Ordering::Relaxed);
    }

    /// So many more states were followed; how many that makes.
    pub(crate) fn tell_done(&self, states: usize) -> u64 {
        self.0.done.fetch_add(states as u64, Ordering::Relaxed) + states as u64
    }

    pub(crate) fn tell_pairs(&self, pairs: u64) {
        self.0.pairs.fetch_add(pairs, Ordering::Relaxed);
    }

    pub(crate) fn tell_spilled(&self, bytes: usize) {
        self.0.spilled.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn tell_resumed(&self, step: usize) {
        self.0.resumed.store(step as u64, Ordering::Relaxed);
    }
}
