//! Plans that stop, plans that are small, and frontiers that are wide.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use ktour_core::{Board, Cancel, Control, Leaper, Puzzle, Square, TourKind, control::Clock, notation};
use num_bigint::BigUint;

use super::*;
use crate::{
    frontier::filter::Filter,
    meet_in_middle::split::BoardSplit,
    problem::{
        graph::{OrderedGraph, VertexOrder},
        plan::Plan,
        profile::ProfileSet,
        step::Step,
    },
    state_class::{Slice, StateClassCount},
};

/// Number of states that a slice may follow beyond its share: those of a chunk, for each of two threads.
const CHUNK_STATES: u64 = 1 << 13;

/// The number of tours of a count that is not begun by a counter.
fn finished(count: Result<StateClassCount, CountError>, run: &Context<'_>) -> BigUint {
    let mut count = count.unwrap();
    loop {
        match count.advance(&mut { u64::MAX }, None, run).unwrap() {
            Slice::NotYet => {}
            Slice::Tours(tours) => return tours,
            Slice::TooLong => panic!("half a small board counts in machine words"),
        }
    }
}

/// The number of tours counted from the whole board, even if it has halves.
fn of_whole_board(counter: &Counter) -> BigUint {
    running(&Control::unlimited(), |run| {
        finished(StateClassCount::whole(counter.prepared.folded(run).unwrap(), None, run), run)
    })
}

/// A control whose time is over at the n-th reading of its clock, and the number of readings.
fn over_at(look: u64) -> (Control, Arc<AtomicU64>) {
    let looks = Arc::<AtomicU64>::default();
    let seen = looks.clone();
    let clock = Clock::new(move || Duration::from_secs(seen.fetch_add(1, Ordering::Relaxed)));
    let control = Control::unlimited().with_clock(clock);
    looks.store(0, Ordering::Relaxed);
    (control.with_time(Duration::from_secs(look)), looks)
}

