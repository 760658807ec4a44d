//! A worker: its process's share of every layer, and the exchange with the others.
//!
//! It goes through the layers as one machine does, on all threads of its process, and after every layer sends
//! each state class to the process that owns it. What arrives are sorted batches of classes, which it merges;
//! then all processes agree on what they have.

use std::{cell::RefCell, collections::HashMap, rc::Rc, sync::Arc};

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
    checkpoint::{LayerPosition, Saver},
    message::{Message, MessageDistributor},
    report::{ShareReport, ShareReports},
    shared::Process,
};
use ktour_count::{
    CountError, Counted, TourCount,
    engine::{
        BoardSplit, ClassJoin, ClassLayer, ClassWalk, HalfViews, MatchingMaps, PROCESS_BYTES, Pairings, Plan,
        mix, union,
    },
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

/// Messages that have arrived, by epoch.
type Arrivals = Rc<RefCell<HashMap<u64, Vec<Message>>>>;

/// The worker of a process.
pub(crate) struct Worker<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) process: &'a Process,
    pub(super) input: InputHandle<u64, NoopBuilder<Message>>,
    pub(super) probe: ProbeHandle<u64>,
    pub(super) arrivals: Arrivals,
    pub(super) epoch: u64,
    /// States sent to other processes.
    pub(super) sent: u64,
    maps: Arc<MatchingMaps>,
    /// The largest tables of all processes together.
    peak_bytes: u64,
}

