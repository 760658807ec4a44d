//! The count by frontier: one layer after the other.
//!
//! A walk is advanced by its caller: [`Walk::advance`] does a slice of work, and the walk can be abandoned
//! after any slice.
//!
//! *Guarantee:* exact. *Cost:* the states of all layers in time, the largest layer and its
//! successors in memory.

use std::sync::Arc;

use crate::{
    CountError,
    frontier::{
        checkpoint::{Checkpoint, Content},
        filter::{Filter, bytes_kept},
    },
    layers::{
        advance::{Advance, Advancing},
        layer::{AnyLayer, of_any},
        stride::Stride,
    },
    problem::plan::Plan,
    run::Run,
};

/// Bytes without which no step is taken, even where tables go to files.
const LEAST: usize = 1 << 20;

/// From the empty board, or from where a checkpoint was left, through the first steps of a plan.
pub(crate) struct Walk {
    plan: Arc<Plan>,
    end: usize,
    /// How many steps other walks of the same count took before it, and take in all.
    others: (usize, usize),
    /// Which share of it is done after every step.
    shares: Vec<f64>,
    /// Whether no step is taken together with another.
    is_single: bool,
    filter: Filter,
    /// Whether the empty board is known to have a future.
    has_begun: bool,
    at: usize,
    /// The layer after `at` steps, and the one that is being made of it.
    pub(crate) layer: AnyLayer,
    next: Option<Next>,
    /// States of all layers so far.
    pub(crate) states: u64,
    pub(crate) peak_bytes: u64,
}

/// A layer that is being made.
struct Next {
    steps: usize,
    /// States of the layer that it is made of.
    before: u128,
    /// Bytes that are left for it.
    room: usize,
    layer: Box<dyn Advancing>,
}

impl Walk {
    /// Through the first `end` steps; where the checkpoint has a layer of this walk, from there.
    pub(crate) fn new(
        plan: &Arc<Plan>,
        end: usize,
        checkpoint: Option<&mut Checkpoint>,
        run: &Run<'_>,
    ) -> Walk {
        let filter = Filter::new(plan, bytes_kept(&plan.digits, run.memory()) as usize);
        let left = checkpoint.and_then(|checkpoint| checkpoint.take(end));
        let (at, layer) = match left {
            Some((step, Content::Words(layer))) => {
                run.report.tell_resumed(step);
                (step, layer)
            }
            _ => (0, AnyLayer::begin(true)),
        };
        let (plan, shares) = (plan.clone(), plan.shares(end));
        Walk {
            plan,
            end,
            others: (0, 0),
            shares,
            is_single: false,
            filter,
            has_begun: at > 0,
            at,
            layer,
            next: None,
            states: 1,
            peak_bytes: 0,
        }
    }

    /// The same with a layer after every step, where others take two small ones together.
    pub(crate) fn with_every_layer(self) -> Walk {
        Walk { is_single: true, ..self }
    }

    /// The share of all walks that is done once this one is behind a step.
    fn share(&self, at: usize) -> f64 {
        let (before, others) = self.others;
        (before as f64 + self.end as f64 * self.shares[at]) / (others + self.end).max(1) as f64
    }

    /// The same as one of several walks, given how many steps those before it take, and all others.
    pub(crate) fn among(self, before: usize, others: usize) -> Walk {
        Walk { others: (before, others), ..self }
    }

    /// How many steps are behind it.
    pub(crate) fn at(&self) -> usize {
        self.at
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
            self.advance_layer(work, checkpoint.as_deref_mut(), run)?;
        }
        Ok(())
    }

    /// The same, to the next layer at most.
    pub(crate) fn advance_layer(
        &mut self,
        work: &mut u64,
        checkpoint: Option<&mut Checkpoint>,
        run: &Run<'_>,
    ) -> Result<(), CountError> {
        let (at, end) = (self.at, self.end);
        if !self.has_begun {
            run.report.tell_steps(self.others.1 + end);
        }
        if !self.has_begun && !self.has_future(work, run)? {
            return Ok(());
        }
        let steps = if self.is_single { 1 } else { self.plan.steps_together(at, end) };
        if !self.filter.reach(&self.plan, at + 1..end, steps, work, run)? {
            return Ok(());
        }
        let mut next = match self.next.take() {
            Some(next) => next,
            None => self.begin(steps, run)?,
        };
        let stride = Stride::new(&self.plan, at, self.filter.at_hand(at + 1, steps));
        match next.layer.advance(&stride, work, run)? {
            true => self.end(next, checkpoint, run),
            false => {
                self.next = Some(next);
                Ok(())
            }
        }
    }

    /// Whether the empty board has a future, as far as this slice can say; where it has none, the
    /// walk is over.
    fn has_future(&mut self, work: &mut u64, run: &Run<'_>) -> Result<bool, CountError> {
        if !self.filter.reach(&self.plan, 0..self.end, 1, work, run)? {
            return Ok(false);
        }
        self.has_begun = self.filter.at_hand(0, 1)[0].contains(0);
        if !self.has_begun {
            (self.layer, self.at) = (AnyLayer::begin(false), self.end);
        }
        Ok(self.has_begun)
    }

    fn begin(&mut self, steps: usize, run: &Run<'_>) -> Result<Next, CountError> {
        let layer = std::mem::replace(&mut self.layer, AnyLayer::begin(false));
        let (widest, states) = (layer.widest(), layer.len());
        run.report.tell_layer(self.share(self.at)..self.share(self.at + steps), states as u64);
        let layer = layer.widened(widest, states as u64)?;
        let room = run.memory().saturating_sub(self.filter.bytes(&self.plan) as u128);
        let room = usize::try_from(room).unwrap_or(usize::MAX).max(LEAST);
        let layer: Box<dyn Advancing> = of_any!(layer, layer => Box::new(Advance::new(layer, room, run)));
        Ok(Next { steps, before: states as u128, room, layer })
    }

    fn end(
        &mut self,
        next: Next,
        checkpoint: Option<&mut Checkpoint>,
        run: &Run<'_>,
    ) -> Result<(), CountError> {
        self.layer = next.layer.complete();
        let states = self.layer.len();
        // The layer before goes while this one comes, in lists that are half empty at most.
        let bytes = next.before.max(2 * states as u128) * self.layer.state_bytes();
        let bytes = match run.resources.has_spill() {
            true => bytes.min(next.room as u128),
            false if bytes + bytes / 4 > run.memory() => {
                return Err(CountError::OutOfMemory { bytes: bytes + bytes / 4, memory: run.memory() });
            }
            false => bytes,
        };
        self.states += states as u64;
        self.peak_bytes = self.peak_bytes.max(bytes as u64 + self.filter.bytes(&self.plan) as u64);
        self.at += next.steps;
        run.report.tell_share(self.share(self.at));
        run.report.tell_step(self.others.0 + self.at, self.others.1 + self.end, states);
        if let Some(checkpoint) = checkpoint {
            checkpoint.save(self.at, self.end, &self.layer, run);
        }
        Ok(())
    }
}
