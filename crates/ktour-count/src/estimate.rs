//! What a count will cost, estimated before it begins.
//!
//! Layers grow about five-fold with every slot of the frontier. The factors are derived from boards that were
//! counted: closed and open tours of 6x8, 7x8 and 8x8, open tours of 7x7; for other leapers they are a guess.
//! Short boards cost less, and have an upper bound: a layer has no more states than the squares decided so
//! far had choices, and no more than there are tables of the slots that were touched.
//!
//! Halves of a long board are longer than those of a square one: their layers have had time to grow, and
//! their numbers are wider. The factor for this is derived from the memory that 7x8 to 7x20, 8x8 to 8x10 and
//! 6x10 to 6x20 took. A long board that is walked whole has five or six times as many states in its largest
//! layer (895093 for 6x12 and longer, 20334009 for 7x14, 560054528 for 8x10), or three times if its tours are
//! open (6626914 for 6x18).

use std::collections::HashMap;

use crate::{
    Resources,
    frontier::filter::{bytes_at_once, bytes_kept},
    list::{has_filter, levels, product},
    meet_in_middle::split::BoardSplit,
    problem::{graph::OrderedGraph, profile::Digits},
};

/// About how much a count costs at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// States of the largest layer.
    pub states: f64,
    /// States of all layers.
    pub all_states: f64,
    /// Bytes in all: the tables at the largest layer, the filters and the plans.
    pub bytes: u128,
    /// How many of these bytes are for the plans, which no memory limit can reduce.
    pub plan_bytes: u128,
    /// Seconds.
    pub seconds: f64,
}

/// States of the largest layer over five to the number of slots.
const OPEN_STATES_FACTOR: f64 = 4.2e-4;
const CLOSED_STATES_FACTOR: f64 = 1.3e-4;
const HALVED_STATES_FACTOR: f64 = 4.2e-5;
const OPEN_HALVED_STATES_FACTOR: f64 = 9e-5;
/// Frontiers with more slots have more tables than it is worth to count.
const MAX_SLOTS_COUNTED_EXACTLY: usize = 64;
/// All states of a board whose layers are kept whole.
const MAX_STATES_TO_SAMPLE_WHOLE: f64 = 1e7;
/// Bytes of a state in its layer, among its successors, and in the tables that add them up.
const BYTES_PER_STATE: f64 = 64.0;
/// Bytes of a state in a layer that is kept.
const STORED_BYTES_PER_STATE: f64 = 5.0;
/// Bytes of a square and its steps while the plans of the whole board and of its halves are made,
/// and of the tables that steps share: a board has a few hundred kinds of them.
const PLAN_BYTES_PER_SQUARE: u128 = 1 << 10;
const STEP_TABLE_BYTES: u128 = 4 << 20;
/// Bytes of a state whose ways on and back are kept.
const LISTED_BYTES_PER_STATE: f64 = 64.0;
/// Seconds that a thread spends on a state.
const SECONDS_PER_STATE: f64 = 3e-7;
/// The same where states are in groups.
const GROUPED_BYTES_PER_STATE: f64 = 10.0;
const GROUPED_SECONDS_PER_STATE: f64 = 1e-7;

/// Number of lines beyond a square board after which layers grow no more.
const MAX_LINES_THAT_GROW_LAYERS: u64 = 13;
/// Bytes by which two numbers of a board that is walked whole grow with every line, to the 1024 bits that
/// each can have.
const NUMBER_BYTES_PER_LINE: f64 = 2.0;
const MAX_NUMBER_BYTES: u64 = 128;

/// The most states that are tried to be kept for a list.
const MAX_STATES_TO_LIST_BY_LAYERS: f64 = 1e8;

/// Whether tours are drawn from the whole board even where there are halves: its layers are few,
/// and need no gluing.
pub(crate) fn is_drawn_whole(graph: &OrderedGraph) -> bool {
    whole_sample(graph).1 < MAX_STATES_TO_SAMPLE_WHOLE
}

