//! How many tours have each value of a measure.
//!
//! A measure adds up over the squares of a tour, where one leap ends and the next begins, or over its leaps. At the layer
//! in the middle a tour is a near half and a far half (see `product`), and so its measure is the sum of both, and of
//! what happens at squares with one leap in either half. Halves whose leaps leave those squares the same way
//! are counted together by their sums, and sums are multiplied instead of tours being put together.
//!
//! *Guarantee:* exact. *Cost:* the layers; a look at every half, which are about as many as the root of the tours; then
//! a few products for every two ways to leave the middle.

use std::{
    collections::{BTreeMap, HashMap, hash_map::Entry},
    ops::ControlFlow,
};

use knights_tour::{Leap, Leaper, Square};

use crate::{
    CountError,
    list::{
        join::LeapsTaken,
        product::{Product, Side},
    },
    problem::graph::Graph,
    run::Run,
};

/// What is measured of every tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Squares where the direction changes.
    Turns,
    /// Squares where it does not.
    Straight,
    /// Squares with each angle between their leaps.
    Angle,
    /// Leaps of each slope.
    Slope,
}

knights_tour::named! {
    Measure: "measure" {
        "turns" => Turns,
        "straight" => Straight,
        "angle" => Angle,
        "slope" => Slope,
    }
}

/// How many undirected tours have each value of what is measured; of angles and slopes, for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// An angle in degrees, a slope, or nothing; and the tours of each value.
    pub parts: Vec<(Part, BTreeMap<u32, u128>)>,
}

/// What of a measure is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All there is.
    Whole,
    /// An angle, by its cosine: this number divided by that.
    Angle(i64, i64),
    /// Leaps that go so far to the right and up, whichever way they are leapt.
    Slope(Leap),
}

impl Part {
    /// As it is written: an angle in degrees with one decimal, a slope as files and ranks.
    pub fn name(self) -> String {
        match self {
            Part::Whole => String::new(),
            Part::Angle(dot, of) => {
                let degrees = format!("{:.1}", (dot as f64 / of as f64).acos().to_degrees());
                degrees.trim_end_matches(".0").to_owned()
            }
            Part::Slope(leap) => format!("{},{}", leap.file, leap.rank),
        }
    }
}

/// A measure in numbers: to which part two leaps at a square belong, or one leap.
pub(crate) struct Scale {
    pub(crate) parts: Vec<Part>,
    directions: Vec<Leap>,
    /// For two directions that lead away from a square.
    pairs: Vec<Vec<Option<usize>>>,
    /// For a direction.
    leaps: Vec<Option<usize>>,
}

impl Scale {
    pub(crate) fn new(measure: Measure, leaper: Leaper) -> Scale {
        let directions: Vec<Leap> = leaper.leaps().collect();
        let length = i64::from(leaper.r()).pow(2) + i64::from(leaper.s()).pow(2);
        let dot = |a: Leap, b: Leap| a.file * b.file + a.rank * b.rank;
        let is_forward = |leap: &Leap| leap.file > 0 || leap.file == 0 && leap.rank > 0;
        let forward = |leap: Leap| if is_forward(&leap) { leap } else { Leap::new(-leap.file, -leap.rank) };
        let parts: Vec<Part> = match measure {
            Measure::Turns | Measure::Straight => vec![Part::Whole],
            Measure::Slope => directions.iter().copied().filter(is_forward).map(Part::Slope).collect(),
            Measure::Angle => {
                let mut dots: Vec<i64> = directions.iter().map(|&leap| dot(directions[0], leap)).collect();
                dots.sort_unstable_by_key(|dot| -dot);
                dots.dedup();
                dots.into_iter().filter(|&dot| dot != length).map(|dot| Part::Angle(dot, length)).collect()
            }
        };
        let part = |wanted: Part| parts.iter().position(|&part| part == wanted);
        let pair = |a: Leap, b: Leap| match measure {
            Measure::Turns => (dot(a, b) != -length).then_some(0),
            Measure::Straight => (dot(a, b) == -length).then_some(0),
            Measure::Angle => part(Part::Angle(dot(a, b), length)),
            Measure::Slope => None,
        };
        let pairs = directions.iter().map(|&a| directions.iter().map(|&b| pair(a, b)).collect()).collect();
        let leaps = directions.iter().map(|&leap| part(Part::Slope(forward(leap)))).collect();
        Scale { parts, directions, pairs, leaps }
    }

