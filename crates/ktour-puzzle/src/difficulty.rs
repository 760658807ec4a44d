//! The rules that a person uses, and the difficulty of a puzzle by the rules it needs.

/// Maximum number of cases of a hard puzzle; a fiendish one needs more.
const FEW_CASES: usize = 8;

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
    /// The hardest rule of such a puzzle, and how many cases it has at most.
    pub(super) fn rules(self) -> (Rule, usize) {
        match self {
            Difficulty::Easy => (Rule::Counts, 0),
            Difficulty::Medium => (Rule::Cuts, 0),
            Difficulty::Hard => (Rule::Cases, FEW_CASES),
            Difficulty::Fiendish => (Rule::Nested, usize::MAX),
        }
    }
}
