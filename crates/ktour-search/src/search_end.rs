//! How a search ends, and the check that every tour passes on its way out.

use crate::Stats;
use ktour_core::{Control, Outcome, Puzzle, Reason, Square, Tour, TourKind, notation};

/// How a search ended.
pub(crate) enum SearchEnd {
    /// A tour, verified.
    Found(Tour),
    /// Everything was tried.
    Exhausted,
    /// There is no tour, for a reason that a person can check.
    Impossible(Reason),
    /// The time ran out, the search was cancelled, or the method gave up.
    Stopped,
}

impl SearchEnd {
    /// The outcome of a finished search.
    pub(crate) fn outcome(self, control: &Control, stats: &Stats) -> Outcome {
        match self {
            SearchEnd::Found(tour) => Outcome::Found(tour),
            SearchEnd::Exhausted => {
                Outcome::Impossible(Reason::Exhausted { nodes: stats.moves + stats.tries })
            }
            SearchEnd::Impossible(reason) => Outcome::Impossible(reason),
            SearchEnd::Stopped => Outcome::Unknown(control.spent(stats.trials)),
        }
    }
}

/// Verifies a tour: every answer of a search is made here.
///
/// # Panics
/// If the squares are not a tour, or not the requested one: a defect of this crate, never of the input.
pub(crate) fn verified(puzzle: &Puzzle, squares: impl IntoIterator<Item = Square>) -> Tour {
    let tour = Tour::verify(puzzle.board(), puzzle.leaper(), squares)
        .unwrap_or_else(|error| panic!("a search returned a list that is not a tour: {error}"));
    let name = |square| notation::name(puzzle.board(), square);
    let begins = tour.squares().zip(puzzle.visited()).all(|(a, &b)| a == b);
    assert!(begins, "a search changed the squares already visited");
    if let Some(end) = puzzle.end() {
        assert_eq!(tour.square_at(tour.len()), Some(end), "a tour to {} ends elsewhere", name(end));
    }
    match puzzle.kind() {
        Some(TourKind::Closed) => {
            assert_eq!(tour.kind(), TourKind::Closed, "a closed tour was asked for");
            tour
        }
        Some(TourKind::Open) => tour.as_open(),
        None => tour,
    }
}
