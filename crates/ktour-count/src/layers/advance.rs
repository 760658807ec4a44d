//! From one layer to the next.
//!
//! States are followed bucket by bucket, and then dropped. New states are put into new buckets by a mixed
//! hash of their degrees, so that the states of a bucket ask the filter the same questions and lead to few
//! new buckets. Threads share the buckets and hand over a few states at a time, so that equal states from
//! different threads meet. A full bucket is added up in a table that fits the cache before it is given more
//! memory. The work can be interrupted after any bucket and continued.

use std::{
    io,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use crate::{
    CountError,
    frontier::{disk, multiplicity::Multiplicity},
    layers::{
        layer::{AnyLayer, BUCKET, Layer},
        spill::{Bucket, Piece, Spill},
        stride::{Stride, Words},
        table::{State, Table, widest_of},
    },
    run::Run,
    threads::in_threads_with,
};

/// States that are added up while one is followed.
const ADDED: usize = 8;
/// States of a bucket that are worth to be added up before there are more.
const FEW: usize = 1 << 11;
/// States of a bucket that a thread hands over at once.
const HELD: usize = 32;

/// A layer that is being made of another, in numbers of some width.
pub(crate) trait Advancing: Send {
    /// Goes on for a slice of work; whether the layer is complete.
    fn advance(&mut self, stride: &Stride<'_>, work: &mut u64, run: &Run<'_>) -> Result<bool, CountError>;

    /// The complete layer.
    fn complete(self: Box<Self>) -> AnyLayer;
}

/// What follows from every state of a layer, added up.
pub(crate) struct Advance<C> {
    from: Layer<C>,
    /// The next bucket to be followed.
    next: usize,
    emitted: Emitted<C>,
    /// What every thread has not handed over yet.
    held: Vec<Held<C>>,
    sums: Layer<C>,
}

impl<C: Multiplicity> Advance<C> {
    /// In files, if there are any, what takes more than `room` bytes.
    pub(crate) fn new(from: Layer<C>, room: usize, run: &Run<'_>) -> Advance<C> {
        let threads = from.threads(run);
        let count = (from.len() * 2 / BUCKET).next_power_of_two().min(1 << 14);
        // Half the room is for the layer that is followed.
        let has_spill = run.resources.has_spill();
        let room = if has_spill { room / 2 / size_of::<State<C>>() } else { usize::MAX };
        let emitted = Emitted::new(count, room);
        let held = (0..threads).map(|_| Held::new(count)).collect();
        Advance { from, next: 0, emitted, held, sums: Layer::empty() }
    }

    /// Whether all is followed.
    fn follow(&mut self, stride: &Stride<'_>, work: &mut u64, run: &Run<'_>) -> Result<bool, CountError> {
        let buckets = self.from.slice(self.next, work);
        self.next = buckets.end;
        let emitted = &self.emitted;
        self.from.consume(buckets, &mut self.held, run, |held, states| {
            let mut words = Words::default();
            for &(word, multiplicity) in states {
                for &word in stride.follow(word, &mut words) {
                    held.push(stride.hash(word), (word, multiplicity), emitted, run);
                }
            }
        })?;
        let is_done = self.next == self.from.buckets.len();
        for held in &mut self.held {
            if is_done {
                held.hand_over_all(&self.emitted, run);
            }
            held.failed.take().map_or(Ok(()), Err).map_err(disk)?;
        }
        Ok(is_done)
    }

    /// What was emitted as a layer, for a slice of work; whether all of it.
    fn settle(&mut self, work: &mut u64, run: &Run<'_>) -> io::Result<bool> {
        let mut some = Vec::new();
        while *work > 0
            && let Some(bucket) = self.emitted.buckets.pop()
        {
            let bucket = bucket.into_inner().unwrap_or_else(PoisonError::into_inner);
            *work = work.saturating_sub((bucket.here.len() / ADDED) as u64 + 1);
            some.push(bucket);
        }
        let mut shares: Vec<(_, Vec<Emitting<C>>)> =
            self.held.iter_mut().map(|held| (&mut held.tools, Vec::new())).collect();
        let (threads, count) = (shares.len(), some.len());
        for (at, bucket) in some.into_iter().enumerate() {
            shares[at * threads / count].1.push(bucket);
        }
        shares.retain(|share| !share.1.is_empty());
        let sums = in_threads_with(shares, |(tools, share)| {
            share.into_iter().map(|bucket| sum(bucket, tools, run)).collect::<io::Result<Vec<_>>>()
        });
        for share in sums {
            for (bucket, widest) in share? {
                self.sums.buckets.push(bucket);
                self.sums.widest = self.sums.widest.max(widest);
            }
        }
        Ok(self.emitted.buckets.is_empty())
    }
}

impl<C: Multiplicity> Advancing for Advance<C>
where
    AnyLayer: From<Layer<C>>,
{
    fn advance(&mut self, stride: &Stride<'_>, work: &mut u64, run: &Run<'_>) -> Result<bool, CountError> {
        if self.next < self.from.buckets.len() && !self.follow(stride, work, run)? {
            return Ok(false);
        }
        self.settle(work, run).map_err(disk)
    }

    fn complete(self: Box<Self>) -> AnyLayer {
        self.sums.into()
    }
}

/// A bucket that is being filled: what is in memory, and what went to a file.
struct Emitting<C> {
    here: Vec<State<C>>,
    there: Vec<Piece>,
}

/// What all threads have emitted.
struct Emitted<C> {
    buckets: Vec<Mutex<Emitting<C>>>,
    /// For how many states there may be memory, and for how many it was asked for.
    room: usize,
    held: AtomicUsize,
}

impl<C: Multiplicity> Emitted<C> {
    fn new(count: usize, room: usize) -> Emitted<C> {
        let bucket = |_| Mutex::new(Emitting { here: Vec::new(), there: Vec::new() });
        Emitted { buckets: (0..count).map(bucket).collect(), room, held: AtomicUsize::new(0) }
    }

    /// Adds states to a bucket.
    fn add(&self, at: usize, states: &[State<C>], tools: &mut Tools<C>, run: &Run<'_>) -> io::Result<()> {
        let mut bucket = self.buckets[at].lock().unwrap_or_else(PoisonError::into_inner);
        if bucket.here.len() + states.len() > bucket.here.capacity() {
            self.make_room(&mut bucket, tools, run)?;
        }
        bucket.here.extend_from_slice(states);
        Ok(())
    }

    /// Adds up what is there before asking for more memory, and writes to a file what is too much.
    #[cold]
    fn make_room(&self, bucket: &mut Emitting<C>, tools: &mut Tools<C>, run: &Run<'_>) -> io::Result<()> {
        let before = bucket.here.capacity();
        if bucket.here.len() >= FEW {
            bucket.here = tools.table.sum(vec![std::mem::take(&mut bucket.here)]);
        }
        let capacity = (2 * bucket.here.len()).max(2 * HELD);
        let all = self.held.fetch_add(capacity, Ordering::Relaxed) + capacity;
        self.held.fetch_sub(before, Ordering::Relaxed);
        if all - before > self.room && !bucket.here.is_empty() {
            self.held.fetch_sub(capacity, Ordering::Relaxed);
            let full = std::mem::take(&mut bucket.here);
            bucket.there.push(tools.spill.write(&full, run)?);
            return Ok(());
        }
        bucket.here.reserve_exact(capacity - bucket.here.len());
        Ok(())
    }
}

/// All states of a bucket, each once, and the bits of their largest multiplicity; in a file again,
/// if some of them were.
fn sum<C: Multiplicity>(
    Emitting { here, there }: Emitting<C>,
    tools: &mut Tools<C>,
    run: &Run<'_>,
) -> io::Result<(Bucket<C>, u64)> {
    let mut parts = vec![here];
    if !there.is_empty() {
        let mut read = Vec::new();
        there.iter().try_for_each(|piece| piece.read(&mut read))?;
        parts.push(read);
    }
    let mut states = tools.table.sum(parts);
    let widest = widest_of(&states);
    if !there.is_empty() {
        return Ok((Bucket::There(vec![tools.spill.write(&states, run)?]), widest));
    }
    states.shrink_to_fit();
    Ok((Bucket::Here(states), widest))
}

/// What a thread adds up and writes with.
struct Tools<C> {
    table: Table<C>,
    spill: Spill,
}

/// What one thread has emitted and not handed over: a few states of every bucket.
struct Held<C> {
    states: Vec<State<C>>,
    counts: Vec<u8>,
    shift: u32,
    tools: Tools<C>,
    failed: Option<io::Error>,
}

impl<C: Multiplicity> Held<C> {
    fn new(count: usize) -> Held<C> {
        let tools = Tools { table: Table::default(), spill: Spill::default() };
        let states = vec![(0, C::ONE); count * HELD];
        Held { states, counts: vec![0; count], shift: count.ilog2(), tools, failed: None }
    }

    #[inline(always)]
    fn push(&mut self, hash: u64, state: State<C>, emitted: &Emitted<C>, run: &Run<'_>) {
        let at = (hash.rotate_left(self.shift) & ((1 << self.shift) - 1)) as usize;
        let count = self.counts[at] as usize;
        self.states[at * HELD + count] = state;
        self.counts[at] += 1;
        if count + 1 == HELD {
            self.hand_over(at, emitted, run);
        }
    }

    /// Hands over what is there of a bucket.
    fn hand_over(&mut self, at: usize, emitted: &Emitted<C>, run: &Run<'_>) {
        let count = std::mem::take(&mut self.counts[at]) as usize;
        let states = &self.states[at * HELD..at * HELD + count];
        if let Err(error) = emitted.add(at, states, &mut self.tools, run) {
            self.failed.get_or_insert(error);
        }
    }

    /// All that is left.
    fn hand_over_all(&mut self, emitted: &Emitted<C>, run: &Run<'_>) {
        (0..self.counts.len()).for_each(|at| self.hand_over(at, emitted, run));
        self.states = Vec::new();
    }
}