fn running<T>(control: &Control, with: impl FnOnce(&Context<'_>) -> T) -> T {
    let (resources, report) = (Resources::default(), Report::default());
    with(&Context { resources: &resources, control, report: &report })
}

fn long() -> Puzzle {
    Puzzle::new("5x12000".parse().unwrap()).with_kind(TourKind::Open)
}

#[test]
fn a_long_board_stops_while_its_plan_is_made() {
    let (patient, looks) = over_at(u64::MAX / 2);
    running(&patient, |run| {
        // Every part looks at the clock again and again, and far less often than there are squares.
        let squares = long().board().square_count() as u64;
        let looked = || (squares / (1 << 14)..squares / 100).contains(&looks.swap(0, Ordering::Relaxed));
        let graph = OrderedGraph::new(&long(), run).unwrap();
        assert!(looked(), "the graph");
        let plan = Plan::whole(&graph, run).unwrap();
        assert!(looked(), "the plan");
        plan.with_mirror(&graph, run).unwrap();
        assert!(looked(), "the mirror");
    });
    // Whenever the time is over, that look is the last: no part of a plan is made behind it.
    for look in [1, 2, 3, 5, 7, 10] {
        let (control, looks) = over_at(look);
        let counted = Counter::new(&long()).unwrap().count(&Resources::default().with_threads(1), &control);
        assert_eq!(counted.unwrap_err(), CountError::Stopped);
        assert_eq!(looks.load(Ordering::Relaxed), 1 + look);
    }
}

#[test]
fn nothing_is_planned_for_who_has_gone() {
    let cancel = Cancel::default();
    let control = Control::unlimited().with_cancel(cancel.clone());
    running(&control, |run| {
        let graph = OrderedGraph::new(&long(), run).unwrap();
        let plan = Plan::whole(&graph, run).unwrap();
        cancel.cancel();
        assert_eq!(OrderedGraph::new(&long(), run).unwrap_err(), CountError::Stopped);
        assert_eq!(Plan::whole(&graph, run).unwrap_err(), CountError::Stopped);
        assert_eq!(Filter::all(&plan, run).unwrap_err(), CountError::Stopped);
        assert_eq!(plan.with_mirror(&graph, run).unwrap_err(), CountError::Stopped);
    });
}

#[test]
fn a_long_board_has_few_kinds_of_steps_and_few_sets() {
    for (board, kind) in [("2x32768", TourKind::Closed), ("4x4096", TourKind::Open)] {
        let puzzle = Puzzle::new(board.parse().unwrap()).with_kind(kind);
        running(&Control::unlimited(), |run| {
            let graph = OrderedGraph::new(&puzzle, run).unwrap();
            let plan = Plan::whole(&graph, run).unwrap().with_mirror(&graph, run).unwrap();
            assert_eq!(plan.steps.len() as u128, puzzle.board().square_count());
            let kinds: HashSet<_> = plan.steps.iter().map(Step::kind).collect();
            assert!(kinds.len() < 100, "{board}: {} kinds", kinds.len());
            let sets = Filter::all(&plan, run).unwrap();
            let different: HashSet<_> = sets.iter().map(ProfileSet::address).collect();
            assert!(different.len() < 1000, "{board}: {} sets", different.len());
        });
    }
}

#[test]
fn a_plan_is_made_once_for_an_estimate_and_a_count() {
    let puzzle = Puzzle::new("6x6".parse().unwrap()).with_kind(TourKind::Closed);
    let (resources, control) = (Resources::default(), Control::unlimited());
    let counter = Counter::new(&puzzle).unwrap();
    counter.estimate(Task::Count, &resources, &control).unwrap();
    running(&control, |run| {
        let made: *const BoardSplit = counter.prepared.halves(run).unwrap().unwrap();
        counter.count(&resources, &control).unwrap();
        assert!(std::ptr::eq(made, counter.prepared.halves(run).unwrap().unwrap()));
    });
}

#[test]
fn a_slice_follows_about_as_many_states_as_it_is_given() {
    let puzzle = Puzzle::new("6x8".parse().unwrap()).with_kind(TourKind::Closed);
    let (counter, control) = (Counter::new(&puzzle).unwrap(), Control::unlimited());
    for (threads, slice) in [(1, 1 << 12), (2, 1 << 15)] {
        let mut counting = counter.begin(&Resources::default().with_threads(threads));
        let (mut slices, mut followed) = (1, 0);
        let counted = loop {
            let counted = counting.advance(slice, &control).unwrap();
            let done = counting.progress().done;
            assert!(done - followed < slice + 2 * CHUNK_STATES, "{}", done - followed);
            followed = done;
            match counted {
                Some(counted) => break counted,
                None => slices += 1,
            }
        };
        assert_eq!(counted.tours.undirected().to_string(), "55488142");
        assert!(slices > followed / slice, "{slices} slices");
        // There is no more.
        assert_eq!(counting.advance(slice, &control).unwrap_err(), CountError::Stopped);
    }
}

/// Line by line along the longer side, as a whole and by halves, against the shorter side.
fn agrees_the_wide_way(board: &str, hole: Option<Square>, kind: TourKind) {
    let board: Board = board.parse().unwrap();
    let puzzle = Puzzle::new(board.with_holes(hole).unwrap()).with_kind(kind);
    let control = Control::unlimited();
    let tours = Counter::new(&puzzle).unwrap().count(&Resources::default(), &control).unwrap().tours;
    assert_ne!(*tours.undirected(), BigUint::ZERO);
    running(&control, |run| {
        let graph = OrderedGraph::oriented(&puzzle, VertexOrder::Ranks, run).unwrap();
        assert!(graph.reach() > OrderedGraph::new(&puzzle, run).unwrap().reach());
        let plan = Plan::whole(&graph, run).unwrap().with_mirror(&graph, run).unwrap();
        assert_eq!(finished(StateClassCount::whole(&Arc::new(plan), None, run), run), *tours.undirected());
        if let Some(meeting) = BoardSplit::new(&puzzle, &graph, true, run).unwrap() {
            let meeting = Arc::new(meeting);
            assert_eq!(finished(StateClassCount::by_halves(&meeting, None, run), run), *tours.undirected());
        }
    });
}

#[test]
fn wide_frontiers_count_the_same() {
    // 16 and 17 slots, with the slot beyond the board.
    agrees_the_wide_way("7x4", None, TourKind::Open);
    agrees_the_wide_way("7x5", None, TourKind::Open);
    agrees_the_wide_way("8x5", None, TourKind::Closed);
}

#[test]
#[ignore = "18 and 19 slots: a minute of processor time"]
fn the_widest_frontiers_count_the_same() {
    agrees_the_wide_way("8x4", None, TourKind::Open);
    agrees_the_wide_way("9x5", Some(Square::new(0, 0)), TourKind::Closed);
}

/// A question in words: a board, its holes, a start and an end, all as they are named.
fn asked(board: &str, holes: &str, ends: [&str; 2], kind: TourKind, leaper: (u32, u32)) -> Puzzle {
    let full: Board = board.parse().unwrap();
    let square = |name: &str| notation::parse_square(&full, name).unwrap();
    let holes = full.with_holes(holes.split_whitespace().map(square)).unwrap();
    let puzzle = Puzzle::new(holes).with_kind(kind).with_leaper(Leaper::new(leaper.0, leaper.1).unwrap());
    let [start, end] = ends.map(|name| (!name.is_empty()).then(|| square(name)));
    let puzzle = start.map_or(puzzle.clone(), |start| puzzle.starting_at(start).unwrap());
    end.map_or(puzzle.clone(), |end| puzzle.ending_at(end).unwrap())
}

#[test]
fn two_halves_that_differ_count_the_same_as_the_whole_board() {
    use TourKind::{Closed, Open};
    let (knight, wazir) = ((1, 2), (0, 1));
    // Odd numbers of lines; holes and ends anywhere, also in the middle; another leaper.
    for (puzzle, tours, states) in [
        (asked("5x5", "", ["", ""], Open, knight), 864u64, 3390),
        (asked("4x7", "", ["", ""], Open, knight), 6378, 4928),
        (asked("5x7", "", ["", ""], Open, knight), 622_868, 79_825),
        (asked("3x9", "", ["", ""], Open, knight), 560, 578),
        (asked("5x5", "a1", ["", ""], Closed, knight), 30, 319),
        (asked("5x6", "a1 b1", ["", ""], Open, knight), 28_229, 59_577),
        (asked("5x6", "", ["a1", ""], Open, knight), 4542, 23_483),
        (asked("5x6", "", ["c3", ""], Open, knight), 68, 2439),
        (asked("5x5", "", ["c3", "a1"], Open, knight), 16, 146),
        (asked("5x6", "", ["c3", ""], Open, wazir), 1678, 507),
        (asked("5x5", "c3", ["", ""], Closed, wazir), 10, 76),
    ] {
        let (resources, control) = (Resources::default(), Control::unlimited());
        let counter = Counter::new(&puzzle).unwrap();
        let what = counter.prepared.about();
        running(&control, |run| {
            let sides = counter.prepared.halves(run).unwrap().map(|meeting| meeting.sides.len());
            assert_eq!(sides, Some(2), "{what}");
        });
        let counted = counter.count(&resources, &control).unwrap();
        assert_eq!(*counted.tours.undirected(), of_whole_board(&counter), "{what}");
        assert_eq!((counted.tours.undirected(), counted.states), (&tours.into(), states), "{what}");
    }
}

#[test]
fn a_board_too_wide_for_halves_is_walked_whole() {
    let puzzle = |board: &str, kind| Puzzle::new(board.parse().unwrap()).with_kind(kind);
    let wide = Counter::new(&puzzle("9x10", TourKind::Closed)).unwrap();
    let wider = Counter::new(&puzzle("9x9", TourKind::Open)).unwrap();
    running(&Control::unlimited(), |run| {
        assert!(wide.prepared.meeting(run).unwrap().is_none());
        assert_eq!(wide.prepared.folded(run).unwrap().steps.len(), 90);
        assert!(wider.prepared.meeting(run).unwrap().is_none());
        assert!(matches!(wider.prepared.folded(run), Err(CountError::TooWide { slots: 20, .. })));
    });
    // 8x10 walked whole has 560054528 states in its largest layer, and 9x10 at least 25 times as many.
    let needed = wide.estimate(Task::Count, &Resources::default(), &Control::unlimited()).unwrap();
    assert!(needed.states > 1.4e10 && needed.bytes > 130 << 30, "{needed:?}");
}

fn all_estimates(board: &str, kind: TourKind) -> [Estimate; 3] {
    let puzzle = Puzzle::new(board.parse().unwrap()).with_kind(kind);
    let counter = Counter::new(&puzzle).unwrap();
    let (resources, control) = (Resources::default(), Control::unlimited());
    [Task::Count, Task::Sample, Task::List].map(|task| counter.estimate(task, &resources, &control).unwrap())
}

#[test]
fn the_plan_of_a_long_board_is_charged_for_whatever_is_asked() {
    for (board, squares) in [("2x32768", 65536), ("5x12000", 60000)] {
        for needed in all_estimates(board, TourKind::Closed) {
            // 330 bytes a square stay, and three numberings are tried before.
            assert!(needed.plan_bytes > squares * 660, "{board}: {needed:?}");
            assert!(needed.plan_bytes < squares * 1100 + (20 << 20), "{board}: {needed:?}");
            assert!(needed.bytes > needed.plan_bytes, "{board}: {needed:?}");
        }
    }
}

#[test]
fn the_filters_are_charged_for_samples_and_lists() {
    // A set of 7x8 takes 8 MiB, and 30 of them are kept where there is memory.
    for needed in &all_estimates("7x8", TourKind::Open)[1..] {
        assert!(needed.bytes > 30 * (8 << 20), "{needed:?}");
    }
}

#[test]
fn the_memory_that_is_announced_is_the_memory_that_is_used() {
    use TourKind::{Closed, Open};
    // Larger boards are compared by the bench, with the memory that the system measures.
    let boards =
        [("5x9", Open), ("6x6", Open), ("6x7", Open), ("6x8", Closed), ("6x10", Closed), ("7x8", Closed)];
    for (board, kind) in boards {
        let counter = Counter::new(&Puzzle::new(board.parse().unwrap()).with_kind(kind)).unwrap();
        let (resources, control) = (Resources::default().with_threads(2), Control::unlimited());
        let announced = counter.estimate(Task::Count, &resources, &control).unwrap().bytes as f64;
        let used = counter.count(&resources, &control).unwrap().peak_bytes as f64;
        assert!((announced / used - 1.0).abs() < 0.15, "{board} {kind}: {announced} announced, {used} used");
    }
}

#[test]
fn boards_far_too_wide_have_an_estimate() {
    for board in ["64x64", "256x256"] {
        let puzzle = Puzzle::new(board.parse().unwrap()).with_kind(TourKind::Closed);
        let counter = Counter::new(&puzzle).unwrap();
        let needed = counter.estimate(Task::Count, &Resources::default(), &Control::unlimited());
        assert_eq!(needed.unwrap().bytes, u128::MAX);
    }
}
