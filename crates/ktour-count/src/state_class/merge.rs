//! One step from layer to layer, chunk by chunk of the new degree keys.
//!
//! A transition adds the same number to every key it fits, so the new keys keep the order of the old ones. A
//! step merges as many ordered lists as there are transitions: a new class is complete when the merge has
//! passed it, nothing is looked up, and threads take chunks of keys without a lock. A layer in a file is read
//! by as many cursors, each in sequence. A mirror does not preserve this order, so its classes are found by
//! their keys.

use std::{ops::Range, sync::Arc};

use super::{
    class_sums::ClassSums,
    degree_key::{self as key, Reordered},
    layer::{BucketRef, ClassBlock, ClassLayer},
    transitions::{Transition, Transitions},
};
use crate::{
    CountError,
    frontier::{MIN_STATES_FOR_THREADS, multiplicity::Multiplicity},
    problem::profile::ProfileSet,
    state::{matching_map::MatchingMaps, pairing::lower},
    threads::{in_threads_with, sorted_once},
};

/// Number of states of a chunk, about.
const STATES_PER_CHUNK: u64 = 1 << 11;
/// The most chunks of a layer.
const MAX_CHUNKS: u64 = 1 << 14;
/// Number of classes that are sampled for the bounds of a chunk.
const SAMPLES_PER_CHUNK: usize = 8;
/// The most classes that are sampled for the bounds of all chunks.
const MAX_SAMPLES: usize = 1 << 13;

/// Number of chunks that a layer is followed in.
fn chunks_of(layer: &ClassLayer) -> usize {
    layer.states().div_ceil(STATES_PER_CHUNK).clamp(1, MAX_CHUNKS) as usize
}

/// A transition on its way through a layer.
struct Cursor<'a> {
    transition: &'a Transition,
    /// The number of the bucket, and the bucket itself.
    at: usize,
    bucket: Option<BucketRef<'a>>,
    class: usize,
    /// The highest key that leads to a key of the chunk.
    last: u64,
    /// The key that follows from the class, or none if there is no class left.
    key: Option<u64>,
}

/// A merge that makes the next layer from one layer.
#[derive(Debug)]
pub(crate) enum LayerMerge {
    /// Merge of all transitions, with the bounds of the chunks.
    Step(Arc<Transitions>, Vec<u64>),
    /// States and their mirror images come together, under the lower key, or apart.
    Mirror {
        mirror: Reordered,
        is_apart: bool,
        /// The keys that there will be.
        keys: Vec<u64>,
        chunks: usize,
    },
}

impl LayerMerge {
    /// Creates a merge of all transitions.
    pub(crate) fn step(transitions: &Arc<Transitions>, layer: &ClassLayer) -> LayerMerge {
        let chunks = chunks_of(layer);
        if chunks == 1 {
            return LayerMerge::Step(transitions.clone(), Vec::new());
        }
        // Where the states of some of the classes will go.
        let apart = layer.classes() / (SAMPLES_PER_CHUNK * chunks).min(MAX_SAMPLES);
        let mut sampled: Vec<(u64, usize)> = Vec::new();
        for bucket in &layer.buckets {
            bucket.samples(apart.max(1), &mut |key, size| {
                let all = transitions.all.iter();
                let keys = all.filter_map(|transition| transitions.follow(transition, key));
                sampled.extend(keys.map(|key| (key, size)));
            });
        }
        sampled.sort_unstable();
        let all: usize = sampled.iter().map(|sample| sample.1).sum();
        let (mut sum, mut bounds) = (0, Vec::new());
        for (key, size) in sampled {
            if sum * chunks >= (bounds.len() + 1) * all && bounds.last() != Some(&key) {
                bounds.push(key);
            }
            sum += size;
        }
        LayerMerge::Step(transitions.clone(), bounds)
    }

    /// States and their images come together, or apart, under the keys of a range.
    pub(crate) fn mirror(
        mirror: &Reordered,
        is_apart: bool,
        layer: &ClassLayer,
        range: Range<u64>,
        threads: usize,
    ) -> Result<LayerMerge, CountError> {
        let threads = if layer.states() < MIN_STATES_FOR_THREADS as u64 { 1 } else { threads };
        let per_thread = layer.buckets.len().div_ceil(threads).max(1);
        let parts = in_threads_with(layer.buckets.chunks(per_thread).collect(), |buckets| {
            let mut keys: Vec<u64> = Vec::new();
            for bucket in buckets {
                for &key in bucket.get()?.keys() {
                    let image = mirror.of(key);
                    let both = if is_apart { [key, image] } else { [key.min(image); 2] };
                    keys.extend(
                        both.iter().take(1 + usize::from(is_apart)).filter(|key| range.contains(key)),
                    );
                }
            }
            Ok(keys)
        });
        let keys = sorted_once(parts.into_iter().collect::<Result<_, CountError>>()?);
        let (mirror, chunks) = (mirror.clone(), chunks_of(layer));
        Ok(LayerMerge::Mirror { mirror, is_apart, keys, chunks })
    }

    /// Number of chunks.
    pub(crate) fn chunks(&self) -> usize {
        match self {
            LayerMerge::Step(_, bounds) => bounds.len() + 1,
            LayerMerge::Mirror { chunks, .. } => *chunks,
        }
    }
}

/// Scratch state of a thread that makes chunks.
pub(super) struct ChunkMaker<'a, C> {
    layer: &'a ClassLayer,
    maps: &'a MatchingMaps,
    /// The filter behind the step.
    set: &'a ProfileSet,
    /// The key of a complete tour, where one may be completed.
    tour: Option<u64>,
    sums: ClassSums<C>,
    numbers: Vec<u32>,
    /// Buffers of the bucket that is made.
    made: ClassBlock,
}