/// Whether all layers are tried to be kept for a list.
pub(crate) fn is_listed_by_layers(graph: &OrderedGraph, meeting: Option<&BoardSplit>) -> bool {
    counting(graph, meeting).1 < MAX_STATES_TO_LIST_BY_LAYERS
}

/// States of the largest layer and of all layers of the whole board, without mirror images.
fn whole_sample(graph: &OrderedGraph) -> (f64, f64) {
    let is_open = graph.ends.is_some();
    let slots = graph.reach() + usize::from(is_open);
    let share = 2.0 * if is_open { OPEN_STATES_FACTOR } else { CLOSED_STATES_FACTOR };
    let states = (share * 5f64.powi(slots as i32)).max(1.0);
    let (most, all) = bound(graph);
    (states.min(most), (states * (graph.squares.len() as f64 / 6.0).max(1.0)).min(all))
}

/// The most states that any layer and all layers together can have.
fn bound(graph: &OrderedGraph) -> (f64, f64) {
    let beyond = usize::from(graph.ends.is_some());
    let mut reached = vec![0u8; graph.squares.len()];
    // Slots of the frontier that were reached once, and more often.
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

/// How many mate tables there are: slots reached once are bare or outer, others may be inner.
fn tables_of(once: usize, often: usize) -> f64 {
    if once + often > MAX_SLOTS_COUNTED_EXACTLY {
        return f64::INFINITY;
    }
    let choose = |n: usize, k: usize| (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product::<f64>();
    let pairings = |ends: usize| (1..ends).step_by(2).map(|odd| odd as f64).product::<f64>();
    let outer = (0..=once).flat_map(|a| (0..=often).map(move |b| (a, b))).filter(|(a, b)| (a + b) % 2 == 0);
    outer
        .map(|(a, b)| choose(once, a) * choose(often, b) * 2f64.powi((often - b) as i32) * pairings(a + b))
        .sum()
}

impl Estimate {
    /// The same for all processes of a cluster together.
    pub(crate) fn of_shares(
        graph: &OrderedGraph,
        meeting: Option<&BoardSplit>,
        resources: &Resources,
    ) -> Estimate {
        let (states, all_states) = grown(graph, meeting);
        let tables = (states * BYTES_PER_STATE) as u128;
        Estimate::new(graph, resources, (states, all_states), tables, filters(graph, resources))
    }

    /// Estimates a count, by halves or of the whole board.
    pub(crate) fn of_count(
        graph: &OrderedGraph,
        meeting: Option<&BoardSplit>,
        resources: &Resources,
    ) -> Estimate {
        let (states, all_states) = grown(graph, meeting);
        let wider = if meeting.is_some() { 0 } else { graph.extra_lines().min(MAX_NUMBER_BYTES) };
        let tables = (states * (GROUPED_BYTES_PER_STATE + NUMBER_BYTES_PER_LINE * wider as f64)) as u128;
        let all = Estimate::new(graph, resources, (states, all_states), tables, filters(graph, resources));
        Estimate { seconds: all.seconds * GROUPED_SECONDS_PER_STATE / SECONDS_PER_STATE, ..all }
    }

    /// Estimates sampling, which stores all layers of half the board or of the whole.
    pub(crate) fn of_sample(
        graph: &OrderedGraph,
        meeting: Option<&BoardSplit>,
        resources: &Resources,
    ) -> Estimate {
        let (mut states, mut all_states) = whole_sample(graph);
        if meeting.is_some() {
            (states, all_states) = grown(graph, meeting);
        }
        let tables = (all_states * STORED_BYTES_PER_STATE + states * GROUPED_BYTES_PER_STATE) as u128;
        let all = Estimate::new(graph, resources, (states, all_states), tables, filters(graph, resources));
        Estimate { seconds: all.seconds * GROUPED_SECONDS_PER_STATE / SECONDS_PER_STATE, ..all }
    }

    /// Estimates a list of tours: all layers are stored if they are few, and the halves of one state;
    /// otherwise only the filters.
    pub(crate) fn of_list(
        graph: &OrderedGraph,
        meeting: Option<&BoardSplit>,
        resources: &Resources,
    ) -> Estimate {
        let (states, all_states) = counting(graph, meeting);
        let (digits, steps) = (digits(graph), graph.squares.len());
        let walk = match has_filter(&digits, steps, resources.memory) {
            true => bytes_at_once(&digits, steps, u128::MAX),
            false => 0,
        };
        let (tables, filters) = match is_listed_by_layers(graph, meeting) {
            true => {
                let halves = product::MAX_HALVES_BYTES.min(resources.memory / 4);
                let tables = (all_states.min(levels::MAX_LISTED_STATES as f64) * LISTED_BYTES_PER_STATE)
                    as u128
                    + halves;
                (tables, bytes_at_once(&digits, steps, levels::FILTER_BYTES as u128).max(walk))
            }
            false => (0, walk),
        };
        Estimate::new(graph, resources, (states, all_states), tables, filters)
    }

    fn new(
        graph: &OrderedGraph,
        resources: &Resources,
        (states, all_states): (f64, f64),
        tables: u128,
        filters: u128,
    ) -> Estimate {
        let plan_bytes = STEP_TABLE_BYTES + graph.squares.len() as u128 * PLAN_BYTES_PER_SQUARE;
        let bytes = tables.saturating_add(filters).saturating_add(plan_bytes);
        let seconds = all_states * SECONDS_PER_STATE / resources.threads as f64;
        Estimate { states, all_states, bytes, plan_bytes, seconds }
    }
}

fn digits(graph: &OrderedGraph) -> Digits {
    Digits::new(graph.reach(), graph.ends.is_some())
}

/// The bytes of the filters of a walk.
fn filters(graph: &OrderedGraph, resources: &Resources) -> u128 {
    let digits = digits(graph);
    bytes_at_once(&digits, graph.squares.len(), bytes_kept(&digits, resources.memory))
}

/// The same on a board that may be longer than wide. Layers end to grow, so that a very long board costs no
/// more than a long one.
fn grown(graph: &OrderedGraph, meeting: Option<&BoardSplit>) -> (f64, f64) {
    let (states, all_states) = counting(graph, meeting);
    let extra = graph.extra_lines().min(MAX_LINES_THAT_GROW_LAYERS) as f64;
    let times = match meeting {
        None if extra == 0.0 => 1.0,
        None if graph.ends.is_some() => 3.0,
        None => 6.0,
        Some(meeting) if graph.ends.is_some() => {
            1.5 + 3.5 * if meeting.is_unfolded { (extra - 1.0).max(0.0) } else { extra }
        }
        Some(_) if extra == 0.0 => 1.0,
        Some(_) => 5.0 + 5.0 * extra,
    };
    let (most, all) = bound(graph);
    ((states * times).min(most), (all_states * times).min(all))
}

/// States of the largest layer and of all layers, when tours of a square board are counted.
fn counting(graph: &OrderedGraph, meeting: Option<&BoardSplit>) -> (f64, f64) {
    let is_open = graph.ends.is_some();
    let slots = graph.reach() + usize::from(is_open);
    let steps = graph.squares.len() as f64;
    let (share, layers) = match meeting {
        // Where states and their images come apart in the middle, there are twice as many.
        Some(meeting) if is_open && meeting.is_unfolded => (2.0 * OPEN_HALVED_STATES_FACTOR, steps / 6.0),
        Some(_) if is_open => (OPEN_HALVED_STATES_FACTOR, steps / 6.0),
        Some(_) => (HALVED_STATES_FACTOR, steps / 12.0),
        None if is_open => (OPEN_STATES_FACTOR, steps / 6.0),
        None => (CLOSED_STATES_FACTOR, steps / 6.0),
    };
    let (most, all) = bound(graph);
    let states = (share * 5f64.powi(slots as i32)).max(1.0).min(most);
    (states, (states * layers.max(1.0)).min(all))
}
