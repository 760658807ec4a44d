//! Joining the two halves of a board: which classes fit together, and how many cycles each pair makes.
//!
//! Two states fit if their degrees add up to two everywhere, and make tours if the union of their matchings
//! is one cycle. States with the same degrees are together, so the classes that fit are found by their keys.
//! Layers in files are first divided by these degrees into parts that fit into memory.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use super::{
    class_sums::ClassSums,
    degree_key::{self as key, KeySums, Reordered},
    layer::{ClassBlock, ClassLayer},
    spill::{SpillFile, in_parts},
};
use crate::{
    CountError,
    context::Context,
    frontier::mix,
    meet_in_middle::split::{BoardSplit, HalfBoard},
    state::{
        matching_map::MatchingMaps,
        pairing::{Pairings, Weighted},
    },
    threads::{in_threads, in_threads_with, sorted_once},
};

/// Cost of joining one state, in processed states.
const STATES_PER_JOINED_STATE: u64 = 4;
/// States of a chunk, about.
const STATES_PER_CHUNK: u64 = 1 << 12;

/// A state of the middle as half of a tour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfState {
    pub(crate) key: u64,
    /// The number of its matching, and the same as it is seen.
    pub(crate) number: u32,
    seen: u32,
    is_far: bool,
    pub(crate) multiplicity: u64,
}

/// States that fit together, by the numbers of their matchings as they are seen.
pub(crate) struct Fitting {
    pub(crate) near: Vec<HalfState>,
    pub(crate) far: Vec<HalfState>,
    /// Number of pairs of each matching.
    pub(crate) pairs: usize,
}

impl Fitting {
    /// The near and the far matchings with their multiplicities.
    pub(crate) fn weighted(&self) -> (Vec<Weighted>, Vec<Weighted>) {
        let weighted = |half: &HalfState| (half.seen, half.multiplicity);
        (self.near.iter().map(weighted).collect(), self.far.iter().map(weighted).collect())
    }
}

/// A half whose states are seen in several ways.
pub struct HalfViews {
    views: Vec<HalfView>,
    /// The views as they are come first, then as many flipped ones, if the layers count states
    /// together with their images.
    flip: Option<Reordered>,
}

/// One way to see a state.
struct HalfView {
    is_own: bool,
    is_far: bool,
    order: Reordered,
    /// The degrees of the near half.
    degrees: KeySums,
}

impl HalfViews {
    /// Creates the views of the states of a half.
    pub fn new(side: &HalfBoard) -> HalfViews {
        let views = side.views.iter().map(|view| {
            let mut at = [0; key::SLOTS];
            (0..).zip(&view.order).for_each(|(slot, &from)| at[usize::from(from)] = 3u64.pow(slot));
            let weight = |slot: usize, degree: u64| {
                at.get(slot).unwrap_or(&0) * if view.is_far { 2u64.saturating_sub(degree) } else { degree }
            };
            let (order, degrees) = (Reordered::new(&view.order), KeySums::new(weight));
            HalfView { is_own: view.is_own, is_far: view.is_far, order, degrees }
        });
        HalfViews { views: views.collect(), flip: side.flip.as_ref().map(|flip| Reordered::new(flip)) }
    }

    /// The lowest degrees in any view: the same for all groups that fit together.
    pub fn lowest(&self, key: u64) -> u64 {
        self.views.iter().map(|view| view.degrees.of(key)).min().unwrap_or(0)
    }
}

/// The states of the middle, glued: of a layer for each side.
pub struct ClassJoin {
    meeting: Arc<BoardSplit>,
    layers: Vec<ClassLayer>,
    seen: Vec<HalfViews>,
    /// Lowest degrees of every class and its number among all, in this order.
    order: Vec<u64>,
    /// The bucket of every side in which each group is, by the number of its first group.
    firsts: Vec<(usize, usize, usize)>,
    next: usize,
    /// Groups of a chunk.
    chunk: usize,
    pairings: Arc<Pairings>,
    maps: Arc<MatchingMaps>,
    sum: u128,
    /// Members of all groups so far.
    pub states: u64,
}

/// Sum of the joins of some classes.
#[derive(Default)]
struct JoinedSum {
    sum: u128,
    states: u64,
    pairs: u64,
    /// The sum of every group, where that is asked for.
    is_kept: bool,
    kept: Vec<(usize, u128)>,
}

