//! Meeting in the middle: two half boards, one table.
//!
//! Let the *near* half be all lines before the middle ones, as many as a leap is long. Its table
//! talks only about the middle lines, and the far half is its mirror image: the same table. The
//! leaps between middle squares are shared out, each to one half and its image to the other. Two
//! tables fit if their degrees add up to two everywhere, and they make a tour exactly if the
//! union of their pairings is one single cycle.
//!
//! *Guarantee:* exact. *Cost:* the layers of half the board, and the pairs of states with
//! complementary degrees.

use std::sync::atomic::{AtomicUsize, Ordering};

use knights_tour::{Puzzle, Square, Symmetry};

use crate::{
    CountError, Watch,
    frontier::{INNER, Mates, ROOM},
    graph::Graph,
    layer::{Layer, in_threads, in_threads_with, mix},
    pairing::{Pairings, Points, Weighted, rank},
    plan::Plan,
};

/// Two squares a leap apart, the earlier first.
pub(crate) type Leap = (usize, usize);

fn image_of((a, b): Leap, image: &impl Fn(usize) -> usize) -> Leap {
    let (a, b) = (image(a), image(b));
    (a.min(b), a.max(b))
}

/// A plan that stops in the middle, and the image of every place there.
pub(crate) struct Meeting {
    pub(crate) plan: Plan,
    /// After how many steps the halves are glued.
    pub(crate) glue: usize,
    pub(crate) image: Vec<usize>,
    /// How many squares the near half has.
    pub(crate) first: usize,
    /// All leaps between middle squares.
    pub(crate) offers: Vec<Leap>,
}

impl Meeting {
    /// The halves of a board, where they are mirror images; closed tours only.
    pub(crate) fn new(puzzle: &Puzzle, graph: &Graph) -> Result<Option<Meeting>, CountError> {
        let board = puzzle.board();
        let reach = u64::from(puzzle.leaper().s());
        let (lines, mirror) = match graph.is_turned {
            true => (board.files(), Symmetry::MirrorFiles),
            false => (board.ranks(), Symmetry::MirrorRanks),
        };
        let is_even = lines > reach && (lines - reach) % 2 == 0;
        if graph.ends.is_some() || !is_even || mirror.of_board(board) != *board {
            return Ok(None);
        }
        let line = |square: Square| if graph.is_turned { square.file } else { square.rank };
        let near = (lines - reach) / 2;
        let first = graph.squares.iter().take_while(|&&square| line(square) < near).count();
        let middle: Vec<usize> = (first..graph.squares.len())
            .take_while(|&square| line(graph.squares[square]) < near + reach)
            .collect();
        let image = |square: usize| {
            let there = mirror.of_square(board, graph.squares[square]);
            graph.squares.iter().position(|&other| other == there).unwrap_or(square)
        };
        let Some(leaps) = share(&middle, graph, &image) else { return Ok(None) };
        let images = leaps.iter().map(|&leap| image_of(leap, &image));
        let offers: Vec<Leap> = leaps.iter().copied().chain(images).collect();
        let plan = Plan::with_offers(graph, first, &offers)?;
        let glue = first + leaps.len();
        let frontier = plan.frontier(glue);
        if first == 0 || frontier.places() != middle.len() {
            return Ok(None);
        }
        let image = middle.iter().map(|&square| image(square) - first).collect();
        Ok(Some(Meeting { plan, glue, image, first, offers }))
    }

