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

mod aim;
mod backbite;
mod magic;
mod path_cost;
mod vertex_leaps;

pub use aim::{Aim, Feature};
pub use magic::{semi_magic, suits_magic};

use backbite::BackbitePath;
use ktour_core::{Control, Puzzle, Square, Tour, TourKind, random::Random};
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
