//! A layer in groups: for every key, in order, the pairings that occur and how often.
//!
//! A group is its size, the bytes of a multiplicity, the distances between the numbers of its pairings, seven
//! bits per byte, and all multiplicities: three to five bytes per state in large layers. A layer is cut into
//! buckets, which are found by their first keys.

use std::io::{self, Read};

use num_bigint::BigUint;

use crate::frontier::multiplicity::{Multiplicity, Wide, word_at};

/// Bytes behind the last multiplicity, so that it can be read with some more.
const PADDING: usize = 16;

/// The groups of some keys in a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bucket {
    keys: Vec<u64>,
    /// Where each group begins.
    starts: Vec<u32>,
    bytes: Vec<u8>,
    states: u64,
    /// Bits of the largest multiplicity.
    widest: u64,
}

/// The multiplicities of a group.
#[derive(Clone, Copy)]
pub(crate) struct Multiplicities<'a> {
    bytes: &'a [u8],
    width: usize,
}

impl Multiplicities<'_> {
    /// The `at`-th of them.
    #[inline(always)]
    pub(crate) fn of<C: Multiplicity>(&self, at: usize) -> C {
        C::of_bytes(&self.bytes[at * self.width..], self.width)
    }
}

impl Bucket {
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    pub(crate) fn states(&self) -> u64 {
        self.states
    }

    fn bytes(&self) -> usize {
        self.bytes.capacity()
            + self.keys.capacity() * size_of::<u64>()
            + self.starts.capacity() * size_of::<u32>()
    }

    /// How many states a group has.
    pub(crate) fn size_of(&self, group: usize) -> usize {
        number(&self.bytes, &mut { self.starts[group] as usize }) as usize
    }

    /// The numbers of a group's pairings, into a list, and their multiplicities.
    pub(crate) fn group(&self, group: usize, numbers: &mut Vec<u32>) -> Multiplicities<'_> {
        let mut at = self.starts[group] as usize;
        let size = number(&self.bytes, &mut at);
        let width = usize::from(self.bytes[at]);
        at += 1;
        numbers.clear();
        let mut last = 0;
        numbers.extend((0..size).map(|_| {
            last += number(&self.bytes, &mut at);
            last
        }));
        Multiplicities { bytes: &self.bytes[at..], width }
    }

    /// Adds a group behind those that are there.
    pub(crate) fn push<C: Multiplicity>(&mut self, key: u64, states: &[(u32, C)]) {
        let widest = states.iter().map(|state| state.1.bits()).max().unwrap_or(0);
        let width = widest.div_ceil(8).max(1) as usize;
        self.keys.push(key);
        self.starts.push(u32::try_from(self.bytes.len()).expect("a bucket has fewer than 4 GiB"));
        write(states.len() as u32, &mut self.bytes);
        self.bytes.push(width as u8);
        let mut last = 0;
        for &(number, _) in states {
            write(number - last, &mut self.bytes);
            last = number;
        }
        for &(_, multiplicity) in states {
            let end = self.bytes.len() + width;
            multiplicity.write(&mut self.bytes);
            self.bytes.truncate(end);
        }
        self.states += states.len() as u64;
        self.widest = self.widest.max(widest);
    }

    /// How many bytes it takes when it is written, a whole number of words.
    fn written(&self) -> usize {
        (32 + 12 * self.keys.len() + self.bytes.len()).next_multiple_of(8)
    }

    /// Writes it: four numbers, then all that it has.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.written());
        let sizes = [self.keys.len() as u64, self.bytes.len() as u64, self.states, self.widest];
        bytes.extend(sizes.iter().chain(&self.keys).flat_map(|word| word.to_le_bytes()));
        bytes.extend(self.starts.iter().flat_map(|start| start.to_le_bytes()));
        bytes.extend(&self.bytes);
        bytes.resize(self.written(), 0);
        bytes
    }

    /// What was written; nothing where nothing is left.
    pub(super) fn read(from: &mut impl Read) -> io::Result<Option<Bucket>> {
        let mut sizes = Vec::new();
        from.by_ref().take(32).read_to_end(&mut sizes)?;
        if sizes.is_empty() {
            return Ok(None);
        }
        sizes.resize(32, 0);
        let [keys, size, states, widest] = [0, 1, 2, 3].map(|at| word_at(&sizes, at));
        let mut some = |bytes: u64| -> io::Result<Vec<u8>> {
            let mut some = Vec::new();
            from.by_ref().take(bytes).read_to_end(&mut some)?;
            if some.len() as u64 == bytes { Ok(some) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
        };
        let words = some(keys.saturating_mul(8))?;
        let starts = some(keys.saturating_mul(4))?;
        let start = |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
        let mut bytes = some(size)?;
        let padding = bytes.len() + starts.len();
        some((padding.next_multiple_of(8) - padding) as u64)?;
        bytes.shrink_to_fit();
        Ok(Some(Bucket {
            keys: words.chunks_exact(8).map(|word| word_at(word, 0)).collect(),
            starts: starts.chunks_exact(4).map(start).collect(),
            bytes,
            states,
            widest,
        }))
    }

    /// Nothing will be added any more.
    pub(crate) fn complete(mut self) -> Bucket {
        self.bytes.extend([0; PADDING]);
        self.bytes.shrink_to_fit();
        self.keys.shrink_to_fit();
        self.starts.shrink_to_fit();
        self
    }
}

