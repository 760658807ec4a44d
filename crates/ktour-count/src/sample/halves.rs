//! Tours drawn by halves: the layers of half a board are enough.
//!
//! Gluing says how many tours every group of fitting halves has. A tour is drawn in the same order: a group,
//! two pairings in it that make a single cycle, a near and a far state with these pairings, and from each of
//! the two a way back to the empty board. Layers that count states together with their mirror images are
//! walked back through the mirror; and because a group also stands for its images, the tour is finally turned
//! over at random. If the halves differ, each goes back on its own side.
//!
//! *Guarantee:* exactly uniform. *Cost:* the layers of the halves, all of them kept; one gluing.

use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use crate::{
    CountError,
    halves::meeting::Meeting,
    problem::path::Chosen,
    run::Run,
    sample::{
        back::{Draw, Drawn, walk_back},
        chance::Chance,
    },
    state::matching_map::MatchingMaps,
    state_class::{ClassJoin, ClassWalk, Half, StoredLayers, WALKED},
    threads::in_threads,
};

/// The layers of the halves of a board, and how many tours their groups have.
pub(crate) struct Halves {
    meeting: Arc<Meeting>,
    /// The layers of every side before its last one.
    layers: Vec<StoredLayers>,
    gluing: ClassJoin,
    /// Every group, with the tours of all groups up to it.
    sums: Vec<(usize, u128)>,
}

/// Tours that are drawn from a group, and which of its own each is.
type Picked = Vec<(usize, u128)>;
/// A tour, and all near and all far states that it can be put together from.
type Fitting = (usize, [Vec<Half>; 2]);

impl Halves {
    /// `None` where there are no tours.
    pub(crate) fn new(meeting: &Arc<Meeting>, run: &Run<'_>) -> Result<Option<Halves>, CountError> {
        let maps = Arc::new(MatchingMaps::new());
        let (mut lasts, mut layers, mut held) = (Vec::new(), Vec::new(), 0);
        run.report.tell_stage(0.0..WALKED);
        let (all, mut before) = (meeting.sides.iter().map(|side| side.glue).sum::<usize>(), 0);
        for side in &meeting.sides {
            let walk = ClassWalk::new(&side.plan, side.glue, &maps, run).among(before, all - side.glue);
            before += side.glue;
            let (last, kept) = walk.kept(run)?;
            held += last.bytes() + kept.bytes();
            if u128::from(held) > run.memory() && !run.resources.has_spill() {
                return Err(CountError::OutOfMemory { bytes: held.into(), memory: run.memory() });
            }
            if last.bits() > u64::BITS.into() {
                return Err(CountError::TooMany);
            }
            lasts.push(last);
            layers.push(kept);
        }
        run.report.tell_stage(WALKED..1.0);
        let gluing = ClassJoin::new(meeting.clone(), lasts, maps);
        let sums = gluing.sums(run)?;
        let has_tours = !sums.is_empty();
        Ok(has_tours.then_some(Halves { meeting: meeting.clone(), layers, gluing, sums }))
    }

    /// The tours with these numbers.
    pub(crate) fn draw(
        &self,
        numbers: Range<u64>,
        seed: u64,
        run: &Run<'_>,
    ) -> Result<Vec<Drawn>, CountError> {
        let (meeting, sums) = (&*self.meeting, &self.sums);
        let all = sums.last().map_or(0, |&(_, all)| all);
        let mut chances: Vec<Chance> = numbers.clone().map(|number| Chance::new(seed, 3 * number)).collect();
        let mut picked: BTreeMap<usize, Picked> = BTreeMap::new();
        for (tour, chance) in chances.iter_mut().enumerate() {
            let number = chance.below(all);
            let at = sums.partition_point(|&(_, upto)| upto <= number);
            let number = number - at.checked_sub(1).map_or(0, |before| sums[before].1);
            picked.entry(sums[at].0).or_default().push((tour, number));
        }
        let mut halves = self.fitting(picked.into_iter().collect(), run)?;
        halves.sort_unstable_by_key(|(tour, _)| *tour);
        // Near ones and far ones; where one side serves as both, all go back on it.
        let mut draws: Vec<Vec<Draw>> = vec![Vec::new(), Vec::new()];
        for (tour, halves) in &halves {
            for (at, states) in halves.iter().enumerate() {
                let mut chance = Chance::new(seed, 3 * (numbers.start + *tour as u64) + 1 + at as u64);
                let half = *chance.among(states, |half| half.multiplicity.into());
                // The ways into a state that is its own image come in pairs, of which either is as good.
                let is_flipped = half.is_flipped ^ (half.is_own_image && chance.coin());
                draws[at].push(Draw::new(chance, (half.key, half.number), is_flipped));
            }
        }
        if meeting.one().is_some() {
            let far = draws.split_off(1);
            draws[0].extend(far.into_iter().flatten());
        }
        for (layers, draws) in self.layers.iter().zip(&mut draws) {
            walk_back(layers, draws, run)?;
        }
        if meeting.one().is_some() {
            let far = draws[0].split_off(chances.len());
            draws.push(far);
        }
        let (near_side, far_side) = (&meeting.sides[0], meeting.last());
        let mut draws = draws.into_iter().map(Vec::into_iter);
        let halves = draws.next().into_iter().flatten().zip(draws.next().into_iter().flatten());
        let tour = |(mut chance, (near, far)): (Chance, (Draw, Draw))| {
            // A group stands for its images too.
            let is_turned = chance.coin() && meeting.one().is_some();
            let is_flipped = chance.coin() && near_side.flip.is_some();
            let halves = [(near, near_side, is_turned), (far, far_side, !is_turned)];
            let leaps = halves.into_iter().flat_map(|(half, side, is_across)| {
                let there = |square: usize| if is_across { side.across[square] } else { square };
                let seen = |square: usize| match &near_side.mirror {
                    Some(mirror) if is_flipped => mirror[there(square)],
                    _ => there(square),
                };
                let leaps = half.leaps(side.mirror.as_deref()).into_iter();
                leaps.map(|(from, to)| (seen(from), to.map(seen))).collect::<Vec<Chosen>>()
            });
            (leaps.collect(), chance)
        };
        Ok(chances.into_iter().zip(halves).map(tour).collect())
    }

