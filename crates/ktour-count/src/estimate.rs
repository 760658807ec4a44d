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

use ktour_core::{KNIGHT, Puzzle, TourKind};

use crate::{
    Resources,
    context::PROCESS_BYTES,
    frontier::filter::{bytes_at_once, bytes_kept},
    list::{has_filter, levels, product},
    meet_in_middle::split::BoardSplit,
    problem::{graph::OrderedGraph, plan::layer_shares, profile::Digits},
};

/// Basis of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EstimateBasis {
    /// This board was counted.
    Counted,
    /// The trend of narrower boards, as `docs/counting-wide-boards.md` derives it.
    Trend,
    /// The number of squares of the frontier.
    Formula,
}

/// About how much a count costs at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// States of the largest layer.
    pub states: f64,
    /// States of all layers.
    pub all_states: f64,
    /// Bytes in all: the tables at the largest layer, the filters and the plans.
    pub bytes: u128,
    /// How many of these bytes are for the process and its plans, which no memory limit can reduce.
    pub plan_bytes: u128,
    /// Seconds.
    pub seconds: f64,
    /// Basis of the numbers.
    pub basis: EstimateBasis,
}

/// A count in files and on several machines, as far as it can be foreseen.
#[derive(Clone, Debug, PartialEq)]
pub struct CountForecast {
    /// The count in the memory of this machine.
    pub estimate: Estimate,
    /// States after each step, about.
    pub layers: Vec<f64>,
    /// The most bytes of files at once, if the count spills.
    pub disk_bytes: u128,
    /// Bytes that a spilled count writes and reads in all.
    pub written_bytes: u128,
    /// The same count on 1, 2, 4, ... machines like this one.
    pub machines: Vec<MachineForecast>,
}

/// A count on several machines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MachineForecast {
    /// Number of machines.
    pub machines: u32,
    /// Bytes of memory of each.
    pub bytes: u128,
    /// Bytes that all of them send.
    pub sent_bytes: u128,
    /// Seconds.
    pub seconds: f64,
}

/// A count of a knight's tours that was run, or extrapolated from those that were.
struct KnownCount {
    /// Files and ranks, the fewer first.
    sides: (u64, u64),
    kind: TourKind,
    basis: EstimateBasis,
    /// States of the largest layer and of all layers.
    states: (f64, f64),
    /// Millions of bytes of memory of a process with two threads, at its peak.
    megabytes: f64,
    /// Seconds of processor time.
    seconds: f64,
}

const fn known(
    sides: (u64, u64),
    kind: TourKind,
    basis: EstimateBasis,
    states: (f64, f64),
    megabytes: f64,
    seconds: f64,
) -> KnownCount {
    KnownCount { sides, kind, basis, states, megabytes, seconds }
}

/// Counts that were run, by `ktour count` with two threads; and three that follow from their trend.
#[rustfmt::skip]
const KNOWN_COUNTS: &[KnownCount] = &[
    known((5, 8), TourKind::Open, EstimateBasis::Counted, (4.751e4, 3.307e5), 12.8, 0.01),
    known((5, 9), TourKind::Open, EstimateBasis::Counted, (7.515e4, 4.671e5), 13.3, 0.02),
    known((5, 10), TourKind::Open, EstimateBasis::Counted, (1.055e5, 8.994e5), 13.2, 0.02),
    known((5, 12), TourKind::Closed, EstimateBasis::Counted, (2.678e4, 1.459e5), 11.6, 0.01),
    known((6, 6), TourKind::Open, EstimateBasis::Counted, (8.024e4, 6.325e5), 27.2, 0.04),
    known((6, 7), TourKind::Closed, EstimateBasis::Counted, (2.185e4, 1.322e5), 15.9, 0.01),
    known((6, 7), TourKind::Open, EstimateBasis::Counted, (4.631e5, 3.324e6), 34.4, 0.19),
    known((6, 8), TourKind::Closed, EstimateBasis::Counted, (4.927e4, 2.444e5), 16.2, 0.02),
    known((6, 8), TourKind::Open, EstimateBasis::Counted, (6.622e5, 5.709e6), 31.4, 0.20),
    known((6, 9), TourKind::Closed, EstimateBasis::Counted, (3.703e5, 1.853e6), 18.9, 0.07),
    known((6, 9), TourKind::Open, EstimateBasis::Counted, (3.516e6, 2.275e7), 41.5, 0.74),
    known((6, 10), TourKind::Closed, EstimateBasis::Counted, (3.719e5, 1.646e6), 17.6, 0.06),
    known((6, 10), TourKind::Open, EstimateBasis::Counted, (3.521e6, 2.042e7), 43.5, 0.52),
    known((6, 11), TourKind::Closed, EstimateBasis::Counted, (7.884e5, 6.118e6), 22.2, 0.16),
    known((6, 12), TourKind::Closed, EstimateBasis::Counted, (7.884e5, 4.375e6), 19.2, 0.12),
    known((6, 12), TourKind::Open, EstimateBasis::Counted, (6.076e6, 4.142e7), 66.1, 0.91),
    known((6, 14), TourKind::Closed, EstimateBasis::Counted, (8.796e5, 7.480e6), 21.3, 0.17),
    known((6, 16), TourKind::Closed, EstimateBasis::Counted, (8.930e5, 1.064e7), 22.9, 0.21),
    known((6, 20), TourKind::Closed, EstimateBasis::Counted, (8.951e5, 3.826e7), 47.5, 1.06),
    known((7, 7), TourKind::Open, EstimateBasis::Counted, (7.148e6, 4.698e7), 260.4, 2.19),
    known((7, 8), TourKind::Closed, EstimateBasis::Counted, (2.135e6, 9.330e6), 70.4, 0.34),
    known((7, 8), TourKind::Open, EstimateBasis::Counted, (2.821e7, 2.379e8), 234.6, 4.88),
    known((7, 9), TourKind::Open, EstimateBasis::Counted, (7.240e7, 3.966e8), 529.4, 10.99),
    known((7, 10), TourKind::Closed, EstimateBasis::Counted, (9.766e6, 5.666e7), 88.5, 1.27),
    known((7, 12), TourKind::Closed, EstimateBasis::Counted, (1.962e7, 1.278e8), 175.3, 2.25),
    known((7, 14), TourKind::Closed, EstimateBasis::Counted, (2.033e7, 4.413e8), 388.2, 10.17),
    known((8, 8), TourKind::Closed, EstimateBasis::Counted, (3.130e7, 1.496e8), 279.5, 5.79),
    known((8, 9), TourKind::Closed, EstimateBasis::Counted, (3.181e8, 1.435e9), 2156.8, 31.31),
    known((7, 10), TourKind::Open, EstimateBasis::Counted, (1.570e8, 1.651e9), 1283.4, 38.00),
    known((8, 10), TourKind::Closed, EstimateBasis::Counted, (3.185e8, 1.428e9), 2018.0, 26.01),
    known((8, 8), TourKind::Open, EstimateBasis::Counted, (4.197e8, 3.913e9), 2883.7, 83.59),
    known((9, 9), TourKind::Open, EstimateBasis::Trend, (4.4e10, 2.9e11), 3.1e5, 6200.0),
    known((9, 10), TourKind::Closed, EstimateBasis::Trend, (1.9e10, 1.8e11), 1.4e5, 2900.0),
    known((10, 10), TourKind::Closed, EstimateBasis::Trend, (2.8e11, 1.2e12), 1.75e6, 2.25e4),
];