    fn direction(&self, from: Square, to: Square) -> usize {
        let is_it = |leap: &Leap| from.leap(*leap) == Some(to);
        self.directions.iter().position(is_it).expect("leaps that are taken are leaps")
    }

    fn is_of_leaps(&self) -> bool {
        matches!(self.parts.first(), Some(Part::Slope(_)))
    }

    /// The values of one tour.
    pub(crate) fn of_tour(&self, squares: &[Square], is_closed: bool) -> Vec<u32> {
        let mut values = vec![0; self.parts.len()];
        let around = squares.iter().cycle().take(squares.len() + if is_closed { 2 } else { 0 });
        let around: Vec<Square> = around.copied().collect();
        if self.is_of_leaps() {
            let leaps = if is_closed { &around[..around.len() - 1] } else { &around };
            for pair in leaps.windows(2) {
                self.leaps[self.direction(pair[0], pair[1])].into_iter().for_each(|part| values[part] += 1);
            }
        } else {
            for three in around.windows(3) {
                let (back, on) = (self.direction(three[1], three[0]), self.direction(three[1], three[2]));
                self.pairs[back][on].into_iter().for_each(|part| values[part] += 1);
            }
        }
        values
    }
}

/// Halves by their values, for every part.
type Sums = Vec<Vec<u64>>;
/// The directions in which halves leave the squares in the middle, four bits for each square.
type Way = u128;
/// No direction: to the place beyond the board, or one that makes no difference.
const NOWHERE: Way = 15;

/// Counts the tours of a product by their values.
pub(crate) fn spread(
    product: &Product<'_>,
    graph: &Graph,
    scale: &Scale,
    run: &Run<'_>,
) -> Result<Vec<BTreeMap<u32, u128>>, CountError> {
    let mut all = vec![Vec::<u128>::new(); scale.parts.len()];
    let mut leaps = LeapsTaken::new(graph);
    let half = HalfScale::new(graph, scale);
    let mut values = vec![0; scale.parts.len()];
    for state in product.live() {
        run.check(1)?;
        let ends: Vec<usize> =
            product.ends_of(state).into_iter().filter(|&end| end < graph.squares.len()).collect();
        let mut sides = [HashMap::<Way, Sums>::new(), HashMap::new()];
        for (side, sums) in [Side::Near, Side::Far].into_iter().zip(&mut sides) {
            let _ = product.each_half(side, state, &mut leaps, run, &mut |leaps| {
                let way = half.measure(leaps, &ends, &mut values);
                let of_way = sums.entry(way).or_insert_with(|| vec![Vec::new(); values.len()]);
                for (sums, &value) in of_way.iter_mut().zip(&values) {
                    if sums.len() <= value {
                        sums.resize(value + 1, 0);
                    }
                    sums[value] += 1;
                }
                Ok(ControlFlow::Continue(()))
            })?;
        }
        let [near, far] = sides;
        let (near, far) = (scale.alike(near, &far, ends.len()), far);
        let far: Vec<(Way, Sums)> = scale.alike(far, &near, ends.len()).into_iter().collect();
        let mut between = vec![0; scale.parts.len()];
        for (at, (near_way, near)) in near.iter().enumerate() {
            if at % 64 == 63 {
                run.check(1)?;
            }
            for (far_way, far) in &far {
                between.fill(0);
                for end in 0..ends.len() {
                    if let Some(part) = scale.pair(near_way >> (4 * end), far_way >> (4 * end)) {
                        between[part] += 1;
                    }
                }
                for (part, &between) in between.iter().enumerate() {
                    multiply(&near[part], &far[part], between, &mut all[part]);
                }
            }
        }
    }
    let tours = |sums: Vec<u128>| (0..).zip(sums).filter(|&(_, tours)| tours > 0).collect();
    Ok(all.into_iter().map(tours).collect())
}

