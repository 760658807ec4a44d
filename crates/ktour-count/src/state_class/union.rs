//! The union of layers of the same frontier: classes with equal keys are added up.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{
    class_sums::ClassSums,
    degree_key as key,
    layer::{BucketRef, ClassBlock, ClassLayer, StoredBucket},
    spill::StoreState,
};
use crate::{
    CountError,
    context::Context,
    frontier::multiplicity::{Multiplicity, Wide},
    threads::in_threads,
};

/// Number of states of a bucket, about.
const STATES_PER_BUCKET: u64 = 1 << 11;
/// Number of ranges of keys that each thread takes, about.
const RANGES_PER_THREAD: usize = 8;

/// All states of some layers, each once.
pub fn union(mut layers: Vec<ClassLayer>, run: &Context<'_>) -> Result<ClassLayer, CountError> {
    layers.retain(|layer| layer.states() > 0);
    if layers.len() < 2 {
        return Ok(layers.pop().unwrap_or_default());
    }
    let mut firsts: Vec<u64> =
        layers.iter().flat_map(|layer| (0..).map_while(|bucket| layer.first_key(bucket))).collect();
    firsts.sort_unstable();
    let ranges = run.threads() * RANGES_PER_THREAD;
    let bounds: Vec<u64> = (1..ranges).map(|range| firsts[range * firsts.len() / ranges]).collect();
    let starts = [0].into_iter().chain(bounds.iter().copied());
    let ranges: Vec<(u64, u64)> = starts.zip(bounds.iter().copied().chain([key::END])).collect();
    let widest = layers.iter().map(ClassLayer::widest).max().unwrap_or(0);
    let bits = widest + u64::from(layers.len().ilog2()) + 1;
    let held = layers.iter().map(ClassLayer::bytes).sum();
    let (next, stored) = (AtomicUsize::new(0), StoreState::default());
    let store = stored.store(held, run.layer_bytes(held, 0), run);
    let made = in_threads(run.threads(), |_| {
        let mut made = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&range) = ranges.get(at) else { return Ok(made) };
            let buckets = match bits {
                0..=64 => in_range::<u64>(&layers, range),
                65..=128 => in_range::<u128>(&layers, range),
                _ => in_range::<Wide>(&layers, range),
            };
            for bucket in buckets? {
                made.push((at, store.put(bucket)?));
            }
            run.check(0)?;
        }
    });
    let made = made.into_iter().collect::<Result<Vec<_>, CountError>>()?;
    let mut made: Vec<(usize, StoredBucket)> = made.into_iter().flatten().collect();
    made.sort_by_key(|made| made.0);
    Ok(ClassLayer { buckets: made.into_iter().map(|made| made.1).collect() })
}

/// A place in a layer.
struct Cursor<'a> {
    layer: &'a ClassLayer,
    at: usize,
    bucket: Option<BucketRef<'a>>,
    class: usize,
}

impl Cursor<'_> {
    /// The key of the class it is at.
    fn key(&self) -> Option<u64> {
        self.bucket.as_ref().and_then(|bucket| bucket.keys().get(self.class).copied())
    }

    fn load(&mut self) -> Result<(), CountError> {
        self.bucket = self.layer.buckets.get(self.at).map(StoredBucket::get).transpose()?;
        Ok(())
    }

    /// Moves on, to the next bucket where this one is over.
    fn advance(&mut self) -> Result<(), CountError> {
        self.class += 1;
        if self.key().is_none() && self.bucket.is_some() {
            (self.at, self.class) = (self.at + 1, 0);
            self.load()?;
        }
        Ok(())
    }
}

fn in_range<C: Multiplicity>(
    layers: &[ClassLayer],
    (start, end): (u64, u64),
) -> Result<Vec<ClassBlock>, CountError> {
    let mut cursors = Vec::new();
    for layer in layers {
        let mut cursor = Cursor { layer, at: layer.bucket_of(start), bucket: None, class: 0 };
        cursor.load()?;
        while cursor.key().is_some_and(|key| key < start) {
            cursor.advance()?;
        }
        cursors.push(cursor);
    }
    let (mut sums, mut numbers) = (ClassSums::<C>::new(), Vec::new());
    let (mut made, mut open) = (Vec::new(), ClassBlock::default());
    while let Some(key) = cursors.iter().filter_map(Cursor::key).min().filter(|&key| key < end) {
        let mut same = cursors.iter_mut().filter(|cursor| cursor.key() == Some(key)).collect::<Vec<_>>();
        if let [only] = &mut same[..] {
            if let Some(bucket) = &only.bucket {
                open.push_from(bucket, only.class);
            }
        } else {
            sums.begin(key::pairs(key));
            for cursor in &same {
                if let Some(bucket) = &cursor.bucket {
                    let multiplicities = bucket.group(cursor.class, &mut numbers);
                    sums.add(&numbers, multiplicities);
                }
            }
            sums.end_in(key, &mut open);
        }
        for cursor in same {
            cursor.advance()?;
        }
        if open.states() >= STATES_PER_BUCKET {
            made.push(open.complete());
        }
    }
    if open.states() > 0 {
        made.push(open.complete());
    }
    Ok(made)
}
