//! All Hamiltonian cycles of a quotient.
//!
//! The search branches on leaps as the plain search that checks proofs, at the vertex with the fewest
//! undecided leaps. Every cycle is listed exactly once, because a leap is included in one branch and excluded
//! in the other.
//!
//! *Guarantee:* complete. *Cost:* exponential; the quotient has half the squares of the board, or a quarter.

use std::ops::ControlFlow;

use crate::{Stats, decisions::Decisions};
use ktour_core::Control;

/// How a list ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ListEnd {
    /// All cycles were listed.
    All,
    /// The callback asked to stop.
    Enough,
    /// The time or the nodes were used up.
    Stopped,
}

/// Calls `found` with the decisions of every cycle, whose leaps are the included ones; expands at most
/// `nodes` nodes.
pub(super) fn for_each_cycle(
    decisions: &mut Decisions,
    given: &[u32],
    nodes: u64,
    control: &Control,
    stats: &mut Stats,
    found: &mut dyn FnMut(&Decisions) -> ControlFlow<()>,
) -> ListEnd {
    decisions.undo(0);
    let last = stats.moves.saturating_add(nodes);
    let begun =
        given.iter().try_for_each(|&leap| decisions.include(leap)).and_then(|()| decisions.propagate_all());
    let mut state = begun.and_then(|()| decisions.check_biconnected(control));
    // Each decision: the mark before it, and the leap that it includes first.
    let mut branches: Vec<(usize, u32)> = Vec::new();
    loop {
        if state.is_ok() {
            match decisions.choose() {
                Some(leap) => {
                    if stats.moves >= last || stats.moves.is_multiple_of(64) && control.is_over(stats.trials)
                    {
                        return ListEnd::Stopped;
                    }
                    let mark = decisions.mark();
                    branches.push((mark, leap));
                    stats.moves += 1;
                    stats.trials += 1;
                    state = decisions.include(leap).and_then(|()| decisions.propagate());
                    continue;
                }
                None if found(decisions).is_break() => return ListEnd::Enough,
                None => {}
            }
        }
        let Some((mark, leap)) = branches.pop() else { return ListEnd::All };
        stats.backtracks += 1;
        decisions.undo(mark);
        let left = decisions.exclude(leap).and_then(|()| decisions.propagate());
        state = left.and_then(|()| decisions.check_biconnected(control));
    }
}
