//! What a count will cost, said before it begins.
//!
//! Layers grow about five-fold with every place of the frontier. The factors are read off boards
//! that were counted: closed and open tours of 6x8, 7x8 and 8x8, open tours of 7x7; for other
//! leapers they are a guess. Short boards cost less, and a bound says how much at most: a layer
//! has no more states than the squares decided so far had choices, and no more than there are
//! tables of the places that were touched.

use std::collections::HashMap;

use knights_tour::Puzzle;

use crate::{CountError, Watch, filter::Digits, graph::Graph, meet::Meeting, walk::SETS};

/// About what a count costs at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// States of the largest layer.
    pub states: f64,
    /// States of all layers.
    pub all_states: f64,
    /// Bytes at the largest layer.
    pub bytes: u128,
    /// Seconds.
    pub seconds: f64,
}

/// States of the largest layer over five to the number of places.
const OPEN: f64 = 4.2e-4;
const CLOSED: f64 = 1.3e-4;
const HALVED: f64 = 4.2e-5;
const OPEN_HALVED: f64 = 9e-5;
/// All states of a board whose layers are kept whole.
const FEW: f64 = 1e7;
/// Bytes of a state in its layer, among its successors, and in the tables that add them up.
const STATE: f64 = 64.0;
/// Bytes of a state in a layer that is kept.
const KEPT: f64 = 20.0;
/// Bytes of a square and its step, in the plans of the whole board and of its halves.
const SQUARE: u128 = 1 << 10;
/// Seconds that a thread spends on a state.
const SECONDS: f64 = 3e-7;

/// The halves of a board whose tours are drawn by halves: not where the layers of the whole are
/// few, which need no gluing.
pub(crate) fn is_drawn_by_halves(puzzle: &Puzzle, graph: &Graph) -> Result<Option<Meeting>, CountError> {
    if whole_sample(graph).1 < FEW { Ok(None) } else { Meeting::new(puzzle, graph) }
}

/// States of the largest layer and of all layers of the whole board, without mirror images.
fn whole_sample(graph: &Graph) -> (f64, f64) {
    let is_open = graph.ends.is_some();
    let places = graph.reach() + usize::from(is_open);
    let share = 2.0 * if is_open { OPEN } else { CLOSED };
    let states = (share * 5f64.powi(places as i32)).max(1.0);
    let (most, all) = bound(graph);
    (states.min(most), (states * (graph.squares.len() as f64 / 6.0).max(1.0)).min(all))
}

/// The most states that any layer and all layers together can have.
fn bound(graph: &Graph) -> (f64, f64) {
    let beyond = usize::from(graph.ends.is_some());
    let mut reached = vec![0u8; graph.squares.len()];
    // Places of the frontier that were reached once, and more often.
    let (mut once, mut often) = (0, beyond);
    let (mut choices, mut most, mut all) = (1f64, 1f64, 1f64);
    let mut tables = HashMap::new();
    for (square, later) in graph.later.iter().enumerate() {
        match reached[square] {
            0 => {}
            1 => once -= 1,
            _ => often -= 1,
        }
        for &to in later {
            match reached[to] {
                0 => once += 1,
                1 => (once, often) = (once - 1, often + 1),
                _ => {}
            }
            reached[to] = (reached[to] + 1).min(2);
        }
        let leaps = (later.len() + beyond) as f64;
        choices *= leaps.max(leaps * (leaps - 1.0) / 2.0).max(1.0);
        let states = choices.min(*tables.entry((once, often)).or_insert_with(|| tables_of(once, often)));
        (most, all) = (most.max(states), all + states);
    }
    (most, all)
}

/// How many mate tables there are: places reached once are bare or outer, others may be inner.
fn tables_of(once: usize, often: usize) -> f64 {
    let choose = |n: usize, k: usize| (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product::<f64>();
    let pairings = |ends: usize| (1..ends).step_by(2).map(|odd| odd as f64).product::<f64>();
    let outer = (0..=once).flat_map(|a| (0..=often).map(move |b| (a, b))).filter(|(a, b)| (a + b) % 2 == 0);
    outer
        .map(|(a, b)| choose(once, a) * choose(often, b) * 2f64.powi((often - b) as i32) * pairings(a + b))
        .sum()
}

/// The cost of drawing tours: all layers are kept, of the whole board or of half of it.
pub fn estimate_sample(puzzle: &Puzzle, watch: &Watch) -> Result<Estimate, CountError> {
    let graph = Graph::new(puzzle)?;
    let (mut states, mut all_states) = whole_sample(&graph);
    if is_drawn_by_halves(puzzle, &graph)?.is_some() {
        states = estimate(puzzle, watch)?.states;
        all_states = states * (graph.squares.len() as f64 / 8.0).max(1.0);
    }
    let bytes = (all_states * KEPT + states * STATE) as u128;
    Ok(Estimate { states, all_states, bytes, seconds: all_states * SECONDS / watch.threads as f64 })
}

/// The bytes of the filters that are kept at once: a few of them at least.
fn filters(graph: &Graph, watch: &Watch) -> u128 {
    let set = Digits::new(graph.reach(), graph.ends.is_some()).bytes() as u128;
    let all = set * (graph.squares.len() as u128 + 4);
    all.min((watch.memory() / 4).min(SETS as u128)).max(set * 4)
}

/// The cost of counting, whether or not it can be counted here.
pub fn estimate(puzzle: &Puzzle, watch: &Watch) -> Result<Estimate, CountError> {
    let graph = Graph::new(puzzle)?;
    let is_open = graph.ends.is_some();
    let places = graph.reach() + usize::from(is_open);
    let steps = graph.squares.len() as f64;
    let (share, layers) = match Meeting::new(puzzle, &graph) {
        // Where states and their images come apart in the middle, there are twice as many.
        Ok(Some(meeting)) if is_open && meeting.is_unfolded => (2.0 * OPEN_HALVED, steps / 6.0),
        Ok(Some(_)) if is_open => (OPEN_HALVED, steps / 6.0),
        Ok(Some(_)) => (HALVED, steps / 12.0),
        _ if is_open => (OPEN, steps / 6.0),
        _ => (CLOSED, steps / 6.0),
    };
    let (most, all) = bound(&graph);
    let states = (share * 5f64.powi(places as i32)).max(1.0).min(most);
    let all_states = (states * layers.max(1.0)).min(all);
    // Of a wide board there are more states than any number of bytes counts.
    let fixed = filters(&graph, watch) + graph.squares.len() as u128 * SQUARE;
    let bytes = ((states * STATE) as u128).saturating_add(fixed);
    Ok(Estimate { states, all_states, bytes, seconds: all_states * SECONDS / watch.threads as f64 })
}
