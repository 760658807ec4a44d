//! Large boards with holes all over: found soon, and left soon when time is up.

use std::time::{Duration, Instant};

use knights_tour::{Board, Budget, Method, Outcome, Puzzle, Square, Strategy, TourKind, solve};

/// A square board without so many squares of a thousand, as many of one colour as of the other, none near a corner.
fn riddled(side: u64, per_mille: u64) -> Puzzle {
    let many = (side * side * per_mille / 2000) as usize;
    let mut holes: [Vec<Square>; 2] = [Vec::new(), Vec::new()];
    let mut state = side;
    let mut below = |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    while holes.iter().any(|holes| holes.len() < many) {
        let square = Square::new(4 + below(side - 8), 4 + below(side - 8));
        let holes = &mut holes[usize::from(square.is_dark())];
        if holes.len() < many {
            holes.push(square);
            if holes.len() == many {
                holes.sort_unstable();
                holes.dedup();
            }
        }
    }
    Puzzle::new(Board::new(side, side).unwrap().with_holes(holes.concat()).unwrap())
}

#[test]
fn boards_with_holes_all_over_are_toured() {
    for (side, per_mille) in [(100, 10), (100, 30), (300, 30)] {
        for kind in [TourKind::Closed, TourKind::Open] {
            let puzzle = riddled(side, per_mille).with_kind(kind);
            let answer = solve(&puzzle, &Strategy::default(), &Budget::unlimited()).unwrap();
            assert!(answer.outcome.found().is_some(), "{side} {per_mille} {kind}");
        }
    }
}

#[test]
fn a_search_that_is_stopped_while_it_gets_ready_ends_soon() {
    let puzzle = riddled(1000, 20).with_kind(TourKind::Closed);
    for method in [Method::Repair, Method::Exact] {
        for patience in [10, 100, 300] {
            let patience = Duration::from_millis(patience);
            let began = Instant::now();
            let answer = solve(&puzzle, &Strategy::new(method), &Budget::within(patience)).unwrap();
            assert!(matches!(answer.outcome, Outcome::Unknown(_)));
            // Fifty milliseconds on a quiet machine; tests share theirs with much other work.
            let late = began.elapsed().saturating_sub(patience);
            assert!(late < Duration::from_secs(2), "{method} was {late:?} late after {patience:?}");
        }
    }
}

#[test]
#[ignore = "a minute"]
fn a_million_squares_with_holes_are_toured() {
    for per_mille in [10, 20, 30] {
        let puzzle = riddled(1000, per_mille).with_kind(TourKind::Closed);
        let answer = solve(&puzzle, &Strategy::default(), &Budget::unlimited()).unwrap();
        assert!(answer.outcome.found().is_some(), "{per_mille}");
    }
}
