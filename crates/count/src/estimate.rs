//! What a count will cost, said before it begins.
//!
//! Layers grow about five-fold with every place of the frontier. The factor is read off three
//! boards, closed tours of 6x8, 7x8 and 8x8; for open tours and other leapers it is a guess. Short
//! boards cost less.

use knights_tour::Puzzle;

use crate::{CountError, Watch, graph::Graph, meet::Meeting, plan::Plan};

/// About what a count costs at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// States of the largest layer.
    pub states: f64,
    /// Bytes at the largest layer.
    pub bytes: u128,
    /// Seconds.
    pub seconds: f64,
}

/// States of the largest layer over five to the number of places; half boards have a third.
const SHARE: f64 = 2.6e-4;
/// Bytes of a state in its layer, among its successors, and in the tables that add them up.
const STATE: f64 = 64.0;
/// Seconds that a thread spends on a state.
const SECONDS: f64 = 4e-7;

/// The cost of counting, or why it cannot be counted at all.
pub fn estimate(puzzle: &Puzzle, watch: &Watch) -> Result<Estimate, CountError> {
    let graph = Graph::new(puzzle)?;
    let plan = Plan::whole(&graph)?;
    let places = graph.reach() + usize::from(graph.ends.is_some());
    let is_halved = Meeting::new(puzzle, &graph)?.is_some();
    let share = if is_halved { SHARE / 3.0 } else { SHARE };
    let states = (share * 5f64.powi(places as i32)).max(1.0);
    let sets = plan.digits.bytes() as f64 * (plan.steps.len() as f64 + 4.0);
    let bytes = (states * STATE + sets.min(6e8)) as u128;
    let seconds = states * SECONDS * plan.steps.len() as f64 / watch.threads as f64;
    Ok(Estimate { states, bytes, seconds })
}
