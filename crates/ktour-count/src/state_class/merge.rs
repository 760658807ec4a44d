//! Passes: a layer made of the one before it, chunk by chunk of the new keys.
//!
//! A choice adds the same number to every key it fits, so the new keys keep the order of the old ones. A step
//! merges as many ordered lists as there are transitions: a new group is complete when the merge has passed it,
//! nothing is looked up, and threads take chunks of keys without a lock. A mirror does not preserve this
//! order, so groups are then found by their keys.

use std::{ops::Range, sync::Arc};

use super::{
    degree_key::{self as key, Reordered},
    layer::{Bucket, ClassLayer},
    sums::ClassSums,
    transitions::{Transition, Transitions},
};
use crate::{
    frontier::multiplicity::Multiplicity,
    problem::profile::Set,
    state::{matching_map::MatchingMaps, pairing::lower},
};

/// States of a chunk, about.
const CHUNK: u64 = 1 << 11;
/// The most chunks.
const MOST_CHUNKS: u64 = 1 << 14;
/// Groups that are looked at for the bounds of a chunk.
const LOOKS: usize = 8;

/// How many chunks a layer is followed in.
fn chunks_of(layer: &ClassLayer) -> usize {
    layer.states().div_ceil(CHUNK).clamp(1, MOST_CHUNKS) as usize
}

/// A choice on its way through a layer.
struct Cursor<'a> {
    choice: &'a Transition,
    bucket: usize,
    group: usize,
    /// The highest key that leads to a key of the chunk.
    last: u64,
    /// The key that follows from the group, or none if there is no group left.
    key: Option<u64>,
}

/// From a layer to the next.
#[derive(Debug)]
pub(crate) enum LayerMerge {
    /// By all transitions; the bounds of the chunks.
    Step(Arc<Transitions>, Vec<u64>),
    /// States and their mirror images come together, under the lower key, or apart; the keys that
    /// there will be, and how many chunks.
    Mirror { mirror: Reordered, is_apart: bool, keys: Vec<u64>, chunks: usize },
}

impl LayerMerge {
    /// By all transitions.
    pub(crate) fn step(transitions: &Arc<Transitions>, layer: &ClassLayer) -> LayerMerge {
        let chunks = chunks_of(layer);
        if chunks == 1 {
            return LayerMerge::Step(transitions.clone(), Vec::new());
        }
        // Where the states of some of the groups will go.
        let looks = (layer.groups() / (LOOKS * chunks)).max(1);
        let mut looked: Vec<(u64, usize)> = Vec::new();
        let mut skip = 0;
        for bucket in &layer.buckets {
            let mut at = skip;
            while let Some(&key) = bucket.keys().get(at) {
                let size = bucket.size_of(at);
                let keys = transitions.all.iter().filter_map(|choice| transitions.follow(choice, key));
                looked.extend(keys.map(|key| (key, size)));
                at += looks;
            }
            skip = at - bucket.keys().len();
        }
        looked.sort_unstable();
        let all: usize = looked.iter().map(|look| look.1).sum();
        let (mut sum, mut bounds) = (0, Vec::new());
        for (key, size) in looked {
            if sum * chunks >= (bounds.len() + 1) * all && bounds.last() != Some(&key) {
                bounds.push(key);
            }
            sum += size;
        }
        LayerMerge::Step(transitions.clone(), bounds)
    }

    /// States and their images come together, or apart.
    pub(crate) fn mirror(order: &[u8], is_apart: bool, layer: &ClassLayer) -> LayerMerge {
        let mirror = Reordered::new(order);
        let mut keys: Vec<u64> = match is_apart {
            false => layer.keys().map(|key| key.min(mirror.of(key))).collect(),
            true => layer.keys().flat_map(|key| [key, mirror.of(key)]).collect(),
        };
        keys.sort_unstable();
        keys.dedup();
        LayerMerge::Mirror { mirror, is_apart, keys, chunks: chunks_of(layer) }
    }

    /// How many chunks there are.
    pub(crate) fn chunks(&self) -> usize {
        match self {
            LayerMerge::Step(_, bounds) => bounds.len() + 1,
            LayerMerge::Mirror { chunks, .. } => *chunks,
        }
    }

