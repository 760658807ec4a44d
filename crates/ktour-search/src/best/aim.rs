//! Optimisation goals: the fewest or the most of a feature.

use std::fmt;

use ktour_core::{Leap, Leaper, Tour, measure::Measures};

/// Feature of a tour that is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// Squares where the direction changes.
    Turns,
    /// Squares where it does not.
    Straight,
    /// Squares where it turns by a right angle.
    RightAngles,
    /// Squares where it turns back by the sharpest possible angle.
    SharpAngles,
    /// Pairs of leaps that cross.
    Crossings,
}

ktour_core::named! {
    Feature: "measure" {
        "turns" => Turns,
        "straight" => Straight,
        "right-angles" => RightAngles,
        "sharp-angles" => SharpAngles,
        "crossings" => Crossings,
    }
}

/// Goal of the optimisation.
///
/// ```
/// use ktour::best::{Aim, Feature};
/// let aim = Aim::Fewest(Feature::Turns);
/// assert_eq!((aim.to_string(), aim.feature()), ("fewest-turns".to_owned(), Feature::Turns));
/// assert!(aim.is_better(30, 31) && Aim::iter().any(|other| other == aim));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// The fewest possible.
    Fewest(Feature),
    /// The most possible.
    Most(Feature),
}

/// `fewest-turns`, `most-straight` and so on.
impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if matches!(self, Aim::Fewest(_)) { "fewest" } else { "most" };
        write!(f, "{how}-{}", self.feature())
    }
}

impl Aim {
    /// Iterates over all goals.
    pub fn iter() -> impl Iterator<Item = Aim> {
        let features = || Feature::NAMED.into_iter().map(|(_, feature)| feature);
        features().map(Aim::Fewest).chain(features().map(Aim::Most))
    }

    /// The feature that is counted.
    pub fn feature(self) -> Feature {
        match self {
            Aim::Fewest(feature) | Aim::Most(feature) => feature,
        }
    }

    /// Number of these features in a tour.
    ///
    /// ```
    /// use ktour::{KNIGHT, Tour, best::{Aim, Feature}};
    /// let squares = ["a1", "c2", "a3", "b1", "d2", "b3", "c1", "a2", "c3", "d1", "b2", "d3"];
    /// let squares: Result<Vec<_>, _> = squares.iter().map(|name| name.parse()).collect();
    /// let tour = Tour::verify(&"4x3".parse()?, KNIGHT, squares?)?;
    /// assert_eq!(Aim::Fewest(Feature::Turns).value(&tour), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(self, tour: &Tour) -> u64 {
        let measures = Measures::new(tour);
        let angles = |is_it: &dyn Fn(i64) -> bool| {
            measures.angles.iter().filter(|angle| is_it(angle.dot)).map(|angle| angle.count as u64).sum()
        };
        match self.feature() {
            Feature::Turns => measures.turns as u64,
            Feature::Straight => measures.straight as u64,
            Feature::RightAngles => angles(&|dot| dot == 0),
            Feature::SharpAngles => angles(&|dot| dot == sharpest(tour.leaper())),
            Feature::Crossings => measures.crossings.total,
        }
    }

    /// Whether one value is better than another.
    pub fn is_better(self, value: u64, than: u64) -> bool {
        match self {
            Aim::Fewest(_) => value < than,
            Aim::Most(_) => value > than,
        }
    }
}

/// The sharpest angle of a leaper, as the largest inner product of two different leaps.
pub(super) fn sharpest(leaper: Leaper) -> i64 {
    let directions: Vec<Leap> = leaper.leaps().collect();
    let length = dot(directions[0], directions[0]);
    let pairs = directions.iter().flat_map(|&a| directions.iter().map(move |&b| dot(a, b)));
    pairs.filter(|&dot| dot < length).max().unwrap_or(0)
}

pub(super) fn dot(a: Leap, b: Leap) -> i64 {
    a.file * b.file + a.rank * b.rank
}