/// A number in as many bytes as it needs, seven bits each, the lowest first.
fn write(mut number: u32, to: &mut Vec<u8>) {
    while number > 0x7f {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// What was written.
#[inline(always)]
fn number(from: &[u8], at: &mut usize) -> u32 {
    let first = from[*at];
    *at += 1;
    if first < 0x80 { u32::from(first) } else { longer_number(first, from, at) }
}

fn longer_number(first: u8, from: &[u8], at: &mut usize) -> u32 {
    let (mut number, mut shift) = (u32::from(first & 0x7f), 7);
    loop {
        let byte = from[*at];
        *at += 1;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return number;
        }
        shift += 7;
    }
}

/// All states of one frontier.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassLayer {
    /// None of them empty, the lowest keys first.
    pub(crate) buckets: Vec<Bucket>,
}

impl ClassLayer {
    /// The empty board, chosen in one way.
    pub(crate) fn root() -> ClassLayer {
        let mut bucket = Bucket::default();
        bucket.push(0, &[(0, u64::ONE)]);
        ClassLayer { buckets: vec![bucket.complete()] }
    }

    /// How many bytes it takes when it is written.
    pub(super) fn written(&self) -> u64 {
        self.buckets.iter().map(|bucket| bucket.written() as u64).sum()
    }

    /// What was written, bucket by bucket.
    pub(super) fn read(mut from: impl Read) -> io::Result<ClassLayer> {
        let mut buckets = Vec::new();
        while let Some(bucket) = Bucket::read(&mut from)? {
            buckets.push(bucket);
        }
        Ok(ClassLayer { buckets })
    }

    /// How many states.
    pub(crate) fn states(&self) -> u64 {
        self.buckets.iter().map(|bucket| bucket.states).sum()
    }

    /// How many groups.
    pub(crate) fn groups(&self) -> usize {
        self.buckets.iter().map(|bucket| bucket.keys.len()).sum()
    }

    /// Bits of the largest multiplicity.
    pub(crate) fn widest(&self) -> u64 {
        self.buckets.iter().map(|bucket| bucket.widest).max().unwrap_or(0)
    }

    /// Bits of numbers that a step and a mirror cannot outgrow: no sum exceeds 256 times the sum of
    /// all, since a state has at most fifteen successors.
    pub(crate) fn bits(&self) -> u64 {
        self.widest() + u64::from(self.states().max(1).ilog2()) + 10
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.buckets.iter().map(|bucket| bucket.bytes() + size_of::<Bucket>()).sum::<usize>() as u64
    }

    /// The first group with a key or a higher one, as a bucket and its number in it.
    pub(crate) fn from(&self, key: u64) -> (usize, usize) {
        let bucket = self.buckets.partition_point(|bucket| bucket.keys[0] <= key).saturating_sub(1);
        let Some(keys) = self.buckets.get(bucket).map(Bucket::keys) else { return (0, 0) };
        (bucket, keys.partition_point(|&other| other < key))
    }

    /// The group of a key.
    pub(crate) fn find(&self, key: u64) -> Option<(&Bucket, usize)> {
        let (bucket, group) = self.from(key);
        let bucket = self.buckets.get(bucket)?;
        (bucket.keys.get(group) == Some(&key)).then_some((bucket, group))
    }

    /// All keys in their order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = u64> {
        self.buckets.iter().flat_map(|bucket| bucket.keys.iter().copied())
    }

    /// The multiplicities of all states together.
    pub(crate) fn sum(&self) -> BigUint {
        let (mut sum, mut numbers) = (BigUint::ZERO, Vec::new());
        for bucket in &self.buckets {
            for group in 0..bucket.keys.len() {
                let multiplicities = bucket.group(group, &mut numbers);
                sum += (0..numbers.len()).map(|at| multiplicities.of::<Wide>(at).to_big()).sum::<BigUint>();
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_read_as_they_were_written() {
        let groups: [(u64, Vec<(u32, u128)>); 4] = [
            (3, vec![(0, 1)]),
            (7, vec![(0, 255), (1, 256), (127, 3), (128, u128::from(u64::MAX)), (34_459_424, 9)]),
            (8, vec![(5, u128::MAX), (1 << 20, 1)]),
            (90, Vec::new()),
        ];
        let mut bucket = Bucket::default();
        groups.iter().for_each(|(key, states)| bucket.push(*key, states));
        let layer = ClassLayer { buckets: vec![bucket.complete()] };
        assert_eq!((layer.states(), layer.groups(), layer.widest()), (8, 4, 128));
        for (key, states) in &groups {
            let (bucket, group) = layer.find(*key).unwrap();
            let mut numbers = Vec::new();
            let multiplicities = bucket.group(group, &mut numbers);
            let read: Vec<(u32, u128)> =
                (0..).zip(&numbers).map(|(at, &number)| (number, multiplicities.of(at))).collect();
            assert_eq!(read, *states);
            assert_eq!(bucket.size_of(group), states.len());
        }
        assert!(layer.find(2).is_none() && layer.find(9).is_none() && layer.find(91).is_none());
        assert_eq!(layer.sum(), BigUint::from(u128::MAX) + u64::MAX + 525u32);
    }
}
