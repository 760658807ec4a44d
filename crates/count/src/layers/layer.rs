//! A layer: the states of one frontier, each once, with its multiplicity.
//!
//! States are emitted into buckets by a mixed hash of their word, and added up bucket by bucket
//! in a table that stays in the cache. Threads fill buckets of their own and then share out the
//! buckets, so nobody waits for anybody and no lock is needed.

use std::{
    io,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use crate::{
    CountError,
    layers::multiplicity::Multiplicity,
    layers::spill::{Bucket, Piece, Spill},
    watch::Watch,
};

/// A word and its multiplicity.
pub(crate) type State<C> = (u64, C);

/// No state has this word.
const NOBODY: u64 = u64::MAX;
/// States a bucket should have.
pub(crate) const BUCKET: usize = 1 << 13;
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
    pub(crate) buckets: Vec<Bucket<C>>,
    /// Bits of the largest multiplicity.
    widest: u64,
}

/// Mixes all bits of a word into all bits of another.
pub(crate) fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (word ^ (word >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl<C: Multiplicity> Layer<C> {
    /// One state, chosen in one way.
    pub(crate) fn root(word: u64) -> Layer<C> {
        Layer { buckets: vec![Bucket::Here(vec![(word, C::ONE)])], widest: 1 }
    }

    /// No state at all.
    pub(crate) fn empty() -> Layer<C> {
        Layer { buckets: Vec::new(), widest: 0 }
    }

    /// Of some buckets.
    pub(crate) fn new(buckets: Vec<Bucket<C>>) -> io::Result<Layer<C>> {
        let mut widest = 0;
        for bucket in &buckets {
            widest = widest.max(bucket.visit(widest_of)?);
        }
        Ok(Layer { buckets, widest })
    }

    /// Bits of the largest multiplicity.
    #[cfg(feature = "cluster")]
    pub(crate) fn widest(&self) -> u64 {
        self.widest
    }

    pub(crate) fn len(&self) -> usize {
        self.buckets.iter().map(Bucket::len).sum()
    }

    /// Calls `with` with every state.
    pub(crate) fn each(&self, mut with: impl FnMut(u64, C)) -> Result<(), CountError> {
        for bucket in &self.buckets {
            bucket.visit(|states| states.iter().for_each(|&(word, ways)| with(word, ways))).map_err(disk)?;
        }
        Ok(())
    }

    /// What every thread gathers of its share of the states.
    pub(crate) fn gather<T: Send>(
        &self,
        threads: usize,
        watch: &Watch,
        begin: impl Fn() -> T + Sync,
        with: impl Fn(&mut T, u64, C) + Sync,
    ) -> Result<Vec<T>, CountError> {
        let next = AtomicUsize::new(0);
        let gathered = in_threads(threads, |_| {
            let mut gathered = begin();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(bucket) = self.buckets.get(at) else { return Ok(gathered) };
                let each = |states: &[State<C>]| {
                    states.iter().for_each(|&(word, ways)| with(&mut gathered, word, ways));
                };
                bucket.visit(each).map_err(disk)?;
                if watch.is_stopped(bucket.len()) {
                    return Err(CountError::Stopped);
                }
            }
        });
        gathered.into_iter().collect()
    }

    /// The same layer in wider numbers.
    pub(crate) fn widened<D: Multiplicity + From<C>>(self) -> Result<Layer<D>, CountError> {
        let widen = |states: &[State<C>]| states.iter().map(|&(word, ways)| (word, ways.into())).collect();
        let widen = |bucket: &Bucket<C>| bucket.visit(|states| Bucket::Here(widen(states)));
        let buckets = self.buckets.iter().map(widen).collect::<io::Result<_>>().map_err(disk)?;
        Ok(Layer { buckets, widest: self.widest })
    }

    /// The same layer in a file.
    pub(crate) fn put_away(&self, watch: &Watch) -> Result<Layer<C>, CountError> {
        let mut spill = None;
        let mut put = |bucket: &Bucket<C>| match bucket {
            Bucket::There(_) => Ok(bucket.clone()),
            Bucket::Here(states) => Ok(Bucket::There(vec![write(&mut spill, watch, states)?])),
        };
        let buckets = self.buckets.iter().map(&mut put).collect::<io::Result<_>>().map_err(disk)?;
        Ok(Layer { buckets, widest: self.widest })
    }

    /// Whether two more steps could reach the end of the numbers: a state has at most fifteen
    /// successors, so no sum exceeds 256 times the sum of all.
    pub(crate) fn is_nearly_full(&self) -> bool {
        Self::would_fill(self.widest, self.len() as u64)
    }

    /// The same of a layer with so many states, the largest multiplicity of so many bits.
    pub(crate) fn would_fill(widest: u64, states: u64) -> bool {
        widest + u64::from(states.max(1).ilog2()) + 10 > C::BITS
    }

    /// What follows from every state, added up; in files, if there are any, what takes more than
    /// `room` bytes.
    pub(crate) fn advance(
        self,
        watch: &Watch,
        room: usize,
        step: &impl Follow,
    ) -> Result<Layer<C>, CountError> {
        let states = self.len();
        let threads = if states < SMALL { 1 } else { watch.threads };
        let count = (states * 2 / BUCKET).next_power_of_two().min(1 << 14);
        let next = AtomicUsize::new(0);
        let has_stopped = AtomicBool::new(false);
        // Half the room is for what lists have in reserve; of the rest, half for what is emitted.
        let room = if watch.spill.is_some() { room / 4 / size_of::<State<C>>() } else { usize::MAX };
        let emit = || -> io::Result<Emitted<'_, C>> {
            let mut emitted = Emitted::new(count, watch, room / threads);
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(bucket) = self.buckets.get(at) else { break };
                bucket.visit(|states| {
                    for &(word, multiplicity) in states {
                        step.follow(word, &mut |word| emitted.push(word, multiplicity));
                    }
                })?;
                if watch.is_stopped(bucket.len()) {
                    has_stopped.store(true, Ordering::Relaxed);
                    break;
                }
            }
            emitted.failed.take().map_or(Ok(emitted), Err)
        };
        let parts = in_threads(threads, |_| emit());
        if has_stopped.load(Ordering::Relaxed) {
            return Err(CountError::Stopped);
        }
        let parts = parts.into_iter().collect::<io::Result<Vec<_>>>().map_err(disk)?;
        drop(self.buckets);
        let mut shares: Vec<Vec<Parts<C>>> = (0..threads).map(|_| Vec::new()).collect();
        let mut parts: Vec<_> =
            parts.into_iter().map(|part| part.buckets.into_iter().zip(part.pieces)).collect();
        for bucket in 0..count {
            let same = parts.iter_mut().filter_map(Iterator::next).collect();
            shares[bucket * threads / count].push(same);
        }
        let held = AtomicUsize::new(0);
        let sums = in_threads_with(shares, |share| {
            let (mut table, mut spill, mut widest) = (Table::default(), None, 0);
            let sum = |parts: Parts<C>| -> io::Result<Bucket<C>> {
                let (mut lists, pieces): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
                let mut read = Vec::new();
                pieces.iter().flatten().try_for_each(|piece| piece.read(&mut read))?;
                lists.push(read);
                let sum = table.sum(lists);
                widest = widest.max(widest_of(&sum));
                if held.fetch_add(sum.len(), Ordering::Relaxed) > room {
                    return Ok(Bucket::There(vec![write(&mut spill, watch, &sum)?]));
                }
                Ok(Bucket::Here(sum))
            };
            let buckets = share.into_iter().map(sum).collect::<io::Result<Vec<_>>>()?;
            Ok((buckets, widest))
        });
        let sums = sums.into_iter().collect::<io::Result<Vec<_>>>().map_err(disk)?;
        let widest = sums.iter().map(|(_, widest)| *widest).max().unwrap_or(0);
        Ok(Layer { buckets: sums.into_iter().flat_map(|(buckets, _)| buckets).collect(), widest })
    }
}

