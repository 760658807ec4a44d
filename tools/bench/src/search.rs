//! The searches: backtracking and Warnsdorff against plain C and plain Python of the same rule.

use std::time::Duration;

use ktour_core::{Board, Control, KNIGHT, Outcome, Puzzle, Square, Tour};
use ktour_search::{Method, Strategy, Tie, solve};

use crate::{
    clock::fastest_alone,
    peer::Peer,
    row::{Row, at_least},
};

/// Rounds in which ours and the peer take turns, so that both meet the same noise.
const MEASUREMENT_ROUNDS: u32 = 5;

pub(crate) fn from_top_left(files: u64, ranks: u64) -> Puzzle {
    let board = Board::new(files, ranks).expect("a bench board has squares");
    Puzzle::new(board).starting_at(Square::new(0, ranks - 1)).expect("the corner is on the board")
}

/// The report's rows. The 8×8 row and its counters are compared with plain C.
pub(crate) fn backtracking() -> Vec<Row> {
    let peer = Peer::c(include_str!("../peers/backtrack.c"));
    let mut rows = Vec::new();
    for (files, ranks, trials, moves) in [(6, 7, 6_084_476, 760_580), (8, 8, 25_936_253, 3_242_064)] {
        let puzzle = from_top_left(files, ranks);
        for method in [Method::Backtrack, Method::BacktrackIterative] {
            let mut best = Duration::MAX;
            let mut peer_best = Duration::MAX;
            for _ in 0..MEASUREMENT_ROUNDS {
                let (time, answer) = fastest_alone(5, || {
                    solve(&puzzle, &Strategy::new(method), &Control::unlimited()).expect("the board is small")
                });
                assert_eq!((answer.stats.trials, answer.stats.moves), (trials, moves), "{method}");
                best = best.min(time);
                if let Some(peer) = &peer {
                    let run = peer.run(&[ranks, files, 5]);
                    assert_eq!(run.counts, [trials, moves], "plain C counts the same");
                    peer_best = peer_best.min(run.time);
                }
            }
            let ratio = peer_best.as_secs_f64() / best.as_secs_f64();
            rows.push(Row {
                name: format!("{method} {files}x{ranks}"),
                time: Some(best),
                done: Some((moves as f64, "squares")),
                ratios: peer.iter().map(|_| at_least(3.0, "plain C", ratio)).collect(),
                signature: format!("{trials} trials, {moves} moves"),
            });
        }
    }
    rows
}

/// Greedy walks with `far` ties; the peers walk the same path.
pub(crate) fn warnsdorff() -> Vec<Row> {
    let c = Peer::c(include_str!("../peers/warnsdorff.c"));
    let python = Peer::python(include_str!("../peers/warnsdorff.py"));
    let mut rows: Vec<Row> = Vec::new();
    let mut per_move_at_100 = None;
    for side in [100u64, 1000, 2000] {
        let puzzle = from_top_left(side, side);
        let strategy = Strategy { tie: Tie::Far, ..Strategy::new(Method::Warnsdorff) };
        let repeats = (4_000_000 / (side * side)).clamp(2, 50) as u32;
        let (mut best, mut peer_best, mut sum) = (Duration::MAX, Duration::MAX, 0);
        for _ in 0..MEASUREMENT_ROUNDS {
            let (time, answer) = fastest_alone(repeats, || {
                solve(&puzzle, &strategy, &Control::unlimited()).expect("the board fits")
            });
            let Outcome::Found(tour) = answer.outcome else {
                panic!("far ties tour {side}x{side} from the corner")
            };
            best = best.min(time);
            sum = checksum(&tour);
            if let Some(c) = &c {
                let run = c.run(&[side, u64::from(repeats)]);
                assert_eq!(run.counts, [side * side, sum], "plain C walks the same path");
                peer_best = peer_best.min(run.time);
            }
        }
        let squares = (side * side) as f64;
        let times = peer_best.as_secs_f64() / best.as_secs_f64();
        let mut ratios: Vec<(String, f64)> = c.iter().map(|_| at_least(1.5, "plain C", times)).collect();
        if let (Some(python), 100) = (&python, side) {
            let run = python.run(&[side]);
            assert_eq!(run.counts, [side * side, sum], "plain Python walks the same path");
            ratios.push(("plain Python".to_owned(), run.time.as_secs_f64() / best.as_secs_f64()));
        }
        let per_move = best.as_secs_f64() / squares;
        let at_100 = *per_move_at_100.get_or_insert(per_move);
        ratios.push(("a move at 100x100".to_owned(), at_100 / per_move));
        rows.push(Row {
            name: format!("warnsdorff far {side}x{side}, verified"),
            time: Some(best),
            done: Some((squares, "squares")),
            ratios,
            signature: format!("path {sum:016x}"),
        });
    }
    rows
}

