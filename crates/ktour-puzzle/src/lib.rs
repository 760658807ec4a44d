//! Number puzzles: a board on which some steps are given, and the tour that fits them.
//!
//! [`Givens`] are steps on squares, each checked to be possible; [`Givens::solve`] says whether one tour fits
//! them, two or none. A solution is a way to write in all numbers, so a closed tour counts once for each way
//! to number it; a single given step leaves at least two.

mod bit_set;
mod check;
mod deduce;
mod deduction;
mod error;
mod make;
mod marks;
mod search;
mod spelled;
mod steps;

pub use deduction::{Conclusion, Deduction, Impasse};
pub use error::GivensError;
pub use make::{Clues, MadePuzzle, NotMade, PuzzleOptions};
pub use spelled::{NotSpelled, Spelled, Text};
pub use steps::{Givens, MAX_SQUARES};

use deduce::{DeductionEnd, deduce};
use ktour_core::{Control, Tour, control::Spent};
use search::ExtraCondition;

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
        let (rule, cases) = Difficulty::Hard.limits();
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

/// Whether exactly one tour has the given steps.
#[derive(Clone, Debug)]
pub enum Uniqueness {
    /// Exactly this one.
    Unique(Tour),
    /// These two, and perhaps more.
    Two(Tour, Tour),
    /// None.
    None(Impasse),
    /// The time ran out, or the caller cancelled, before a second solution or the end of the search; with the
    /// first solution, if one was found.
    Unknown(Option<Tour>, Spent),
}

/// Number of solutions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solutions {
    /// Exactly this many.
    Exactly(u64),
    /// This many or more, because the time ran out.
    AtLeast(u64, Spent),
}

// The rules that a person uses, and the difficulty of a puzzle by the rules it needs.

/// Maximum number of cases of a hard puzzle; a fiendish one needs more.
const MAX_CASES_OF_HARD: usize = 8;

/// The rule behind a conclusion, the easiest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// A single remaining choice: a square with no more leaps than it needs, or a step with only one square
    /// to go to.
    Forced,
    /// Leaps counted between two known steps.
    Counts,
    /// Leaps counted exactly: the colour of a square, and a neighbour for the step before and the step after.
    Parity,
    /// Parts of the board that are cut off from each other, each filled exactly by runs of steps.
    Cuts,
    /// A step tried on a square until the rules above contradict it.
    Cases,
    /// A case in which other cases were needed.
    Nested,
}

ktour_core::named! {
    Rule: "rule" {
        "forced" => Forced,
        "counts" => Counts,
        "parity" => Parity,
        "cuts" => Cuts,
        "cases" => Cases,
        "nested" => Nested,
    }
}

/// How hard a puzzle is for a person, by the hardest rule it needs and how often.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Difficulty {
    /// Forced leaps and counts.
    Easy,
    /// Parity and cuts as well.
    Medium,
    /// A few cases as well.
    Hard,
    /// Many cases, or cases in cases.
    Fiendish,
}

ktour_core::named! {
    Difficulty: "difficulty" {
        "easy" => Easy,
        "medium" => Medium,
        "hard" => Hard,
        "fiendish" => Fiendish,
    }
}

impl Difficulty {
    /// The hardest rule that such a puzzle needs, and the maximum number of its cases.
    pub(crate) fn limits(self) -> (Rule, usize) {
        match self {
            Difficulty::Easy => (Rule::Counts, 0),
            Difficulty::Medium => (Rule::Cuts, 0),
            Difficulty::Hard => (Rule::Cases, MAX_CASES_OF_HARD),
            Difficulty::Fiendish => (Rule::Nested, usize::MAX),
        }
    }
}