/// What every thread emitted for one bucket.
type Parts<C> = Vec<(Vec<State<C>>, Vec<Piece>)>;

pub(crate) fn widest_of<C: Multiplicity>(states: &[State<C>]) -> u64 {
    states.iter().map(|state| state.1.bits()).max().unwrap_or(0)
}

pub(crate) fn disk(error: io::Error) -> CountError {
    CountError::Disk { error: error.to_string() }
}

/// Writes states to a file that is made when it is first needed.
fn write<C: Multiplicity>(
    spill: &mut Option<Spill>,
    watch: &Watch,
    states: &[State<C>],
) -> io::Result<Piece> {
    let spill = match spill {
        Some(spill) => spill,
        None => {
            let directory = watch.spill.as_deref().ok_or(io::ErrorKind::OutOfMemory)?;
            spill.insert(Spill::new(directory)?)
        }
    };
    watch.spilled(states.len() * crate::layers::spill::state_bytes::<C>());
    spill.write(states)
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
struct Emitted<'a, C> {
    buckets: Vec<Vec<State<C>>>,
    /// What went to a file.
    pieces: Vec<Vec<Piece>>,
    shift: u32,
    table: Table<C>,
    watch: &'a Watch,
    spill: Option<Spill>,
    failed: Option<io::Error>,
    /// How many states may be held, and how many are.
    room: usize,
    held: usize,
}

