//! Tours by number on a board that is cut into halves: the layers of the halves are enough.
//!
//! Tours are first ordered by the degrees of the middle squares, lowest first as they are seen from either
//! side; tours that are seen from the far side come after the others. Then they are ordered by the matching
//! of the near half and that of the far half, and then by their ways into these.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use super::{Leaps, StateNumber, Way, back, way_number};
use crate::{
    CountError,
    context::Context,
    meet_in_middle::split::{BoardSplit, HalfBoard},
    problem::chosen_leaps::ChosenLeap,
    state::pairing::{Pairings, Weighted},
    state_class::{ClassJoin, ClassLayer, ClassWalk, Fitting, StoredLayers, WALKED},
    threads::in_threads,
};

/// The layers of the halves of a board, and the number of tours of its classes in the middle.
pub(crate) struct HalvesRanking {
    meeting: Arc<BoardSplit>,
    /// The layers of every side before its last one.
    layers: Vec<StoredLayers>,
    join: ClassJoin,
    pairings: Arc<Pairings>,
    /// First class of each group of joined classes with tours, and the number of tours up to each.
    sums: Vec<(usize, u128)>,
}

/// A tour in the middle: its near and its far state, and the numbers of its ways into them.
#[derive(Clone, Copy)]
struct InMiddle {
    states: [StateNumber; 2],
    ways: [u128; 2],
    /// Whether the near state is that of the far side.
    is_turned: bool,
}

impl HalvesRanking {
    pub(crate) fn new(meeting: &Arc<BoardSplit>, run: &Context<'_>) -> Result<HalvesRanking, CountError> {
        let maps = run.matching_maps();
        let (mut lasts, mut layers, mut held) = (Vec::new(), Vec::new(), 0);
        run.report.tell_stage(0.0..WALKED);
        let (all, mut before) = (meeting.sides.iter().map(|side| side.glue).sum::<usize>(), 0);
        for side in &meeting.sides {
            let walk = ClassWalk::new(&side.plan, side.glue, &maps, run).among(before, all - side.glue);
            before += side.glue;
            let (last, stored) = walk.kept(run)?;
            held += last.bytes() + stored.bytes();
            if u128::from(held) > run.memory() && !run.resources.has_spill() {
                return Err(CountError::OutOfMemory { bytes: held.into(), memory: run.memory() });
            }
            if last.bits() > u64::BITS.into() {
                return Err(CountError::TooMany);
            }
            lasts.push(if last.is_spilled() { last.loaded()? } else { last });
            layers.push(stored);
        }
        run.report.tell_stage(WALKED..1.0);
        let states: u64 = lasts.iter().map(ClassLayer::states).sum();
        let pairings = Arc::new(Pairings::new(states as usize, run.pairing_bytes(), run.threads()));
        let join = ClassJoin::new(meeting.clone(), lasts, maps, pairings.clone(), run.threads());
        let sums = join.sums(run)?;
        Ok(HalvesRanking { meeting: meeting.clone(), layers, join, pairings, sums })
    }

    /// Number of tours.
    pub(crate) fn tours(&self) -> u128 {
        self.sums.last().map_or(0, |&(_, all)| all)
    }

    /// Number of tours before those of a class.
    fn tours_before(&self, class: usize) -> u128 {
        class.checked_sub(1).map_or(0, |before| self.sums[before].1)
    }

    /// The leaps of tours by their numbers.
    pub(crate) fn unrank(
        &self,
        numbers: &[u128],
        run: &Context<'_>,
    ) -> Result<Vec<Vec<ChosenLeap>>, CountError> {
        let tours = self.in_middle(numbers, run)?;
        let ways = |half: usize| tours.iter().map(move |tour| Way::new(tour.states[half], tour.ways[half]));
        let (near, far) = match &self.layers[..] {
            [one] => {
                let mut near = back(one, ways(0).chain(ways(1)).collect(), run)?;
                let far = near.split_off(tours.len());
                (near, far)
            }
            [near, .., far] => (back(near, ways(0).collect(), run)?, back(far, ways(1).collect(), run)?),
            [] => (Vec::new(), Vec::new()),
        };
        let (near_side, far_side) = (&self.meeting.sides[0], self.meeting.last());
        let halves = tours.iter().zip(near.into_iter().zip(far));
        let leaps = halves.map(|(tour, (near, far))| {
            let near = placed(near.leaps, near_side, tour.is_turned);
            near.chain(placed(far.leaps, far_side, !tour.is_turned)).collect()
        });
        Ok(leaps.collect())
    }

