//! The count by frontier, in state classes: one layer after the other.
//!
//! A walk is advanced by its caller: [`ClassWalk::advance`] does a slice of work, and the walk can be
//! abandoned after any slice. A layer that does not fit into memory goes to a file, bucket by bucket; one
//! that is mirrored is first divided by its new keys into parts that fit.
//!
//! *Guarantee:* exact. *Cost:* the leaps of all states in time, two layers in memory or in files.

use std::{
    collections::{HashMap, VecDeque},
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use super::{
    degree_key::{self as key, Reordered},
    layer::{ClassBlock, ClassLayer, StoredBucket},
    merge::{ChunkMaker, LayerMerge},
    spill::{SpillFile, Store, StoreState, in_parts},
    stored_layers::StoredLayers,
    transitions::Transitions,
};
use crate::{
    CountError,
    context::Context,
    frontier::{
        MIN_STATES_FOR_THREADS,
        checkpoint::Checkpoint,
        disk,
        filter::Filter,
        multiplicity::{Multiplicity, Wide},
    },
    problem::{
        plan::Plan,
        step::{Step, StepAction},
    },
    state::matching_map::MatchingMaps,
    threads::in_threads,
};

/// Number of offers that are chosen or rejected in one merge.
const MAX_OFFERS_PER_PASS: usize = 2;
/// The least memory for a layer whose rest goes to a file.
const MIN_LAYER_BYTES: u64 = 1 << 18;
/// The least memory for a part of a layer that is mirrored.
const MIN_PART_BYTES: u64 = 1 << 20;

/// Walk from the empty board through the first steps of a plan.
pub struct ClassWalk {
    plan: Arc<Plan>,
    end: usize,
    /// How many steps other walks of the same count took before it, and take in all.
    others: (usize, usize),
    /// The share of it that is done after every step.
    shares: Vec<f64>,
    filter: Filter,
    has_begun: bool,
    at: usize,
    /// Step at which the next progress report is due.
    next_report: usize,
    /// The latest layer.
    pub layer: ClassLayer,
    /// All layers before it, where they are kept.
    kept: Option<StoredLayers>,
    making: Option<Making>,
    maps: Arc<MatchingMaps>,
    /// Transitions by the address of the kind of step, which the plan owns.
    transitions: HashMap<usize, Arc<Transitions>>,
    /// States of all layers so far.
    pub(crate) states: u64,
    /// The most bytes of memory at once.
    pub peak_bytes: u64,
}

/// A layer that is being made.
struct Making {
    steps: usize,
    merge: LayerMerge,
    /// The current part of a mirrored layer in a file, and the following ones, by their new keys.
    part: Option<ClassLayer>,
    parts: VecDeque<(Range<u64>, ClassLayer)>,
    /// The next chunk.
    next: usize,
    made: Vec<StoredBucket>,
    stored: StoreState,
}

impl Making {
    fn new(steps: usize, merge: LayerMerge) -> Making {
        let (part, parts, next, made, stored) = Default::default();
        Making { steps, merge, part, parts, next, made, stored }
    }

    fn is_done(&self) -> bool {
        self.next == self.merge.chunks() && self.parts.is_empty()
    }
}

impl ClassWalk {
    /// Creates a walk over the first `end` steps of the plan.
    pub fn new(plan: &Arc<Plan>, end: usize, maps: &Arc<MatchingMaps>, run: &Context<'_>) -> ClassWalk {
        ClassWalk {
            plan: plan.clone(),
            end,
            others: (0, 0),
            shares: plan.shares(end),
            filter: Filter::of_walk(plan, end, run),
            has_begun: false,
            at: 0,
            next_report: 0,
            layer: ClassLayer::root(),
            kept: None,
            making: None,
            maps: maps.clone(),
            transitions: HashMap::new(),
            states: 1,
            peak_bytes: 0,
        }
    }

    /// The share of all walks that is done once this one is behind a step.
    fn share(&self, at: usize) -> f64 {
        let (before, others) = self.others;
        (before as f64 + self.end as f64 * self.shares[at]) / (others + self.end).max(1) as f64
    }

    /// The same as one of several walks, given how many steps those before it take, and all others.
    pub(crate) fn among(self, before: usize, others: usize) -> ClassWalk {
        ClassWalk { others: (before, others), ..self }
    }

    /// The same from where a checkpoint was left, if one was.
    pub(super) fn resumed(
        mut self,
        checkpoint: Option<&mut Checkpoint>,
        run: &Context<'_>,
    ) -> Result<ClassWalk, CountError> {
        if let Some(mut left) = checkpoint.and_then(|checkpoint| checkpoint.take(self.end)) {
            run.report.tell_resumed(left.step);
            let (stored, mut buckets) = (StoreState::default(), Vec::new());
            let store = self.store(&stored, run);
            while let Some(bucket) = ClassBlock::read(&mut left.bytes).map_err(disk)? {
                buckets.push(store.put(bucket)?);
            }
            self.resume_at(left.step, ClassLayer { buckets });
        }
        Ok(self)
    }

    /// Goes on after some steps, with their layer.
    pub fn resume_at(&mut self, step: usize, layer: ClassLayer) {
        (self.layer, self.has_begun, self.at, self.next_report) = (layer, true, step, step);
    }

    /// The last layer of a walk, and all before it.
    pub(crate) fn kept(mut self, run: &Context<'_>) -> Result<(ClassLayer, StoredLayers), CountError> {
        self.kept = Some(StoredLayers::new(&self.plan, &self.maps));
        self.advance(&mut { u64::MAX }, None, run)?;
        let kept = self.kept.take().unwrap_or_else(|| StoredLayers::new(&self.plan, &self.maps));
        Ok((self.layer, kept))
    }

    /// Number of steps behind it.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Whether the last layer is there.
    pub fn is_done(&self) -> bool {
        self.at == self.end
    }

    /// Goes on for a slice of work.
    pub(crate) fn advance(
        &mut self,
        work: &mut u64,
        mut checkpoint: Option<&mut Checkpoint>,
        run: &Context<'_>,
    ) -> Result<(), CountError> {
        while *work > 0 && !self.is_done() {
            let before = self.at;
            self.advance_layer(work, run)?;
            if self.at == before || self.at != self.next_report {
                continue;
            }
            let states = self.layer.states();
            self.states += states;
            run.report.tell_step(self.others.0 + self.at, self.others.1 + self.end, states as usize);
            if let Some(checkpoint) = &mut checkpoint {
                let (bytes, parts) = (self.layer.written_len(), self.layer.written());
                checkpoint.save((self.at, self.end), bytes, parts, run);
            }
        }
        Ok(())
    }

    /// The same, to the next layer at most.
    pub(crate) fn advance_layer(&mut self, work: &mut u64, run: &Context<'_>) -> Result<(), CountError> {
        if !self.has_begun {
            run.report.tell_steps(self.others.1 + self.end);
            if !self.filter.reach(&self.plan, 0..self.end, 1, work, run)? {
                return Ok(());
            }
            self.has_begun = true;
            if !self.filter.at_hand(0, 1)[0].contains(0) {
                (self.layer, self.at) = (ClassLayer::default(), self.end);
                return Ok(());
            }
        }
        if self.at == self.next_report {
            self.next_report += self.plan.steps_together(self.at, self.end);
        }
        let steps = self.together();
        if !self.filter.reach(&self.plan, self.at + steps..self.end, 1, work, run)? {
            return Ok(());
        }
        let mut making = match self.making.take() {
            Some(making) => making,
            None => {
                run.report.tell_layer(self.share(self.at)..self.share(self.at + steps), self.layer.states());
                self.begin(steps, run)?
            }
        };
        self.make(&mut making, work, run)?;
        if !making.is_done() {
            self.making = Some(making);
            return Ok(());
        }
        let layer = ClassLayer { buckets: making.made };
        let held = self.kept.as_ref().map_or(0, StoredLayers::bytes);
        let bytes = layer.bytes() + self.layer.bytes() + held;
        let others = self.filter.bytes(&self.plan) + self.maps.bytes();
        self.peak_bytes = self.peak_bytes.max(bytes + others as u64);
        let before = std::mem::replace(&mut self.layer, layer);
        let is_step = matches!(making.merge, LayerMerge::Step(..));
        if let Some(kept) = &mut self.kept
            && (is_step || matches!(self.plan.steps[self.at].act, StepAction::Unfold))
        {
            kept.keep(self.at, steps, before, run)?;
        }
        let step = &self.plan.steps[self.at + steps - 1];
        if let (Some(mirror), true) = (&step.mirror, is_step) {
            self.making = Some(self.mirrored(steps, mirror, false, run)?);
            return Ok(());
        }
        self.at += steps;
        run.report.tell_share(self.share(self.at));
        Ok(())
    }

    /// Goes on to the next layer that is reported; whether there is one, or nothing can be finished.
    pub fn advance_to_report(&mut self, run: &Context<'_>) -> Result<bool, CountError> {
        let before = self.at;
        while !self.is_done() && (self.at == before || self.at != self.next_report) {
            self.advance_layer(&mut { u64::MAX }, run)?;
        }
        Ok(self.at == self.next_report)
    }

    /// Store for the buckets of a new layer.
    fn store<'s>(&self, stored: &'s StoreState, run: &'s Context<'_>) -> Store<'s> {
        let held = self.layer.bytes() + self.kept.as_ref().map_or(0, StoredLayers::bytes);
        let others = self.filter.bytes(&self.plan) + self.maps.most_bytes();
        stored.store(held, run.layer_bytes(held, others as u64).max(MIN_LAYER_BYTES), run)
    }

    /// How many steps are taken in one pass: one, or a few offers, but none behind a mirror.
    fn together(&self) -> usize {
        let steps = &self.plan.steps[self.at..self.next_report];
        let is_plain = |step: &&Step| matches!(step.act, StepAction::Offer { .. }) && step.mirror.is_none();
        let plain = steps.iter().take(MAX_OFFERS_PER_PASS - 1).take_while(is_plain).count();
        (plain + 1).min(steps.len())
    }

    fn begin(&mut self, steps: usize, run: &Context<'_>) -> Result<Making, CountError> {
        let first = &self.plan.steps[self.at];
        let merge = match (&first.act, &first.mirror) {
            (StepAction::Unfold, Some(mirror)) => return self.mirrored(steps, mirror, true, run),
            (StepAction::Decide { .. }, _) => {
                let known = self.transitions.entry(first.kind().addr());
                let new = || Arc::new(Transitions::new(&self.plan.steps[self.at..self.at + steps]));
                LayerMerge::step(known.or_insert_with(new), &self.layer)
            }
            _ => {
                let transitions = Transitions::new(&self.plan.steps[self.at..self.at + steps]);
                LayerMerge::step(&Arc::new(transitions), &self.layer)
            }
        };
        Ok(Making::new(steps, merge))
    }

    /// States and their images come together, or apart: at once, or in parts if the layer is in a file.
    fn mirrored(
        &self,
        steps: usize,
        order: &[u8],
        is_apart: bool,
        run: &Context<'_>,
    ) -> Result<Making, CountError> {
        let (mirror, layer) = (Reordered::new(order), &self.layer);
        if !layer.is_spilled() {
            return Ok(Making::new(
                steps,
                LayerMerge::mirror(&mirror, is_apart, layer, 0..key::END, run.threads())?,
            ));
        }
        let new_keys = |key: u64| {
            let image = mirror.of(key);
            if is_apart { [key, image] } else { [key.min(image); 2] }
        };
        let others = self.filter.bytes(&self.plan) + self.maps.most_bytes();
        let count =
            layer.all_bytes().div_ceil(run.layer_bytes(0, others as u64).max(MIN_PART_BYTES)) as usize;
        let mut sampled: Vec<(u64, usize)> = Vec::new();
        for bucket in &layer.buckets {
            bucket.samples(64, &mut |key, size| sampled.extend(new_keys(key).map(|key| (key, size))));
        }
        sampled.sort_unstable();
        let all: usize = sampled.iter().map(|sample| sample.1).sum();
        let (mut sum, mut bounds) = (0, Vec::new());
        for (key, size) in sampled {
            if sum * count >= (bounds.len() + 1) * all && bounds.last() != Some(&key) {
                bounds.push(key);
            }
            sum += size;
        }
        let part_of = |key: u64| bounds.partition_point(|&bound| bound <= key);
        let file = SpillFile::new(run)?;
        let parts = in_parts(layer, bounds.len() + 1, |key| new_keys(key).map(part_of), &file, run)?;
        let starts = [0].into_iter().chain(bounds.iter().copied());
        let ranges = starts.zip(bounds.iter().copied().chain([key::END]));
        let none = LayerMerge::mirror(&mirror, is_apart, &ClassLayer::default(), 0..0, 1)?;
        let parts = ranges.map(|(start, end)| start..end).zip(parts).collect();
        Ok(Making { parts, ..Making::new(steps, none) })
    }

    /// Some more chunks of a layer.
    fn make(&self, making: &mut Making, work: &mut u64, run: &Context<'_>) -> Result<(), CountError> {
        while *work > 0 && !making.is_done() {
            if making.next == making.merge.chunks()
                && let Some((range, part)) = making.parts.pop_front()
            {
                making.part = None;
                let part = making.part.insert(part.loaded()?);
                if let LayerMerge::Mirror { mirror, is_apart, .. } = &making.merge {
                    making.merge = LayerMerge::mirror(mirror, *is_apart, part, range, run.threads())?;
                }
                making.next = 0;
            }
            self.make_chunks(making, work, run)?;
        }
        Ok(())
    }

    fn make_chunks(&self, making: &mut Making, work: &mut u64, run: &Context<'_>) -> Result<(), CountError> {
        let layer = making.part.as_ref().unwrap_or(&self.layer);
        let (merge, chunks, states) = (&making.merge, making.merge.chunks(), layer.states());
        let share = |chunk: usize| (states as u128 * chunk as u128 / chunks as u128) as u64;
        let first = making.next;
        while making.next < chunks && *work > 0 {
            making.next += 1;
            *work = work.saturating_sub(share(making.next) - share(making.next - 1) + 1);
        }
        let last: &Step = &self.plan.steps[self.at + making.steps - 1];
        let is_step = matches!(last.act, StepAction::Decide { .. }) && last.is_last_view;
        let tour = is_step.then(|| key::full(last.to.slots()));
        let set = &self.filter.at_hand(self.at + making.steps, 1)[0];
        let (next, end) = (AtomicUsize::new(first), making.next);
        let chunks = Chunks { merge, next: &next, end, store: &self.store(&making.stored, run), run };
        // A mirrored step adds no states of its own.
        let is_mirror = matches!(merge, LayerMerge::Mirror { .. });
        let followed = |chunk: usize| if is_mirror { 0 } else { share(chunk + 1) - share(chunk) };
        let (bits, maps) = (self.layer.bits(), &*self.maps);
        let threads = if states < MIN_STATES_FOR_THREADS as u64 { 1 } else { run.threads() };
        let made = in_threads(threads.min(end - first), |_| match bits {
            0..=64 => chunks.make(ChunkMaker::<u64>::new(layer, maps, set, tour), followed),
            65..=128 => chunks.make(ChunkMaker::<u128>::new(layer, maps, set, tour), followed),
            129..=1024 => chunks.make(ChunkMaker::<Wide>::new(layer, maps, set, tour), followed),
            _ => Err(CountError::TooMany),
        });
        let made = made.into_iter().collect::<Result<Vec<_>, CountError>>()?;
        let mut made: Vec<(usize, StoredBucket)> = made.into_iter().flatten().collect();
        made.sort_unstable_by_key(|(at, _)| *at);
        making.made.extend(made.into_iter().map(|made| made.1));
        Ok(())
    }
}

/// The chunks that threads share.
struct Chunks<'a> {
    merge: &'a LayerMerge,
    next: &'a AtomicUsize,
    end: usize,
    store: &'a Store<'a>,
    run: &'a Context<'a>,
}

impl Chunks<'_> {
    /// Makes the next chunks until there are none.
    fn make<C: Multiplicity>(
        &self,
        mut maker: ChunkMaker<'_, C>,
        followed: impl Fn(usize) -> u64,
    ) -> Result<Vec<(usize, StoredBucket)>, CountError> {
        let mut made = Vec::new();
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            if at >= self.end {
                return Ok(made);
            }
            let bucket = maker.chunk(self.merge, at)?;
            if bucket.states() > 0 {
                made.push((at, self.store.put(bucket)?));
            }
            self.run.check(followed(at) as usize)?;
        }
    }
}
