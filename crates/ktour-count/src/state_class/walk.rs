//! The count by frontier, in groups: one layer after the other.
//!
//! A walk is advanced in slices, like that of [`layers`](crate::layers::walk), and has the same states.
//!
//! *Guarantee:* exact. *Cost:* the leaps of all states in time, two layers in memory.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use super::{
    degree_key as key,
    layer::{Bucket, ClassLayer},
    merge::LayerMerge,
    stored::StoredLayers,
    transitions::Transitions,
};
use crate::{
    CountError,
    frontier::{
        MIN_STATES_FOR_THREADS,
        checkpoint::{Checkpoint, Content},
        disk,
        filter::{Filter, bytes_kept},
        multiplicity::Wide,
    },
    problem::{
        plan::Plan,
        step::{Act, Step},
    },
    run::Run,
    state::matching_map::MatchingMaps,
    threads::in_threads,
};

/// Offers that are taken or left in one pass.
const OFFERS: usize = 2;

/// From the empty board through the first steps of a plan.
pub(crate) struct ClassWalk {
    plan: Arc<Plan>,
    end: usize,
    /// How many steps other walks of the same count took before it, and take in all.
    others: (usize, usize),
    /// Which share of it is done after every step.
    shares: Vec<f64>,
    filter: Filter,
    has_begun: bool,
    at: usize,
    /// After how many steps states are told: walks in words take some steps together.
    next_report: usize,
    pub(crate) layer: ClassLayer,
    /// All layers before it, where they are kept.
    kept: Option<StoredLayers>,
    making: Option<Making>,
    maps: Arc<MatchingMaps>,
    /// What steps choose, by the address of their kind, which the plan keeps.
    transitions: HashMap<usize, Arc<Transitions>>,
    /// States of all layers so far.
    pub(crate) states: u64,
    pub(crate) peak_bytes: u64,
}

/// A layer that is being made.
struct Making {
    steps: usize,
    pass: LayerMerge,
    /// The next chunk.
    next: usize,
    made: Vec<Bucket>,
}

