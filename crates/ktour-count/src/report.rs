//! What a count reports while it runs, and afterwards.

use std::{
    ops,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::CountError;

/// The report of a counter on its work. Clones share it, so another thread can read it meanwhile.
///
/// ```
/// use ktour::{Board, Control, Puzzle, TourKind};
/// use ktour::count::{Counter, Report, Resources};
/// let counter = Counter::new(&Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed))?;
/// let report: Report = counter.report().clone(); // for another thread
/// let counted = counter.count(&Resources::default(), &Control::unlimited())?;
/// assert!(report.progress().done > 0 && report.progress().step <= report.progress().steps);
/// assert_eq!(report.progress().share, 1.0);
/// assert!(report.layers().iter().sum::<u64>() <= counted.states);
/// assert!(report.unsaved().is_none()); // no checkpoint was wished for
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Report(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    share: Share,
    step: AtomicU64,
    steps: AtomicU64,
    states: AtomicU64,
    done: AtomicU64,
    pairs: AtomicU64,
    spilled: AtomicU64,
    read_back: AtomicU64,
    resumed: AtomicU64,
    layers: Mutex<Vec<u64>>,
    unsaved: Mutex<Option<CountError>>,
}

/// The share of the work that is done. Numbers are in millionths, ranges in the range before them.
#[derive(Debug, Default)]
struct Share {
    reached: AtomicU64,
    /// Range of the part: of a count and its classes, or of layers and the tours sampled from them.
    part: Range,
    /// Range of the stage within the part: halves and their join.
    stage: Range,
    /// Range of the layer within the stage.
    layer: Range,
    /// States of that layer, and the states followed before it.
    states: AtomicU64,
    before: AtomicU64,
}

const WHOLE: u64 = 1_000_000;

#[derive(Debug, Default)]
struct Range(AtomicU64);

impl Range {
    fn set(&self, range: ops::Range<f64>) {
        let millionths = |share: f64| (share.clamp(0.0, 1.0) * WHOLE as f64).round() as u64;
        self.0.store(millionths(range.start) << 32 | millionths(range.end), Ordering::Relaxed);
    }

    fn at(&self, share: f64) -> f64 {
        let range = self.0.load(Ordering::Relaxed);
        let (start, end) = ((range >> 32) as f64, (range & 0xffff_ffff) as f64);
        (start + (end - start) * share) / WHOLE as f64
    }
}

impl Share {
    fn begin(&self) {
        self.reached.store(0, Ordering::Relaxed);
        self.states.store(0, Ordering::Relaxed);
        [&self.part, &self.stage, &self.layer].into_iter().for_each(|range| range.set(0.0..1.0));
    }

    /// Raises the finished share of the stage.
    fn raise(&self, share: f64) {
        let share = self.part.at(self.stage.at(share.clamp(0.0, 1.0)));
        self.reached.fetch_max((share * WHOLE as f64).round() as u64, Ordering::Relaxed);
    }

    /// Sets the total number of states processed.
    fn follow(&self, done: u64) {
        let states = self.states.load(Ordering::Relaxed);
        if states > 0 {
            let followed = done.saturating_sub(self.before.load(Ordering::Relaxed));
            self.raise(self.layer.at((followed as f64 / states as f64).min(1.0)));
        }
    }
}

/// How far the work is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CountProgress {
    /// The share of the work that is done, about: it never falls, and is 1 in the end. Lists of tours have
    /// none.
    pub share: f64,
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
    /// Bytes read from these files.
    pub read_back: u64,
    /// Step from which a checkpoint was resumed; 0 if none was.
    pub resumed: u64,
}

impl Report {
    /// How far the work is.
    pub fn progress(&self) -> CountProgress {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        CountProgress {
            share: self.share(),
            step: read(&self.0.step),
            steps: read(&self.0.steps),
            states: read(&self.0.states),
            done: read(&self.0.done),
            pairs: read(&self.0.pairs),
            spilled: read(&self.0.spilled),
            read_back: read(&self.0.read_back),
            resumed: read(&self.0.resumed),
        }
    }

    /// The share of the work that is done.
    pub(crate) fn share(&self) -> f64 {
        self.0.share.reached.load(Ordering::Relaxed) as f64 / WHOLE as f64
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
        let Inner { share, step, steps, states, done, pairs, spilled, read_back, resumed, layers, unsaved } =
            &*self.0;
        for counter in [step, steps, states, done, pairs, spilled, read_back, resumed] {
            counter.store(0, Ordering::Relaxed);
        }
        share.begin();
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

    /// The steps of a walk that begins.
    pub(crate) fn tell_steps(&self, steps: usize) {
        self.0.steps.store(steps as u64, Ordering::Relaxed);
    }

    /// The work that follows is this part of the whole.
    pub(crate) fn tell_part(&self, part: ops::Range<f64>) {
        self.0.share.states.store(0, Ordering::Relaxed);
        self.0.share.stage.set(0.0..1.0);
        self.0.share.part.set(part);
    }

    /// The work that follows is this stage of the part.
    pub(crate) fn tell_stage(&self, stage: ops::Range<f64>) {
        self.0.share.states.store(0, Ordering::Relaxed);
        self.0.share.stage.set(stage);
    }

    /// The states of a layer will be followed, which is this share of the stage.
    pub(crate) fn tell_layer(&self, layer: ops::Range<f64>, states: u64) {
        let Share { layer: range, states: all, before, .. } = &self.0.share;
        range.set(layer);
        before.store(self.0.done.load(Ordering::Relaxed), Ordering::Relaxed);
        all.store(states, Ordering::Relaxed);
    }

    /// Reports the finished share of the stage.
    pub(crate) fn tell_share(&self, share: f64) {
        self.0.share.raise(share);
    }

    /// All is done.
    pub(crate) fn tell_end(&self) {
        self.0.share.reached.store(WHOLE, Ordering::Relaxed);
    }

    /// Adds to the states processed and returns the total.
    pub(crate) fn tell_done(&self, states: usize) -> u64 {
        let done = self.0.done.fetch_add(states as u64, Ordering::Relaxed) + states as u64;
        self.0.share.follow(done);
        done
    }

    pub(crate) fn tell_pairs(&self, pairs: u64) {
        self.0.pairs.fetch_add(pairs, Ordering::Relaxed);
    }

    pub(crate) fn tell_spilled(&self, bytes: usize) {
        self.0.spilled.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn tell_read_back(&self, bytes: usize) {
        self.0.read_back.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn tell_resumed(&self, step: usize) {
        self.0.resumed.store(step as u64, Ordering::Relaxed);
    }
}