/// Processor time of several processes over that of one, the most that was measured.
const CLUSTER_SLOWDOWN: f64 = 1.5;
/// Bytes that a cluster sends for each state that goes to another machine.
const SENT_BYTES_PER_STATE: f64 = 2.9;
/// Bytes written and read for each state by a count that spills.
const SPILLED_BYTES_PER_STATE: f64 = 13.0;
/// The most machines of a forecast.
const MAX_FORECAST_MACHINES: u32 = 64;

impl KnownCount {
    fn estimate(&self, graph: &OrderedGraph, resources: &Resources) -> Estimate {
        let (states, all_states) = self.states;
        let all = Estimate::new(graph, resources, self.states, 0, 0);
        let bytes = (self.megabytes * 1e6) as u128;
        let seconds = self.seconds / resources.threads as f64;
        Estimate { states, all_states, bytes, seconds, basis: self.basis, ..all }
    }
}

/// The same count, if it is known.
fn known_count(puzzle: &Puzzle) -> Option<&'static KnownCount> {
    let board = puzzle.board();
    let has_ends = puzzle.start().or(puzzle.end()).is_some();
    if puzzle.leaper() != KNIGHT || !board.holes().is_empty() || has_ends {
        return None;
    }
    let sides = (board.files().min(board.ranks()), board.files().max(board.ranks()));
    KNOWN_COUNTS.iter().find(|known| known.sides == sides && Some(known.kind) == puzzle.kind())
}

impl CountForecast {
    /// Forecasts a count of an estimate, on a board that is counted by halves or whole.
    pub(crate) fn new(
        estimate: Estimate,
        graph: &OrderedGraph,
        is_halved: bool,
        resources: &Resources,
    ) -> Self {
        let squares = graph.squares.len();
        let slots = graph.slots();
        let end = if is_halved { squares.div_ceil(2) } else { squares };
        let shares = layer_shares(squares, slots, end);
        let layers =
            shares.windows(2).map(|two| ((two[1] - two[0]) * estimate.all_states).min(estimate.states));
        let filters = filters(graph, resources);
        let tables = estimate.bytes.saturating_sub(filters + estimate.plan_bytes);
        let machines =
            (0..).map(|power| 1 << power).take_while(|&machines| machines <= MAX_FORECAST_MACHINES);
        let machines = machines.map(|machines: u32| {
            let away = f64::from(machines - 1) / f64::from(machines);
            let slowdown = if machines == 1 { 1.0 } else { CLUSTER_SLOWDOWN };
            MachineForecast {
                machines,
                bytes: estimate.bytes.saturating_sub(tables) + tables / u128::from(machines),
                sent_bytes: (estimate.all_states * SENT_BYTES_PER_STATE * away) as u128,
                seconds: estimate.seconds * slowdown / f64::from(machines),
            }
        });
        CountForecast {
            estimate,
            layers: layers.collect(),
            disk_bytes: tables + tables / 2,
            written_bytes: (estimate.all_states * SPILLED_BYTES_PER_STATE) as u128,
            machines: machines.collect(),
        }
    }
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
    let slots = graph.slots();
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
        puzzle: &Puzzle,
        graph: &OrderedGraph,
        meeting: Option<&BoardSplit>,
        resources: &Resources,
    ) -> Estimate {
        if let Some(known) = known_count(puzzle) {
            return known.estimate(graph, resources);
        }
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
        let squares = graph.squares.len() as u128;
        let plan_bytes = u128::from(PROCESS_BYTES) + STEP_TABLE_BYTES + squares * PLAN_BYTES_PER_SQUARE;
        let bytes = tables.saturating_add(filters).saturating_add(plan_bytes);
        let seconds = all_states * SECONDS_PER_STATE / resources.threads as f64;
        Estimate { states, all_states, bytes, plan_bytes, seconds, basis: EstimateBasis::Formula }
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
    let slots = graph.slots();
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
