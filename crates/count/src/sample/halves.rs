//! Tours drawn by halves: the layers of half a board are enough.
//!
//! Gluing says how many tours every group of fitting halves has. A tour is drawn in the same
//! order: a group, two pairings in it that make a single cycle, a near and a far state with these
//! pairings, and from each of the two a way back to the empty board. Layers that count states
//! together with their mirror images are walked back through the mirror; and since a group stands
//! for its images too, the tour is turned over by chance in the end. Where the halves differ, each
//! goes back on its own side.
//!
//! *Guarantee:* exactly uniform. *Cost:* the layers of the halves, all kept; the gluing once.

use std::{collections::HashMap, ops::Range, sync::Arc};

use crate::{
    CountError,
    halves::{
        glue::{Groups, each_group},
        meeting::{Meeting, Member},
    },
    layers::layer::{AnyLayer, Layer},
    problem::path::Chosen,
    run::Run,
    sample::{
        Drawn,
        back::{Draw, walk_back},
        chance::Chance,
        whole::kept,
    },
    state::pairing::Pairings,
};

/// The layers of the halves of a board, and how many tours their groups have.
pub(crate) struct Halves {
    meeting: Arc<Meeting>,
    /// The layers of every side before its last one.
    layers: Vec<Vec<AnyLayer>>,
    lasts: Vec<Layer<u64>>,
    pairings: Pairings,
    /// Every group, with the tours of all groups up to it.
    sums: Vec<(u64, u128)>,
}

impl Halves {
    /// `None` where there are no tours.
    pub(crate) fn new(meeting: &Arc<Meeting>, run: &Run<'_>) -> Result<Option<Halves>, CountError> {
        let (mut lasts, mut layers, mut held) = (Vec::new(), Vec::new(), 0);
        for side in &meeting.sides {
            let (last, before) = kept(&side.plan, side.glue, &mut held, run)?;
            let AnyLayer::Word(last) = last else { return Err(CountError::TooMany) };
            lasts.push(last);
            layers.push(before);
        }
        let pairings = Pairings::new(lasts.iter().map(Layer::len).sum());
        let mut sums: Vec<(u64, u128)> = Groups::all(meeting, &lasts, run, |members| {
            let mut sums = Vec::new();
            each_group(members, &mut |group, near, far| {
                let (outer, images) = meeting.images_of(group);
                sums.push((group, images * pairings.glue(outer / 2, near, far)));
            });
            sums
        })?
        .concat();
        // The order of a layer depends on its threads; that of the groups does not.
        sums.sort_unstable();
        let mut all = 0;
        for (_, sum) in &mut sums {
            all += *sum;
            *sum = all;
        }
        let meeting = meeting.clone();
        Ok((all > 0).then_some(Halves { meeting, layers, lasts, pairings, sums }))
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
        let picked: Vec<(u64, u128)> = chances
            .iter_mut()
            .map(|chance| {
                let number = chance.below(all);
                let at = sums.partition_point(|&(_, upto)| upto <= number);
                (sums[at].0, number - at.checked_sub(1).map_or(0, |before| sums[before].1))
            })
            .collect();
        let keys = self.fitting(&picked, run)?;
        // Near ones and far ones; where one side serves as both, all go back on it.
        let mut draws = self.states(&keys, (numbers.start, seed), run)?;
        if meeting.one().is_some() {
            let far = draws.split_off(1);
            draws[0].extend(far.into_iter().flatten());
        }
        for ((side, layers), draws) in meeting.sides.iter().zip(&self.layers).zip(&mut draws) {
            walk_back(&side.plan, layers, draws, run)?;
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

    /// The keys of a near and a far member that make a single cycle, for every pick of a group and
    /// a number below a multiple of its sum.
    fn fitting(&self, picked: &[(u64, u128)], run: &Run<'_>) -> Result<Vec<[u64; 2]>, CountError> {
        let mut wanted: HashMap<u64, Vec<usize>> = HashMap::new();
        for (at, &(group, _)) in picked.iter().enumerate() {
            wanted.entry(group).or_default().push(at);
        }
        let members = Groups::all(&self.meeting, &self.lasts, run, |mut members| {
            members.retain(|member| wanted.contains_key(&member.group()));
            members
        })?
        .concat();
        let mut keys = vec![[0; 2]; picked.len()];
        each_group(members, &mut |group, near, far| {
            let (outer, images) = self.meeting.images_of(group);
            for &at in &wanted[&group] {
                let (near, far) = self.pairings.pick(outer / 2, near, far, picked[at].1 / images);
                keys[at] =
                    [(near, false), (far, true)].map(|(number, is_far)| Member::key(group, is_far, number));
            }
        });
        Ok(keys)
    }

    /// A state for every near and every far key, each with a chance in proportion to its ways; the
    /// first belong to the tour with number `first`.
    fn states(
        &self,
        keys: &[[u64; 2]],
        (first, seed): (u64, u64),
        run: &Run<'_>,
    ) -> Result<Vec<Vec<Draw>>, CountError> {
        let mut found: HashMap<u64, Vec<(u64, bool, bool, u64)>> =
            keys.iter().flatten().map(|&key| (key, Vec::new())).collect();
        let mut parts = vec![Vec::new(); run.threads()];
        for (side, layer) in self.meeting.sides.iter().zip(&self.lasts) {
            layer.gather(0..layer.buckets.len(), &mut parts, run, |part, states| {
                for &(word, ways) in states {
                    side.members(word, ways, &mut |member, is_flipped, is_own_image| {
                        if found.contains_key(&member.key) {
                            part.push((member.key, (word, is_flipped, is_own_image, member.ways)));
                        }
                    });
                }
            })?;
        }
        for (key, state) in parts.concat() {
            found.entry(key).or_default().push(state);
        }
        found.values_mut().for_each(|states| states.sort_unstable());
        let draw = |half: usize| {
            let found = &found;
            let draw = move |(at, keys): (usize, &[u64; 2])| {
                let mut chance = Chance::new(seed, 3 * (first + at as u64) + 1 + half as u64);
                let &(word, is_flipped, is_own_image, _) =
                    chance.among(&found[&keys[half]], |state| state.3.into());
                // The ways into a state that is its own image come in pairs, of which either is as good.
                let is_flipped = is_flipped ^ (is_own_image && chance.coin());
                Draw::new(chance, word).flipped(is_flipped)
            };
            keys.iter().enumerate().map(draw).collect()
        };
        Ok((0..2).map(draw).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use knights_tour::{Board, Control, Puzzle, Square, TourKind};

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
        let mut seen: HashMap<Vec<knights_tour::Square>, usize> = HashMap::new();
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
