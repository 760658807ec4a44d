//! The searches: backtracking and Warnsdorff against plain C and plain Python of the same rule.

use std::time::Duration;

use ktour_core::{Board, Control, KNIGHT, Outcome, Puzzle, Square, Tour};
use ktour_search::{Method, Strategy, Tie, solve};

use crate::{clock::fastest_alone, peer::Peer, row::Row};

/// Rounds in which ours and the peer take turns, so that both meet the same noise.
const MEASUREMENT_ROUNDS: u32 = 5;

fn from_top_left(files: u64, ranks: u64) -> Puzzle {
    let board = Board::new(files, ranks).expect("a bench board has squares");
    Puzzle::new(board).starting_at(Square::new(0, ranks - 1)).expect("the corner is on the board")
}

/// Backtracking from a corner to its first tour; the peer counts the same trials and moves.
pub(crate) fn backtracking() -> Vec<Row> {
    let c = Peer::c(include_str!("../peers/backtrack.c"));
    let mut rows = Vec::new();
    for (files, ranks) in [(4, 5), (5, 5), (5, 6), (6, 6), (6, 7), (7, 7), (8, 8)] {
        let puzzle = from_top_left(files, ranks);
        for method in [Method::Backtrack, Method::BacktrackIterative] {
            let ours = || {
                let (time, answer) = fastest_alone(5, || {
                    solve(&puzzle, &Strategy::new(method), &Control::unlimited()).expect("the board is small")
                });
                (time, [answer.stats.trials, answer.stats.moves])
            };
            let (time, peer, [trials, moves]) = in_turns(ours, c.as_ref(), &[ranks, files, 5]);
            let is_long = trials > 1_000_000;
            let row =
                Row::new(format!("{method} {files}x{ranks}"), format!("{trials} trials, {moves} moves"));
            let row =
                row.time(time).done(moves as f64, "squares").peer("plain C", peer, is_long.then_some(3.0));
            rows.push(match method {
                Method::BacktrackIterative => row.point("backtracking", "ours", (files * ranks) as f64),
                _ => row,
            });
        }
    }
    rows
}

/// Greedy walks with `far` ties; the peers walk the same path.
pub(crate) fn warnsdorff() -> Vec<Row> {
    let c = Peer::c(include_str!("../peers/warnsdorff.c"));
    let python = Peer::python(include_str!("../peers/warnsdorff.py"));
    let strategy = Strategy { tie: Tie::Far, ..Strategy::new(Method::Warnsdorff) };
    let mut per_move_at_100 = None;
    let sides = [10u64, 20, 50, 100, 200, 500, 1000, 2000, 5000];
    let row = |side: u64| {
        let puzzle = from_top_left(side, side);
        let repeats = (4_000_000 / (side * side)).clamp(2, 1000);
        let ours = || {
            let walk = || solve(&puzzle, &strategy, &Control::unlimited()).expect("the board fits");
            let (time, answer) = fastest_alone(repeats as u32, walk);
            let Outcome::Found(tour) = answer.outcome else {
                panic!("no tour of {side}x{side} from the corner")
            };
            (time, [side * side, checksum(&tour)])
        };
        let (time, peer, [squares, sum]) = in_turns(ours, c.as_ref(), &[side, repeats]);
        let slow = python.as_ref().filter(|_| side <= 500).map(|python| {
            let run = python.run(&[side]);
            assert_eq!(run.counts, [squares, sum], "plain Python walks the same path");
            run.time
        });
        let per_move = time.as_secs_f64() / squares as f64;
        let row = Row::new(format!("warnsdorff far {side}x{side}, verified"), format!("path {sum:016x}"));
        let row = row.time(time).done(squares as f64, "squares").point(
            "warnsdorff",
            "ours (verified)",
            squares as f64,
        );
        let row = row.peer("plain C", peer, (side >= 100).then_some(1.5)).peer("plain Python", slow, None);
        match side {
            ..100 => row,
            _ => row.against("a move at 100x100", *per_move_at_100.get_or_insert(per_move) / per_move),
        }
    };
    sides.map(row).into()
}

/// Lets ours and a plain C program take turns; returns the fastest of each, and the numbers, which must
/// agree.
fn in_turns(
    mut ours: impl FnMut() -> (Duration, [u64; 2]),
    peer: Option<&Peer>,
    arguments: &[u64],
) -> (Duration, Option<Duration>, [u64; 2]) {
    let (mut time, numbers) = ours();
    let mut peer_time = None;
    for _ in 0..MEASUREMENT_ROUNDS {
        time = time.min(ours().0);
        if let Some(peer) = peer {
            let run = peer.run(arguments);
            assert_eq!(run.counts, numbers, "plain C counts the same");
            peer_time = Some(peer_time.map_or(run.time, |time: Duration| time.min(run.time)));
        }
    }
    (time, peer_time, numbers)
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
        let row = Row::new(format!("verify {side}x{side}"), format!("path {:016x}", checksum(&tour)));
        let row = row.time(best).done(many, "squares");
        let row = row.against("copying the list", copy.as_secs_f64() / best.as_secs_f64());
        rows.push(row.limit(1.0, "200 M squares/s", many / 200e6 / best.as_secs_f64()));
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
        rows.push(Row::new(format!("ties {name}"), table));
    }
    rows
}