impl ClassJoin {
    /// A join of layers in memory.
    pub fn new(
        meeting: Arc<BoardSplit>,
        layers: Vec<ClassLayer>,
        maps: Arc<MatchingMaps>,
        pairings: Arc<Pairings>,
        threads: usize,
    ) -> ClassJoin {
        let seen: Vec<HalfViews> = meeting.sides.iter().map(HalfViews::new).collect();
        let (mut classes, mut firsts) = (0, Vec::new());
        for (side, layer) in layers.iter().enumerate() {
            for (at, bucket) in layer.buckets.iter().enumerate() {
                firsts.push((classes, side, at));
                classes += bucket.in_place().keys().len();
            }
        }
        let per_thread = firsts.len().div_ceil(threads).max(1);
        let order = in_threads_with(firsts.chunks(per_thread).collect(), |firsts| {
            let classes = firsts.iter().flat_map(|&(first, side, at)| {
                let (seen, bucket) = (&seen[side], layers[side].buckets[at].in_place());
                (first as u64..).zip(bucket.keys()).map(|(class, &key)| seen.lowest(key) << 32 | class)
            });
            classes.collect::<Vec<u64>>()
        });
        let order = sorted_once(order);
        let states: u64 = layers.iter().map(ClassLayer::states).sum();
        let chunk = (order.len() as u64 * STATES_PER_CHUNK / states.max(1)).max(1) as usize;
        ClassJoin { meeting, layers, seen, order, firsts, next: 0, chunk, pairings, maps, sum: 0, states: 0 }
    }

    /// Goes on for a slice of work; returns the sum of all classes once it is known.
    pub fn advance(&mut self, work: &mut u64, run: &Context<'_>) -> Result<Option<u128>, CountError> {
        let first = self.next;
        while self.next < self.order.len() && *work > 0 {
            self.next = (self.next + self.chunk).min(self.order.len());
            *work = work.saturating_sub(STATES_PER_JOINED_STATE * STATES_PER_CHUNK);
        }
        let (next, end, threads) = (AtomicUsize::new(first), self.next, run.threads());
        let chunks = (end - first).div_ceil(self.chunk);
        let glued = in_threads(if chunks < 4 { 1 } else { threads }, |_| {
            let (mut glued, mut tools) = (JoinedSum::default(), JoinScratch::new());
            loop {
                let at = next.fetch_add(self.chunk, Ordering::Relaxed);
                if at >= end {
                    return Ok(glued);
                }
                let pairs = glued.pairs;
                self.glue(at, (at + self.chunk).min(end), &mut glued, &mut tools);
                run.report.tell_pairs(glued.pairs - pairs);
                run.report.tell_share(at as f64 / self.order.len() as f64);
                run.check(0)?;
            }
        });
        for glued in glued.into_iter().collect::<Result<Vec<_>, CountError>>()? {
            self.sum += glued.sum;
            self.states += glued.states;
        }
        Ok((self.next == self.order.len()).then_some(self.sum))
    }

    /// How many bytes there are.
    pub fn bytes(&self) -> u64 {
        let layers: u64 = self.layers.iter().map(ClassLayer::bytes).sum();
        layers + (self.order.len() * size_of::<u64>()) as u64 + self.pairings.bytes()
    }

    /// All groups that begin in a chunk.
    fn glue(&self, start: usize, end: usize, glued: &mut JoinedSum, tools: &mut JoinScratch) {
        let lowest = |at: usize| self.order.get(at).map(|entry| entry >> 32);
        let mut at = start;
        while start > 0 && at < end && lowest(at) == lowest(start - 1) {
            at += 1;
        }
        while at < end {
            let (start, group) = (at, lowest(at));
            at = self.add_up(start, glued, tools);
            let (near, far) = (tools.near.end(), tools.far.end());
            glued.pairs += (near.len() * far.len()) as u64;
            let (outer, images) = self.meeting.images_of(group.unwrap_or(0));
            // Every image of the group is a group of its own with the same sum, which is not seen.
            let sum = images * self.pairings.glue(outer / 2, near, far);
            glued.sum += sum;
            if glued.is_kept {
                glued.kept.push((start, sum));
            }
        }
    }

