//! Counting: seconds against the limits that were set for it, with the states as signatures.

use std::{ops::ControlFlow, time::Duration};

use knights_tour::{Board, Control, Puzzle, Square, TourKind};
use knights_tour_count::{Counted, Counter, Resources, Shard};

use crate::{clock::fastest, row::Row};

fn counted(files: u64, ranks: u64, kind: TourKind) -> Counted {
    let board = Board::new(files, ranks).expect("a bench board has squares");
    let puzzle = Puzzle::new(board).with_kind(kind);
    let counter = Counter::new(&puzzle).expect("a bench puzzle has a kind");
    counter.count(&Resources::default(), &Control::unlimited()).expect("a bench board fits")
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
    // Boards with an odd longer side are glued from two tables.
    rows.push(open((5, 5), 1728, 0.1));
    rows.push(open((5, 7), 1_245_736, 0.1));
    rows.push(open((5, 9), 529_791_280, 0.5));
    rows.push(open((9, 5), 529_791_280, 0.5));
    rows.push(listed());
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

/// All closed tours of 6x8, one after the other, on one thread.
fn listed() -> Row {
    let puzzle =
        Puzzle::new(Board::new(6, 8).expect("a bench board has squares")).with_kind(TourKind::Closed);
    let (time, tours) = fastest(1, || {
        let mut tours = 0u64;
        let mut hear = |_: &[u32]| {
            tours += 1;
            ControlFlow::Continue(())
        };
        let counter = Counter::new(&puzzle).expect("a bench puzzle has a kind");
        let (resources, control) = (Resources::default().with_threads(1), Control::unlimited());
        counter.each_order(Shard::default(), &resources, &control, &mut hear).expect("a bench board fits");
        tours
    });
    assert_eq!(tours, 55_488_142, "all closed tours of 6x8");
    let rate = tours as f64 / time.as_secs_f64();
    Row {
        name: "list 6x8 closed, 1 thread".to_owned(),
        time: Some(time),
        done: Some((tours as f64, "tours")),
        ratios: vec![("2.5 M tours/s".to_owned(), rate / 2.5e6)],
        signature: format!("{tours} tours"),
    }
}

fn open(side: (u64, u64), tours: u64, limit: f64) -> Row {
    let (time, counted) = fastest(1, || counted(side.0, side.1, TourKind::Open));
    assert_eq!(*counted.tours.directed(), tours.into(), "{side:?}");
    row(format!("count {}x{} open", side.0, side.1), time, limit, counted.states)
}

/// The classes of all open tours of 7x7.
fn classes() -> Row {
    let puzzle = Puzzle::new(Board::new(7, 7).expect("a bench board has squares")).with_kind(TourKind::Open);
    let counter = Counter::new(&puzzle).expect("a bench puzzle has a kind");
    let (time, counted) = fastest(1, || {
        counter.classes(&Resources::default(), &Control::unlimited()).expect("a bench board fits")
    });
    let classes = counted.tours.up_to_symmetry().map(|classes| (&classes.all, &classes.binary));
    assert_eq!(classes, Some((&10_348_478_647u64.into(), &55_004u64.into())), "7x7 open");
    row("classes of 7x7 open".to_owned(), time, 5.0, counted.states)
}

/// A thousand open tours of 7x7, drawn uniformly; the signature is what they have in common.
fn drawn() -> Row {
    let puzzle = Puzzle::new(Board::new(7, 7).expect("a bench board has squares")).with_kind(TourKind::Open);
    let counter = Counter::new(&puzzle).expect("a bench puzzle has a kind");
    let (time, drawn) = fastest(1, || {
        counter.sample(1000, 1, &Resources::default(), &Control::unlimited()).expect("a bench board fits")
    });
    let tours = drawn.unwrap_or_default();
    assert_eq!(tours.len(), 1000, "7x7 open");
    let corners = tours.iter().filter(|tour| tour.square_at(1) == Some(Square::new(0, 0))).count();
    Row {
        name: "draw 1000 of 7x7 open".to_owned(),
        time: Some(time),
        done: Some((1000.0, "tours")),
        ratios: vec![("the limit of 6 s".to_owned(), 6.0 / time.as_secs_f64())],
        signature: format!("{corners} from a1"),
    }
}

/// The chessboard, and open tours of boards that take a while.
pub(crate) fn chessboard() -> Vec<Row> {
    vec![
        closed((8, 8), 13_267_364_410_532, 60.0, 1),
        open((6, 8), 49_929_787_608, 10.0),
        open((7, 7), 165_575_218_320, 4.0),
        open((7, 9), 5_806_424_327_506_000, 90.0),
        classes(),
        drawn(),
    ]
}
