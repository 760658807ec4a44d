//! The conclusions of a person, in order: the rule, the squares, and a sentence.

use crate::Rule;
use ktour_core::{
    Board, Square,
    notation::{self, and_list, counted},
};

/// One step of a person's way to the solution.
///
/// ```
/// use ktour::{Board, Control, KNIGHT, TourKind, givens::{Givens, Impasse}};
/// let steps = [("a3".parse()?, 1), ("a2".parse()?, 12)]; //  1  .  .  .
/// let board = Board::new(4, 3)?;                         // 12  .  .  .
/// let givens = Givens::new(&board, KNIGHT, TourKind::Open, steps)?; // .  .  .  .
/// let (deductions, _) = givens.deductions(&Control::unlimited());
/// assert_eq!(deductions[0].text(&board), "only two leaps are left at a1: to c2 and b3");
///
/// let impasse = Impasse::FewLeaps { square: "a1".parse()? };
/// assert_eq!((impasse.code(), impasse.text(&board)), ("few-leaps", "a1 has too few leaps left".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The rule it needs.
    pub rule: Rule,
    /// The conclusion itself.
    pub conclusion: Conclusion,
}

/// A fact about steps, squares or leaps that follows from those already known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// A square has only these leaps left, and needs them.
    Leaps {
        /// The square.
        square: Square,
        /// The squares that they lead to.
        to: Vec<Square>,
    },
    /// A step has one square left.
    OnlySquare {
        /// The step.
        step: u32,
        /// Its square.
        square: Square,
        /// The known step before it.
        after: Option<(u32, Square)>,
        /// The known step after it.
        before: Option<(u32, Square)>,
    },
    /// A square has one step left.
    OnlyStep {
        /// The square.
        square: Square,
        /// Its step.
        step: u32,
    },
    /// A step is not on a square, because a contradiction would follow.
    Not {
        /// The step.
        step: u32,
        /// The square.
        square: Square,
        /// The contradiction that would follow.
        contradiction: Impasse,
    },
}

/// Why no tour has the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impasse {
    /// No square is left for a step.
    NoSquare {
        /// The step.
        step: u32,
    },
    /// No step is left for a square.
    NoStep {
        /// The square.
        square: Square,
    },
    /// A square has fewer leaps left than a tour needs there.
    FewLeaps {
        /// The square.
        square: Square,
    },
    /// A square is needed by more than two others.
    ManyLeaps {
        /// The square.
        square: Square,
    },
    /// An exhaustive search ended without a solution.
    Exhausted {
        /// The positions it examined.
        nodes: u64,
    },
}

impl Impasse {
    /// A stable name.
    pub fn code(self) -> &'static str {
        match self {
            Impasse::NoSquare { .. } => "no-square",
            Impasse::NoStep { .. } => "no-step",
            Impasse::FewLeaps { .. } => "few-leaps",
            Impasse::ManyLeaps { .. } => "many-leaps",
            Impasse::Exhausted { .. } => "exhausted",
        }
    }

    /// One sentence, with the names of a board's squares.
    pub fn text(self, board: &Board) -> String {
        let name = |square| notation::name(board, square);
        match self {
            Impasse::NoSquare { step } => format!("no square is left for {step}"),
            Impasse::NoStep { square } => format!("no step is left for {}", name(square)),
            Impasse::FewLeaps { square } => format!("{} has too few leaps left", name(square)),
            Impasse::ManyLeaps { square } => format!("more leaps than two are needed at {}", name(square)),
            Impasse::Exhausted { nodes } => {
                format!("an exhaustive search ended without a solution after {}", counted(nodes, "node"))
            }
        }
    }
}

impl Deduction {
    /// One sentence, with the names of a board's squares.
    pub fn text(&self, board: &Board) -> String {
        let name = |square| notation::name(board, square);
        match &self.conclusion {
            Conclusion::Leaps { square, to } => {
                let names: Vec<String> = to.iter().map(|&to| name(to)).collect();
                let leaps = if to.len() == 1 { "one leap is" } else { "two leaps are" };
                format!("only {leaps} left at {}: to {}", name(*square), and_list(&names))
            }
            Conclusion::OnlySquare { step, square, after, before } => {
                let known: Vec<String> = [after, before]
                    .into_iter()
                    .flatten()
                    .map(|&(step, square)| format!("{step} on {}", name(square)))
                    .collect();
                let why = match self.rule {
                    Rule::Forced => "no other square that is left is a leap from",
                    Rule::Counts => "no other square is near enough to",
                    Rule::Parity => "no other square is exactly the right number of leaps from",
                    _ => "all others are cut off from",
                };
                match &known[..] {
                    [] => format!("{step} is on {}: no other square is left for it", name(*square)),
                    _ => format!("{step} is on {}: {why} {}", name(*square), and_list(&known)),
                }
            }
            Conclusion::OnlyStep { square, step } => {
                let why = match self.rule {
                    Rule::Forced | Rule::Counts => "is near enough",
                    Rule::Parity => "is exactly the right number of leaps away",
                    _ => "has room there",
                };
                format!("{} is {step}: no other step {why}", name(*square))
            }
            Conclusion::Not { step, square, contradiction } => {
                let cases = if self.rule == Rule::Nested { " in each case" } else { "" };
                format!("{step} is not on {}, or{cases} {}", name(*square), contradiction.text(board))
            }
        }
    }
}