/// A process's share of the last layer of a walk, and what all shares are together.
struct SharedLayer {
    layer: ClassLayer,
    all: ShareReports,
    /// States of all layers.
    states: u64,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(engine: &'a mut Engine, process: &'a Process) -> Worker<'a> {
        let arrivals = Arrivals::default();
        let kept = arrivals.clone();
        let (input, probe) = engine.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Message>>();
            let stream = stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                DistributorPact(|_| MessageDistributor),
                "Layers",
                |_, _| {
                    move |input, _| {
                        input.for_each(|time, message| {
                            let message = std::mem::take(message);
                            kept.borrow_mut().entry(*time.time()).or_default().push(message);
                        });
                    }
                },
            );
            (input, stream.probe().0)
        });
        let maps = process.run().matching_maps();
        Worker { engine, process, input, probe, arrivals, epoch: 0, sent: 0, maps, peak_bytes: 0 }
    }

    pub(super) fn index(&self) -> usize {
        self.engine.index()
    }

    /// The whole count.
    pub(crate) fn run(mut self) -> Result<Tally, CountError> {
        let process = self.process;
        let is_resumed = |end: usize| process.left.as_ref().is_none_or(|left| left.at.end == end);
        let halves = process.meeting.as_ref().filter(|meeting| is_resumed(meeting.last().glue));
        let counted = halves.map_or(Ok(None), |meeting| self.by_halves(meeting))?;
        let (tours, states) = match counted {
            Some(counted) => counted,
            None => self.as_a_whole()?,
        };
        let last = self.agree(ShareReport::default())?;
        if let Some(parts) = &process.parts {
            parts.remove(None);
        }
        let tours = TourCount::of(&process.puzzle, tours);
        let peak_bytes = self.peak_bytes + PROCESS_BYTES * self.engine.peers() as u64;
        Ok(Tally {
            counted: Counted { tours, states, peak_bytes, written_bytes: 0, read_bytes: 0 },
            sent_states: last.total(|report| report.sent),
            sent_bytes: last.total(|report| report.written),
        })
    }

    /// The tours and the states of all layers. `None` if the counts of halves are too long for a machine
    /// word, as on boards too long for halves.
    fn by_halves(&mut self, meeting: &Arc<BoardSplit>) -> Result<Option<(BigUint, u64)>, CountError> {
        let (mut layers, mut states) = (Vec::new(), 0);
        for (at, side) in meeting.sides.iter().enumerate() {
            let shared = self.walk(&side.plan, side.glue, at + 1 == meeting.sides.len())?;
            if shared.all.bits() > u64::BITS.into() {
                return Ok(None);
            }
            layers.push((shared.layer, shared.all.states()));
            states += shared.states;
        }
        let (tours, joined) = self.join(meeting, layers)?;
        Ok(Some((tours, states + joined)))
    }

    fn as_a_whole(&mut self) -> Result<(BigUint, u64), CountError> {
        let plan = &self.process.whole;
        let shared = self.walk(plan, plan.len(), true)?;
        let sum = shared.layer.sum()?.to_bytes_le();
        let all = self.agree(ShareReport { sum, ..ShareReport::default() })?;
        Ok((all.sum(), shared.states))
    }

    /// Walks from the empty board, or from the checkpoint, to the end of a walk. Only the last walk of a
    /// count saves checkpoints: others are walked anew.
    fn walk(&mut self, plan: &Arc<Plan>, end: usize, is_last: bool) -> Result<SharedLayer, CountError> {
        let process = self.process;
        let run = &process.run();
        let mut walk = ClassWalk::new(plan, end, &self.maps, run);
        let left = process.left.as_ref().filter(|left| is_last && left.at.end == end);
        if let Some(left) = left {
            run.report_resumed(left.at.step);
            walk.resume_at(left.at.step, self.own_parts()?);
        } else if self.index() > 0 {
            walk.layer = ClassLayer::default();
        }
        let worker = (self.index(), self.engine.peers());
        let (last, clock) = (left.map(|left| left.at), process.control.clock());
        let mut saver =
            process.parts.as_ref().filter(|_| is_last).map(|parts| Saver::new(parts, worker, last, clock));
        let (mut all, mut states) = (self.agree(ShareReport::of(&walk.layer))?, 1);
        while !walk.is_done() {
            let has_layer = walk.advance_to_report(run)?;
            process.check()?;
            let others = all.states() - all.total_of(self.index(), |report| report.states);
            let local = walk.layer.bytes();
            walk.layer = self.exchanged(std::mem::take(&mut walk.layer), |key| key)?;
            let mut report = ShareReport::of(&walk.layer);
            report.bytes = walk.peak_bytes.max(local + walk.layer.bytes());
            report.may_save = saver.as_ref().is_none_or(Saver::has_time);
            all = self.agree(report)?;
            self.peak_bytes = self.peak_bytes.max(all.total(|report| report.bytes));
            if !has_layer {
                continue;
            }
            states += all.states();
            run.report_layer(walk.at(), end, all.states());
            if self.index() == 0 {
                // What others have followed belongs to the progress that is shown.
                run.is_stopped(others as usize);
            }
            if let Some(saver) = saver.as_mut().filter(|_| all.may_save()) {
                saver.save(LayerPosition { end, step: walk.at() }, &walk.layer, run);
            }
        }
        Ok(SharedLayer { layer: walk.layer, all, states })
    }

    /// The parts of the checkpoint that fall to this process.
    fn own_parts(&self) -> Result<ClassLayer, CountError> {
        let process = self.process;
        let (Some(parts), Some(left)) = (&process.parts, &process.left) else {
            return Ok(ClassLayer::default());
        };
        let own = left.readers.iter().filter(|(reader, _)| *reader == process.number);
        let layers = own.map(|(_, part)| parts.read(part)).collect::<Result<_, _>>()?;
        union(layers, &process.run())
    }

    /// The classes of all processes that this one owns.
    fn exchanged(&mut self, layer: ClassLayer, name: impl Fn(u64) -> u64) -> Result<ClassLayer, CountError> {
        let arrived = self.exchange(layer, name)?;
        union(arrived, &self.process.run())
    }

    /// The number of cycles that the states of the last layers make, and of the states that were joined.
    fn join(
        &mut self,
        meeting: &Arc<BoardSplit>,
        shares: Vec<(ClassLayer, u64)>,
    ) -> Result<(BigUint, u64), CountError> {
        let (process, states) = (self.process, shares.iter().map(|share| share.1).sum::<u64>());
        let mut layers = Vec::new();
        for (side, (layer, _)) in meeting.sides.iter().zip(shares) {
            let seen = HalfViews::new(side);
            // Each class is somewhere once, and their order does not matter.
            let arrived = self.exchange(layer, |key| seen.lowest(key))?;
            layers.push(ClassLayer::joined(arrived));
        }
        let run = &process.run();
        let pairings = Arc::new(Pairings::new(states as usize, run.pairing_bytes(), run.threads()));
        let mut join = ClassJoin::new(meeting.clone(), layers, self.maps.clone(), pairings, run.threads());
        let sum = loop {
            if let Some(sum) = join.advance(&mut { u64::MAX }, run)? {
                break BigUint::from(sum).to_bytes_le();
            }
        };
        process.check()?;
        let bytes = join.bytes() + self.maps.bytes() as u64;
        let all = self.agree(ShareReport { sum, states: join.states, bytes, ..ShareReport::default() })?;
        self.peak_bytes = self.peak_bytes.max(all.total(|report| report.bytes));
        Ok((all.sum() / meeting.times(), all.states()))
    }
}

/// The process that owns a class, given a number that all classes have in common which must come together.
pub(super) fn owner(name: u64, processes: usize) -> usize {
    ((u128::from(mix(name)) * processes as u128) >> 64) as usize
}
