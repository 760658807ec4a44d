//! Simulated annealing of a path: each change is a backbite move at one of its ends.
//!
//! Temperatures and probabilities are integers: `f64::exp` and `f64::powf` may differ between machines in
//! their last digit, and with them the tour of a seed.

use super::{path_cost::PathCost, vertex_leaps::VertexLeaps};
use ktour_core::{Control, random::Random};

/// Number of changes between two checks of the clock, and between two temperatures.
const CHANGES_PER_TEMPERATURE: u64 = 1 << 10;
/// Number of fraction bits of a fixed-point number.
const FRACTION_BITS: u32 = 32;
const ONE: u64 = 1 << FRACTION_BITS;

/// A path through all vertices.
pub(super) struct BackbitePath<'a> {
    leaps: &'a VertexLeaps,
    cost: PathCost<'a>,
    path: Vec<u32>,
    /// Position of each vertex on the path.
    at: Vec<u32>,
    /// Cost of the path, without the leap from its end to its beginning.
    paid: i64,
    /// Cost of that leap, or of its absence.
    closing: i64,
    is_closed: bool,
}

impl<'a> BackbitePath<'a> {
    pub(super) fn new(leaps: &'a VertexLeaps, cost: PathCost<'a>, path: Vec<u32>) -> BackbitePath<'a> {
        let at = vec![0; path.len()];
        let mut walk = BackbitePath { leaps, cost, path, at, paid: 0, closing: 0, is_closed: true };
        walk.renumber(0, walk.path.len());
        for pair in 0..walk.path.len() - 1 {
            let (a, b) = (walk.path[pair], walk.path[pair + 1]);
            walk.paid += walk.leap(a, b);
            walk.toggle(a, b);
            if pair > 0 {
                walk.paid += walk.corner(walk.path[pair - 1], a, b);
            }
        }
        (walk.is_closed, walk.closing) = walk.closing();
        walk
    }

    /// Makes `changes` changes, from the highest temperature to the lowest, and returns the best cycle;
    /// `None` if there was none.
    pub(super) fn anneal(
        &mut self,
        changes: u64,
        random: &mut Random,
        control: &Control,
    ) -> Option<Vec<u32>> {
        if self.path.len() < 4 {
            return None;
        }
        let [hot, cold] = self.cost.thirds_of_inverse_temperature();
        let (mut best, mut least) = (None, i64::MAX);
        let mut chances = [0; 32];
        for change in 0..changes {
            if change % CHANGES_PER_TEMPERATURE == 0 {
                if control.is_stopped() {
                    break;
                }
                let warmed = u128::from(ONE * (cold - hot)) * u128::from(change) / u128::from(changes);
                let ratio = exp_of_minus((ONE * hot + warmed as u64) / 3);
                let mut chance = ONE;
                for entry in &mut chances {
                    *entry = chance;
                    chance = times(chance, ratio);
                }
            }
            if self.backbite(random, &chances) && self.is_closed && self.paid + self.closing < least {
                least = self.paid + self.closing;
                best = Some(self.path.clone());
            }
        }
        best
    }

    /// Tries a backbite move at a random end: it gets a leap into the path, and the path gets another end.
    /// Returns whether the move was made.
    fn backbite(&mut self, random: &mut Random, chances: &[u64; 32]) -> bool {
        let count = self.path.len();
        // For the last end, the path is read backwards.
        let is_last = random.coin();
        let end = self.path[if is_last { count - 1 } else { 0 }];
        let near = self.leaps.graph.neighbours(end);
        let (_, into) = near[random.index(near.len())];
        let at = self.at[into as usize] as usize;
        let vertex = |step: usize| self.path[if is_last { count - 1 - step } else { step }];
        let along = if is_last { count - 1 - at } else { at };
        if along == 1 {
            return false;
        }
        if along == count - 1 {
            return self.rotate_cut(1 + random.index(count - 1));
        }
        let freed = vertex(along - 1);
        if self.leaps.is_fixed(freed, into) {
            return false;
        }
        let (second, before, after) = (vertex(1), vertex(along - 2), vertex(along + 1));
        let (last, next_to_last) = (vertex(count - 1), vertex(count - 2));
        let mut change = self.corner(second, end, into) + self.corner(end, into, after)
            - self.corner(before, freed, into)
            - self.corner(freed, into, after);
        self.toggle(freed, into);
        change += self.leap(end, into) - self.leap(freed, into);
        self.toggle(end, into);
        let is_closed = self.leaps.is_leap(freed, last);
        let closing = if is_closed {
            self.leap(last, freed) + self.corner(next_to_last, last, freed) + self.corner(last, freed, before)
        } else {
            self.cost.open()
        };
        let worse = change + closing - self.closing;
        if worse > 0 && (worse > 31 || random.next() >> FRACTION_BITS >= chances[worse as usize]) {
            self.toggle(end, into);
            self.toggle(freed, into);
            return false;
        }
        (self.paid, self.closing, self.is_closed) = (self.paid + change, closing, is_closed);
        if is_last {
            self.path[at + 1..].reverse();
            self.renumber(at + 1, count);
        } else {
            self.path[..at].reverse();
            self.renumber(0, at);
        }
        true
    }

    /// Cuts the cycle open at another leap; it stays the same cycle.
    fn rotate_cut(&mut self, step: usize) -> bool {
        let (first, last) = (self.path[0], self.path[self.path.len() - 1]);
        let (a, b) = (self.path[step - 1], self.path[step]);
        if self.leaps.is_fixed(a, b) {
            return false;
        }
        let whole = self.paid + self.closing;
        self.toggle(last, first);
        self.toggle(a, b);
        self.path.rotate_left(step);
        self.renumber(0, self.path.len());
        (self.is_closed, self.closing) = self.closing();
        self.paid = whole - self.closing;
        false
    }

    /// Whether the ends are a leap apart, and the cost of that.
    fn closing(&self) -> (bool, i64) {
        let path = &self.path;
        let (first, last) = (path[0], path[path.len() - 1]);
        if !self.leaps.is_leap(last, first) {
            return (false, self.cost.open());
        }
        let corners = self.corner(path[path.len() - 2], last, first) + self.corner(last, first, path[1]);
        (true, self.leap(last, first) + corners)
    }

    fn corner(&self, before: u32, here: u32, after: u32) -> i64 {
        match self.cost {
            PathCost::Angles(_) => {
                self.cost.corner_cost(self.leaps.direction(before, here), self.leaps.direction(here, after))
            }
            PathCost::Crossings(_) => 0,
        }
    }

    fn leap(&self, from: u32, to: u32) -> i64 {
        match self.cost {
            PathCost::Angles(_) => 0,
            PathCost::Crossings(_) => {
                let square = self.leaps.squares.get(from as usize);
                square.map_or(0, |&square| self.cost.leap_cost(square, self.leaps.direction(from, to)))
            }
        }
    }

    fn toggle(&mut self, from: u32, to: u32) {
        if let PathCost::Crossings(_) = self.cost {
            let squares = &self.leaps.squares;
            if let (Some(&a), Some(&b)) = (squares.get(from as usize), squares.get(to as usize)) {
                self.cost.toggle(a, b, self.leaps.direction(from, to));
            }
        }
    }

    fn renumber(&mut self, from: usize, to: usize) {
        for step in from..to {
            self.at[self.path[step] as usize] = step as u32;
        }
    }
}

/// The product of two fixed-point numbers, rounded down.
fn times(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)) >> FRACTION_BITS) as u64
}

/// The fixed-point exp(-x) of a fixed-point `x` of at most 4, to 28 bits.
fn exp_of_minus(x: u64) -> u64 {
    // exp(-x) is the 16th power of exp(-x / 16), whose series ends after a few terms.
    let part = x / 16;
    let series = (1..=8).rev().fold(ONE, |sum, term| ONE - times(part, sum) / term);
    (0..4).fold(series, |power, _| times(power, power))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_near_the_real_one_and_fixed_to_the_bit() {
        for x in (0..=4 * ONE).step_by(1 << 20) {
            let (fixed, real) = (exp_of_minus(x) as f64, (-(x as f64) / ONE as f64).exp() * ONE as f64);
            assert!((fixed - real).abs() < 16.0, "exp(-{x}): {fixed}, {real}");
        }
        assert_eq!(
            [0, ONE / 3, ONE, 4 * ONE].map(exp_of_minus),
            [4294967296, 3077478548, 1580030169, 78665069]
        );
    }
}
