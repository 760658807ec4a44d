//! Number puzzles: a board on which some steps are given, and the tour that fits them.
//!
//! [`Givens`] are steps on squares, each checked to be possible; [`Givens::solve`] says whether one tour fits
//! them, two or none. A solution is a way to write in all numbers, so a closed tour counts once for each way
//! to number it; a single given step leaves at least two.

mod bit_set;
mod check;
mod deduce;
mod deduction;
mod difficulty;
mod error;
mod make;
mod marks;
mod random_tour;
mod search;
mod spelled;
mod steps;
mod uniqueness;

pub use deduction::{Conclusion, Deduction, Impasse};
pub use difficulty::{Difficulty, Rule};
pub use error::GivensError;
pub use make::{Clues, MadePuzzle, NotMade, PuzzleOptions};
pub use spelled::{NotSpelled, Spelled, Text};
pub use steps::{Givens, MOST_SQUARES};
pub use uniqueness::{Solutions, Uniqueness};

use deduce::{DeductionEnd, deduce};
use search::ExtraCondition;

use ktour_core::Control;

/// Questions about given steps.
impl Givens {
    /// Whether there is exactly one solution.
    pub fn solve(&self, control: &Control) -> Uniqueness {
        search::solve(self, control).0
    }

    /// Answers the same question by a second solver, plainer and slower, which shares no deduction with the
    /// first and gives up after a million nodes.
    pub fn check(&self, control: &Control) -> Uniqueness {
        check::solve(self, &|_, _| true, control)
    }

    /// Difficulty of the puzzle for a person; `None` if it does not have exactly one solution, or the time
    /// ran out.
    pub fn difficulty(&self, control: &Control) -> Option<Difficulty> {
        let (rule, cases) = Difficulty::Hard.rules();
        let mut hardest = Rule::Forced;
        let end = deduce(self, rule, cases, control, &mut |deduction| hardest = hardest.max(deduction.rule));
        match (end, hardest) {
            (DeductionEnd::Contradicted(_), _) => None,
            (DeductionEnd::Solved, Rule::Forced | Rule::Counts) => Some(Difficulty::Easy),
            (DeductionEnd::Solved, Rule::Parity | Rule::Cuts) => Some(Difficulty::Medium),
            (DeductionEnd::Solved, _) => Some(Difficulty::Hard),
            (DeductionEnd::Stuck, _) => (!control.is_stopped()).then_some(Difficulty::Fiendish),
        }
    }

    /// The conclusions of a person, in order, as far as rules and cases lead, and whether they lead to the
    /// end.
    pub fn deductions(&self, control: &Control) -> (Vec<Deduction>, bool) {
        let mut deductions = Vec::new();
        let end =
            deduce(self, Rule::Nested, usize::MAX, control, &mut |deduction| deductions.push(deduction));
        (deductions, end != DeductionEnd::Stuck)
    }

    /// About how many bytes solving or making a puzzle with this many squares needs at most.
    pub fn memory_needed(squares: u128) -> u128 {
        search::memory_needed(squares)
    }

    /// Number of solutions. Each is found, so thousands are counted quickly but billions are not.
    pub fn count(&self, control: &Control) -> Solutions {
        let bounds = search::Bounds { solutions: u64::MAX, nodes: u64::MAX };
        let found = search::search(self, ExtraCondition::Any, bounds, control);
        match found.is_exhaustive {
            true => Solutions::Exactly(found.count),
            false => Solutions::AtLeast(found.count, control.spent(found.nodes)),
        }
    }
}
