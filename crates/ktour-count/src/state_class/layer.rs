//! A layer of state classes: for every degree key, in order, the matchings that occur and how often.
//!
//! A class is its size, the bytes of a multiplicity, the distances between the numbers of its matchings,
//! seven bits per byte, and all multiplicities: three to five bytes per state in large layers. A layer is cut
//! into buckets, which are found by their first keys. A bucket is in memory or in a file, where its keys are
//! distances too.

use std::{
    io::{self, Read},
    mem::take,
    ops::Deref,
    sync::Arc,
};

use num_bigint::BigUint;

use super::spill::SpillFile;
use crate::{
    CountError,
    frontier::{
        disk,
        multiplicity::{Multiplicity, Wide, word_at},
    },
};

/// Bytes of the numbers before a bucket in a file.
const HEAD_BYTES: usize = 40;
/// Number of classes of a bucket in a file whose keys are remembered.
const SAMPLES_PER_BUCKET: usize = 4;
/// Bytes behind the last multiplicity, so that it can be read with some more.
const PADDING: usize = 16;

/// The groups of some keys in a row.
#[derive(Clone, Debug, Default)]
pub struct ClassBlock {
    keys: Vec<u64>,
    /// Index of the first state of each class.
    starts: Vec<u32>,
    bytes: Vec<u8>,
    states: u64,
    /// Bits of the largest multiplicity.
    widest: u64,
}

/// The multiplicities of a class.
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

impl ClassBlock {
    /// Degree keys in ascending order.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Number of states.
    pub fn states(&self) -> u64 {
        self.states
    }

