//! What the obvious walk finds, and what follows from it without any cleverness.

use std::collections::BTreeSet;

use ktour_core::{Board, Puzzle, Square, Symmetry, TourKind};
use ktour_count::plain;

/// The leaps of a tour, each with its lower square first, in order.
pub(crate) type LeapSet = BTreeSet<(Square, Square)>;

/// Every tour.
pub(crate) struct EveryTour {
    is_closed: bool,
    /// Whether a tour and its reverse are both in a list.
    pub(crate) is_two_way: bool,
    pub(crate) tours: Vec<Vec<Square>>,
}

impl EveryTour {
    pub(crate) fn new(puzzle: &Puzzle) -> EveryTour {
        let is_closed = puzzle.kind() == Some(TourKind::Closed);
        let has_end = puzzle.start().is_some() || puzzle.end().is_some();
        let is_two_way = !is_closed && !has_end && puzzle.board().square_count() > 1;
        let mut tours = Vec::new();
        plain::each(puzzle, &mut |tour| tours.push(tour.to_vec())).unwrap();
        EveryTour { is_closed, is_two_way, tours }
    }

    /// How many tours a list has.
    pub(crate) fn listed(&self) -> usize {
        self.tours.len() * if self.is_two_way { 2 } else { 1 }
    }

    /// The tours as sets of leaps: direction and beginning aside.
    pub(crate) fn all_leaps(&self) -> BTreeSet<LeapSet> {
        self.tours.iter().map(|tour| leaps(tour, self.is_closed)).collect()
    }

    pub(crate) fn leaps_of(&self, tour: &[Square]) -> LeapSet {
        leaps(tour, self.is_closed)
    }

    /// Every class by its lowest member.
    pub(crate) fn classes(&self, board: &Board) -> BTreeSet<LeapSet> {
        let image = |leaps: &LeapSet, symmetry: Symmetry| -> LeapSet {
            let there = |square| symmetry.apply_to_square(board, square);
            leaps.iter().map(|&(a, b)| ordered(there(a), there(b))).collect()
        };
        let symmetries = board.symmetries();
        let lowest = |leaps: LeapSet| symmetries.iter().map(|&symmetry| image(&leaps, symmetry)).min();
        self.all_leaps().into_iter().filter_map(lowest).collect()
    }
}

fn leaps(tour: &[Square], is_closed: bool) -> LeapSet {
    let back = is_closed.then(|| ordered(tour[tour.len() - 1], tour[0]));
    tour.windows(2).map(|leap| ordered(leap[0], leap[1])).chain(back).collect()
}

fn ordered(a: Square, b: Square) -> (Square, Square) {
    (a.min(b), a.max(b))
}
