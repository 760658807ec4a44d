//! Counting: seconds against the limits that were set for it, with the states as signatures.

use std::time::Duration;

use knights_tour::{Board, Puzzle, TourKind};
use knights_tour_count::{Counted, Watch, count as count_tours};

use super::{Row, fastest};

fn counted(files: u64, ranks: u64, kind: TourKind) -> Counted {
    let board = Board::new(files, ranks).expect("a bench board has squares");
    count_tours(&Puzzle::new(board).with_kind(kind), &Watch::default()).expect("a bench board fits")
}

fn row(name: String, time: Duration, limit: f64, states: u64) -> Row {
    Row {
        name,
        time: Some(time),
        done: Some((states as f64, "states")),
        ratios: vec![(format!("the limit of {limit} s"), limit / time.as_secs_f64())],
        signature: format!("{states} states"),
    }
}

fn closed(side: (u64, u64), tours: u64, limit: f64, repeats: u32) -> Row {
    let (time, counted) = fastest(repeats, || counted(side.0, side.1, TourKind::Closed));
    assert_eq!(*counted.tours.undirected(), tours.into(), "{side:?}");
    row(format!("count {}x{} closed", side.0, side.1), time, limit, counted.states)
}

/// Boards that are counted while one blinks, and all with files times ranks up to 40.
pub(crate) fn count() -> Vec<Row> {
    let mut rows = vec![
        closed((6, 6), 9862, 0.01, 20),
        closed((6, 8), 55_488_142, 0.1, 5),
        closed((7, 8), 34_524_432_316, 2.0, 2),
    ];
    for (kind, limit, tours) in [(TourKind::Closed, 0.2, 54_264u64), (TourKind::Open, 5.0, 23_664_471)] {
        let boards = || (1..=6).flat_map(|files| (files..=40 / files).map(move |ranks| (files, ranks)));
        let (time, all) =
            fastest(3, || boards().map(|(files, ranks)| counted(files, ranks, kind)).collect::<Vec<_>>());
        let number = |counted: &Counted| u64::try_from(counted.tours.undirected()).unwrap_or(u64::MAX);
        assert_eq!(all.iter().map(number).sum::<u64>(), tours, "all boards up to 40 squares, {kind}");
        let states = all.iter().map(|counted| counted.states).sum();
        rows.push(row(format!("count all up to 40 squares {kind}"), time, limit, states));
    }
    rows
}

/// The chessboard.
pub(crate) fn chessboard() -> Vec<Row> {
    vec![closed((8, 8), 13_267_364_410_532, 60.0, 1)]
}
