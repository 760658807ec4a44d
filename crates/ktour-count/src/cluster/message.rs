//! What workers send to each other: states of one bucket, or a report.
//!
//! A message has one receiver and is the engine's unit of transfer: within a process it is moved without
//! copying, between processes it is sent as bytes. Multiplicities take as many bytes as the largest one in
//! the message needs, which is one or two in most layers.

use std::io::Write;

use timely::{
    Accountable,
    bytes::arc::Bytes,
    communication::Push,
    dataflow::channels::{ContainerBytes, Message as Timely, pushers::exchange::Distributor},
};

use super::report::ShareReport;
use crate::{
    frontier::multiplicity::{Multiplicity, Wide, word_at},
    layers::table::{State, widest_of},
};

/// Something for one worker.
#[derive(Clone, Default)]
pub(crate) struct Message {
    pub(crate) to: u32,
    pub(crate) content: Content,
}

/// What is in it.
#[derive(Clone, Default)]
pub(crate) enum Content {
    #[default]
    Nothing,
    Words(States<u64>),
    Doubles(States<u128>),
    Wides(States<Wide>),
    Report(ShareReport),
}

/// States of one of the receiver's buckets.
#[derive(Clone)]
pub(crate) struct States<C> {
    pub(crate) bucket: u32,
    pub(crate) states: Vec<State<C>>,
}

/// A multiplicity that can be sent.
pub(crate) trait Sent: Multiplicity {
    fn pack(states: States<Self>) -> Content;
    fn unpack(content: Content) -> Option<States<Self>>;
}

macro_rules! sent {
    ($number:ty, $content:ident) => {
        impl Sent for $number {
            fn pack(states: States<Self>) -> Content {
                Content::$content(states)
            }

            fn unpack(content: Content) -> Option<States<Self>> {
                match content {
                    Content::$content(states) => Some(states),
                    _ => None,
                }
            }
        }
    };
}

sent!(u64, Words);
sent!(u128, Doubles);
sent!(Wide, Wides);

impl<C: Multiplicity> States<C> {
    /// Bytes that the largest multiplicity needs.
    fn width(&self) -> usize {
        widest_of(&self.states).div_ceil(8).max(1) as usize
    }

    fn bytes(&self) -> usize {
        (8 + self.states.len() * (8 + self.width())).next_multiple_of(8)
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let width = self.width();
        bytes.extend(self.bucket.to_le_bytes());
        bytes.extend((width as u32).to_le_bytes());
        let mut multiplicity = Vec::new();
        for &(word, number) in &self.states {
            bytes.extend(word.to_le_bytes());
            multiplicity.clear();
            number.write(&mut multiplicity);
            bytes.extend(&multiplicity[..width]);
        }
    }

    fn read(bytes: &[u8], count: usize) -> States<C> {
        let bucket = word_at(bytes, 0) as u32;
        let width = (word_at(bytes, 0) >> 32) as usize;
        let mut multiplicity = vec![0; C::BITS as usize / 8];
        let states = bytes[8..].chunks_exact(8 + width).take(count);
        let states = states.map(|state| {
            multiplicity[..width].copy_from_slice(&state[8..]);
            (word_at(state, 0), C::read(&multiplicity))
        });
        States { bucket, states: states.collect() }
    }
}

impl Message {
    /// How many bytes it takes between processes.
    pub(crate) fn bytes(&self) -> usize {
        16 + match &self.content {
            Content::Nothing => 0,
            Content::Words(states) => states.bytes(),
            Content::Doubles(states) => states.bytes(),
            Content::Wides(states) => states.bytes(),
            Content::Report(report) => report.bytes(),
        }
    }
}

impl Accountable for Message {
    fn record_count(&self) -> i64 {
        i64::from(!matches!(self.content, Content::Nothing))
    }
}

impl ContainerBytes for Message {
    fn from_bytes(bytes: Bytes) -> Message {
        let (head, count) = (word_at(&bytes, 0), word_at(&bytes, 1) as usize);
        let body = &bytes[16..];
        let content = match head >> 32 {
            1 => Content::Words(States::read(body, count)),
            2 => Content::Doubles(States::read(body, count)),
            3 => Content::Wides(States::read(body, count)),
            4 => Content::Report(ShareReport::read(body, count)),
            _ => Content::Nothing,
        };
        Message { to: head as u32, content }
    }

    fn length_in_bytes(&self) -> usize {
        self.bytes()
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let length = self.bytes();
        let (kind, count) = match &self.content {
            Content::Nothing => (0u64, 0),
            Content::Words(states) => (1, states.states.len()),
            Content::Doubles(states) => (2, states.states.len()),
            Content::Wides(states) => (3, states.states.len()),
            Content::Report(report) => (4, report.sum.len()),
        };
        let mut bytes = Vec::with_capacity(length);
        bytes.extend((u64::from(self.to) | kind << 32).to_le_bytes());
        bytes.extend((count as u64).to_le_bytes());
        match &self.content {
            Content::Nothing => {}
            Content::Words(states) => states.write(&mut bytes),
            Content::Doubles(states) => states.write(&mut bytes),
            Content::Wides(states) => states.write(&mut bytes),
            Content::Report(report) => report.write(&mut bytes),
        }
        bytes.resize(length, 0);
        // The engine's writers are memory.
        let _ = writer.write_all(&bytes);
    }
}

/// Brings every message to its receiver.
pub(crate) struct Router;

impl Distributor<Message> for Router {
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
    fn states_arrive_as_they_were_sent() {
        let states = vec![(u64::MAX - 1, 1u64), (7, 255), (0x0123_4567_89ab_cdef, 77)];
        let message =
            Message { to: 3, content: Content::Words(States { bucket: 9, states: states.clone() }) };
        // A head of 16 bytes, one of 8, three words and three multiplicities of a byte each.
        assert_eq!(message.bytes(), (16 + 8 + 3 * 9_usize).next_multiple_of(8));
        let Message { to: 3, content: Content::Words(back) } = sent(&message) else {
            panic!("another message")
        };
        assert_eq!((back.bucket, back.states), (9, states));
        let states = vec![(1u64, u128::MAX), (2, 1 << 70)];
        let message =
            Message { to: 0, content: Content::Doubles(States { bucket: 0, states: states.clone() }) };
        let Content::Doubles(back) = sent(&message).content else { panic!("another message") };
        assert_eq!(back.states, states);
        let wide = Wide::from(u128::MAX).plus(Wide::from(u128::MAX));
        let message =
            Message { to: 0, content: Content::Wides(States { bucket: 1, states: vec![(5, wide)] }) };
        let Content::Wides(back) = sent(&message).content else { panic!("another message") };
        assert_eq!(back.states[0].1.to_big(), wide.to_big());
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
        let Content::Report(back) =
            sent(&Message { to: 1, content: Content::Report(report.clone()) }).content
        else {
            panic!("another message")
        };
        assert_eq!(back, report);
    }
}
