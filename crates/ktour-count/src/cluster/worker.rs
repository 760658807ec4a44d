//! A worker: its share of every layer, and the engine that carries states to other shares.
//!
//! It goes through the layers as one machine does, but sends each resulting state to the worker that owns it,
//! and after every layer all workers agree on what they have.

use std::{cell::RefCell, collections::HashMap, rc::Rc};

use num_bigint::BigUint;
use timely::{
    container::{CapacityContainerBuilder, NoopBuilder},
    dataflow::{
        InputHandle, ProbeHandle,
        channels::pact::DistributorPact,
        operators::{Input, Probe, generic::operator::Operator},
    },
    worker::Worker as Engine,
};

use super::{
    checkpoint::{At, Saver},
    message::{Content, Message, Router, Sent},
    report::ShareReport,
    shared::{Process, SharedWalk},
};
use crate::{
    CountError, Counted, TourCount,
    frontier::{disk, mix, multiplicity::Multiplicity},
    halves::{
        glue::glue_groups,
        meeting::{Meeting, Member},
    },
    layers::{
        layer::{AnyLayer, BUCKET, Layer, of_any},
        spill::Bucket,
        stride::{Stride, Words},
    },
    state::pairing::Pairings,
};

/// A count, and the data that were sent for it.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The count; memory is that of all processes together.
    pub counted: Counted,
    /// States that went from one process to another.
    pub sent_states: u64,
    /// Bytes that all processes have sent.
    pub sent_bytes: u64,
}

/// What has arrived, by epoch.
type Arrivals = Rc<RefCell<HashMap<u64, Vec<Content>>>>;

/// One worker of a process.
pub(crate) struct Worker<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) process: &'a Process,
    pub(super) input: InputHandle<u64, NoopBuilder<Message>>,
    pub(super) probe: ProbeHandle<u64>,
    pub(super) arrivals: Arrivals,
    pub(super) epoch: u64,
    /// States sent to other processes.
    pub(super) sent: u64,
    /// The largest tables of all processes together.
    peak_bytes: u64,
}

