//! The way a person solves a puzzle: one conclusion after another, the easiest rule first.
//!
//! Unlike the [search](super::search) it stores only the notes of a person: known steps, the steps that a
//! square may still have, the leaps that remain. The rules are used in the order of [`Rule`], starting
//! again with the easiest after every conclusion, so that the grade is the hardest rule needed and how often
//! it was needed.

mod notes;
mod rules;

use super::{
    Givens,
    deduction::{Conclusion, Deduction, Impasse},
};
use crate::Rule;
use ktour_core::{Control, graph::Graph};
use notes::{Notes, NotesBoard};

/// Result of solving a puzzle as a person does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DeductionEnd {
    /// Every step is known: there is one solution.
    Solved,
    /// The given steps contradict each other: there is no solution.
    Contradicted(Impasse),
    /// The allowed rules lead no further, or the time is over.
    Stuck,
}

/// Applies rules up to `max_rule`, with at most `cases` cases, and passes each conclusion to `on_deduction`.
pub(crate) fn deduce(
    givens: &Givens,
    max_rule: Rule,
    cases: usize,
    control: &Control,
    on_deduction: &mut dyn FnMut(Deduction),
) -> DeductionEnd {
    match givens.board().square_count() {
        0..=64 => run::<1>(givens, max_rule, cases, control, on_deduction),
        65..=128 => run::<2>(givens, max_rule, cases, control, on_deduction),
        _ => run::<7>(givens, max_rule, cases, control, on_deduction),
    }
}

/// Deduces with sets of `W` machine words.
fn run<const W: usize>(
    givens: &Givens,
    max_rule: Rule,
    cases: usize,
    control: &Control,
    on_deduction: &mut dyn FnMut(Deduction),
) -> DeductionEnd {
    let Some((squares, graph)) = Graph::from_board(givens.board(), givens.leaper(), control) else {
        return DeductionEnd::Stuck;
    };
    let board = NotesBoard::new(squares, &graph, givens.kind());
    let mut notes = Notes::<W>::new(&board, &graph);
    let steps = givens.steps().iter();
    let given = steps.map(|&(step, square)| (step as usize - 1, board.squares.binary_search(&square)));
    for (step, square) in given {
        if let Err(impasse) = notes.place(step, square.expect("a given square is one of the board")) {
            return DeductionEnd::Contradicted(impasse);
        }
    }
    notes.conclude(max_rule, cases, control, on_deduction)
}

impl<const W: usize> Notes<'_, W> {
    /// Draws conclusions until the puzzle is solved, contradicted or stuck.
    fn conclude(
        &mut self,
        max_rule: Rule,
        mut cases: usize,
        control: &Control,
        on_deduction: &mut dyn FnMut(Deduction),
    ) -> DeductionEnd {
        loop {
            match self.deduce_without_cases(max_rule, on_deduction) {
                Err(impasse) => return DeductionEnd::Contradicted(impasse),
                Ok(()) if self.free.is_empty() => return DeductionEnd::Solved,
                Ok(()) if max_rule < Rule::Cases || cases == 0 => return DeductionEnd::Stuck,
                Ok(()) => {}
            }
            let case = self.find_case(Rule::Cuts, control).or_else(|| match max_rule {
                Rule::Nested => self.find_case(Rule::Cases, control),
                _ => None,
            });
            let Some(case) = case else { return DeductionEnd::Stuck };
            let Conclusion::Not { step, square, .. } = case.conclusion else { return DeductionEnd::Stuck };
            let at = self.board.squares.binary_search(&square).unwrap_or(0);
            self.steps_of[at].remove(step as usize - 1);
            cases -= 1;
            on_deduction(case);
        }
    }

    /// Draws all conclusions that need no cases.
    fn deduce_without_cases(
        &mut self,
        max_rule: Rule,
        on_deduction: &mut dyn FnMut(Deduction),
    ) -> Result<(), Impasse> {
        while !self.free.is_empty() {
            if self.apply_forced_leaps(on_deduction)? {
                continue;
            }
            let mut is_placed = false;
            for rule in [Rule::Counts, Rule::Parity, Rule::Cuts] {
                if rule > max_rule || is_placed {
                    break;
                }
                match rule {
                    Rule::Counts => self.prune_by_distance()?,
                    Rule::Parity => self.prune_by_colour()?,
                    _ => self.prune_by_component()?,
                }
                is_placed = self.place_single(rule, on_deduction)?;
            }
            if !is_placed {
                return Ok(());
            }
        }
        // The last step may have contradicted the leaps of its neighbours.
        self.apply_forced_leaps(on_deduction).map(|_| ())
    }

    /// Finds a step on a square that contradicts the rules; squares and steps with few alternatives come
    /// first.
    fn find_case(&self, max_rule: Rule, control: &Control) -> Option<Deduction> {
        let mut squares_of = vec![0; self.count()];
        for square in self.free.iter() {
            self.steps_of[square].iter().for_each(|step| squares_of[step] += 1);
        }
        let open =
            self.free.iter().flat_map(|square| self.steps_of[square].iter().map(move |step| (square, step)));
        let mut candidates: Vec<(usize, usize, usize)> = open
            .map(|(square, step)| (self.steps_of[square].len().min(squares_of[step]), step, square))
            .collect();
        candidates.sort_unstable();
        for (_, step, square) in candidates {
            if control.is_stopped() {
                return None;
            }
            let mut tried = self.clone();
            let end = match tried.place(step, square) {
                Ok(()) => tried.conclude(max_rule, usize::MAX, control, &mut |_| {}),
                Err(impasse) => DeductionEnd::Contradicted(impasse),
            };
            if let DeductionEnd::Contradicted(contradiction) = end {
                let rule = if max_rule < Rule::Cases { Rule::Cases } else { Rule::Nested };
                let (step, square) = (step as u32 + 1, self.square_at(square));
                return Some(Deduction { rule, conclusion: Conclusion::Not { step, square, contradiction } });
            }
        }
        None
    }
}
