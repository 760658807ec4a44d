//! Merging cycles in pairs: the first and cheapest step from a 2-factor to a tour.
//!
//! Two cycles that run side by side are merged by removing one leap of each and adding the two leaps that
//! cross over; a union-find records which are merged, and one pass over the board leaves few cycles, which
//! [`merge`](super::merge) then merges.

use super::{chosen::FactorLeaps, cycles::Cycles, factor::Factor};
use crate::decisions::Decisions;
use ktour_core::{Control, graph::UnionFind};

/// Vertices with more leaps are skipped.
const MAX_DEGREE: usize = 32;

/// Merges pairs of cycles, each by exchanging two leaps for two; fewer if it was stopped. `watch` is called
/// with the factor after each exchange.
pub(crate) fn pair_up(
    decisions: &Decisions,
    factor: &mut Factor,
    control: &Control,
    watch: &mut impl FnMut(&FactorLeaps),
) {
    let cycles = Cycles::new(&FactorLeaps { decisions, factor: &mut *factor });
    let mut joined = UnionFind::new(decisions.graph.vertex_count());
    let mut left = cycles.count();
    let mut has_changed = true;
    while left > 1 && std::mem::take(&mut has_changed) {
        for a in 0..decisions.graph.vertex_count() as u32 {
            if control.is_stopped_at(a as u64) {
                return;
            }
            if decisions.graph.neighbours(a).len() > MAX_DEGREE {
                continue;
            }
            while let Some([give, get, give_too, get_too]) =
                find_exchange(decisions, factor, &cycles, &mut joined, a)
            {
                let (one, two) = decisions.graph.endpoints(get);
                let (one, two) = (joined.find(cycles.cycle_of(one)), joined.find(cycles.cycle_of(two)));
                joined.union(one, two);
                for leap in [give, give_too] {
                    factor.remove(decisions, leap);
                }
                for leap in [get, get_too] {
                    factor.choose(decisions, leap);
                }
                watch(&FactorLeaps { decisions, factor: &mut *factor });
                left -= 1;
                has_changed = true;
            }
        }
    }
}

/// The leaps to remove and to add, in turn, that merge the cycle of `a` with another.
fn find_exchange(
    decisions: &Decisions,
    factor: &Factor,
    cycles: &Cycles,
    joined: &mut UnionFind,
    a: u32,
) -> Option<[u32; 4]> {
    let own = joined.find(cycles.cycle_of(a));
    for &(get, c) in decisions.graph.neighbours(a) {
        if decisions.is_excluded(get) || joined.find(cycles.cycle_of(c)) == own {
            continue;
        }
        for give in factor.chosen_at(a).into_iter().filter(|&leap| !decisions.is_included(leap)) {
            for give_too in factor.chosen_at(c).into_iter().filter(|&leap| !decisions.is_included(leap)) {
                let (b, d) = (decisions.graph.other(give, a), decisions.graph.other(give_too, c));
                if let Some(get_too) =
                    decisions.graph.between(b, d).filter(|&leap| !decisions.is_excluded(leap))
                {
                    return Some([give, get, give_too, get_too]);
                }
            }
        }
    }
    None
}
