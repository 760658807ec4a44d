//! A hint in three grades: the place, the deduction, the step.
//!
//! The library deduces as a person does, from the steps so far. The hint is the first step that it finds,
//! with its conclusions about the same squares.

use std::time::Duration;

use ktour_core::{Board, Control, Square, Tour, notation};
use ktour_puzzle::{Conclusion, Deduction, Givens, Rule};

/// Time limit for the search of a human deduction; most take far less.
const DEDUCTION_TIMEOUT: Duration = Duration::from_secs(1);
/// Maximum number of conclusions that are shown before the step.
const MAX_DEDUCTIONS_SHOWN: usize = 3;

/// A step that can be deduced from the current state.
pub(super) struct Hint {
    /// 1 shows the place, 2 the deduction, 3 the step.
    grade: u8,
    step: u32,
    square: Square,
    rule: Option<Rule>,
    /// Known steps from which it follows; if there are none, the hint is about its square.
    known: Vec<(u32, Square)>,
    /// Conclusions that lead to the step.
    before: Vec<Deduction>,
}

impl Hint {
    /// Returns the first step that follows from a state without wrong steps.
    pub(super) fn new(
        givens: &Givens,
        entries: impl Iterator<Item = (Square, u32)>,
        solution: &Tour,
    ) -> Option<Hint> {
        let given = givens.steps().iter().map(|&(step, square)| (square, step));
        let steps = given.chain(entries);
        let known_steps = Givens::new(givens.board(), givens.leaper(), givens.kind(), steps).ok()?;
        let (deductions, _) = known_steps.deductions(&Control::within(DEDUCTION_TIMEOUT));
        let found = deductions.iter().enumerate().find_map(|(at, deduction)| match deduction.conclusion {
            Conclusion::OnlySquare { step, square, after, before } => {
                Some((at, step, square, after.into_iter().chain(before).collect()))
            }
            Conclusion::OnlyStep { square, step } => Some((at, step, square, Vec::new())),
            _ => None,
        });
        let Some((at, step, square, known)) = found else {
            // Without a deduction in time the hint is the first missing step, without a reason.
            let missing =
                (1..).zip(solution.squares()).find(|&(_, square)| known_steps.step_of(square).is_none());
            let (step, square) = missing?;
            return Some(Hint { grade: 1, step, square, rule: None, known: Vec::new(), before: Vec::new() });
        };
        let is_near = |deduction: &&Deduction| match &deduction.conclusion {
            Conclusion::Leaps { square: on, to } => *on == square || to.contains(&square),
            _ => true,
        };
        let mut before: Vec<Deduction> =
            deductions[..at].iter().rev().filter(is_near).take(MAX_DEDUCTIONS_SHOWN).cloned().collect();
        before.reverse();
        Some(Hint { grade: 1, step, square, rule: Some(deductions[at].rule), known, before })
    }

    pub(super) fn next_grade(self) -> Hint {
        Hint { grade: self.grade + 1, ..self }
    }

    /// Whether the hint shows the step itself.
    pub(super) fn shows_step(&self) -> bool {
        self.grade > 2
    }

    pub(super) fn square(&self) -> Square {
        self.square
    }

    pub(super) fn step(&self) -> u32 {
        self.step
    }

    /// Whether a square is part of the hint.
    pub(super) fn is_about(&self, square: Square) -> bool {
        match &self.known[..] {
            [] => square == self.square,
            known => known.iter().any(|&(_, on)| on == square),
        }
    }

    pub(super) fn text(&self, board: &Board) -> String {
        let name = |square| notation::name(board, square);
        let (step, square) = (self.step, name(self.square));
        let known: Vec<String> =
            self.known.iter().map(|&(step, on)| format!("{step} on {}", name(on))).collect();
        let known = (!known.is_empty()).then(|| known.join(" and "));
        match (self.grade, known) {
            (1, Some(known)) => format!("look around {known}; h again says why"),
            (1, None) => format!("look at {square}; h again says why"),
            (2, known) => {
                let why = match (self.rule, known) {
                    (None, _) => format!("the rules do not find {step} soon enough; h again tells it"),
                    (Some(Rule::Forced), Some(known)) => {
                        format!("{step} has one free square that is a leap from {known}")
                    }
                    (Some(Rule::Counts), Some(known)) => {
                        format!("count the leaps: {step} has one square near enough to {known}")
                    }
                    (Some(Rule::Parity), Some(known)) => {
                        format!(
                            "count the leaps exactly: {step} has one square exactly that many from {known}"
                        )
                    }
                    (Some(_), Some(known)) => {
                        format!("{step} has one square that is not cut off from {known}")
                    }
                    (Some(Rule::Forced | Rule::Counts), None) => {
                        format!("count the leaps: only one step comes near enough to {square}")
                    }
                    (Some(Rule::Parity), None) => {
                        format!(
                            "count the leaps exactly: only one step reaches {square} in exactly that many"
                        )
                    }
                    (Some(_), None) => format!("only one step has room on {square}"),
                };
                let before: String =
                    self.before.iter().map(|deduction| format!("{}; ", deduction.text(board))).collect();
                before + &why
            }
            _ => format!("{square} is {step}"),
        }
    }
}