impl ClassWalk {
    /// Through the first `end` steps.
    pub(crate) fn new(plan: &Arc<Plan>, end: usize, maps: &Arc<MatchingMaps>, run: &Run<'_>) -> ClassWalk {
        let shares = plan.shares(end);
        ClassWalk {
            plan: plan.clone(),
            end,
            others: (0, 0),
            shares,
            filter: Filter::new(plan, bytes_kept(&plan.digits, run.memory()) as usize),
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
        run: &Run<'_>,
    ) -> Result<ClassWalk, CountError> {
        if let Some((step, Content::Groups(bytes))) = checkpoint.and_then(|left| left.take(self.end)) {
            run.report.tell_resumed(step);
            self.layer = ClassLayer::read(bytes).map_err(disk)?;
            (self.has_begun, self.at, self.next_report) = (true, step, step);
        }
        Ok(self)
    }

    /// The last layer of a walk, and all before it.
    pub(crate) fn kept(mut self, run: &Run<'_>) -> Result<(ClassLayer, StoredLayers), CountError> {
        self.kept = Some(StoredLayers::new(&self.plan, &self.maps));
        self.advance(&mut { u64::MAX }, None, run)?;
        let kept = self.kept.take().unwrap_or_else(|| StoredLayers::new(&self.plan, &self.maps));
        Ok((self.layer, kept))
    }

    /// Whether the last layer is there.
    pub(crate) fn is_done(&self) -> bool {
        self.at == self.end
    }

    /// Goes on for a slice of work.
    pub(crate) fn advance(
        &mut self,
        work: &mut u64,
        mut checkpoint: Option<&mut Checkpoint>,
        run: &Run<'_>,
    ) -> Result<(), CountError> {
        while *work > 0 && !self.is_done() {
            let before = self.at;
            self.advance_layer(work, run)?;
            if let Some(checkpoint) = &mut checkpoint
                && self.at > before
                && self.at == self.next_report
            {
                let parts = self.layer.buckets.iter().map(Bucket::write);
                checkpoint.save_groups((self.at, self.end), self.layer.written(), parts, run);
            }
        }
        Ok(())
    }

    /// The same, to the next layer at most.
    fn advance_layer(&mut self, work: &mut u64, run: &Run<'_>) -> Result<(), CountError> {
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
        if !self.filter.reach(&self.plan, self.at + 1..self.end, steps, work, run)? {
            return Ok(());
        }
        let mut making = match self.making.take() {
            Some(making) => making,
            None => {
                run.report.tell_layer(self.share(self.at)..self.share(self.at + steps), self.layer.states());
                Making { steps, pass: self.first_pass(steps), next: 0, made: Vec::new() }
            }
        };
        self.make(&mut making, work, run)?;
        if making.next < making.pass.chunks() {
            self.making = Some(making);
            return Ok(());
        }
        let layer = ClassLayer { buckets: making.made };
        let held = self.kept.as_ref().map_or(0, StoredLayers::bytes);
        let bytes = layer.bytes() + self.layer.bytes() + held;
        if u128::from(bytes) > run.memory() && !run.resources.has_spill() {
            return Err(CountError::OutOfMemory { bytes: bytes.into(), memory: run.memory() });
        }
        let others = self.filter.bytes(&self.plan) + self.maps.bytes();
        self.peak_bytes = self.peak_bytes.max(bytes + others as u64);
        let before = std::mem::replace(&mut self.layer, layer);
        if let Some(kept) = &mut self.kept
            && (matches!(making.pass, LayerMerge::Step(..))
                || matches!(self.plan.steps[self.at].act, Act::Unfold))
        {
            kept.keep(self.at, steps, before, run)?;
        }
        let step = &self.plan.steps[self.at + steps - 1];
        if let (Some(mirror), LayerMerge::Step(..)) = (&step.mirror, &making.pass) {
            let pass = LayerMerge::mirror(&mirror.order, false, &self.layer);
            self.making = Some(Making { steps, pass, next: 0, made: Vec::new() });
            return Ok(());
        }
        self.at += steps;
        run.report.tell_share(self.share(self.at));
        if self.at == self.next_report {
            let states = self.layer.states();
            self.states += states;
            run.report.tell_step(self.others.0 + self.at, self.others.1 + self.end, states as usize);
        }
        Ok(())
    }

    /// How many steps are taken in one pass: one, or a few offers, but none behind a mirror.
    fn together(&self) -> usize {
        let steps = &self.plan.steps[self.at..self.next_report];
        let is_plain = |step: &&Step| matches!(step.act, Act::Offer { .. }) && step.mirror.is_none();
        let plain = steps.iter().take(OFFERS - 1).take_while(is_plain).count();
        (plain + 1).min(steps.len())
    }

    fn first_pass(&mut self, steps: usize) -> LayerMerge {
        let steps = &self.plan.steps[self.at..self.at + steps];
        match (&steps[0].act, &steps[0].mirror) {
            (Act::Unfold, Some(mirror)) => LayerMerge::mirror(&mirror.order, true, &self.layer),
            (Act::Decide { .. }, _) => {
                let known = self.transitions.entry(steps[0].kind().addr());
                LayerMerge::step(known.or_insert_with(|| Arc::new(Transitions::new(steps))), &self.layer)
            }
            _ => LayerMerge::step(&Arc::new(Transitions::new(steps)), &self.layer),
        }
    }

    /// Some more chunks of a layer.
    fn make(&self, making: &mut Making, work: &mut u64, run: &Run<'_>) -> Result<(), CountError> {
        let (pass, chunks, states) = (&making.pass, making.pass.chunks(), self.layer.states());
        let share = |chunk: usize| (states as u128 * chunk as u128 / chunks as u128) as u64;
        let first = making.next;
        while making.next < chunks && *work > 0 {
            making.next += 1;
            *work = work.saturating_sub(share(making.next) - share(making.next - 1) + 1);
        }
        let bits = self.layer.bits();
        let last: &Step = &self.plan.steps[self.at + making.steps - 1];
        let is_step = matches!(last.act, Act::Decide { .. }) && last.is_last_view;
        let tour = is_step.then(|| key::full(last.to.slots()));
        let set = &self.filter.at_hand(self.at + 1, making.steps)[making.steps - 1];
        let is_mirror = matches!(pass, LayerMerge::Mirror { .. });
        let (next, end) = (AtomicUsize::new(first), making.next);
        let threads = if states < MIN_STATES_FOR_THREADS as u64 { 1 } else { run.threads() };
        let made = in_threads(threads.min(end - first), |_| {
            let mut made = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= end {
                    return Ok(made);
                }
                let (with, maps) = ((set, tour), &*self.maps);
                let bucket = match bits {
                    0..=64 => pass.chunk::<u64>(at, &self.layer, with, maps),
                    65..=128 => pass.chunk::<u128>(at, &self.layer, with, maps),
                    129..=1024 => pass.chunk::<Wide>(at, &self.layer, with, maps),
                    _ => return Err(CountError::TooMany),
                };
                made.push((at, bucket));
                // A mirror follows nobody.
                let followed = if is_mirror { 0 } else { share(at + 1) - share(at) };
                run.check(followed as usize)?;
            }
        });
        let mut made = made.into_iter().collect::<Result<Vec<_>, CountError>>()?.concat();
        made.sort_unstable_by_key(|(at, _)| *at);
        making.made.extend(made.into_iter().map(|made| made.1).filter(|bucket| bucket.states() > 0));
        Ok(())
    }
}
