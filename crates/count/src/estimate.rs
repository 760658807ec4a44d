//! What a count will cost, said before it begins.
//!
//! Layers grow about five-fold with every place of the frontier. The factors are read off boards
//! that were counted: closed and open tours of 6x8, 7x8 and 8x8, open tours of 7x7; for other
//! leapers they are a guess. Short boards cost less, and a bound says how much at most: a layer
//! has no more states than the squares decided so far had choices, and no more than there are
//! tables of the places that were touched.

use std::collections::HashMap;

use knights_tour::Puzzle;

use crate::{
    CountError, Watch,
    halves::meeting::Meeting,
    layers::filter::Digits,
    layers::walk::SETS,
    list::product,
    list::{SMALL, has_filter},
    problem::graph::Graph,
};

/// About what a count costs at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// States of the largest layer.
    pub states: f64,
    /// States of all layers.
    pub all_states: f64,
    /// Bytes in all: the tables at the largest layer, the filters and the plans.
    pub bytes: u128,
    /// Bytes of these that are the plans, which no limit of memory makes smaller.
    pub plan_bytes: u128,
    /// Seconds.
    pub seconds: f64,
}

/// States of the largest layer over five to the number of places.
const OPEN: f64 = 4.2e-4;
const CLOSED: f64 = 1.3e-4;
const HALVED: f64 = 4.2e-5;
const OPEN_HALVED: f64 = 9e-5;
/// Frontiers with more places have more tables than it is worth to count.
const WIDE: usize = 64;
/// All states of a board whose layers are kept whole.
const FEW: f64 = 1e7;
/// Bytes of a state in its layer, among its successors, and in the tables that add them up.
const STATE: f64 = 64.0;
/// Bytes of a state in a layer that is kept.
const KEPT: f64 = 20.0;
/// Bytes of a square and its steps while the plans of the whole board and of its halves are made,
/// and of the tables that steps share: a board has a few hundred kinds of them.
const SQUARE: u128 = 1 << 10;
const KINDS: u128 = 4 << 20;
/// Bytes of a state whose ways on and back are kept.
const LISTED: f64 = 64.0;
/// Seconds that a thread spends on a state.
const SECONDS: f64 = 3e-7;