/// A layer that every worker has a share of.
struct SharedLayer {
    layer: AnyLayer,
    /// States of all shares.
    states: u64,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(engine: &'a mut Engine, process: &'a Process) -> Worker<'a> {
        let arrivals = Arrivals::default();
        let kept = arrivals.clone();
        let (input, probe) = engine.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Message>>();
            let stream = stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                DistributorPact(|_| Router),
                "Layers",
                |_, _| {
                    move |input, _| {
                        input.for_each(|time, message| {
                            let content = std::mem::take(message).content;
                            kept.borrow_mut().entry(*time.time()).or_default().push(content);
                        });
                    }
                },
            );
            (input, stream.probe().0)
        });
        Worker { engine, process, input, probe, arrivals, epoch: 0, sent: 0, peak_bytes: 0 }
    }

    pub(super) fn index(&self) -> usize {
        self.engine.index()
    }

    pub(super) fn is_first(&self) -> bool {
        self.index() == self.process.own().start
    }

    /// The whole count.
    pub(crate) fn run(mut self) -> Result<Tally, CountError> {
        let process = self.process;
        let is_left = |end: usize| process.left.as_ref().is_none_or(|left| left.at.end == end);
        let mut counted = None;
        if let Some((walks, meeting)) =
            process.halves.as_ref().filter(|(_, meeting)| is_left(meeting.last().glue))
        {
            counted = self.by_halves(walks, meeting)?;
        }
        let (tours, states) = match counted {
            Some(counted) => counted,
            None => self.as_a_whole(&process.whole)?,
        };
        let last = self.agree(ShareReport::default())?;
        if let Some(parts) = process.parts.as_ref().filter(|_| self.is_first()) {
            parts.remove(None);
        }
        let tours = TourCount::of(&process.puzzle, tours);
        Ok(Tally {
            counted: Counted { tours, states, peak_bytes: self.peak_bytes },
            sent_states: last.total(|report| report.sent),
            sent_bytes: last.total(|report| report.written),
        })
    }

    /// Halves with counts beyond a machine word belong to boards too long for this: `None`.
    fn by_halves(
        &mut self,
        walks: &[SharedWalk],
        meeting: &Meeting,
    ) -> Result<Option<(BigUint, u64)>, CountError> {
        let (mut layers, mut glued, mut all) = (Vec::new(), 0, 0);
        for (at, walk) in walks.iter().enumerate() {
            let (shared, states) = self.walk(walk, at + 1 == walks.len())?;
            let AnyLayer::Word(layer) = shared.layer else { return Ok(None) };
            layers.push(layer);
            (glued, all) = (glued + shared.states, all + states);
        }
        let (tours, members) = self.glue(meeting, &layers, glued)?;
        Ok(Some((tours, all + members)))
    }

    fn as_a_whole(&mut self, walk: &SharedWalk) -> Result<(BigUint, u64), CountError> {
        let (shared, states) = self.walk(walk, true)?;
        let sum = shared.layer.sum()?.to_bytes_le();
        let all = self.agree(ShareReport { sum, ..ShareReport::default() })?;
        Ok((all.sum(), states))
    }

    /// From the empty board, or from the layer that was left, to the end of a walk; and how many
    /// states all layers had. Only the last walk leaves layers: others are walked anew.
    fn walk(&mut self, walk: &SharedWalk, is_last: bool) -> Result<(SharedLayer, u64), CountError> {
        let process = self.process;
        let (run, plan, end) = (&process.run(), &walk.plan, walk.end);
        let left = process.left.as_ref().filter(|left| is_last && left.at.end == end);
        let mut at = left.map_or(0, |left| left.at.step);
        let mut layer = match left {
            Some(_) => self.own_parts()?,
            None if self.index() == 0 => self.root(walk)?,
            None => AnyLayer::begin(false),
        };
        if left.is_some() && self.is_first() {
            run.report.tell_resumed(at);
        }
        let worker = (self.index(), self.engine.peers());
        let last = left.map(|left| left.at);
        let clock = process.control.clock();
        let new_saver = |parts| Saver::new(parts, worker, self.is_first(), last, clock);
        let mut saver = process.parts.as_ref().filter(|_| is_last).map(new_saver);
        let (mut all, mut states) = (self.agree(report_of(&layer))?, 1);
        loop {
            // Who had no part to read does not know how wide the numbers are.
            layer = widened_to(layer, all.bits())?;
            if at == end {
                return Ok((SharedLayer { layer, states: all.states() }, states));
            }
            if all.states() == 0 {
                at = end;
                continue;
            }
            layer = layer.widened(all.widest(), all.states())?;
            let taken = plan.steps_together(at, end);
            let filter = walk.filter(at + 1, taken, run)?;
            let stride = Stride::new(plan, at, filter.at_hand(at + 1, taken));
            let before = layer.bytes();
            let next = of_any!(layer, layer => {
                AnyLayer::from(self.advance(layer, all.states(), &stride)?)
            });
            let filters = (filter.bytes(plan) * self.engine.peers() / process.workers) as u64;
            drop(filter);
            layer = next;
            at += taken;
            let mut report = report_of(&layer);
            report.bytes = (before + 2 * layer.bytes()) as u64;
            report.may_save = saver.as_ref().is_none_or(Saver::has_time);
            let followed = all.states() - all.total_of(process.own(), |report| report.states);
            all = self.agree(report)?;
            states += all.states();
            self.peak_bytes = self.peak_bytes.max(all.total(|report| report.bytes) + filters);
            let own = u128::from(all.total_of(process.own(), |report| report.bytes)) * 2;
            if own > run.memory() {
                return Err(CountError::OutOfMemory { bytes: own, memory: run.memory() });
            }
            if self.is_first() {
                run.report.tell_step(at, end, all.states() as usize);
                run.report.tell_share(at as f64 / end as f64);
            }
            if self.index() == 0 {
                // What others have followed belongs to the progress that is shown.
                run.is_stopped(followed as usize);
            }
            if let Some(saver) = saver.as_mut().filter(|_| all.may_save()) {
                saver.save(At { end, step: at }, &layer, run);
            }
        }
    }

    /// The empty board, if it has a future.
    fn root(&self, walk: &SharedWalk) -> Result<AnyLayer, CountError> {
        let filter = walk.filter(0, 1, &self.process.run())?;
        Ok(AnyLayer::begin(filter.at_hand(0, 1).iter().any(|set| set.contains(0))))
    }

    /// The parts of the layer that was left which fall to this worker.
    fn own_parts(&self) -> Result<AnyLayer, CountError> {
        let process = self.process;
        let (Some(parts), Some(left)) = (&process.parts, &process.left) else {
            return Ok(AnyLayer::begin(false));
        };
        let of_process = left.readers.iter().filter(|(reader, _)| *reader == process.number);
        let own = of_process.skip(self.index() - process.own().start).step_by(process.workers);
        let mut layer = AnyLayer::begin(false);
        for (_, part) in own {
            layer = joined(layer, parts.read(part)?)?;
        }
        Ok(layer)
    }

    /// What follows from every state of a share, as a share of the next layer.
    fn advance<C: Sent>(
        &mut self,
        layer: Layer<C>,
        states: u64,
        stride: &Stride<'_>,
    ) -> Result<Layer<C>, CountError> {
        let per = (states as usize * 2 / BUCKET / self.engine.peers()).next_power_of_two().min(1 << 14);
        let mut words = Words::default();
        let buckets = self.exchange(layer.buckets, per, |(word, multiplicity), sending| {
            for &word in stride.follow(word, &mut words) {
                sending.push(mix(word), word, multiplicity);
            }
        })?;
        Layer::new(buckets.into_iter().map(Bucket::Here).collect()).map_err(disk)
    }

    /// How many cycles the states of the glued layers make, and how many members
    /// their groups have.
    fn glue(
        &mut self,
        meeting: &Meeting,
        layers: &[Layer<u64>],
        states: u64,
    ) -> Result<(BigUint, u64), CountError> {
        let process = self.process;
        let pairings = process.pairings.get_or_init(|| Pairings::new(states as usize));
        let room = self.agree(ShareReport::default())?.room();
        // Where memory is short, the groups are gone through in parts.
        let needed = u128::from(states) * size_of::<Member>() as u128 * 3;
        let parts = needed.div_ceil(u128::from(room).max(1)).next_power_of_two().min(1 << 10) as u64;
        let per = (states / parts / (1 << 11)) as usize / self.engine.peers();
        let per = per.next_power_of_two().min(1 << 14);
        let (mut tours, mut members) = (0u128, 0);
        for part in 0..parts {
            let mut groups: Vec<Vec<Member>> = Vec::new();
            for (side, layer) in meeting.sides.iter().zip(layers) {
                let buckets = self.exchange(&layer.buckets, per, |(word, multiplicity), sending| {
                    side.members(word, multiplicity, &mut |member| {
                        let hash = mix(member.group());
                        if hash >> 8 & (parts - 1) == part {
                            sending.push(hash, member.key, member.multiplicity);
                        }
                    });
                })?;
                groups.resize_with(buckets.len(), Vec::new);
                for (group, bucket) in groups.iter_mut().zip(buckets) {
                    group.extend(bucket.into_iter().map(|(key, multiplicity)| Member { key, multiplicity }));
                }
            }
            for bucket in groups {
                members += bucket.len() as u64;
                tours += glue_groups(meeting, bucket, pairings, &process.run());
                process.check()?;
            }
        }
        let sum = BigUint::from(tours).to_bytes_le();
        let all = self.agree(ShareReport { sum, states: members, ..ShareReport::default() })?;
        Ok((all.sum() / meeting.times(), all.states()))
    }
}

