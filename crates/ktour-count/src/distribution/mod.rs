//! How many tours have each value of a measure.
//!
//! A measure adds up over the squares of a tour, where one leap ends and the next begins, or over its leaps.
//! A frontier in the middle cuts a tour into a near half and a far half, and so its measure is the sum of
//! both, plus what happens at the few squares that have one leap in each (see `cut`). Near halves are walked
//! first (see `half_walk`), and added up if they are alike: in the degrees and the pairs at the frontier, in the
//! directions there as far as they matter, and in their values. Then, for each group with the same degrees,
//! the fitting far halves are walked, and numbers are multiplied instead of putting tours together (see
//! `join`).
//!
//! *Guarantee:* exact. *Cost:* one visit to every half, and a sum for every two kinds of halves that make a
//! tour. Near halves of different kinds are kept in memory, and far halves of one group at a time; the lists
//! of both are counted, and none grows beyond the memory.

mod cut;

mod half_walk;
mod join;
mod measure;
mod measure_table;

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use ktour_core::{Board, random::Random};

pub use self::measure::{Measure, MeasurePart};
pub(crate) use self::measure_table::MeasureTable;
use self::{
    cut::Cut,
    half_walk::{HalfClass, HalfWalk},
    join::ValueCounts,
    measure_table::MOST_SQUARES,
};
use crate::{
    CountError,
    context::Context,
    frontier::mix,
    problem::{graph::OrderedGraph, plan::Plan},
    threads::in_threads,
};

/// The most steps, as far as can be said before: a minute or two.
const MAX_STEPS: u64 = 100_000_000;
/// Pairs of halves that take as long as one half.
const PAIRS_PER_STEP: f64 = 32.0;
/// How often the steps are guessed at.
const ESTIMATE_PROBES: u32 = 1 << 10;
/// Shares in which near halves are kept, each with all of some groups.
const HALF_SHARDS: usize = 1 << 10;
/// Number of halves that a list holds before it grows.
const FIRST_HALVES: usize = 16;

/// How many undirected tours have each value of a measure; for angles and slopes, separately for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// An angle in degrees, a slope, or nothing; and the tours of each value.
    pub parts: Vec<(MeasurePart, BTreeMap<u32, u128>)>,
}

/// Counts the tours of a board by their values.
pub(crate) fn distribution(
    board: &Board,
    (graph, plan): (&OrderedGraph, &Plan),
    scale: &MeasureTable,
    run: &Context<'_>,
) -> Result<Vec<BTreeMap<u32, u128>>, CountError> {
    if graph.squares.len() > MOST_SQUARES {
        return Err(CountError::TooLarge { board: board.to_string(), most: MOST_SQUARES });
    }
    let cut = &Cut::new(graph, plan, scale, run)?;
    let steps = steps(cut, run)?;
    if steps > MAX_STEPS as f64 {
        return Err(refused(board, steps));
    }
    let held = &AtomicUsize::new(cut.bytes);
    let (next, done) = (Mutex::new(near_halves(cut, held, run)?.into_iter()), AtomicUsize::new(0));
    let sums = in_threads(run.threads(), |_| {
        let (mut sums, mut walk, mut far) =
            (ValueCounts::new(cut), HalfWalk::new(cut, run), Halves::default());
        loop {
            let share = next.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(share) = share else { return Ok(sums) };
            let (mut near, mut held_before) = (Halves::default(), 0);
            for part in share {
                held_before += part.bytes();
                part.0.into_iter().try_for_each(|half| near.push(half, held, run))?;
            }
            HalfClass::add_up(&mut near.0);
            for near in near.0.chunk_by(|one, other| one.profile() == other.profile()) {
                far.0.clear();
                walk.far(near[0].profile(), &mut |half| far.push(half, held, run))?;
                HalfClass::add_up(&mut far.0);
                run.report.tell_pairs(sums.glue(cut, near, &far.0, run)?);
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            run.report.tell_step(done, HALF_SHARDS, near.0.len());
            run.report.tell_share(done as f64 / HALF_SHARDS as f64);
            run.check(0)?;
            held.fetch_sub(held_before + near.bytes(), Ordering::Relaxed);
        }
    });
    let sums = sums.into_iter().collect::<Result<Vec<ValueCounts>, CountError>>()?;
    Ok(sums.into_iter().fold(ValueCounts::new(cut), ValueCounts::plus).into_tours())
}

/// The error for a board that takes this many steps.
pub(crate) fn refused(board: &Board, steps: f64) -> CountError {
    CountError::NoSpread { board: board.to_string(), steps: format!("{steps:.1e}"), most: MAX_STEPS }
}

/// About how many steps it takes.
fn steps(cut: &Cut<'_>, run: &Context<'_>) -> Result<f64, CountError> {
    let (mut walk, mut random) = (HalfWalk::new(cut, run), Random::seeded(0));
    let mut sum = 0.0;
    for _ in 0..ESTIMATE_PROBES {
        let (near, pairs) = walk.probe(&mut random)?;
        sum += near + pairs / PAIRS_PER_STEP;
    }
    Ok(sum / f64::from(ESTIMATE_PROBES))
}

/// All near halves: for every share, what each thread has found of it.
fn near_halves(cut: &Cut<'_>, held: &AtomicUsize, run: &Context<'_>) -> Result<Vec<Vec<Halves>>, CountError> {
    let next = AtomicUsize::new(0);
    let found = in_threads(run.threads(), |_| {
        let mut shares = vec![Halves::default(); HALF_SHARDS];
        HalfWalk::new(cut, run).near(&next, &mut |half| {
            shares[mix(half.profile() as u64) as usize & (HALF_SHARDS - 1)].push(half, held, run)
        })?;
        Ok(shares)
    });
    let mut shares = vec![Vec::new(); HALF_SHARDS];
    for found in found.into_iter().collect::<Result<Vec<_>, CountError>>()? {
        shares.iter_mut().zip(found).for_each(|(share, found)| share.push(found));
    }
    Ok(shares)
}

/// Halves that are added up when their list is full.
#[derive(Clone, Default)]
struct Halves(Vec<HalfClass>);

impl Halves {
    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<HalfClass>()
    }

    /// Adds a half. If more than half of a full list are of different kinds, the list grows, and its bytes
    /// are added to what is held of the memory.
    fn push(&mut self, half: HalfClass, held: &AtomicUsize, run: &Context<'_>) -> Result<(), CountError> {
        if self.0.len() == self.0.capacity() {
            HalfClass::add_up(&mut self.0);
            if self.0.len() >= self.0.capacity() / 2 {
                let before = self.bytes();
                self.0.reserve_exact((2 * self.0.capacity()).max(FIRST_HALVES) - self.0.len());
                let more = self.bytes() - before;
                let bytes = (held.fetch_add(more, Ordering::Relaxed) + more) as u128;
                if bytes > run.memory() {
                    return Err(CountError::OutOfMemory { bytes, memory: run.memory() });
                }
            }
        }
        self.0.push(half);
        Ok(())
    }
}