    pub(super) fn bytes(&self) -> usize {
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
        let size = number(&self.bytes, &mut at) as u32;
        let width = usize::from(self.bytes[at]);
        at += 1;
        numbers.clear();
        let mut last = 0;
        numbers.extend((0..size).map(|_| {
            last += number(&self.bytes, &mut at) as u32;
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
        write(states.len() as u64, &mut self.bytes);
        self.bytes.push(width as u8);
        let mut last = 0;
        for &(number, _) in states {
            write(u64::from(number - last), &mut self.bytes);
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

    /// The bytes of a class, as they are.
    fn class_bytes(&self, class: usize) -> &[u8] {
        let end = self.starts.get(class + 1).map_or(self.bytes.len() - PADDING, |&end| end as usize);
        &self.bytes[self.starts[class] as usize..end]
    }

    /// Adds a class of a complete bucket behind those that are there.
    pub fn push_from(&mut self, other: &ClassBlock, class: usize) {
        self.keys.push(other.keys[class]);
        self.starts.push(u32::try_from(self.bytes.len()).expect("a bucket has fewer than 4 GiB"));
        self.bytes.extend(other.class_bytes(class));
        self.states += other.size_of(class) as u64;
        self.widest = self.widest.max(other.widest);
    }

    /// Number of bytes of all classes.
    pub fn class_bytes_len(&self) -> usize {
        self.bytes.len()
    }

    /// Number of bytes of the complete bucket when it is written.
    pub fn written_len(&self) -> usize {
        let lengths = (0..self.keys.len()).map(|class| self.class_bytes(class).len() as u64);
        let mut last = 0;
        let index = self.keys.iter().zip(lengths).map(|(&key, length)| {
            let apart = key - std::mem::replace(&mut last, key);
            length_of(apart) + length_of(length)
        });
        let classes = self.starts.first().map_or(0, |&start| self.bytes.len() - start as usize);
        (HEAD_BYTES + index.sum::<usize>() + classes).next_multiple_of(8)
    }

    /// The complete bucket as it is written: five numbers, the distances of keys and the lengths of classes,
    /// all classes; a whole number of words.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut index = Vec::with_capacity(4 * self.keys.len());
        let mut last = 0;
        for (class, &key) in self.keys.iter().enumerate() {
            write(key - last, &mut index);
            write(self.class_bytes(class).len() as u64, &mut index);
            last = key;
        }
        let classes = self.starts.first().map_or(&[][..], |&start| &self.bytes[start as usize..]);
        let sizes =
            [self.keys.len() as u64, index.len() as u64, classes.len() as u64, self.states, self.widest];
        let mut bytes = Vec::with_capacity((HEAD_BYTES + index.len() + classes.len()).next_multiple_of(8));
        bytes.extend(sizes.iter().flat_map(|size| size.to_le_bytes()));
        bytes.extend(index);
        bytes.extend(classes);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes
    }

    /// The bucket that was written; the bytes stay where they are.
    pub fn from_bytes(mut bytes: Vec<u8>) -> io::Result<ClassBlock> {
        let is_cut = || io::Error::from(io::ErrorKind::UnexpectedEof);
        if bytes.len() < HEAD_BYTES {
            return Err(is_cut());
        }
        let [classes, index, length, states, widest] = [0, 1, 2, 3, 4].map(|at| word_at(&bytes, at));
        let mut start = HEAD_BYTES as u64 + index;
        if start + length > bytes.len() as u64 || classes > index {
            return Err(is_cut());
        }
        let (mut at, mut key) = (HEAD_BYTES, 0);
        let (mut keys, mut starts) =
            (Vec::with_capacity(classes as usize), Vec::with_capacity(classes as usize));
        for _ in 0..classes {
            key += number(&bytes, &mut at);
            keys.push(key);
            starts.push(start as u32);
            start += number(&bytes, &mut at);
        }
        bytes.truncate((HEAD_BYTES as u64 + index + length) as usize);
        Ok(ClassBlock { keys, starts, bytes, states, widest })
    }

    /// The next bucket of a checkpoint; none at its end.
    pub(crate) fn read(from: &mut impl Read) -> io::Result<Option<ClassBlock>> {
        let mut bytes = Vec::new();
        from.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.len() == HEAD_BYTES {
            let rest = word_at(&bytes, 1).saturating_add(word_at(&bytes, 2)).checked_next_multiple_of(8);
            from.by_ref().take(rest.unwrap_or(u64::MAX)).read_to_end(&mut bytes)?;
        }
        ClassBlock::from_bytes(bytes).map(Some)
    }

    /// The complete bucket, in exactly as much memory as it needs. This one is empty afterwards and keeps its
    /// buffers: a thread that makes buckets of any size leaves no gaps between those that stay.
    pub fn complete(&mut self) -> ClassBlock {
        let mut bytes = Vec::with_capacity(self.bytes.len() + PADDING);
        bytes.extend_from_slice(&self.bytes);
        bytes.extend([0; PADDING]);
        let (keys, starts) = (self.keys.as_slice().into(), self.starts.as_slice().into());
        self.keys.clear();
        self.starts.clear();
        self.bytes.clear();
        ClassBlock { keys, starts, bytes, states: take(&mut self.states), widest: take(&mut self.widest) }
    }
}

/// A number in as many bytes as it needs, seven bits each, the lowest first.
fn write(mut number: u64, to: &mut Vec<u8>) {
    while number > 0x7f {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// Number of bytes that a number takes.
fn length_of(number: u64) -> usize {
    (64 - (number | 1).leading_zeros()).div_ceil(7) as usize
}

/// The number that was written.
#[inline(always)]
fn number(from: &[u8], at: &mut usize) -> u64 {
    let first = from[*at];
    *at += 1;
    if first < 0x80 { u64::from(first) } else { longer_number(first, from, at) }
}

fn longer_number(first: u8, from: &[u8], at: &mut usize) -> u64 {
    let (mut number, mut shift) = (u64::from(first & 0x7f), 7);
    loop {
        let byte = from[*at];
        *at += 1;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return number;
        }
        shift += 7;
    }
}

/// A bucket of a layer, in memory or in its file.
#[derive(Clone, Debug)]
pub(crate) struct StoredBucket {
    first_key: u64,
    classes: usize,
    pub(super) states: u64,
    widest: u64,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    Memory(ClassBlock),
    File {
        file: Arc<SpillFile>,
        start: u64,
        len: usize,
        /// Some of its keys.
        samples: Box<[u64]>,
    },
}

/// A bucket that is read, wherever it is.
pub(crate) enum BucketRef<'a> {
    Memory(&'a ClassBlock),
    File(Arc<ClassBlock>),
}

impl Deref for BucketRef<'_> {
    type Target = ClassBlock;

    #[inline(always)]
    fn deref(&self) -> &ClassBlock {
        match self {
            BucketRef::Memory(bucket) => bucket,
            BucketRef::File(bucket) => bucket,
        }
    }
}

impl StoredBucket {
    /// A complete bucket that stays in memory.
    pub(super) fn in_memory(bucket: ClassBlock) -> StoredBucket {
        StoredBucket {
            first_key: bucket.keys.first().copied().unwrap_or(0),
            classes: bucket.keys.len(),
            states: bucket.states,
            widest: bucket.widest,
            place: Place::Memory(bucket),
        }
    }

    /// The same in a file.
    pub(super) fn in_file(bucket: &ClassBlock, file: &Arc<SpillFile>) -> io::Result<StoredBucket> {
        let bytes = bucket.to_bytes();
        let (len, start) = (bytes.len(), file.append(&bytes)?);
        let apart = bucket.keys.len().div_ceil(SAMPLES_PER_BUCKET).max(1);
        let sampled = (0..bucket.keys.len()).step_by(apart);
        let samples = sampled.map(|class| bucket.keys[class]).collect();
        let place = Place::File { file: file.clone(), start, len, samples };
        Ok(StoredBucket {
            first_key: bucket.keys.first().copied().unwrap_or(0),
            classes: bucket.keys.len(),
            states: bucket.states,
            widest: bucket.widest,
            place,
        })
    }

    /// Number of bytes in memory.
    pub(super) fn bytes(&self) -> usize {
        size_of::<StoredBucket>()
            + match &self.place {
                Place::Memory(bucket) => bucket.bytes(),
                Place::File { samples, .. } => size_of_val(&**samples),
            }
    }

    /// Some keys, about every `apart`-th of a bucket in memory, each with its share of the states of the bucket.
    pub(super) fn samples(&self, apart: usize, found: &mut dyn FnMut(u64, usize)) {
        let share = |samples: usize| (self.states as usize).div_ceil(samples.max(1));
        match &self.place {
            Place::Memory(bucket) => {
                let share = share(bucket.keys.len().div_ceil(apart));
                bucket.keys.iter().step_by(apart).for_each(|&key| found(key, share));
            }
            Place::File { samples, .. } => {
                samples.iter().for_each(|&key| found(key, share(samples.len())));
            }
        }
    }

    /// The bucket as it is written.
    pub(super) fn written(&self) -> io::Result<Vec<u8>> {
        match &self.place {
            Place::Memory(bucket) => Ok(bucket.to_bytes()),
            Place::File { file, start, len, .. } => file.read(*start, *len),
        }
    }

    fn written_len(&self) -> u64 {
        match &self.place {
            Place::Memory(bucket) => bucket.written_len() as u64,
            Place::File { len, .. } => *len as u64,
        }
    }

    /// The bucket, which is in memory.
    pub(super) fn in_place(&self) -> &ClassBlock {
        match &self.place {
            Place::Memory(bucket) => bucket,
            Place::File { .. } => unreachable!("layers are joined in memory"),
        }
    }

    pub(super) fn get(&self) -> Result<BucketRef<'_>, CountError> {
        match &self.place {
            Place::Memory(bucket) => Ok(BucketRef::Memory(bucket)),
            Place::File { file, start, len, .. } => {
                file.bucket(*start, *len).map(BucketRef::File).map_err(disk)
            }
        }
    }
}

/// All states of one frontier.
#[derive(Clone, Debug, Default)]
pub struct ClassLayer {
    /// None of them empty, the lowest keys first.
    pub(super) buckets: Vec<StoredBucket>,
}

impl ClassLayer {
    /// A layer in memory.
    pub(super) fn in_memory(buckets: impl IntoIterator<Item = ClassBlock>) -> ClassLayer {
        ClassLayer { buckets: buckets.into_iter().map(StoredBucket::in_memory).collect() }
    }

    /// The empty board, chosen in one way.
    pub(crate) fn root() -> ClassLayer {
        let mut bucket = ClassBlock::default();
        bucket.push(0, &[(0, u64::ONE)]);
        ClassLayer::in_memory([bucket.complete()])
    }

    /// Number of bytes that it takes in a checkpoint.
    pub fn written_len(&self) -> u64 {
        self.buckets.iter().map(StoredBucket::written_len).sum()
    }

    /// The buckets as they are in a checkpoint.
    pub fn written(&self) -> impl Iterator<Item = io::Result<Vec<u8>>> {
        self.buckets.iter().map(StoredBucket::written)
    }

    /// The layer of a checkpoint.
    pub fn read(mut from: impl Read) -> Result<ClassLayer, CountError> {
        let mut buckets = Vec::new();
        while let Some(bucket) = ClassBlock::read(&mut from).map_err(disk)? {
            buckets.push(bucket);
        }
        Ok(ClassLayer::in_memory(buckets))
    }

    /// A layer in memory of buckets in any order, with different keys.
    pub fn sorted(mut buckets: Vec<ClassBlock>) -> ClassLayer {
        buckets.sort_unstable_by_key(|bucket| bucket.keys.first().copied());
        ClassLayer::in_memory(buckets)
    }

    /// All buckets of some layers, one layer behind the other.
    pub fn joined(layers: Vec<ClassLayer>) -> ClassLayer {
        ClassLayer { buckets: layers.into_iter().flat_map(|layer| layer.buckets).collect() }
    }

    /// The buckets one by one, each forgotten when the next is taken.
    pub fn into_buckets(self) -> impl Iterator<Item = Result<ClassBlock, CountError>> {
        self.buckets.into_iter().map(|bucket| match bucket.place {
            Place::Memory(bucket) => Ok(bucket),
            Place::File { .. } => ClassBlock::from_bytes(bucket.written().map_err(disk)?).map_err(disk),
        })
    }

    /// Whether some of it is in a file.
    pub(crate) fn is_spilled(&self) -> bool {
        self.buckets.iter().any(|bucket| matches!(bucket.place, Place::File { .. }))
    }

    /// Number of states.
    pub fn states(&self) -> u64 {
        self.buckets.iter().map(|bucket| bucket.states).sum()
    }

    /// Number of classes.
    pub(crate) fn classes(&self) -> usize {
        self.buckets.iter().map(|bucket| bucket.classes).sum()
    }

    /// Bits of the largest multiplicity.
    pub fn widest(&self) -> u64 {
        self.buckets.iter().map(|bucket| bucket.widest).max().unwrap_or(0)
    }

    /// Bits of numbers that a step and a mirror cannot outgrow: no sum exceeds 256 times the sum of
    /// all, since a state has at most fifteen successors.
    pub(crate) fn bits(&self) -> u64 {
        self.widest() + u64::from(self.states().max(1).ilog2()) + 10
    }

    /// Number of bytes that it takes in memory.
    pub fn bytes(&self) -> u64 {
        self.buckets.iter().map(StoredBucket::bytes).sum::<usize>() as u64
    }

    /// Number of bytes that all of it would take in memory, about.
    pub(crate) fn all_bytes(&self) -> u64 {
        let file = |bucket: &StoredBucket| match &bucket.place {
            Place::Memory(_) => 0,
            Place::File { len, .. } => len + 12 * bucket.classes,
        };
        self.bytes() + self.buckets.iter().map(file).sum::<usize>() as u64
    }

    /// The bucket in which a key is, if it is anywhere.
    pub(super) fn bucket_of(&self, key: u64) -> usize {
        self.buckets.partition_point(|bucket| bucket.first_key <= key).saturating_sub(1)
    }

    /// The lowest key of a bucket; none behind the last one.
    pub(crate) fn first_key(&self, bucket: usize) -> Option<u64> {
        self.buckets.get(bucket).map(|bucket| bucket.first_key)
    }

    /// The class of a key.
    pub(crate) fn find(&self, key: u64) -> Result<Option<(BucketRef<'_>, usize)>, CountError> {
        let Some(bucket) = self.buckets.get(self.bucket_of(key)) else { return Ok(None) };
        if bucket.first_key > key {
            return Ok(None);
        }
        let bucket = bucket.get()?;
        Ok(bucket.keys.binary_search(&key).ok().map(|class| (bucket, class)))
    }

    /// The multiplicities of all states together.
    pub fn sum(&self) -> Result<BigUint, CountError> {
        let (mut sum, mut numbers) = (BigUint::ZERO, Vec::new());
        for bucket in &self.buckets {
            let bucket = bucket.get()?;
            for class in 0..bucket.keys.len() {
                let multiplicities = bucket.group(class, &mut numbers);
                sum += (0..numbers.len()).map(|at| multiplicities.of::<Wide>(at).to_big()).sum::<BigUint>();
            }
        }
        Ok(sum)
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
        let mut bucket = ClassBlock::default();
        groups.iter().for_each(|(key, states)| bucket.push(*key, states));
        let bucket = bucket.complete();
        let bytes = bucket.to_bytes();
        assert_eq!((bytes.len() % 8, bytes.len()), (0, bucket.written_len()));
        let read = ClassBlock::read(&mut &bytes[..]).unwrap().unwrap();
        assert!(ClassBlock::read(&mut &bytes[..bytes.len() - 32]).is_err());
        // A class that is copied from bucket to bucket.
        let mut copied = ClassBlock::default();
        (0..4).for_each(|class| copied.push_from(&read, class));
        for bucket in [bucket, read, copied.complete()] {
            let layer = ClassLayer::in_memory([bucket]);
            assert_eq!((layer.states(), layer.classes(), layer.widest()), (8, 4, 128));
            for (key, states) in &groups {
                let (bucket, class) = layer.find(*key).unwrap().unwrap();
                let mut numbers = Vec::new();
                let multiplicities = bucket.group(class, &mut numbers);
                let read: Vec<(u32, u128)> =
                    (0..).zip(&numbers).map(|(at, &number)| (number, multiplicities.of(at))).collect();
                assert_eq!(read, *states);
                assert_eq!(bucket.size_of(class), states.len());
            }
            assert!([2, 9, 91].iter().all(|&key| layer.find(key).unwrap().is_none()));
            assert_eq!(layer.sum().unwrap(), BigUint::from(u128::MAX) + u64::MAX + 525u32);
        }
    }
}