fn report_of(layer: &AnyLayer) -> ShareReport {
    fn bits<C: Multiplicity>(_: &Layer<C>) -> u64 {
        C::BITS
    }
    let bits = of_any!(layer, layer => bits(layer));
    ShareReport { states: layer.len() as u64, widest: layer.widest(), bits, ..ShareReport::default() }
}

/// The share in numbers as wide as those of all.
fn widened_to(layer: AnyLayer, bits: u64) -> Result<AnyLayer, CountError> {
    Ok(match layer {
        AnyLayer::Word(layer) if bits > 64 => widened_to(AnyLayer::Double(layer.widened()?), bits)?,
        AnyLayer::Double(layer) if bits > 128 => AnyLayer::Wide(layer.widened()?),
        wide => wide,
    })
}

/// Two parts of one layer.
fn joined(some: AnyLayer, more: AnyLayer) -> Result<AnyLayer, CountError> {
    fn join<C: Multiplicity>(some: Layer<C>, more: Layer<C>) -> Result<Layer<C>, CountError> {
        Layer::new(some.buckets.into_iter().chain(more.buckets).collect()).map_err(disk)
    }
    Ok(match (some, more) {
        (AnyLayer::Word(some), AnyLayer::Word(more)) => AnyLayer::Word(join(some, more)?),
        (AnyLayer::Double(some), AnyLayer::Double(more)) => AnyLayer::Double(join(some, more)?),
        (AnyLayer::Wide(some), AnyLayer::Wide(more)) => AnyLayer::Wide(join(some, more)?),
        // The first of them, and nothing before it.
        (_, more) => more,
    })
}