    /// Tours in the middle; those of the same classes are looked up together.
    fn in_middle(&self, numbers: &[u128], run: &Context<'_>) -> Result<Vec<InMiddle>, CountError> {
        let class_of = |at: usize| self.sums.partition_point(|&(_, upto)| upto <= numbers[at]);
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        order.sort_unstable_by_key(|&at| numbers[at]);
        let same: Vec<&[usize]> = order.chunk_by(|&a, &b| class_of(a) == class_of(b)).collect();
        let next = AtomicUsize::new(0);
        let found = in_threads(run.threads().min(same.len()), |_| {
            let mut found = Vec::new();
            while let Some(same) = same.get(next.fetch_add(1, Ordering::Relaxed)) {
                let class = class_of(same[0]);
                let fitting = self.join.fitting(self.sums[class].0);
                let before = self.tours_before(class);
                found.extend(same.iter().map(|&at| (at, self.pick(&fitting, numbers[at] - before))));
                run.check(0)?;
            }
            Ok(found)
        });
        let mut found = found.into_iter().collect::<Result<Vec<_>, CountError>>()?.concat();
        found.sort_unstable_by_key(|found| found.0);
        Ok(found.into_iter().map(|found| found.1).collect())
    }

    /// The tour with a number among those of a class.
    fn pick(&self, fitting: &Fitting, number: u128) -> InMiddle {
        let (near, far) = fitting.weighted();
        let joined = |near: &[Weighted], far: &[Weighted]| self.pairings.glue(fitting.pairs, near, far);
        let all = joined(&near, &far);
        let (is_turned, number) = (number >= all, number % all);
        let (at, number) = narrowed(near.len(), number, |from, to| joined(&near[from..to], &far));
        let own = [near[at]];
        let (other, number) = narrowed(far.len(), number, |from, to| joined(&own, &far[from..to]));
        let (near, far) = (&fitting.near[at], &fitting.far[other]);
        let ways = u128::from(far.multiplicity);
        InMiddle {
            states: [(near.key, near.number), (far.key, far.number)],
            ways: [number / ways, number % ways],
            is_turned,
        }
    }

    /// The number of a tour; `None` if it is none of these.
    pub(crate) fn rank(&self, tour: &Leaps, run: &Context<'_>) -> Result<Option<u128>, CountError> {
        let (near_side, far_side) = (&self.meeting.sides[0], self.meeting.last());
        let near = tour.states(&near_side.plan, near_side.glue);
        let far = tour.renumbered(&far_side.across).states(&far_side.plan, far_side.glue);
        let (near_layers, far_layers) = (&self.layers[0], &self.layers[self.layers.len() - 1]);
        let (mut states, mut layers) = ([near, far], [near_layers, far_layers]);
        let last = |states: &[StateNumber]| states.last().copied().unwrap_or_default();
        let Some(start) = self.join.start_of(last(&states[0]).0) else { return Ok(None) };
        let Ok(class) = self.sums.binary_search_by_key(&start, |sum| sum.0) else { return Ok(None) };
        let fitting = self.join.fitting(start);
        let is_turned = fitting.near.iter().all(|half| half.key != last(&states[0]).0);
        if is_turned {
            states.reverse();
            layers.reverse();
        }
        let [near_state, far_state] = [last(&states[0]), last(&states[1])];
        let at = fitting.near.iter().position(|half| (half.key, half.number) == near_state);
        let other = fitting.far.iter().position(|half| (half.key, half.number) == far_state);
        let (Some(at), Some(other)) = (at, other) else { return Ok(None) };
        let (near, far) = fitting.weighted();
        let joined = |near: &[Weighted], far: &[Weighted]| self.pairings.glue(fitting.pairs, near, far);
        let mut number = self.tours_before(class) + joined(&near[..at], &far);
        number += joined(&near[at..=at], &far[..other]);
        if is_turned {
            number += joined(&near, &far);
        }
        let ways = way_number(layers[0], &states[0], run)? * u128::from(fitting.far[other].multiplicity);
        Ok(Some(number + ways + way_number(layers[1], &states[1], run)?))
    }
}

/// The item that a number below the sum of all items falls to, and the rest of the number, given sums of
/// ranges.
fn narrowed(items: usize, mut number: u128, sum: impl Fn(usize, usize) -> u128) -> (usize, u128) {
    let (mut from, mut to) = (0, items);
    while to - from > 1 {
        let middle = from.midpoint(to);
        let before = sum(from, middle);
        if number < before {
            to = middle;
        } else {
            (from, number) = (middle, number - before);
        }
    }
    (from, number)
}

/// The leaps of a half on the side where it is.
fn placed(leaps: Vec<ChosenLeap>, side: &HalfBoard, is_across: bool) -> impl Iterator<Item = ChosenLeap> {
    let there = move |square: usize| if is_across { side.across[square] } else { square };
    leaps.into_iter().map(move |(from, to)| (there(from), to.map(there)))
}
