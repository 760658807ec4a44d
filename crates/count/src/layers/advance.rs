//! From one layer to the next.
//!
//! States are followed bucket by bucket, and what follows is emitted into new buckets by a mixed
//! hash of its degrees: states of a bucket ask the filter the same questions, and what follows from
//! them goes to few buckets. Then it is added up, bucket by bucket, in a table that stays in the cache.
//! Threads fill buckets of their own and then share out the buckets, so nobody waits for anybody
//! and no lock is needed. Both can be left after any bucket and gone on with.

use std::{
    io,
    sync::atomic::{AtomicUsize, Ordering},
    vec,
};

use crate::{
    CountError,
    layers::{
        layer::{AnyLayer, BUCKET, Layer},
        multiplicity::Multiplicity,
        spill::{Bucket, Piece, Spill, disk},
        table::{State, Table, widest_of},
        walk::{Stride, Words},
    },
    run::Run,
    threads::in_threads_with,
};

/// States that are added up while one is followed.
const ADDED: usize = 8;

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
    /// What every thread has emitted.
    emitted: Vec<Emitted<C>>,
    /// States that may be held in memory.
    room: usize,
    adding: Option<Adding<C>>,
}

impl<C: Multiplicity> Advance<C> {
    /// In files, if there are any, what takes more than `room` bytes.
    pub(crate) fn new(from: Layer<C>, room: usize, run: &Run<'_>) -> Advance<C> {
        let threads = from.threads(run);
        let count = (from.len() * 2 / BUCKET).next_power_of_two().min(1 << 14);
        // Half the room is for what lists have in reserve; of the rest, half for what is emitted.
        let has_spill = run.resources.has_spill();
        let room = if has_spill { room / 4 / size_of::<State<C>>() } else { usize::MAX };
        let emitted = (0..threads).map(|_| Emitted::new(count, room / threads)).collect();
        Advance { from, next: 0, emitted, room, adding: None }
    }

    fn follow(&mut self, stride: &Stride<'_>, work: &mut u64, run: &Run<'_>) -> Result<(), CountError> {
        let buckets = self.from.slice(self.next, work);
        self.next = buckets.end;
        self.from.gather(buckets, &mut self.emitted, run, |emitted, states| {
            let mut words = Words::default();
            for &(word, ways) in states {
                for &word in stride.follow(word, &mut words) {
                    emitted.push(stride.hash(word), (word, ways), run);
                }
            }
        })?;
        for emitted in &mut self.emitted {
            emitted.failed.take().map_or(Ok(()), Err).map_err(disk)?;
        }
        Ok(())
    }
}

impl<C: Multiplicity> Advancing for Advance<C> {
    fn advance(&mut self, stride: &Stride<'_>, work: &mut u64, run: &Run<'_>) -> Result<bool, CountError> {
        if self.next < self.from.buckets.len() {
            self.follow(stride, work, run)?;
        }
        if self.next < self.from.buckets.len() {
            return Ok(false);
        }
        let adding = self.adding.get_or_insert_with(|| {
            self.from = Layer::empty();
            self.next = 0;
            Adding::new(std::mem::take(&mut self.emitted), self.room)
        });
        adding.add(work, run).map_err(disk)
    }

    fn complete(self: Box<Self>) -> AnyLayer {
        C::any(self.adding.map_or_else(Layer::empty, |adding| adding.sums))
    }
}

/// What every thread has emitted for one bucket.
type Parts<C> = Vec<(Vec<State<C>>, Vec<Piece>)>;

/// Buckets that are being added up.
struct Adding<C> {
    /// Those that are not yet.
    parts: vec::IntoIter<Parts<C>>,
    sums: Layer<C>,
    /// States that may be held in memory, and those that are.
    room: usize,
    held: AtomicUsize,
    /// What every thread uses.
    tools: Vec<(Table<C>, Spill)>,
}

