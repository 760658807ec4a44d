//! Construction with repair: a 2-factor of the board whose cycles are merged into one tour.
//!
//! A factor gives every square its two leaps, corners and bottlenecks included, so the remaining work,
//! merging cycles, is local. Each try after the first begins with another factor and may take twice as many
//! steps as the previous one.
//!
//! *Guarantee:* a tour, a proof if not even a factor exists, or nothing claimed. *Cost:* nearly linear in the
//! squares on boards that people draw; about 200 bytes per square.

use super::{
    chosen::FactorLeaps,
    merge::{Join, MergeEffort},
    pair_up::pair_up,
    problem::Problem,
};
use crate::{Stats, Strategy, search_end::SearchEnd};
use ktour_core::{Control, random::Random};

/// Number of factors tried before giving up.
pub(crate) const MAX_REPAIR_TRIES: u32 = 12;

/// Searches for a tour of the requested kind; any kind counts as open. `watch` is called with every factor on
/// the way.
pub(crate) fn repair(
    problem: &mut Problem,
    strategy: &Strategy,
    tries: u32,
    control: &Control,
    stats: &mut Stats,
    mut watch: impl FnMut(&FactorLeaps),
) -> SearchEnd {
    let mut random = Random::new(strategy.seed, stats.tries);
    if let Err(end) = problem.restart(&mut random, control) {
        return end;
    }
    for attempt in 0..tries {
        if control.is_over(stats.trials) {
            break;
        }
        stats.tries += 1;
        // A problem restarts with a random factor.
        if attempt > 0 && !problem.shuffle(&mut random, control) {
            break;
        }
        let leaps = &mut problem.leaps;
        let vertices = leaps.decisions.graph.vertex_count() as u64;
        watch(leaps);
        pair_up(leaps, control, &mut watch);
        let steps = (20_000 + 50 * vertices) << attempt;
        let mut join = Join::new(leaps, &mut random);
        let effort = MergeEffort { longest: 5, steps, kicks: 20 << attempt };
        let is_tour = join.run(effort, stats.trials, control, &mut watch);
        let (steps, cycles) = (join.steps, join.cycles);
        stats.trials += steps;
        stats.moves += vertices;
        if is_tour {
            return problem.tour(&cycles);
        }
    }
    SearchEnd::Stopped
}
