//! Epochs: one exchange between all workers, of states or of reports.
//!
//! An epoch is over when every worker has sent and received everything in it. Arriving data are kept by
//! epoch, because a fast worker may send states of the next layer before a slow one has closed this one.

use std::{borrow::Borrow, time::Duration};

use super::{
    exchange::{Batch, Receiving, Sending},
    message::{Content, Message, Sent},
    report::{ShareReport, ShareReports},
    worker::Worker,
};
use crate::{CountError, frontier::disk, layers::spill::Bucket};

/// How long a worker sleeps that has nothing to do before it looks whether all is over.
const NAP: Duration = Duration::from_millis(20);

impl Worker<'_> {
    /// One epoch: sends all that `emit` makes of the states of some buckets, and adds up what
    /// others have sent here.
    pub(super) fn exchange<C: Sent>(
        &mut self,
        buckets: impl IntoIterator<Item: Borrow<Bucket<C>>>,
        per: usize,
        mut emit: impl FnMut((u64, C), &mut Sending<C>),
    ) -> Result<Vec<Vec<(u64, C)>>, CountError> {
        let (process, own) = (self.process, self.process.own());
        let mut sending = Sending::new(self.engine.peers(), per);
        let mut receiving = Receiving::new(per);
        for bucket in buckets {
            let bucket = bucket.borrow();
            bucket.states().map_err(disk)?.iter().for_each(|&state| emit(state, &mut sending));
            for batch in sending.full() {
                self.send(batch, &mut receiving)?;
            }
            self.engine.step();
            self.unpack(&mut receiving);
            process.check()?;
            process.run().is_stopped(bucket.len());
        }
        for batch in sending.rest(|to| own.contains(&to)) {
            self.send(batch, &mut receiving)?;
        }
        self.close_epoch(|worker| worker.unpack(&mut receiving))?;
        if self.is_first() {
            process.traffic.settle();
        }
        Ok(receiving.sums())
    }

    /// To this worker itself without the engine; to others when not too much is on its way.
    fn send<C: Sent>(&mut self, batch: Batch<C>, receiving: &mut Receiving<C>) -> Result<(), CountError> {
        let Batch { to, states } = batch;
        if to == self.index() {
            receiving.take(states);
            return Ok(());
        }
        let is_far = !self.process.own().contains(&to);
        let count = states.states.len() as u64;
        let mut message = Message { to: to as u32, content: C::pack(states) };
        if is_far {
            self.sent += count;
            while self.process.traffic.is_crowded() {
                self.process.check()?;
                self.engine.step_or_park(Some(Duration::from_millis(1)));
                self.unpack(receiving);
            }
            self.process.traffic.give(message.bytes());
        }
        self.input.send_batch(&mut message);
        Ok(())
    }

    /// Takes what has arrived in this epoch.
    fn unpack<C: Sent>(&mut self, receiving: &mut Receiving<C>) {
        let contents = self.arrivals.borrow_mut().remove(&self.epoch);
        contents.into_iter().flatten().filter_map(C::unpack).for_each(|states| receiving.take(states));
    }

    /// Waits until every worker has sent and received everything of this epoch.
    fn close_epoch(&mut self, mut meanwhile: impl FnMut(&mut Self)) -> Result<(), CountError> {
        self.input.advance_to(self.epoch + 1);
        while self.probe.less_than(&(self.epoch + 1)) {
            self.process.check()?;
            self.engine.step_or_park(Some(NAP));
            meanwhile(self);
        }
        meanwhile(self);
        self.epoch += 1;
        Ok(())
    }

    /// One epoch: tells all workers something, and hears what they tell.
    pub(super) fn agree(&mut self, report: ShareReport) -> Result<ShareReports, CountError> {
        let process = self.process;
        let room = u64::try_from(process.resources.memory).unwrap_or(u64::MAX) / process.workers as u64;
        let written = if self.is_first() { process.traffic.all() } else { 0 };
        let report = ShareReport { worker: self.index() as u64, room, sent: self.sent, written, ..report };
        for to in 0..self.engine.peers() as u32 {
            self.input.send_batch(&mut Message { to, content: Content::Report(report.clone()) });
        }
        let mut reports = Vec::new();
        self.close_epoch(|worker| {
            let contents = worker.arrivals.borrow_mut().remove(&worker.epoch);
            reports.extend(contents.into_iter().flatten().filter_map(|content| match content {
                Content::Report(report) => Some(report),
                _ => None,
            }));
        })?;
        Ok(ShareReports(reports))
    }
}
