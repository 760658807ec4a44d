//! The best tour by a measure: the fewest turns, the most right angles, and so on.
//!
//! [`Annealer::round`] uses simulated annealing. A tour is cut open, and each change of the remaining path is
//! a *backbite move*: one of its ends gets a leap to some square of the path, and the leap that led on from
//! there is removed, so that everything is one path again with another end. If its ends are a leap apart, the
//! path is a tour. Improvements are always accepted; other changes only with a probability that falls during
//! the round. An open tour is a closed one through a *virtual vertex*, which is a leap away from every square
//! where a tour may begin or end.
//!
//! *Guarantee:* the same seed and round number give the same tour; no tour is proven to be the best. *Cost:*
//! a few million changes per second on a chessboard. *Reference:* M. L. Mansfield 1982; R. Oberdorf, A.
//! Ferguson, J. L. Jacobsen, J. Kondev, "Secondary structures in long compact polymers", 2006, for these
//! moves.

mod backbite;
mod magic;
mod path_cost;
mod vertex_leaps;

pub use magic::{semi_magic, suits_magic};

use std::fmt;

use backbite::BackbitePath;
use ktour_core::{Control, Leap, Leaper, Puzzle, Square, Tour, TourKind, measure::Measures, random::Random};
use path_cost::PathCost;
use vertex_leaps::VertexLeaps;

/// A search for tours that are better than a known one.
///
/// ```
/// use ktour::{Board, Control, Puzzle, Strategy, TourKind, best::{Aim, Feature, Annealer}, solve};
/// let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
/// let control = Control::unlimited();
/// let first = solve(&puzzle, &Strategy::default(), &control)?.outcome.found().unwrap();
/// let aim = Aim::Fewest(Feature::Crossings);
/// let better = Annealer::new(&puzzle, aim, &first).round(1, 0, &control).unwrap();
/// assert!(!aim.is_better(aim.value(&first), aim.value(&better)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Annealer<'a> {
    puzzle: &'a Puzzle,
    aim: Aim,
    kind: TourKind,
    first: Vec<Square>,
    leaps: VertexLeaps,
}

impl<'a> Annealer<'a> {
    /// Creates a search that starts with a tour that answers the puzzle.
    pub fn new(puzzle: &'a Puzzle, aim: Aim, first: &Tour) -> Annealer<'a> {
        // A tour to a given end may happen to end a leap from its start.
        let kind = if puzzle.end().is_some() { TourKind::Open } else { first.kind() };
        let leaps = VertexLeaps::new(puzzle, kind);
        Annealer { puzzle, aim, kind, first: first.squares().collect(), leaps }
    }

    /// One round of annealing (later rounds are longer): returns the best tour it met. `None` if there was
    /// none, or no time.
    pub fn round(&self, seed: u64, number: u64, control: &Control) -> Option<Tour> {
        let mut random = Random::new(seed, number);
        let cost = PathCost::new(self.puzzle.board(), self.puzzle.leaper(), self.aim);
        let mut walk = BackbitePath::new(&self.leaps, cost, self.leaps.cycle(&self.first));
        let best = walk.anneal(length(self.first.len(), number), &mut random, control)?;
        let squares = self.leaps.tour(&best, self.puzzle);
        let tour = Tour::verify(self.puzzle.board(), self.puzzle.leaper(), squares).ok()?;
        Some(if self.kind == TourKind::Open { tour.as_open() } else { tour })
    }
}

/// Number of changes tried in a round; it doubles every eight rounds.
fn length(squares: usize, round: u64) -> u64 {
    (4096 * squares as u64) << (round / 8).min(20)
}

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
