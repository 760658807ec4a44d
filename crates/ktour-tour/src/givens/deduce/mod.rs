//! The way a person solves a puzzle: one conclusion after another, the easiest rule first.
//!
//! Unlike the [search](super::search) it remembers only what a person would: known steps, the steps that a
//! square may still have, the leaps that are left. The rules are used in the order of [`Rule`], starting
//! again with the easiest after every conclusion, so that the grade is the hardest rule needed and how often
//! it was needed.

mod notes;
mod rules;

use super::{
    Givens,
    deduction::{Conclusion, Deduction, Impasse},
    difficulty::Rule,
};
use crate::{Control, graph::Graph};
use notes::{Notes, NotesBoard};

/// Where a person's way ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::givens) enum DeductionEnd {
    /// Every step is known: there is one solution.
    Solved,
    /// There is none.
    Contradicted(Impasse),
    /// The rules that were allowed say no more, or the time was over.
    Stuck,
}

/// Concludes with rules up to `most`, with so many cases at most, and tells each conclusion.
pub(in crate::givens) fn deduce(
    givens: &Givens,
    most: Rule,
    cases: usize,
    control: &Control,
    tell: &mut dyn FnMut(Deduction),
) -> DeductionEnd {
    match givens.board().square_count() {
        0..=64 => run::<1>(givens, most, cases, control, tell),
        65..=128 => run::<2>(givens, most, cases, control, tell),
        _ => run::<7>(givens, most, cases, control, tell),
    }
}

fn run<const W: usize>(
    givens: &Givens,
    most: Rule,
    cases: usize,
    control: &Control,
    tell: &mut dyn FnMut(Deduction),
) -> DeductionEnd {
    let Some((squares, graph)) = Graph::from_board(givens.board(), givens.leaper(), control) else {
        return DeductionEnd::Stuck;
    };
    let field = NotesBoard::new(squares, &graph, givens.kind());
    let mut notes = Notes::<W>::new(&field, &graph);
    let steps = givens.steps().iter();
    let written = steps.map(|&(step, square)| (step as usize - 1, field.squares.binary_search(&square)));
    for (step, square) in written {
        if let Err(impasse) = notes.write(step, square.expect("a given square is one of the board")) {
            return DeductionEnd::Contradicted(impasse);
        }
    }
    notes.conclude(most, cases, control, tell)
}

impl<const W: usize> Notes<'_, W> {
    /// The conclusions that the rules allow, until the end.
    fn conclude(
        &mut self,
        most: Rule,
        mut cases: usize,
        control: &Control,
        tell: &mut dyn FnMut(Deduction),
    ) -> DeductionEnd {
        loop {
            match self.simply(most, tell) {
                Err(impasse) => return DeductionEnd::Contradicted(impasse),
                Ok(()) if self.free.is_empty() => return DeductionEnd::Solved,
                Ok(()) if most < Rule::Cases || cases == 0 => return DeductionEnd::Stuck,
                Ok(()) => {}
            }
            let simple = Rule::Cuts;
            let case = self.case(simple, control).or_else(|| match most {
                Rule::Nested => self.case(Rule::Cases, control),
                _ => None,
            });
            let Some(case) = case else { return DeductionEnd::Stuck };
            let Conclusion::Not { step, square, .. } = case.conclusion else { return DeductionEnd::Stuck };
            let at = self.field.squares.binary_search(&square).unwrap_or(0);
            self.when[at].remove(step as usize - 1);
            cases -= 1;
            tell(case);
        }
    }

    /// Everything that follows without cases.
    fn simply(&mut self, most: Rule, tell: &mut dyn FnMut(Deduction)) -> Result<(), Impasse> {
        while !self.free.is_empty() {
            if self.forced(tell)? {
                continue;
            }
            let mut is_more = false;
            for rule in [Rule::Counts, Rule::Parity, Rule::Cuts] {
                if rule > most || is_more {
                    break;
                }
                match rule {
                    Rule::Counts => self.count_leaps()?,
                    Rule::Parity => self.count_exactly()?,
                    _ => self.cut()?,
                }
                is_more = self.singles(rule, tell)?;
            }
            if !is_more {
                return Ok(());
            }
        }
        // The last step written may be a leap too far.
        self.forced(tell).map(|_| ())
    }

    /// A step and a square that contradict the rules; of all, one with the fewest others beside it.
    fn case(&self, within: Rule, control: &Control) -> Option<Deduction> {
        let mut squares_of = vec![0; self.count()];
        for square in self.free.iter() {
            self.when[square].iter().for_each(|step| squares_of[step] += 1);
        }
        let marks =
            self.free.iter().flat_map(|square| self.when[square].iter().map(move |step| (square, step)));
        let mut marks: Vec<(usize, usize, usize)> = marks
            .map(|(square, step)| (self.when[square].len().min(squares_of[step]), step, square))
            .collect();
        marks.sort_unstable();
        for (_, step, square) in marks {
            if control.is_stopped() {
                return None;
            }
            let mut tried = self.clone();
            let end = match tried.write(step, square) {
                Ok(()) => tried.conclude(within, usize::MAX, control, &mut |_| {}),
                Err(impasse) => DeductionEnd::Contradicted(impasse),
            };
            if let DeductionEnd::Contradicted(or_else) = end {
                let rule = if within < Rule::Cases { Rule::Cases } else { Rule::Nested };
                let (step, square) = (step as u32 + 1, self.name(square));
                return Some(Deduction { rule, conclusion: Conclusion::Not { step, square, or_else } });
            }
        }
        None
    }
}
