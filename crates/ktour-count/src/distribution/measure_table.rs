//! A measure in numbers.
//!
//! The parts of a measure (six angles, four slopes, or one) are counted side by side in one machine word, so
//! that the values of two halves are added at once.

use ktour_core::{Leap, Leaper, Square};

use super::measure::{Measure, MeasurePart};

/// Directions of a leaper, then no direction: to the slot beyond the board, or one that is not known yet.
pub(super) const NOWHERE: u8 = 8;
const DIRECTIONS: usize = NOWHERE as usize + 1;

/// Bits of a part. A tour has a value below this for every square, and so do boards with no more squares.
const BITS_PER_PART: usize = 10;
pub(super) const MOST_SQUARES: usize = (1 << BITS_PER_PART) - 1;

/// The values of all parts, side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Values(u64);

impl Values {
    /// One of a part, or nothing.
    fn one(part: Option<usize>) -> Values {
        Values(part.map_or(0, |part| 1 << (BITS_PER_PART * part)))
    }

    pub(super) fn plus(self, other: Values) -> Values {
        Values(self.0 + other.0)
    }

    pub(super) fn of_part(self, part: usize) -> usize {
        (self.0 >> (BITS_PER_PART * part)) as usize & MOST_SQUARES
    }
}

/// Table of what two leaps at a square, and each leap, add to a measure.
pub(crate) struct MeasureTable {
    pub(crate) parts: Vec<MeasurePart>,
    directions: Vec<Leap>,
    /// Values of two directions that leave a square.
    pairs: [[Values; DIRECTIONS]; DIRECTIONS],
    /// Values of a direction.
    leaps: [Values; DIRECTIONS],
}

impl MeasureTable {
    pub(crate) fn new(measure: Measure, leaper: Leaper) -> MeasureTable {
        let directions: Vec<Leap> = leaper.leaps().collect();
        let length = i64::from(leaper.r()).pow(2) + i64::from(leaper.s()).pow(2);
        let dot = |a: Leap, b: Leap| a.file * b.file + a.rank * b.rank;
        let is_forward = |leap: &Leap| leap.file > 0 || leap.file == 0 && leap.rank > 0;
        let forward = |leap: Leap| if is_forward(&leap) { leap } else { Leap::new(-leap.file, -leap.rank) };
        let parts: Vec<MeasurePart> = match measure {
            Measure::Turns | Measure::Straight => vec![MeasurePart::Whole],
            Measure::Slope => directions.iter().copied().filter(is_forward).map(MeasurePart::Slope).collect(),
            Measure::Angle => {
                let mut dots: Vec<i64> = directions.iter().map(|&leap| dot(directions[0], leap)).collect();
                dots.sort_unstable_by_key(|dot| -dot);
                dots.dedup();
                dots.into_iter()
                    .filter(|&dot| dot != length)
                    .map(|dot| MeasurePart::Angle(dot, length))
                    .collect()
            }
        };
        let part = |wanted: MeasurePart| parts.iter().position(|&part| part == wanted);
        let pair = |a: Leap, b: Leap| match measure {
            Measure::Turns => (dot(a, b) != -length).then_some(0),
            Measure::Straight => (dot(a, b) == -length).then_some(0),
            Measure::Angle => part(MeasurePart::Angle(dot(a, b), length)),
            Measure::Slope => None,
        };
        let mut leaps = [Values::default(); DIRECTIONS];
        let mut pairs = [leaps; DIRECTIONS];
        for (at, &a) in directions.iter().enumerate() {
            leaps[at] = Values::one(part(MeasurePart::Slope(forward(a))));
            for (other, &b) in directions.iter().enumerate() {
                pairs[at][other] = Values::one(pair(a, b));
            }
        }
        MeasureTable { parts, directions, pairs, leaps }
    }

    /// The number of the direction from a square to another.
    pub(super) fn direction(&self, from: Square, to: Square) -> u8 {
        let is_it = |leap: &Leap| from.leap(*leap) == Some(to);
        self.directions.iter().position(is_it).expect("squares that are a leap apart have a direction") as u8
    }

    /// Values added by two leaps that leave a square in these directions.
    pub(super) fn pair(&self, one: u8, other: u8) -> Values {
        self.pairs[usize::from(one)][usize::from(other)]
    }

    /// Values added by a leap in a direction.
    pub(super) fn leap(&self, direction: u8) -> Values {
        self.leaps[usize::from(direction)]
    }
}
