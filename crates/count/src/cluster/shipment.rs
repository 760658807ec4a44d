//! What workers send to each other: states of one bucket, or a report.
//!
//! A parcel has one receiver and is the engine's unit: inside a process it is moved as it is,
//! between processes it is bytes. Multiplicities take as many bytes as the largest of the parcel
//! needs, which is one or two in most layers.

use std::io::Write;

use timely::{
    Accountable,
    bytes::arc::Bytes,
    communication::Push,
    dataflow::channels::{ContainerBytes, Message, pushers::exchange::Distributor},
};

use super::report::Report;
use crate::{
    layers::layer::{State, widest_of},
    layers::multiplicity::{Multiplicity, Wide, word_at},
};

/// Something for one worker.
#[derive(Clone, Default)]
pub(crate) struct Parcel {
    pub(crate) to: u32,
    pub(crate) load: Load,
}

/// What is in it.
#[derive(Clone, Default)]
pub(crate) enum Load {
    #[default]
    Nothing,
    Words(States<u64>),
    Doubles(States<u128>),
    Wides(States<Wide>),
    Report(Report),
}

/// States of one of the receiver's buckets.
#[derive(Clone)]
pub(crate) struct States<C> {
    pub(crate) bucket: u32,
    pub(crate) states: Vec<State<C>>,
}

/// A multiplicity that can be sent.
pub(crate) trait Sent: Multiplicity {
    fn pack(states: States<Self>) -> Load;
    fn unpack(load: Load) -> Option<States<Self>>;
}

macro_rules! sent {
    ($number:ty, $load:ident) => {
        impl Sent for $number {
            fn pack(states: States<Self>) -> Load {
                Load::$load(states)
            }

            fn unpack(load: Load) -> Option<States<Self>> {
                match load {
                    Load::$load(states) => Some(states),
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
        let mut ways = Vec::new();
        for &(word, number) in &self.states {
            bytes.extend(word.to_le_bytes());
            ways.clear();
            number.write(&mut ways);
            bytes.extend(&ways[..width]);
        }
    }

    fn read(bytes: &[u8], count: usize) -> States<C> {
        let bucket = word_at(bytes, 0) as u32;
        let width = (word_at(bytes, 0) >> 32) as usize;
        let mut ways = vec![0; C::BITS as usize / 8];
        let states = bytes[8..].chunks_exact(8 + width).take(count);
        let states = states.map(|state| {
            ways[..width].copy_from_slice(&state[8..]);
            (word_at(state, 0), C::read(&ways))
        });
        States { bucket, states: states.collect() }
    }
}

impl Parcel {
    /// How many bytes it takes between processes.
    pub(crate) fn bytes(&self) -> usize {
        16 + match &self.load {
            Load::Nothing => 0,
            Load::Words(states) => states.bytes(),
            Load::Doubles(states) => states.bytes(),
            Load::Wides(states) => states.bytes(),
            Load::Report(report) => report.bytes(),
        }
    }
}

impl Accountable for Parcel {
    fn record_count(&self) -> i64 {
        i64::from(!matches!(self.load, Load::Nothing))
    }
}

impl ContainerBytes for Parcel {
    fn from_bytes(bytes: Bytes) -> Parcel {
        let (head, count) = (word_at(&bytes, 0), word_at(&bytes, 1) as usize);
        let body = &bytes[16..];
        let load = match head >> 32 {
            1 => Load::Words(States::read(body, count)),
            2 => Load::Doubles(States::read(body, count)),
            3 => Load::Wides(States::read(body, count)),
            4 => Load::Report(Report::read(body, count)),
            _ => Load::Nothing,
        };
        Parcel { to: head as u32, load }
    }

    fn length_in_bytes(&self) -> usize {
        self.bytes()
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let length = self.bytes();
        let (kind, count) = match &self.load {
            Load::Nothing => (0u64, 0),
            Load::Words(states) => (1, states.states.len()),
            Load::Doubles(states) => (2, states.states.len()),
            Load::Wides(states) => (3, states.states.len()),
            Load::Report(report) => (4, report.sum.len()),
        };
        let mut bytes = Vec::with_capacity(length);
        bytes.extend((u64::from(self.to) | kind << 32).to_le_bytes());
        bytes.extend((count as u64).to_le_bytes());
        match &self.load {
            Load::Nothing => {}
            Load::Words(states) => states.write(&mut bytes),
            Load::Doubles(states) => states.write(&mut bytes),
            Load::Wides(states) => states.write(&mut bytes),
            Load::Report(report) => report.write(&mut bytes),
        }
        bytes.resize(length, 0);
        // The engine's writers are memory.
        let _ = writer.write_all(&bytes);
    }
}

/// Brings every parcel to its receiver.
pub(crate) struct Postman;

impl Distributor<Parcel> for Postman {
    fn partition<T: Clone, P: Push<Message<T, Parcel>>>(
        &mut self,
        parcel: &mut Parcel,
        time: &T,
        doors: &mut [P],
    ) {
        let to = parcel.to as usize;
        Message::push_at(parcel, time.clone(), &mut doors[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Parcel>>>(&mut self, _: &T, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use timely::bytes::arc::BytesMut;

    use super::*;

    fn sent(parcel: &Parcel) -> Parcel {
        let mut bytes = Vec::new();
        parcel.into_bytes(&mut bytes);
        assert_eq!(bytes.len(), parcel.length_in_bytes());
        assert_eq!(bytes.len() % 8, 0);
        Parcel::from_bytes(BytesMut::from(bytes).freeze())
    }

    #[test]
    fn states_arrive_as_they_were_sent() {
        let states = vec![(u64::MAX - 1, 1u64), (7, 255), (0x0123_4567_89ab_cdef, 77)];
        let parcel = Parcel { to: 3, load: Load::Words(States { bucket: 9, states: states.clone() }) };
        // A head of 16 bytes, one of 8, three words and three multiplicities of a byte each.
        assert_eq!(parcel.bytes(), (16 + 8 + 3 * 9_usize).next_multiple_of(8));
        let Parcel { to: 3, load: Load::Words(back) } = sent(&parcel) else { panic!("another parcel") };
        assert_eq!((back.bucket, back.states), (9, states));
        let states = vec![(1u64, u128::MAX), (2, 1 << 70)];
        let parcel = Parcel { to: 0, load: Load::Doubles(States { bucket: 0, states: states.clone() }) };
        let Load::Doubles(back) = sent(&parcel).load else { panic!("another parcel") };
        assert_eq!(back.states, states);
        let wide = Wide::from(u128::MAX).plus(Wide::from(u128::MAX));
        let parcel = Parcel { to: 0, load: Load::Wides(States { bucket: 1, states: vec![(5, wide)] }) };
        let Load::Wides(back) = sent(&parcel).load else { panic!("another parcel") };
        assert_eq!(back.states[0].1.to_big(), wide.to_big());
    }

    #[test]
    fn reports_arrive_as_they_were_sent() {
        let report =
            Report { worker: 3, states: 1 << 40, may_save: true, sum: vec![1, 2, 3], ..Report::default() };
        let Load::Report(back) = sent(&Parcel { to: 1, load: Load::Report(report.clone()) }).load else {
            panic!("another parcel")
        };
        assert_eq!(back, report);
    }
}