    /// The states of one chunk; `set` is the filter behind the step, and `tour` the key of a
    /// complete tour, where one may be completed.
    pub(crate) fn chunk<C: Multiplicity>(
        &self,
        chunk: usize,
        layer: &ClassLayer,
        (set, tour): (&Set, Option<u64>),
        maps: &MatchingMaps,
    ) -> Bucket {
        let mut made = Chunk {
            layer,
            maps,
            sums: ClassSums::<C>::new(),
            numbers: Vec::new(),
            bucket: Bucket::default(),
        };
        match self {
            LayerMerge::Step(transitions, bounds) => {
                let start = chunk.checked_sub(1).map_or(0, |before| bounds[before]);
                let end = bounds.get(chunk).copied().unwrap_or(key::END);
                made.step(transitions, start, end, set, tour);
            }
            LayerMerge::Mirror { mirror, is_apart, keys, chunks } => {
                let bound = |chunk: usize| chunk * keys.len() / chunks;
                for &key in &keys[bound(chunk)..bound(chunk + 1)] {
                    made.mirror(mirror, *is_apart, key);
                }
            }
        }
        made.bucket.complete()
    }
}

/// A chunk that is being made.
struct Chunk<'a, C> {
    layer: &'a ClassLayer,
    maps: &'a MatchingMaps,
    sums: ClassSums<C>,
    numbers: Vec<u32>,
    bucket: Bucket,
}

impl<C: Multiplicity> Chunk<'_, C> {
    /// All groups with keys from `start` on, and before `end`.
    fn step(&mut self, transitions: &Transitions, start: u64, end: u64, set: &Set, tour: Option<u64>) {
        let mut cursors: Vec<Cursor<'_>> = Vec::new();
        for choice in &transitions.all {
            let first = transitions.back(choice, start).map_or(0, |back| back.0);
            let Some((_, last)) = transitions.back(choice, end) else { continue };
            let (bucket, group) = self.layer.from(first);
            let mut cursor = Cursor { choice, bucket, group, last, key: None };
            self.go_on(transitions, &mut cursor, start..end);
            cursors.push(cursor);
        }
        while let Some(key) = cursors.iter().filter_map(|cursor| cursor.key).min() {
            let has_future = set.contains(transitions.profiles.of(key) as usize);
            self.sums.begin(key::pairs(key));
            for cursor in cursors.iter_mut().filter(|cursor| cursor.key == Some(key)) {
                if has_future {
                    let bucket = &self.layer.buckets[cursor.bucket];
                    let multiplicities = bucket.group(cursor.group, &mut self.numbers);
                    let (from, is_tour) = (bucket.keys()[cursor.group], tour == Some(key));
                    transitions.rewire(cursor.choice, from, is_tour, self.maps, &mut self.numbers);
                    self.sums.add(&self.numbers, multiplicities);
                }
                cursor.group += 1;
                self.go_on(transitions, cursor, start..end);
            }
            self.sums.end_in(key, &mut self.bucket);
        }
    }

    /// To the next group that the choice fits, from this one on.
    fn go_on(&self, transitions: &Transitions, cursor: &mut Cursor<'_>, chunk: Range<u64>) {
        cursor.key = None;
        while let Some(bucket) = self.layer.buckets.get(cursor.bucket) {
            while let Some(&key) = bucket.keys().get(cursor.group) {
                if key > cursor.last {
                    return;
                }
                cursor.key = transitions.follow(cursor.choice, key).filter(|key| chunk.contains(key));
                if cursor.key.is_some() {
                    return;
                }
                cursor.group += 1;
            }
            (cursor.bucket, cursor.group) = (cursor.bucket + 1, 0);
        }
    }

    /// The group of a key, of states and their images.
    fn mirror(&mut self, mirror: &Reordered, is_apart: bool, key: u64) {
        let image = mirror.of(key);
        self.sums.begin(key::pairs(key));
        if let Some((bucket, group)) = self.layer.find(key) {
            let multiplicities = bucket.group(group, &mut self.numbers);
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
            && let Some((bucket, group)) = self.layer.find(image)
        {
            let multiplicities = bucket.group(group, &mut self.numbers);
            self.turn(mirror, image);
            self.sums.add(&self.numbers, multiplicities);
        }
        self.sums.end_in(key, &mut self.bucket);
    }

    /// The images of the pairings of a group.
    fn turn(&mut self, mirror: &Reordered, key: u64) {
        let map = self.maps.reordering(&mirror.of_ends(key));
        self.maps.rewire(&map, &mut self.numbers);
    }
}
