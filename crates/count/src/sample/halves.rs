//! Tours drawn by halves: the layers of half a board are enough.
//!
//! Gluing says how many tours every group of fitting halves has. A tour is drawn in the same
//! order: a group, two pairings in it that make a single cycle, a near and a far state with these
//! pairings, and from each of the two a way back to the empty board. Layers that count states
//! together with their mirror images are walked back through the mirror; and since a group stands
//! for its images too, the tour is turned over by chance in the end.
//!
//! *Guarantee:* exactly uniform. *Cost:* the layers of half the board, all kept; the gluing once.

use std::{collections::HashMap, ops::Range, sync::Arc};

use crate::{
    CountError,
    halves::{
        glue::{Groups, each_group},
        meeting::{Meeting, Member},
    },
    layers::layer::{AnyLayer, Layer},
    problem::{graph::Graph, path::Chosen},
    run::Run,
    sample::{
        Drawn,
        back::{Draw, walk_back},
        chance::Chance,
        whole::kept,
    },
    state::pairing::Pairings,
};

/// The layers of half a board, and how many tours its groups have.
pub(crate) struct Halves {
    meeting: Arc<Meeting>,
    layers: Vec<AnyLayer>,
    last: Layer<u64>,
    pairings: Pairings,
    /// Every group, with the tours of all groups up to it.
    sums: Vec<(u64, u128)>,
    mirror: Option<Vec<usize>>,
}

impl Halves {
    /// `None` where there are no tours.
    pub(crate) fn new(
        meeting: &Arc<Meeting>,
        graph: &Graph,
        run: &Run<'_>,
    ) -> Result<Option<Halves>, CountError> {
        let (last, layers) = kept(&meeting.plan, meeting.glue, run)?;
        let AnyLayer::Word(last) = last else { return Err(CountError::TooMany) };
        let pairings = Pairings::new(last.len());
        let mut sums: Vec<(u64, u128)> = Groups::all(meeting, &last, run, |members| {
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
        let (mirror, meeting) = (graph.mirror(), meeting.clone());
        Ok((all > 0).then_some(Halves { meeting, layers, last, pairings, sums, mirror }))
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
        let keys = fitting(meeting, &self.last, &self.pairings, &picked, run)?;
        let mut draws = states(meeting, &self.last, &keys, (numbers.start, seed), run)?;
        walk_back(&meeting.plan, &self.layers, &mut draws, run)?;
        let mut draws = draws.into_iter();
        let tour = |mut chance: Chance| {
            let (near, far) = (draws.next()?, draws.next()?);
            let is_turned = chance.coin();
            let is_flipped = chance.coin() && meeting.flip.is_some();
            let halves = [(near, is_turned), (far, !is_turned)];
            let leaps = halves.into_iter().flat_map(|(half, is_across)| {
                let there = |square: usize| if is_across { meeting.across[square] } else { square };
                let seen = |square: usize| match &self.mirror {
                    Some(mirror) if is_flipped => mirror[there(square)],
                    _ => there(square),
                };
                let leaps = half.leaps(self.mirror.as_deref()).into_iter();
                leaps.map(|(from, to)| (seen(from), to.map(seen))).collect::<Vec<Chosen>>()
            });
            Some((leaps.collect(), chance))
        };
        Ok(chances.into_iter().filter_map(tour).collect())
    }
}

/// The keys of a near and a far member that make a single cycle, for every pick of a group and a
/// number below a multiple of its sum.
fn fitting(
    meeting: &Meeting,
    layer: &Layer<u64>,
    pairings: &Pairings,
    picked: &[(u64, u128)],
    run: &Run<'_>,
) -> Result<Vec<[u64; 2]>, CountError> {
    let mut wanted: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, &(group, _)) in picked.iter().enumerate() {
        wanted.entry(group).or_default().push(at);
    }
    let members = Groups::all(meeting, layer, run, |mut members| {
        members.retain(|member| wanted.contains_key(&member.group()));
        members
    })?
    .concat();
    let mut keys = vec![[0; 2]; picked.len()];
    each_group(members, &mut |group, near, far| {
        let (outer, images) = meeting.images_of(group);
        for &at in &wanted[&group] {
            let (near, far) = pairings.pick(outer / 2, near, far, picked[at].1 / images);
            keys[at] =
                [(near, false), (far, true)].map(|(number, is_far)| Member::key(group, is_far, number));
        }
    });
    Ok(keys)
}

/// A state for every near and far key, each with a chance in proportion to its ways; the first
/// belongs to the tour with number `first`.
fn states(
    meeting: &Meeting,
    layer: &Layer<u64>,
    keys: &[[u64; 2]],
    (first, seed): (u64, u64),
    run: &Run<'_>,
) -> Result<Vec<Draw>, CountError> {
    let keys: Vec<u64> = keys.iter().flatten().copied().collect();
    let mut found: HashMap<u64, Vec<(u64, bool, bool, u64)>> =
        keys.iter().map(|&key| (key, Vec::new())).collect();
    let mut parts = vec![Vec::new(); run.threads()];
    layer.gather(0..layer.buckets.len(), &mut parts, run, |part, states| {
        for &(word, ways) in states {
            meeting.members(word, ways, &mut |member, is_flipped, is_own_image| {
                if found.contains_key(&member.key) {
                    part.push((member.key, (word, is_flipped, is_own_image, member.ways)));
                }
            });
        }
    })?;
    for (key, state) in parts.concat() {
        found.entry(key).or_default().push(state);
    }
    found.values_mut().for_each(|states| states.sort_unstable());
    let draw = |(at, key): (usize, &u64)| {
        let mut chance = Chance::new(seed, 3 * (first + at as u64 / 2) + 1 + at as u64 % 2);
        let &(word, is_flipped, is_own_image, _) = chance.among(&found[key], |state| state.3.into());
        // The ways into a state that is its own image come in pairs, of which either is as good.
        let is_flipped = is_flipped ^ (is_own_image && chance.coin());
        Draw::new(chance, word).flipped(is_flipped)
    };
    Ok(keys.iter().enumerate().map(draw).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use knights_tour::{Control, Puzzle, TourKind};

    use super::*;
    use crate::{
        Counter, Report, Resources,
        problem::path::{self, verified},
    };

    /// The halves of a board.
    fn halves(puzzle: &Puzzle, run: &Run<'_>) -> (Graph, Halves) {
        let graph = Graph::new(puzzle, run).unwrap();
        let meeting = Arc::new(Meeting::new(puzzle, &graph, run).unwrap().unwrap());
        let halves = Halves::new(&meeting, &graph, run).unwrap().unwrap();
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
        for (board, kind, each) in [
            ("6x6", TourKind::Closed, 4),
            ("5x6", TourKind::Closed, 400),
            ("3x10", TourKind::Closed, 400),
            ("5x6", TourKind::Open, 4),
            ("4x6", TourKind::Open, 20),
            ("3x8", TourKind::Open, 40),
        ] {
            let puzzle = Puzzle::new(board.parse().unwrap()).with_kind(kind);
            let deviation = deviation(&puzzle, each);
            assert!(deviation.abs() < 3.5, "{board} {kind}: {deviation}");
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