impl<C: Multiplicity> Adding<C> {
    fn new(emitted: Vec<Emitted<C>>, room: usize) -> Adding<C> {
        let tools = emitted.iter().map(|_| Default::default()).collect();
        let count = emitted.first().map_or(0, |emitted| emitted.buckets.len());
        let mut emitted: Vec<_> =
            emitted.into_iter().map(|emitted| emitted.buckets.into_iter().zip(emitted.pieces)).collect();
        let parts = (0..count).map(|_| emitted.iter_mut().filter_map(Iterator::next).collect());
        let parts = parts.collect::<Vec<Parts<C>>>().into_iter();
        Adding { parts, sums: Layer::empty(), room, held: AtomicUsize::new(0), tools }
    }

    /// For a slice of work; whether all are.
    fn add(&mut self, work: &mut u64, run: &Run<'_>) -> io::Result<bool> {
        let mut some = Vec::new();
        while *work > 0
            && let Some(parts) = self.parts.next()
        {
            let states: usize = parts.iter().map(|part| part.0.len()).sum();
            *work = work.saturating_sub((states / ADDED) as u64 + 1);
            some.push(parts);
        }
        let (threads, count) = (self.tools.len(), some.len());
        let mut shares: Vec<(_, Vec<Parts<C>>)> =
            self.tools.iter_mut().map(|tools| (tools, Vec::new())).collect();
        for (at, parts) in some.into_iter().enumerate() {
            shares[at * threads / count].1.push(parts);
        }
        shares.retain(|share| !share.1.is_empty());
        let (held, room) = (&self.held, self.room);
        let sums = in_threads_with(shares, |((table, spill), share)| {
            let sum = |parts: Parts<C>| -> io::Result<(Bucket<C>, u64)> {
                let (mut lists, pieces): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
                let mut read = Vec::new();
                pieces.iter().flatten().try_for_each(|piece| piece.read(&mut read))?;
                lists.push(read);
                let sum = table.sum(lists);
                let widest = widest_of(&sum);
                if held.fetch_add(sum.len(), Ordering::Relaxed) > room {
                    return Ok((Bucket::There(vec![spill.write(&sum, run)?]), widest));
                }
                Ok((Bucket::Here(sum), widest))
            };
            share.into_iter().map(sum).collect::<io::Result<Vec<_>>>()
        });
        for share in sums {
            for (bucket, widest) in share? {
                self.sums.buckets.push(bucket);
                self.sums.widest = self.sums.widest.max(widest);
            }
        }
        Ok(self.parts.len() == 0)
    }
}

/// What one thread has emitted.
struct Emitted<C> {
    buckets: Vec<Vec<State<C>>>,
    /// What went to a file.
    pieces: Vec<Vec<Piece>>,
    shift: u32,
    table: Table<C>,
    spill: Spill,
    failed: Option<io::Error>,
    /// How many states may be held, and how many are.
    room: usize,
    held: usize,
}

impl<C: Multiplicity> Emitted<C> {
    fn new(count: usize, room: usize) -> Emitted<C> {
        Emitted {
            buckets: (0..count).map(|_| Vec::new()).collect(),
            pieces: (0..count).map(|_| Vec::new()).collect(),
            shift: count.ilog2(),
            table: Table::default(),
            spill: Spill::default(),
            failed: None,
            room,
            held: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, hash: u64, state: State<C>, run: &Run<'_>) {
        let at = (hash.rotate_left(self.shift) & ((1 << self.shift) - 1)) as usize;
        let bucket = &mut self.buckets[at];
        if bucket.len() == bucket.capacity() {
            self.make_room(at, run);
        }
        self.buckets[at].push(state);
    }

    /// Adds up what is there before asking for more memory, and writes to a file what is too much.
    #[cold]
    fn make_room(&mut self, at: usize, run: &Run<'_>) {
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
            match self.spill.write(bucket, run) {
                Ok(piece) => pieces.push(piece),
                Err(error) => self.failed = Some(error),
            }
            *bucket = Vec::new();
        }
        self.held = 0;
    }
}