/// The halves of a board whose tours are drawn by halves: not where the layers of the whole are
/// few, which need no gluing.
pub(crate) fn is_drawn_by_halves(
    puzzle: &Puzzle,
    graph: &Graph,
    watch: &Watch,
) -> Result<Option<Meeting>, CountError> {
    if whole_sample(graph).1 < FEW { Ok(None) } else { Meeting::new(puzzle, graph, watch) }
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
    if once + often > WIDE {
        return f64::INFINITY;
    }
    let choose = |n: usize, k: usize| (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product::<f64>();
    let pairings = |ends: usize| (1..ends).step_by(2).map(|odd| odd as f64).product::<f64>();
    let outer = (0..=once).flat_map(|a| (0..=often).map(move |b| (a, b))).filter(|(a, b)| (a + b) % 2 == 0);
    outer
        .map(|(a, b)| choose(once, a) * choose(often, b) * 2f64.powi((often - b) as i32) * pairings(a + b))
        .sum()
}

/// The cost of drawing tours: all layers are kept, of the whole board or of half of it.
pub fn estimate_sample(puzzle: &Puzzle, watch: &Watch) -> Result<Estimate, CountError> {
    let graph = Graph::new(puzzle, watch)?;
    let (mut states, mut all_states) = whole_sample(&graph);
    if is_drawn_by_halves(puzzle, &graph, watch)?.is_some() {
        states = counting(puzzle, &graph, watch)?.0;
        all_states = states * (graph.squares.len() as f64 / 8.0).max(1.0);
    }
    let tables = (all_states * KEPT + states * STATE) as u128;
    Ok(Estimate::new(&graph, watch, (states, all_states), tables, filters(&graph, watch)))
}

/// The cost of listing tours: where the layers are few they are all kept, and one state's halves;
/// elsewhere the filters are all that is.
pub fn estimate_list(puzzle: &Puzzle, watch: &Watch) -> Result<Estimate, CountError> {
    let graph = Graph::new(puzzle, watch)?;
    let (states, all_states) = counting(puzzle, &graph, watch)?;
    let (digits, steps) = (digits(&graph), graph.squares.len());
    let walk = if has_filter(&digits, steps, watch) { digits.bytes_at_once(steps, u128::MAX) } else { 0 };
    let (tables, filters) = match all_states < SMALL {
        true => {
            let halves = product::HALVES.min(watch.memory() / 4);
            let tables = (all_states.min(product::MOST as f64) * LISTED) as u128 + halves;
            (tables, digits.bytes_at_once(steps, product::FILTER as u128).max(walk))
        }
        false => (0, walk),
    };
    Ok(Estimate::new(&graph, watch, (states, all_states), tables, filters))
}

/// The cost of counting, whether or not it can be counted here.
pub fn estimate(puzzle: &Puzzle, watch: &Watch) -> Result<Estimate, CountError> {
    let graph = Graph::new(puzzle, watch)?;
    let (states, all_states) = counting(puzzle, &graph, watch)?;
    let tables = (states * STATE) as u128;
    Ok(Estimate::new(&graph, watch, (states, all_states), tables, filters(&graph, watch)))
}

/// States of all layers, counted.
pub(crate) fn all_states(puzzle: &Puzzle, graph: &Graph, watch: &Watch) -> Result<f64, CountError> {
    counting(puzzle, graph, watch).map(|states| states.1)
}

impl Estimate {
    fn new(
        graph: &Graph,
        watch: &Watch,
        (states, all_states): (f64, f64),
        tables: u128,
        filters: u128,
    ) -> Estimate {
        let plan_bytes = KINDS + graph.squares.len() as u128 * SQUARE;
        let bytes = tables.saturating_add(filters).saturating_add(plan_bytes);
        Estimate {
            states,
            all_states,
            bytes,
            plan_bytes,
            seconds: all_states * SECONDS / watch.threads as f64,
        }
    }
}

fn digits(graph: &Graph) -> Digits {
    Digits::new(graph.reach(), graph.ends.is_some())
}

/// The bytes of the filters of a walk.
fn filters(graph: &Graph, watch: &Watch) -> u128 {
    digits(graph).bytes_at_once(graph.squares.len(), (watch.memory() / 4).min(SETS as u128))
}

/// States of the largest layer and of all layers, when tours are counted.
fn counting(puzzle: &Puzzle, graph: &Graph, watch: &Watch) -> Result<(f64, f64), CountError> {
    let is_open = graph.ends.is_some();
    let places = graph.reach() + usize::from(is_open);
    let steps = graph.squares.len() as f64;
    let (share, layers) = match Meeting::new(puzzle, graph, watch) {
        Err(CountError::Stopped) => return Err(CountError::Stopped),
        // Where states and their images come apart in the middle, there are twice as many.
        Ok(Some(meeting)) if is_open && meeting.is_unfolded => (2.0 * OPEN_HALVED, steps / 6.0),
        Ok(Some(_)) if is_open => (OPEN_HALVED, steps / 6.0),
        Ok(Some(_)) => (HALVED, steps / 12.0),
        _ if is_open => (OPEN, steps / 6.0),
        _ => (CLOSED, steps / 6.0),
    };
    let (most, all) = bound(graph);
    let states = (share * 5f64.powi(places as i32)).max(1.0).min(most);
    Ok((states, (states * layers.max(1.0)).min(all)))
}

#[cfg(test)]
mod tests {
    use knights_tour::TourKind;

    use super::*;

    fn all(board: &str, kind: TourKind) -> [Estimate; 3] {
        let puzzle = Puzzle::new(board.parse().unwrap()).with_kind(kind);
        [estimate, estimate_sample, estimate_list].map(|of| of(&puzzle, &Watch::default()).unwrap())
    }

    #[test]
    fn the_plan_of_a_long_board_is_counted_whatever_is_asked() {
        for (board, squares) in [("2x32768", 65536), ("5x12000", 60000)] {
            for needed in all(board, TourKind::Closed) {
                // 330 bytes a square stay, and three numberings are tried before.
                assert!(needed.plan_bytes > squares * 660, "{board}: {needed:?}");
                assert!(needed.plan_bytes < squares * 1100 + (8 << 20), "{board}: {needed:?}");
                assert!(needed.bytes > needed.plan_bytes, "{board}: {needed:?}");
            }
        }
    }

    #[test]
    fn the_filters_are_counted_whatever_is_asked() {
        // A set of 7x8 takes 8 MiB, and all of them are kept where there is memory.
        for needed in all("7x8", TourKind::Open) {
            assert!(needed.bytes > 50 * (8 << 20), "{needed:?}");
        }
    }

    #[test]
    fn boards_far_too_wide_have_an_estimate() {
        for board in ["64x64", "256x256"] {
            let puzzle = Puzzle::new(board.parse().unwrap()).with_kind(TourKind::Closed);
            assert_eq!(estimate(&puzzle, &Watch::default()).unwrap().bytes, u128::MAX);
        }
    }
}