    /// Adds up all groups with the lowest degrees of one; where others begin.
    fn add_up(&self, start: usize, glued: &mut JoinedSum, tools: &mut JoinScratch) -> usize {
        let JoinScratch { near, far, numbers } = tools;
        let pairs = key::pairs(self.group(start).2);
        near.begin(pairs);
        far.begin(pairs);
        self.each_half(start, numbers, |half| {
            (if half.is_far { &mut *far } else { &mut *near }).add_one(half.seen, half.multiplicity);
            glued.states += 1;
        })
    }

    /// Every group that has tours, by where it begins, and how many all up to it have.
    pub(crate) fn sums(&self, run: &Context<'_>) -> Result<Vec<(usize, u128)>, CountError> {
        let (next, end) = (AtomicUsize::new(0), self.order.len());
        let kept = in_threads(run.threads(), |_| {
            let (mut glued, mut tools) =
                (JoinedSum { is_kept: true, ..JoinedSum::default() }, JoinScratch::new());
            loop {
                let at = next.fetch_add(self.chunk, Ordering::Relaxed);
                if at >= end {
                    return Ok(glued.kept);
                }
                self.glue(at, (at + self.chunk).min(end), &mut glued, &mut tools);
                run.check(0)?;
            }
        });
        let mut sums = kept.into_iter().collect::<Result<Vec<_>, CountError>>()?.concat();
        sums.retain(|sum| sum.1 > 0);
        sums.sort_unstable();
        let mut all = 0;
        for (_, sum) in &mut sums {
            all += *sum;
            *sum = all;
        }
        Ok(sums)
    }

    /// Index of the first class that fits a class of the near side.
    pub(crate) fn start_of(&self, key: u64) -> Option<usize> {
        let lowest = self.seen[0].lowest(key);
        let start = self.order.partition_point(|entry| entry >> 32 < lowest);
        self.order.get(start).is_some_and(|entry| entry >> 32 == lowest).then_some(start)
    }

    /// The states that fit together in the classes that begin there, on a board that is counted without its
    /// mirror images: then all near ones are of one class, and all far ones too.
    pub(crate) fn fitting(&self, start: usize) -> Fitting {
        let (mut near, mut far) = (Vec::new(), Vec::new());
        self.each_half(start, &mut Vec::new(), |half| {
            (if half.is_far { &mut far } else { &mut near }).push(half);
        });
        near.sort_unstable_by_key(|half| half.seen);
        far.sort_unstable_by_key(|half| half.seen);
        Fitting { near, far, pairs: key::pairs(self.group(start).2) }
    }

    /// Side, bucket, key and number in the bucket of a group.
    fn group(&self, at: usize) -> (usize, &ClassBlock, u64, usize) {
        let number = self.order[at] as u32 as usize;
        let first = self.firsts.partition_point(|first| first.0 <= number) - 1;
        let (first, side, bucket) = self.firsts[first];
        let bucket = self.layers[side].buckets[bucket].in_place();
        (side, bucket, bucket.keys()[number - first], number - first)
    }

    /// Every state of all groups with the lowest degrees of one, in every view that has these; where
    /// others begin.
    fn each_half(&self, start: usize, numbers: &mut Vec<u32>, mut found: impl FnMut(HalfState)) -> usize {
        let mut at = start;
        while self.order.get(at).is_some_and(|entry| entry >> 32 == self.order[start] >> 32) {
            self.halves(at, numbers, &mut found);
            at += 1;
        }
        at
    }

    /// The states of one group.
    fn halves(&self, at: usize, numbers: &mut Vec<u32>, found: &mut impl FnMut(HalfState)) {
        let (side, bucket, key, group) = self.group(at);
        let (seen, lowest) = (&self.seen[side], self.order[at] >> 32);
        let multiplicities = bucket.group(group, numbers);
        // A state that is counted with its image stands for both, half each.
        let own = if seen.flip.is_some() { seen.views.len() / 2 } else { seen.views.len() };
        let images = match &seen.flip {
            None => None,
            Some(flip) if flip.of(key) != key => Some(Vec::new()),
            Some(flip) => Some(self.seen_as(flip, key, numbers)),
        };
        let is_two = |at: usize| images.as_ref().is_some_and(|images| images.get(at) != Some(&numbers[at]));
        let views = seen.views.iter().enumerate();
        for (at, view) in views.filter(|(_, view)| view.degrees.of(key) == lowest) {
            let turned = (!view.is_own).then(|| self.seen_as(&view.order, key, numbers));
            for (state, &seen) in turned.as_ref().unwrap_or(numbers).iter().enumerate() {
                let is_two = is_two(state);
                if is_two || at < own {
                    let multiplicity = multiplicities.of::<u64>(state) >> u32::from(is_two);
                    let (number, is_far) = (numbers[state], view.is_far);
                    found(HalfState { key, number, seen, is_far, multiplicity });
                }
            }
        }
    }

