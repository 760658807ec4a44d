//! Shortening a proof to the steps that its conclusion needs.
//!
//! A proof is found forwards, with many unnecessary steps. A backward pass retains only the steps whose leap
//! a later step or the conclusion needs.

use std::collections::HashSet;

use ktour_core::{
    Board, Leaper, Square,
    proof::{Proof, ProofEnd, ProofStep},
};

/// A leap, and whether it was included.
type Decided = ((Square, Square), bool);

/// Removes the steps that the end of the proof does not depend on. Returns the earlier decisions that it
/// depends on; `None` if it may depend on all.
pub(super) fn trim(board: &Board, leaper: Leaper, proof: &mut Proof) -> Option<HashSet<Decided>> {
    let leap = |a: Square, b: Square| (a.min(b), a.max(b));
    let leaps_of =
        |at: Square, included: bool| board.leaps(leaper, at).map(move |to| (leap(at, to), included));
    let mut needed: HashSet<Decided> = match &mut proof.then {
        ProofEnd::Lost(square) => leaps_of(*square, false).collect(),
        ProofEnd::Apart(..) | ProofEnd::Ends(_) => return None,
        ProofEnd::Cases { leap: (a, b), taken, left } => {
            let both = (trim(board, leaper, taken), trim(board, leaper, left));
            let (Some(mut one), Some(other)) = both else { return None };
            one.extend(other);
            one.remove(&(leap(*a, *b), true));
            one.remove(&(leap(*a, *b), false));
            one
        }
    };
    let mut retained = Vec::new();
    for step in std::mem::take(&mut proof.steps).into_iter().rev() {
        let decided = match &step {
            ProofStep::Only { at, to } => (leap(*at, *to), true),
            ProofStep::Full { at, to } => (leap(*at, *to), false),
            ProofStep::Loop { path } => (leap(path[0], path[path.len() - 1]), false),
        };
        if !needed.remove(&decided) {
            continue;
        }
        match &step {
            ProofStep::Only { at, .. } => needed.extend(leaps_of(*at, false)),
            ProofStep::Full { at, .. } => needed.extend(leaps_of(*at, true)),
            ProofStep::Loop { path } => {
                needed.extend(path.windows(2).map(|pair| (leap(pair[0], pair[1]), true)))
            }
        }
        retained.push(step);
    }
    retained.reverse();
    proof.steps = retained;
    Some(needed)
}
