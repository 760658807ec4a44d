//! A number of tours together with its convention: never a bare number.

use std::fmt;

use ktour_core::{Puzzle, TourKind};
use num_bigint::BigUint;

use crate::Classes;

/// An exact number of tours.
///
/// A tour and its reverse are two *directed* tours and one *undirected* tour. A closed tour is counted once,
/// regardless of its start. A given start or end fixes the direction of an open tour, so both numbers are
/// then the same.
///
/// ```
/// use ktour::{Board, Control, Puzzle, TourKind};
/// use ktour::count::{Counter, Resources, TourCount};
/// let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
/// let tours: TourCount = Counter::new(&puzzle)?.classes(&Resources::default(), &Control::unlimited())?.tours;
/// assert_eq!((tours.directed(), tours.undirected()), (&19724u32.into(), &9862u32.into()));
/// assert_eq!(tours.up_to_symmetry().map(|classes| &classes.all), Some(&1245u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TourCount {
    directed: BigUint,
    undirected: BigUint,
    classes: Option<Classes>,
}

impl TourCount {
    /// Creates a count from the number of tours as sets of leaps.
    pub fn of(puzzle: &Puzzle, undirected: BigUint) -> TourCount {
        let is_open = puzzle.kind() != Some(TourKind::Closed);
        let has_end = puzzle.start().is_some() || puzzle.end().is_some();
        let is_one_way = is_open && has_end || puzzle.board().square_count() == 1;
        let directed = if is_one_way { undirected.clone() } else { &undirected * 2u32 };
        TourCount { directed, undirected, classes: None }
    }

    pub(crate) fn with_classes(self, classes: Classes) -> TourCount {
        TourCount { classes: Some(classes), ..self }
    }

    /// The number of tours, where a tour and its reverse count as two.
    pub fn directed(&self) -> &BigUint {
        &self.directed
    }

    /// The number of tours, where a tour and its reverse count as one.
    pub fn undirected(&self) -> &BigUint {
        &self.undirected
    }

    /// The number of undirected tours up to the symmetries of the board, if that was asked for.
    pub fn up_to_symmetry(&self) -> Option<&Classes> {
        self.classes.as_ref()
    }
}

/// Writes the number of undirected tours, and says that it is undirected.
///
/// ```
/// use ktour::{TourKind, count::TourCount};
/// let closed = "6x6".parse::<ktour::Puzzle>()?.with_kind(TourKind::Closed);
/// assert_eq!(TourCount::of(&closed, 9862u32.into()).to_string(), "9862 undirected tours");
/// # Ok::<(), ktour::error::BoardError>(())
/// ```
impl fmt::Display for TourCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.undirected == BigUint::from(1u32) { "" } else { "s" };
        write!(f, "{} undirected tour{plural}", self.undirected)
    }
}

/// A count, and what it cost.
#[derive(Clone, Debug)]
pub struct Counted {
    /// How many tours.
    pub tours: TourCount,
    /// States of all layers together: the signature of the method.
    pub states: u64,
    /// About how much memory a process took at most that only counts.
    pub peak_bytes: u64,
    /// Bytes written to files because they did not fit into memory.
    pub written_bytes: u64,
    /// Bytes read from these files.
    pub read_bytes: u64,
}
