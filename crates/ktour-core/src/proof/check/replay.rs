//! Following a proof by forced leaps, step by step.

use std::collections::{HashMap, HashSet};

use super::{Flaw, requirements::Requirements};
use crate::{
    Square,
    proof::{Proof, ProofEnd, ProofStep},
};

/// Checks that every step follows and that the end is a contradiction.
pub(super) fn replay(requirements: &Requirements, proof: &Proof) -> Result<(), Flaw> {
    let mut state = ReplayState { requirements, leaps: HashMap::new(), steps: 0 };
    state.replay(proof)
}

/// The leaps included (`true`) and excluded (`false`) so far.
#[derive(Clone)]
struct ReplayState<'a> {
    requirements: &'a Requirements<'a>,
    leaps: HashMap<(Square, Square), bool>,
    /// Number of steps so far, in all cases.
    steps: usize,
}

impl ReplayState<'_> {
    fn replay(&mut self, proof: &Proof) -> Result<(), Flaw> {
        if let ProofEnd::Ends(ends) = &proof.end {
            return if proof.steps.is_empty() {
                self.replay_ends(ends)
            } else {
                Err(Flaw::BadStep(self.steps + 1))
            };
        }
        // The number of leaps that a square needs is known only if both ends are.
        if self.requirements.free_ends > 0 {
            return Err(Flaw::Harmless);
        }
        for step in &proof.steps {
            self.steps += 1;
            self.apply(step).ok_or(Flaw::BadStep(self.steps))?;
        }
        match &proof.end {
            ProofEnd::TooFewLeaps(square) => self.finish(
                self.remaining(*square) < self.requirements.needs(*square)
                    && self.requirements.exists(*square),
            ),
            ProofEnd::Disconnected(from, to) => {
                let reachable = self.reachable(*from);
                self.finish(
                    self.requirements.exists(*from)
                        && self.requirements.exists(*to)
                        && !reachable.contains(to),
                )
            }
            ProofEnd::Cases { leap: (a, b), included, excluded } => {
                if !self.is_leap(*a, *b) || self.decided(*a, *b).is_some() {
                    return Err(Flaw::BadStep(self.steps));
                }
                for (proof, is_included) in [(included, true), (excluded, false)] {
                    let mut case = self.clone();
                    case.leaps.insert(key(*a, *b), is_included);
                    case.replay(proof)?;
                    self.steps = case.steps;
                }
                Ok(())
            }
            ProofEnd::Ends(_) => unreachable!("followed above"),
        }
    }

    /// Checks that every square that a free end could be has its own proof.
    fn replay_ends(&mut self, ends: &[(Square, Proof)]) -> Result<(), Flaw> {
        if self.requirements.free_ends == 0 || !self.leaps.is_empty() {
            return Err(Flaw::Harmless);
        }
        let (dark, light) = self.requirements.board.colour_counts();
        let alternates_colours = self.requirements.puzzle.leaper().changes_colour();
        for square in
            self.requirements.board.squares().filter(|square| !self.requirements.ends.contains(square))
        {
            let mut requirements = self.requirements.clone();
            requirements.ends.push(square);
            requirements.free_ends -= 1;
            if alternates_colours && requirements.clashes_with_colours(dark, light) {
                continue;
            }
            let (_, proof) = ends.iter().find(|(end, _)| *end == square).ok_or(Flaw::EndLeftOut(square))?;
            replay(&requirements, proof)?;
        }
        Ok(())
    }

    /// Includes or excludes the leap of a step; `None` if the step does not follow.
    fn apply(&mut self, step: &ProofStep) -> Option<()> {
        let (a, b, is_included) = match step {
            ProofStep::Only { at, to } => {
                (self.remaining(*at) <= self.requirements.needs(*at)).then_some((*at, *to, true))?
            }
            ProofStep::Full { at, to } => {
                (self.included_count(*at) >= self.requirements.needs(*at)).then_some((*at, *to, false))?
            }
            ProofStep::Loop { path } => {
                let are_ends = |pair: &[Square]| {
                    self.requirements.ends.contains(&pair[0]) && self.requirements.ends.contains(&pair[1])
                };
                let is_path = path
                    .windows(2)
                    .all(|pair| self.decided(pair[0], pair[1]) == Some(true) || are_ends(pair));
                let squares: HashSet<&Square> = path.iter().collect();
                let is_early = squares.len() == path.len()
                    && (path.len() as u128) < self.requirements.board.square_count();
                (is_path && is_early && path.len() > 1).then_some((path[0], path[path.len() - 1], false))?
            }
        };
        let is_new = self.is_leap(a, b) && self.decided(a, b).is_none();
        is_new.then(|| {
            self.leaps.insert(key(a, b), is_included);
        })
    }

    /// Ends a proof, which must have reached a contradiction.
    fn finish(&self, is_contradiction: bool) -> Result<(), Flaw> {
        if is_contradiction { Ok(()) } else { Err(Flaw::Harmless) }
    }

    fn is_leap(&self, a: Square, b: Square) -> bool {
        self.requirements.exists(a)
            && self.requirements.exists(b)
            && self.requirements.puzzle.leaper().is_leap(a, b)
    }

    /// Whether a leap is included or excluded; `None` if it is undecided.
    fn decided(&self, a: Square, b: Square) -> Option<bool> {
        self.leaps.get(&key(a, b)).copied()
    }

    /// Number of leaps of a square that are not excluded.
    fn remaining(&self, at: Square) -> usize {
        self.requirements.leaps(at).filter(|&to| self.decided(at, to) != Some(false)).count()
    }

    fn included_count(&self, at: Square) -> usize {
        self.requirements.leaps(at).filter(|&to| self.decided(at, to) == Some(true)).count()
    }

    /// The squares reachable from one by remaining leaps.
    fn reachable(&self, from: Square) -> HashSet<Square> {
        let mut reachable = HashSet::from([from]);
        let mut todo = vec![from];
        while let Some(at) = todo.pop() {
            todo.extend(
                self.requirements
                    .leaps(at)
                    .filter(|&to| self.decided(at, to) != Some(false) && reachable.insert(to)),
            );
        }
        reachable
    }
}

/// A leap as a key: its lower square first.
fn key(a: Square, b: Square) -> (Square, Square) {
    (a.min(b), a.max(b))
}