    /// The states of tours that are given by their numbers in groups.
    fn fitting(&self, picked: Vec<(usize, Picked)>, run: &Run<'_>) -> Result<Vec<Fitting>, CountError> {
        let next = AtomicUsize::new(0);
        let found = in_threads(run.threads().min(picked.len()), |_| {
            let mut found = Vec::new();
            while let Some((group, tours)) = picked.get(next.fetch_add(1, Ordering::Relaxed)) {
                let numbers: Vec<u128> = tours.iter().map(|tour| tour.1).collect();
                let halves = self.gluing.pick(*group, &numbers);
                found.extend(tours.iter().map(|tour| tour.0).zip(halves));
                run.check(0)?;
            }
            Ok(found)
        });
        Ok(found.into_iter().collect::<Result<Vec<_>, CountError>>()?.concat())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use ktour_tour::{Board, Control, Puzzle, Square, TourKind};

    use super::*;
    use crate::{
        Counter, Report, Resources,
        problem::{
            graph::Graph,
            path::{self, verified},
        },
    };

    /// The halves of a board.
    fn halves(puzzle: &Puzzle, run: &Run<'_>) -> (Graph, Halves) {
        let graph = Graph::new(puzzle, run).unwrap();
        let meeting = Arc::new(Meeting::new(puzzle, &graph, run).unwrap().unwrap());
        let halves = Halves::new(&meeting, run).unwrap().unwrap();
        (graph, halves)
    }

    /// Chi-square of so many draws for each tour, less what is expected, in standard deviations.
    fn deviation(puzzle: &Puzzle, each: usize) -> f64 {
        let (resources, control, report) = (Resources::default(), Control::unlimited(), Report::default());
        let run = &Run { resources: &resources, control: &control, report: &report };
        let (graph, halves) = halves(puzzle, run);
        let counted = Counter::new(puzzle).unwrap().count(&resources, &control).unwrap();
        let all: usize = counted.tours.undirected().to_string().parse().unwrap();
        let drawn = halves.draw(0..(all * each) as u64, 7, run).unwrap();
        let mut seen: HashMap<Vec<ktour_tour::Square>, usize> = HashMap::new();
        for (leaps, _) in drawn {
            let tour = verified(puzzle, path::squares(puzzle, &graph, leaps));
            *seen.entry(tour.squares().collect()).or_default() += 1;
        }
        assert!(seen.len() <= all);
        let each = each as f64;
        let missing = (all - seen.len()) as f64 * each;
        let square: f64 = seen.values().map(|&times| (times as f64 - each).powi(2) / each).sum();
        let freedom = (all - 1) as f64;
        (square + missing - freedom) / (2.0 * freedom).sqrt()
    }

    #[test]
    fn every_tour_is_drawn_equally_often() {
        // Even and odd widths, closed and open, states that are their own images.
        for (board, hole, kind, each) in [
            ("6x6", None, TourKind::Closed, 4),
            ("5x6", None, TourKind::Closed, 400),
            ("3x10", None, TourKind::Closed, 400),
            ("5x6", None, TourKind::Open, 4),
            ("4x6", None, TourKind::Open, 20),
            ("3x8", None, TourKind::Open, 40),
            // Two tables that differ.
            ("5x5", None, TourKind::Open, 20),
            ("4x5", None, TourKind::Open, 200),
            ("3x7", None, TourKind::Open, 200),
            ("5x5", Some(Square::new(0, 0)), TourKind::Open, 20),
            ("5x5", Some(Square::new(0, 0)), TourKind::Closed, 400),
        ] {
            let full: Board = board.parse().unwrap();
            let puzzle = Puzzle::new(full.with_holes(hole).unwrap()).with_kind(kind);
            let deviation = deviation(&puzzle, each);
            assert!(deviation.abs() < 3.5, "{} {kind}: {deviation}", puzzle.board());
        }
    }

    #[test]
    fn the_same_seed_draws_the_same_tours_on_any_number_of_threads() {
        let puzzle = Puzzle::new("6x8".parse().unwrap()).with_kind(TourKind::Closed);
        let (control, report) = (Control::unlimited(), Report::default());
        let drawn = |threads| {
            let resources = Resources::default().with_threads(threads);
            let run = &Run { resources: &resources, control: &control, report: &report };
            let (_, halves) = halves(&puzzle, run);
            let leaps = |numbers| {
                let drawn = halves.draw(numbers, 3, run).unwrap();
                drawn.into_iter().map(|(leaps, _)| leaps).collect::<Vec<_>>()
            };
            // In one block and in two.
            assert_eq!(leaps(0..20), [leaps(0..7), leaps(7..20)].concat());
            leaps(0..20)
        };
        assert_eq!(drawn(1), drawn(3));
    }
}