    /// How many cycles the states of the glued layer make with their images.
    pub(crate) fn glue(&self, layer: Layer<u64>, watch: &Watch) -> Result<u128, CountError> {
        let states = layer.len();
        let threads = if states < 1 << 14 { 1 } else { watch.threads };
        let pairings = Pairings::new(states > 1 << 20);
        let groups = self.grouped(layer, threads);
        let next = AtomicUsize::new(0);
        let sums = in_threads(threads, |_| {
            let mut sum = 0;
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(parts) = groups.get(at) else { return Some(sum) };
                sum += self.glue_groups(parts.concat(), &pairings, watch);
                if watch.is_stopped(0) {
                    return None;
                }
            }
        });
        sums.into_iter().sum::<Option<u128>>().ok_or(CountError::Stopped)
    }

    /// States that fit together come into the same bucket; a bucket has a part from each thread.
    fn grouped(&self, layer: Layer<u64>, threads: usize) -> Vec<Vec<Vec<Member>>> {
        let count = (layer.len() / (1 << 12)).next_power_of_two().min(1 << 14);
        let mut shares: Vec<Vec<Vec<(u64, u64)>>> = (0..threads).map(|_| Vec::new()).collect();
        for (at, bucket) in layer.buckets.into_iter().enumerate() {
            shares[at % threads].push(bucket);
        }
        let parts = in_threads_with(shares, |share| {
            let mut buckets: Vec<Vec<Member>> = (0..count).map(|_| Vec::new()).collect();
            for (word, ways) in share.into_iter().flatten() {
                self.members(word, |member| {
                    buckets[mix(member.group()) as usize >> 8 & (count - 1)].push(Member { ways, ..member });
                });
            }
            buckets
        });
        let mut parts: Vec<_> = parts.into_iter().map(Vec::into_iter).collect();
        (0..count).map(|_| parts.iter_mut().filter_map(Iterator::next).collect()).collect()
    }

    /// A state as a member of its group: as a near half, or as the image of one, or as both.
    fn members(&self, word: u64, mut emit: impl FnMut(Member)) {
        let places = self.image.len();
        let (mates, _) = Mates::unpack(word, places, &[0; ROOM]);
        let mut image = Mates::bare();
        for place in 0..places {
            image.0[self.image[place]] = match mates.0[place] {
                INNER => INNER,
                mate => self.image[mate as usize] as u8,
            };
        }
        let degrees = |mates: &Mates, missing: usize| {
            (0..places).rev().fold(0, |profile, place| {
                let degree = mates.degree(place);
                profile * 3 + if missing == 2 { 2 - degree } else { degree } as u64
            })
        };
        let (near, far) = (degrees(&mates, 0), degrees(&image, 2));
        if near <= far {
            emit(Member::new(near, false, &mates, places));
        }
        if near >= far {
            emit(Member::new(far, true, &image, places));
        }
    }

    fn glue_groups(&self, mut members: Vec<Member>, pairings: &Pairings, watch: &Watch) -> u128 {
        members.sort_unstable();
        let (mut sum, mut pairs) = (0, 0);
        for group in members.chunk_by(|a, b| a.group() == b.group()) {
            let middle = group.partition_point(|member| member.key >> 31 & 1 == 0);
            let list = |members: &[Member]| -> Vec<Weighted> {
                members.iter().map(|member| ((member.key & 0x7fff_ffff) as u32, member.ways)).collect()
            };
            let (near, far) = (list(&group[..middle]), list(&group[middle..]));
            pairs += (near.len() * far.len()) as u64;
            let glued = pairings.glue(group[0].pairs(), &near, &far);
            // The image of the group is a group of its own, with the same sum, unless it is the same.
            sum += if self.is_its_own_image(group[0].group()) { glued } else { 2 * glued };
        }
        watch.tested(pairs);
        sum
    }

    /// Whether near and far halves of a group have the same degrees.
    fn is_its_own_image(&self, mut degrees: u64) -> bool {
        let mut digits = [0; 18];
        for digit in digits.iter_mut().take(self.image.len()) {
            (*digit, degrees) = (degrees % 3, degrees / 3);
        }
        self.image.iter().enumerate().all(|(place, &image)| digits[image] == 2 - digits[place])
    }
}

/// The leaps between middle squares that fall to the near half: whole chains, one of each chain
/// and its image. `None` where a leap is its own image.
fn share(middle: &[usize], graph: &Graph, image: &impl Fn(usize) -> usize) -> Option<Vec<Leap>> {
    let end = middle.last()? + 1;
    let leaps: Vec<Leap> = middle
        .iter()
        .flat_map(|&from| graph.later[from].iter().filter(|&&to| to < end).map(move |&to| (from, to)))
        .collect();
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for &leap in &leaps {
        let mut chain = vec![leap];
        while let Some(chained) = chain.pop() {
            if near.contains(&chained) || far.contains(&chained) {
                continue;
            }
            if image_of(chained, image) == chained {
                return None;
            }
            near.push(chained);
            far.push(image_of(chained, image));
            let touches =
                |other: &&Leap| [other.0, other.1].iter().any(|end| [chained.0, chained.1].contains(end));
            chain.extend(leaps.iter().filter(touches));
        }
    }
    Some(near)
}

/// A state in its group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Member {
    /// Degrees of the near half, then whether this is the far half, then the number of the pairing.
    key: u64,
    ways: u64,
}

impl Member {
    fn new(degrees: u64, is_far: bool, mates: &Mates, places: usize) -> Member {
        let outer = (0..places).filter(|&place| mates.degree(place) == 1);
        let mut point = [0u8; 32];
        let mut k = 0;
        for place in outer.clone() {
            point[place] = k;
            k += 1;
        }
        let mut points: Points = [0; 18];
        for place in outer {
            points[point[place] as usize] = point[mates.0[place] as usize];
        }
        let number = u64::from(rank(k as usize / 2, &points));
        Member { key: degrees << 32 | u64::from(is_far) << 31 | number, ways: 0 }
    }

    fn group(&self) -> u64 {
        self.key >> 32
    }

    /// How many pairs of ends the group has: its digits that are 1.
    fn pairs(&self) -> usize {
        let mut degrees = self.group();
        let mut outer = 0;
        while degrees > 0 {
            outer += usize::from(degrees % 3 == 1);
            degrees /= 3;
        }
        outer / 2
    }
}