/// Adds the tours of two lists of halves, whose values add up, and so much between them.
fn multiply(near: &[u64], far: &[u64], between: usize, all: &mut Vec<u128>) {
    let most = near.len() + far.len() + between;
    if all.len() < most {
        all.resize(most, 0);
    }
    for (one, &ways) in near.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        for (sum, &others) in all[one + between..].iter_mut().zip(far) {
            *sum += u128::from(ways) * u128::from(others);
        }
    }
}

impl Scale {
    /// To which part the leaps at a square belong that leave it in these directions, if to any.
    fn pair(&self, one: Way, other: Way) -> Option<usize> {
        let pairs = self.pairs.get((one & NOWHERE) as usize)?;
        pairs.get((other & NOWHERE) as usize).copied().flatten()
    }

    /// The same halves, those together that make no difference to any of the others.
    fn alike(
        &self,
        halves: HashMap<Way, Sums>,
        others: &HashMap<Way, Sums>,
        ends: usize,
    ) -> HashMap<Way, Sums> {
        // For every end and direction the first direction that the others cannot tell from it.
        let plain: Vec<[Way; 16]> = (0..ends)
            .map(|end| {
                let met = others.keys().fold(0u16, |met, way| met | 1 << (way >> (4 * end) & NOWHERE));
                let met: Vec<Way> = (0..=NOWHERE).filter(|&way| met >> way & 1 == 1).collect();
                let row = |way: Way| -> Vec<_> { met.iter().map(|&other| self.pair(way, other)).collect() };
                let rows: Vec<_> = (0..=NOWHERE).map(row).collect();
                std::array::from_fn(|way| rows.iter().position(|row| *row == rows[way]).unwrap_or(way) as Way)
            })
            .collect();
        let mut together: HashMap<Way, Sums> = HashMap::with_capacity(halves.len());
        for (way, sums) in halves {
            let way = (0..ends)
                .fold(0, |all, end| all | plain[end][(way >> (4 * end) & NOWHERE) as usize] << (4 * end));
            match together.entry(way) {
                Entry::Vacant(place) => drop(place.insert(sums)),
                Entry::Occupied(mut place) => {
                    for (all, sums) in place.get_mut().iter_mut().zip(sums) {
                        if all.len() < sums.len() {
                            all.resize(sums.len(), 0);
                        }
                        all.iter_mut().zip(sums).for_each(|(all, more)| *all += more);
                    }
                }
            }
        }
        together
    }
}

/// A scale and the directions between the squares of a board.
struct HalfScale<'a> {
    scale: &'a Scale,
    squares: usize,
    /// From square to square; the place beyond the board is one as well.
    directions: Vec<u8>,
}

impl<'a> HalfScale<'a> {
    fn new(graph: &Graph, scale: &'a Scale) -> HalfScale<'a> {
        let squares = graph.squares.len();
        let mut directions = vec![NOWHERE as u8; squares * (squares + 1)];
        for (from, later) in graph.later.iter().enumerate() {
            for &to in later.iter().filter(|&&to| to < squares) {
                let (here, there) = (graph.squares[from], graph.squares[to]);
                directions[from * (squares + 1) + to] = scale.direction(here, there) as u8;
                directions[to * (squares + 1) + from] = scale.direction(there, here) as u8;
            }
        }
        HalfScale { scale, squares, directions }
    }

    fn direction(&self, from: usize, to: usize) -> Way {
        self.directions[from * (self.squares + 1) + to].into()
    }

    /// The values of a half, and the directions in which it leaves the ends.
    fn measure(&self, leaps: &LeapsTaken, ends: &[usize], values: &mut [usize]) -> Way {
        values.fill(0);
        if self.scale.is_of_leaps() {
            for from in 0..self.squares {
                for &to in leaps.at(from).iter().filter(|&&to| from < to) {
                    let part = self.scale.leaps.get(self.direction(from, to) as usize);
                    part.copied().flatten().into_iter().for_each(|part| values[part] += 1);
                }
            }
            return 0;
        }
        for at in 0..self.squares {
            let &[one, other] = leaps.at(at) else { continue };
            let part = self.scale.pair(self.direction(at, one), self.direction(at, other));
            part.into_iter().for_each(|part| values[part] += 1);
        }
        ends.iter().rev().fold(0, |way, &end| {
            way << 4 | leaps.at(end).first().map_or(NOWHERE, |&to| self.direction(end, to))
        })
    }
}