impl<'a, C: Multiplicity> Emitted<'a, C> {
    fn new(count: usize, watch: &'a Watch, room: usize) -> Self {
        let buckets = (0..count).map(|_| Vec::new()).collect();
        let pieces = (0..count).map(|_| Vec::new()).collect();
        let (shift, table) = (count.ilog2(), Table::default());
        Emitted { buckets, pieces, shift, table, watch, spill: None, failed: None, room, held: 0 }
    }

    #[inline(always)]
    fn push(&mut self, word: u64, multiplicity: C) {
        let at = (mix(word).rotate_left(self.shift) & ((1 << self.shift) - 1)) as usize;
        let bucket = &mut self.buckets[at];
        if bucket.len() == bucket.capacity() {
            self.make_room(at);
        }
        self.buckets[at].push((word, multiplicity));
    }

    /// Adds up what is there before asking for more memory, and writes to a file what is too much.
    #[cold]
    fn make_room(&mut self, at: usize) {
        let bucket = &mut self.buckets[at];
        if bucket.len() >= BUCKET {
            let full = std::mem::take(bucket);
            *bucket = self.table.sum(vec![full]);
            if bucket.len() > bucket.capacity() / 2 {
                bucket.reserve(bucket.len());
            }
        }
        let before = bucket.capacity();
        if bucket.len() == before {
            bucket.reserve(before.max(4));
            self.held += bucket.capacity() - before;
        }
        if self.held <= self.room || self.failed.is_some() {
            return;
        }
        for (bucket, pieces) in
            self.buckets.iter_mut().zip(&mut self.pieces).filter(|(bucket, _)| !bucket.is_empty())
        {
            match write(&mut self.spill, self.watch, bucket) {
                Ok(piece) => pieces.push(piece),
                Err(error) => self.failed = Some(error),
            }
            *bucket = Vec::new();
        }
        self.held = 0;
    }
}

/// Adds up equal words.
pub(crate) struct Table<C> {
    slots: Vec<State<C>>,
}

impl<C> Default for Table<C> {
    fn default() -> Self {
        Table { slots: Vec::new() }
    }
}

impl<C: Multiplicity> Table<C> {
    /// All states of the parts, each once, in the memory of the longest part.
    pub(crate) fn sum(&mut self, mut parts: Vec<Vec<State<C>>>) -> Vec<State<C>> {
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