    /// Pairings with their points in another order.
    fn seen_as(&self, order: &Reordered, key: u64, numbers: &[u32]) -> Vec<u32> {
        let mut numbers = numbers.to_vec();
        self.maps.rewire(&self.maps.reordering(&order.of_ends(key)), &mut numbers);
        numbers
    }
}

/// The joins of layers, one after the other where they do not fit into memory together.
pub(crate) struct Joins {
    meeting: Arc<BoardSplit>,
    maps: Arc<MatchingMaps>,
    pairings: Arc<Pairings>,
    join: Option<ClassJoin>,
    /// Parts that come after it: a layer for each side.
    parts: Vec<Vec<ClassLayer>>,
    sum: u128,
    /// Number of joined states so far.
    pub(crate) states: u64,
    pub(crate) peak_bytes: u64,
}

impl Joins {
    pub(crate) fn new(
        meeting: &Arc<BoardSplit>,
        layers: Vec<ClassLayer>,
        maps: Arc<MatchingMaps>,
        run: &Context<'_>,
    ) -> Result<Joins, CountError> {
        let states: u64 = layers.iter().map(ClassLayer::states).sum();
        let pairings = Arc::new(Pairings::new(states as usize, run.pairing_bytes(), run.threads()));
        let meeting = meeting.clone();
        let (join, parts) = if layers.iter().any(ClassLayer::is_spilled) {
            let others = (maps.most_bytes() + run.pairing_bytes()) as u64;
            let bytes: u64 = layers.iter().map(ClassLayer::all_bytes).sum();
            let count = bytes.div_ceil(run.layer_bytes(0, others).max(1 << 20)).next_power_of_two() as usize;
            let mut parts = vec![Vec::new(); count];
            for (side, layer) in meeting.sides.iter().zip(layers) {
                let (seen, file) = (HalfViews::new(side), SpillFile::new(run)?);
                let part_of = |key: u64| [mix(seen.lowest(key)) as usize >> 8 & (count - 1); 2];
                let divided = in_parts(&layer, count, part_of, &file, run)?;
                parts.iter_mut().zip(divided).for_each(|(part, layer)| part.push(layer));
            }
            (None, parts)
        } else {
            (
                Some(ClassJoin::new(meeting.clone(), layers, maps.clone(), pairings.clone(), run.threads())),
                Vec::new(),
            )
        };
        Ok(Joins { meeting, maps, pairings, join, parts, sum: 0, states: 0, peak_bytes: 0 })
    }

    /// Goes on for a slice of work; returns the number of cycles once it is known.
    pub(crate) fn advance(&mut self, work: &mut u64, run: &Context<'_>) -> Result<Option<u128>, CountError> {
        while *work > 0 {
            if self.join.is_none() {
                let Some(part) = self.parts.pop() else { return Ok(Some(self.sum / self.meeting.times())) };
                let layers = part.iter().map(ClassLayer::loaded).collect::<Result<_, _>>()?;
                let (maps, pairings) = (self.maps.clone(), self.pairings.clone());
                self.join = Some(ClassJoin::new(self.meeting.clone(), layers, maps, pairings, run.threads()));
            }
            if let Some(join) = &mut self.join
                && let Some(sum) = join.advance(work, run)?
            {
                self.sum += sum;
                self.states += join.states;
                self.peak_bytes = self.peak_bytes.max(join.bytes());
                self.join = None;
            }
        }
        Ok(None)
    }
}

/// Scratch buffers of a thread that joins.
struct JoinScratch {
    near: ClassSums<u64>,
    far: ClassSums<u64>,
    numbers: Vec<u32>,
}

impl JoinScratch {
    fn new() -> JoinScratch {
        JoinScratch { near: ClassSums::new(), far: ClassSums::new(), numbers: Vec::new() }
    }
}
