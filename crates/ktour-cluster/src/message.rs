//! What workers send to each other: a batch of state classes, or a report.
//!
//! A message has one receiver and is the engine's unit of transfer. A batch is sent as a bucket is written to
//! a file: sorted keys and matchings as distances, and multiplicities as wide as each class needs.

use std::io::Write;

use timely::{
    Accountable,
    bytes::arc::Bytes,
    communication::Push,
    dataflow::channels::{ContainerBytes, Message as Timely, pushers::exchange::Distributor},
};

use super::report::ShareReport;
use ktour_count::engine::{ClassBlock, word_at};

/// Bytes before the content of a message.
const HEAD_BYTES: usize = 24;

/// Something from one worker for another.
#[derive(Clone, Default)]
pub(crate) struct Message {
    pub(crate) to: u32,
    pub(crate) from: u32,
    pub(crate) content: Payload,
}

/// The content of a message.
#[derive(Clone, Default)]
pub(crate) enum Payload {
    #[default]
    Nothing,
    Classes(ClassBlock),
    Report(ShareReport),
}

impl Message {
    /// Number of bytes that it takes between processes.
    pub(crate) fn bytes(&self) -> usize {
        HEAD_BYTES
            + match &self.content {
                Payload::Nothing => 0,
                Payload::Classes(batch) => batch.written_len(),
                Payload::Report(report) => report.bytes(),
            }
    }
}

impl Accountable for Message {
    fn record_count(&self) -> i64 {
        i64::from(!matches!(self.content, Payload::Nothing))
    }
}

impl ContainerBytes for Message {
    fn from_bytes(bytes: Bytes) -> Message {
        let [ends, kind, sum] = [0, 1, 2].map(|at| word_at(&bytes, at));
        let body = &bytes[HEAD_BYTES..];
        let content = match kind {
            // A batch that is cut off was not sent by a process of the same build.
            1 => ClassBlock::from_bytes(body.to_vec()).map_or(Payload::Nothing, Payload::Classes),
            2 => Payload::Report(ShareReport::read(body, sum as usize)),
            _ => Payload::Nothing,
        };
        Message { to: ends as u32, from: (ends >> 32) as u32, content }
    }

    fn length_in_bytes(&self) -> usize {
        self.bytes()
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let length = self.bytes();
        let (kind, sum, body) = match &self.content {
            Payload::Nothing => (0, 0, Vec::new()),
            Payload::Classes(batch) => (1, 0, batch.to_bytes()),
            Payload::Report(report) => (2, report.sum.len() as u64, report.to_bytes()),
        };
        let ends = u64::from(self.to) | u64::from(self.from) << 32;
        let mut bytes = Vec::with_capacity(length);
        bytes.extend([ends, kind, sum].iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(body);
        bytes.resize(length, 0);
        // The engine's writers are memory.
        let _ = writer.write_all(&bytes);
    }
}

/// Brings every message to its receiver.
pub(crate) struct MessageDistributor;

impl Distributor<Message> for MessageDistributor {
    fn partition<T: Clone, P: Push<Timely<T, Message>>>(
        &mut self,
        message: &mut Message,
        time: &T,
        doors: &mut [P],
    ) {
        let to = message.to as usize;
        Timely::push_at(message, time.clone(), &mut doors[to]);
    }

    fn flush<T: Clone, P: Push<Timely<T, Message>>>(&mut self, _: &T, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use ktour_core::{Board, Control, Puzzle, TourKind};
    use ktour_count::{
        Counter, Resources,
        engine::{ClassWalk, Context},
    };
    use timely::bytes::arc::BytesMut;

    use super::*;

    fn sent(message: &Message) -> Message {
        let mut bytes = Vec::new();
        message.into_bytes(&mut bytes);
        assert_eq!(bytes.len(), message.length_in_bytes());
        assert_eq!(bytes.len() % 8, 0);
        Message::from_bytes(BytesMut::from(bytes).freeze())
    }

    #[test]
    fn classes_arrive_as_they_were_sent() -> Result<(), Box<dyn std::error::Error>> {
        let counter = Counter::new(&Puzzle::new(Board::new(5, 6)?).with_kind(TourKind::Open))?;
        let (resources, control) = (Resources::default(), Control::unlimited());
        let run = &Context { resources: &resources, control: &control, report: counter.report() };
        let plan = counter.prepared().folded(run)?;
        let mut walk = ClassWalk::new(plan, plan.len(), &run.matching_maps(), run);
        while walk.at() < plan.len() / 2 {
            walk.advance_to_report(run)?;
        }
        for bucket in walk.layer.into_buckets() {
            let bucket = bucket?;
            let message = Message { to: 3, from: 8, content: Payload::Classes(bucket.clone()) };
            let Message { to: 3, from: 8, content: Payload::Classes(back) } = sent(&message) else {
                panic!("another message")
            };
            assert_eq!((back.keys(), back.states()), (bucket.keys(), bucket.states()));
            assert_eq!(back.to_bytes(), bucket.to_bytes());
        }
        Ok(())
    }

    #[test]
    fn reports_arrive_as_they_were_sent() {
        let report = ShareReport {
            worker: 3,
            states: 1 << 40,
            may_save: true,
            sum: vec![1, 2, 3],
            ..ShareReport::default()
        };
        let Payload::Report(back) =
            sent(&Message { to: 1, from: 0, content: Payload::Report(report.clone()) }).content
        else {
            panic!("another message")
        };
        assert_eq!(back, report);
    }
}