impl<'a, C: Multiplicity> ChunkMaker<'a, C> {
    pub(super) fn new(
        layer: &'a ClassLayer,
        maps: &'a MatchingMaps,
        set: &'a ProfileSet,
        tour: Option<u64>,
    ) -> ChunkMaker<'a, C> {
        let (numbers, made) = Default::default();
        ChunkMaker { layer, maps, set, tour, sums: ClassSums::new(), numbers, made }
    }

    /// The states of one chunk.
    pub(super) fn chunk(&mut self, merge: &LayerMerge, chunk: usize) -> Result<ClassBlock, CountError> {
        let mut made = std::mem::take(&mut self.made);
        match merge {
            LayerMerge::Step(transitions, bounds) => {
                let start = chunk.checked_sub(1).map_or(0, |before| bounds[before]);
                let end = bounds.get(chunk).copied().unwrap_or(key::END);
                self.step(transitions, start..end, &mut made)?;
            }
            LayerMerge::Mirror { mirror, is_apart, keys, chunks } => {
                let bound = |chunk: usize| chunk * keys.len() / chunks;
                for &key in &keys[bound(chunk)..bound(chunk + 1)] {
                    self.mirror(mirror, *is_apart, key, &mut made)?;
                }
            }
        }
        let complete = made.complete();
        self.made = made;
        Ok(complete)
    }

    /// All classes with keys of a range.
    fn step(
        &mut self,
        transitions: &Transitions,
        range: Range<u64>,
        made: &mut ClassBlock,
    ) -> Result<(), CountError> {
        let layer = self.layer;
        let mut cursors: Vec<Cursor<'_>> = Vec::new();
        for transition in &transitions.all {
            let first = transitions.back(transition, range.start).map_or(0, |back| back.0);
            let Some((_, last)) = transitions.back(transition, range.end) else { continue };
            let at = layer.bucket_of(first);
            let mut cursor = Cursor { transition, at, bucket: None, class: 0, last, key: None };
            cursor.load(layer)?;
            if let Some(bucket) = &cursor.bucket {
                cursor.class = bucket.keys().partition_point(|&key| key < first);
            }
            cursor.advance(layer, transitions, &range)?;
            cursors.push(cursor);
        }
        while let Some(key) = cursors.iter().filter_map(|cursor| cursor.key).min() {
            let has_future = self.set.contains(transitions.profiles.of(key) as usize);
            self.sums.begin(key::pairs(key));
            for cursor in cursors.iter_mut().filter(|cursor| cursor.key == Some(key)) {
                if let Some(bucket) = cursor.bucket.as_ref().filter(|_| has_future) {
                    let multiplicities = bucket.group(cursor.class, &mut self.numbers);
                    let (from, is_tour) = (bucket.keys()[cursor.class], self.tour == Some(key));
                    transitions.rewire(cursor.transition, from, is_tour, self.maps, &mut self.numbers);
                    self.sums.add(&self.numbers, multiplicities);
                }
                cursor.class += 1;
                cursor.advance(layer, transitions, &range)?;
            }
            self.sums.end_in(key, made);
        }
        Ok(())
    }

    /// The class of a key, of states and their images.
    fn mirror(
        &mut self,
        mirror: &Reordered,
        is_apart: bool,
        key: u64,
        made: &mut ClassBlock,
    ) -> Result<(), CountError> {
        let image = mirror.of(key);
        self.sums.begin(key::pairs(key));
        if let Some((bucket, class)) = self.layer.find(key)? {
            let multiplicities = bucket.group(class, &mut self.numbers);
            if image == key && !is_apart {
                let own = self.numbers.clone();
                self.turn(mirror, key);
                for (image, own) in self.numbers.iter_mut().zip(own) {
                    *image = lower(key::pairs(key), own, *image);
                }
            }
            self.sums.add(&self.numbers, multiplicities);
        }
        if (image != key || is_apart)
            && let Some((bucket, class)) = self.layer.find(image)?
        {
            let multiplicities = bucket.group(class, &mut self.numbers);
            self.turn(mirror, image);
            self.sums.add(&self.numbers, multiplicities);
        }
        self.sums.end_in(key, made);
        Ok(())
    }

    /// The images of the matchings of a class.
    fn turn(&mut self, mirror: &Reordered, key: u64) {
        let map = self.maps.reordering(&mirror.of_ends(key));
        self.maps.rewire(&map, &mut self.numbers);
    }
}

impl<'a> Cursor<'a> {
    /// Reads the bucket that it is at, unless that only leads behind the chunk.
    fn load(&mut self, layer: &'a ClassLayer) -> Result<(), CountError> {
        let is_in_chunk = layer.first_key(self.at).is_some_and(|first| first <= self.last);
        self.bucket = if is_in_chunk { Some(layer.buckets[self.at].get()?) } else { None };
        Ok(())
    }

    /// Moves to the next class that the transition fits, from this one on.
    fn advance(
        &mut self,
        layer: &'a ClassLayer,
        transitions: &Transitions,
        range: &Range<u64>,
    ) -> Result<(), CountError> {
        self.key = None;
        while let Some(bucket) = &self.bucket {
            for (class, &key) in bucket.keys().iter().enumerate().skip(self.class) {
                if key > self.last {
                    return Ok(());
                }
                let next = transitions.follow(self.transition, key).filter(|key| range.contains(key));
                if next.is_some() {
                    (self.class, self.key) = (class, next);
                    return Ok(());
                }
            }
            (self.at, self.class) = (self.at + 1, 0);
            self.load(layer)?;
        }
        Ok(())
    }
}