/// Verification of a list of squares, against copying the list.
pub(crate) fn verify() -> Vec<Row> {
    let mut rows = Vec::new();
    for side in [100u64, 1000] {
        let puzzle = from_top_left(side, side);
        let strategy = Strategy { tie: Tie::Far, ..Strategy::new(Method::Warnsdorff) };
        let answer = solve(&puzzle, &strategy, &Control::unlimited()).expect("the board fits");
        let tour = answer.outcome.found().expect("far ties tour the board from the corner");
        let squares: Vec<Square> = tour.squares().collect();
        let repeats = (10_000_000 / (side * side)).clamp(10, 200) as u32;
        let (mut best, mut copy) = (Duration::MAX, Duration::MAX);
        for _ in 0..MEASUREMENT_ROUNDS {
            let (time, verified) =
                fastest_alone(repeats, || Tour::verify(tour.board(), KNIGHT, squares.iter().copied()));
            assert_eq!(verified.as_ref(), Ok(&tour));
            best = best.min(time);
            copy = copy.min(fastest_alone(repeats, || squares.clone()).0);
        }
        let many = (side * side) as f64;
        let limit = many / 200e6 / best.as_secs_f64();
        rows.push(Row {
            name: format!("verify {side}x{side}"),
            time: Some(best),
            done: Some((many, "squares")),
            ratios: vec![
                ("copying the list".to_owned(), copy.as_secs_f64() / best.as_secs_f64()),
                at_least(1.0, "200 M squares/s", limit),
            ],
            signature: format!("path {:016x}", checksum(&tour)),
        });
    }
    rows
}

/// A number for a path, as the peers compute it.
fn checksum(tour: &Tour) -> u64 {
    let board = tour.board();
    tour.squares().fold(0, |sum: u64, square| {
        sum.wrapping_mul(31).wrapping_add(board.row_of(square.rank) * board.files() + square.file)
    })
}

/// How many of fifty starts each tie rule tours in one walk.
pub(crate) fn ties() -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, tie) in Tie::NAMED {
        let mut found = Vec::new();
        for side in [100u64, 200, 500] {
            let board = Board::new(side, side).expect("a bench board has squares");
            let walks = (0..50u64).filter(|&seed| {
                let any = Puzzle::new(board.clone());
                let start = ktour_search::random_start(&any, seed);
                let puzzle = any.starting_at(start).expect("the start is on the board");
                let strategy = Strategy { tie, seed, ..Strategy::new(Method::Warnsdorff) };
                let answer = solve(&puzzle, &strategy, &Control::unlimited()).expect("the board fits");
                matches!(answer.outcome, Outcome::Found(_))
            });
            found.push(walks.count());
        }
        let table = format!("{}/{}/{} of 50 at 100/200/500", found[0], found[1], found[2]);
        rows.push(Row {
            name: format!("ties {name}"),
            time: None,
            done: None,
            ratios: Vec::new(),
            signature: table,
        });
    }
    rows
}
