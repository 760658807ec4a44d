//! A layer: the states of one frontier, each once, with its multiplicity.
//!
//! States are emitted into buckets by a mixed hash of their word, and added up bucket by bucket
//! in a table that stays in the cache. Threads fill buckets of their own and then share out the
//! buckets, so nobody waits for anybody and no lock is needed.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use crate::{number::Multiplicity, watch::Watch};

/// A word and its multiplicity.
pub(crate) type State<C> = (u64, C);

/// No state has this word.
const NOBODY: u64 = u64::MAX;
/// States a bucket should have.
const BUCKET: usize = 1 << 13;
/// Layers below this are not worth a second thread.
const SMALL: usize = 1 << 12;

/// What follows from a state.
pub(crate) trait Follow: Sync {
    /// Calls `found` with every word that follows from one.
    fn follow(&self, word: u64, found: &mut impl FnMut(u64));
}

/// The states of one frontier.
#[derive(Clone, Debug)]
pub(crate) struct Layer<C> {
    pub(crate) buckets: Vec<Vec<State<C>>>,
}

/// Mixes all bits of a word into all bits of another.
pub(crate) fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (word ^ (word >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl<C: Multiplicity> Layer<C> {
    /// One state, chosen in one way.
    pub(crate) fn root(word: u64) -> Layer<C> {
        Layer { buckets: vec![vec![(word, C::ONE)]] }
    }

    pub(crate) fn len(&self) -> usize {
        self.buckets.iter().map(Vec::len).sum()
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = &State<C>> {
        self.buckets.iter().flatten()
    }

    /// The same layer in wider numbers.
    pub(crate) fn widened<D: Multiplicity + From<C>>(self) -> Layer<D> {
        let widen = |bucket: Vec<State<C>>| bucket.into_iter().map(|(word, count)| (word, count.into()));
        Layer { buckets: self.buckets.into_iter().map(|bucket| widen(bucket).collect()).collect() }
    }

    /// Whether two more steps could reach the end of the numbers: a state has at most fifteen
    /// successors, so no sum exceeds 256 times the sum of all.
    pub(crate) fn is_nearly_full(&self) -> bool {
        let widest = self.states().map(|state| state.1.bits()).max().unwrap_or(0);
        widest + u64::from(self.len().max(1).ilog2()) + 10 > C::BITS
    }

    /// What follows from every state, added up; `None` when told to stop.
    pub(crate) fn advance(self, watch: &Watch, step: &impl Follow) -> Option<Layer<C>> {
        let states = self.len();
        let threads = if states < SMALL { 1 } else { watch.threads };
        let count = (states * 2 / BUCKET).next_power_of_two().min(1 << 14);
        let next = AtomicUsize::new(0);
        let has_stopped = AtomicBool::new(false);
        let emit = || {
            let mut emitted = Emitted::new(count);
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(bucket) = self.buckets.get(at) else { break };
                for &(word, multiplicity) in bucket {
                    step.follow(word, &mut |word| emitted.push(word, multiplicity));
                }
                if watch.is_stopped(bucket.len()) {
                    has_stopped.store(true, Ordering::Relaxed);
                    break;
                }
            }
            emitted.buckets
        };
        let parts = in_threads(threads, |_| emit());
        if has_stopped.load(Ordering::Relaxed) {
            return None;
        }
        drop(self.buckets);
        let mut shares: Vec<Vec<Vec<Vec<State<C>>>>> = (0..threads).map(|_| Vec::new()).collect();
        let mut parts: Vec<_> = parts.into_iter().map(Vec::into_iter).collect();
        for bucket in 0..count {
            let same = parts.iter_mut().filter_map(Iterator::next).collect();
            shares[bucket * threads / count].push(same);
        }
        let sums = in_threads_with(shares, |share| {
            let mut table = Table::default();
            share.into_iter().map(|parts| table.sum(parts)).collect::<Vec<_>>()
        });
        Some(Layer { buckets: sums.into_iter().flatten().collect() })
    }
}

/// Runs the same work in several threads and collects what they return.
pub(crate) fn in_threads<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    in_threads_with((0..threads).collect(), work)
}

/// Runs work on each item in its own thread; the last one in this thread.
pub(crate) fn in_threads_with<I: Send, T: Send>(items: Vec<I>, work: impl Fn(I) -> T + Sync) -> Vec<T> {
    let mut items = items;
    let Some(last) = items.pop() else { return Vec::new() };
    thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = items.into_iter().map(|item| scope.spawn(move || work(item))).collect();
        let last = work(last);
        let mut done: Vec<T> = others
            .into_iter()
            .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect();
        done.push(last);
        done
    })
}

/// What one thread has emitted.
struct Emitted<C> {
    buckets: Vec<Vec<State<C>>>,
    shift: u32,
    table: Table<C>,
}

impl<C: Multiplicity> Emitted<C> {
    fn new(count: usize) -> Self {
        let buckets = (0..count).map(|_| Vec::new()).collect();
        Emitted { buckets, shift: count.ilog2(), table: Table::default() }
    }

    fn push(&mut self, word: u64, multiplicity: C) {
        let at = (mix(word).rotate_left(self.shift) & ((1 << self.shift) - 1)) as usize;
        let bucket = &mut self.buckets[at];
        if bucket.len() == bucket.capacity() && bucket.len() >= BUCKET {
            // Add up what is there before asking for more memory.
            let full = std::mem::take(bucket);
            *bucket = self.table.sum(vec![full]);
            if bucket.len() > bucket.capacity() / 2 {
                bucket.reserve(bucket.len());
            }
        }
        bucket.push((word, multiplicity));
    }
}

/// Adds up equal words.
struct Table<C> {
    slots: Vec<State<C>>,
}

impl<C> Default for Table<C> {
    fn default() -> Self {
        Table { slots: Vec::new() }
    }
}

impl<C: Multiplicity> Table<C> {
    /// All states of the parts, each once, in the memory of the longest part.
    fn sum(&mut self, mut parts: Vec<Vec<State<C>>>) -> Vec<State<C>> {
        let len: usize = parts.iter().map(Vec::len).sum();
        let size = (len * 2).next_power_of_two().max(16);
        self.slots.clear();
        self.slots.resize(size, (NOBODY, C::ONE));
        let longest = (0..parts.len()).max_by_key(|&at| parts[at].capacity()).unwrap_or(0);
        let mut kept = 0;
        for &(word, multiplicity) in parts.iter().flatten() {
            let mut at = mix(word) as usize & (size - 1);
            loop {
                let slot = &mut self.slots[at];
                if slot.0 == word {
                    slot.1 = slot.1.plus(multiplicity);
                    break;
                }
                if slot.0 == NOBODY {
                    *slot = (word, multiplicity);
                    kept += 1;
                    break;
                }
                at = (at + 1) & (size - 1);
            }
        }
        let mut sum = if parts.is_empty() { Vec::new() } else { parts.swap_remove(longest) };
        sum.clear();
        sum.reserve_exact(kept);
        sum.extend(self.slots.iter().filter(|slot| slot.0 != NOBODY));
        sum.shrink_to(kept + kept / 4);
        sum
    }
}
