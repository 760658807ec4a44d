//! Epochs: one exchange between all processes, of state classes or of reports.
//!
//! An epoch is over when every worker has sent and received everything in it. Arriving data are kept by
//! epoch, because a fast worker may send classes of the next layer before a slow one has closed this one.

use std::time::Duration;

use super::{
    message::{Message, Payload},
    report::{ShareReport, ShareReports},
    worker::{Worker, owner},
};
use ktour_count::{
    CountError,
    engine::{ClassBlock, ClassLayer},
};

/// How long a worker sleeps that has nothing to do before it looks whether all is over.
const IDLE_SLEEP: Duration = Duration::from_millis(20);
/// Bytes of classes that are sent together.
const BATCH_BYTES: usize = 1 << 16;

impl Worker<'_> {
    /// One epoch: sends every class to the process that owns it, by a number for its key, and returns the
    /// classes that have arrived from each process.
    pub(super) fn exchange(
        &mut self,
        layer: ClassLayer,
        name: impl Fn(u64) -> u64,
    ) -> Result<Vec<ClassLayer>, CountError> {
        let peers = self.engine.peers();
        if peers == 1 {
            return Ok(vec![layer]);
        }
        let mut open: Vec<ClassBlock> = vec![ClassBlock::default(); peers];
        let mut arrived: Vec<Vec<ClassBlock>> = vec![Vec::new(); peers];
        for bucket in layer.into_buckets() {
            let bucket = bucket?;
            for (class, &key) in bucket.keys().iter().enumerate() {
                let to = owner(name(key), peers);
                open[to].push_from(&bucket, class);
                if open[to].class_bytes_len() > BATCH_BYTES {
                    self.send(to, open[to].complete(), &mut arrived)?;
                }
            }
            self.engine.step();
            self.unpack(&mut arrived);
            self.process.check()?;
        }
        for (to, batch) in open.iter_mut().enumerate().filter(|(_, batch)| batch.states() > 0) {
            self.send(to, batch.complete(), &mut arrived)?;
        }
        self.close_epoch(|worker| worker.unpack(&mut arrived))?;
        self.process.traffic.settle();
        Ok(arrived.into_iter().map(ClassLayer::sorted).collect())
    }

    /// Delivers a batch to this process directly, or to others when not too much is on its way.
    fn send(
        &mut self,
        to: usize,
        batch: ClassBlock,
        arrived: &mut [Vec<ClassBlock>],
    ) -> Result<(), CountError> {
        let index = self.index();
        if to == index {
            arrived[index].push(batch);
            return Ok(());
        }
        self.sent += batch.states();
        let mut message = Message { to: to as u32, from: index as u32, content: Payload::Classes(batch) };
        while self.process.traffic.is_crowded() {
            self.process.check()?;
            self.engine.step_or_park(Some(Duration::from_millis(1)));
            self.unpack(arrived);
        }
        self.process.traffic.give(message.bytes());
        self.input.send_batch(&mut message);
        Ok(())
    }

    /// Takes what has arrived in this epoch.
    fn unpack(&mut self, arrived: &mut [Vec<ClassBlock>]) {
        let messages = self.arrivals.borrow_mut().remove(&self.epoch);
        for Message { from, content, .. } in messages.into_iter().flatten() {
            if let (Payload::Classes(batch), Some(arrived)) = (content, arrived.get_mut(from as usize)) {
                arrived.push(batch);
            }
        }
    }

    /// Waits until every worker has sent and received everything of this epoch.
    fn close_epoch(&mut self, mut meanwhile: impl FnMut(&mut Self)) -> Result<(), CountError> {
        self.input.advance_to(self.epoch + 1);
        while self.probe.less_than(&(self.epoch + 1)) {
            self.process.check()?;
            self.engine.step_or_park(Some(IDLE_SLEEP));
            meanwhile(self);
        }
        meanwhile(self);
        self.epoch += 1;
        Ok(())
    }

    /// One epoch: sends a report to all workers, and returns the reports of all.
    pub(super) fn agree(&mut self, report: ShareReport) -> Result<ShareReports, CountError> {
        let (worker, written) = (self.index() as u64, self.process.traffic.all());
        let report = ShareReport { worker, sent: self.sent, written, ..report };
        for to in 0..self.engine.peers() as u32 {
            let content = Payload::Report(report.clone());
            self.input.send_batch(&mut Message { to, from: worker as u32, content });
        }
        let mut reports = Vec::new();
        self.close_epoch(|worker| {
            let messages = worker.arrivals.borrow_mut().remove(&worker.epoch);
            reports.extend(messages.into_iter().flatten().filter_map(|message| match message.content {
                Payload::Report(report) => Some(report),
                _ => None,
            }));
        })?;
        Ok(ShareReports(reports))
    }
}
