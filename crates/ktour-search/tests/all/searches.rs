//! The searches against each other: same answers, and where promised the same moves.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use ktour_core::{Board, Cancel, Control, KNIGHT, Leaper, Outcome, Puzzle, Square, TourKind, control::Clock};
use ktour_search::{Method, MoveOrder, Strategy, Tie, solve};
use proptest::{prelude::*, strategy::Strategy as _};

fn run(puzzle: &Puzzle, strategy: &Strategy, control: &Control) -> ktour_search::Answer {
    solve(puzzle, strategy, control).unwrap()
}

#[test]
fn recursion_and_iteration_agree_move_for_move() {
    for files in 1..=6 {
        for ranks in 1..=6 {
            let board = Board::new(files, ranks).unwrap();
            for start in board.squares() {
                for (order, kind) in [("d0", TourKind::Open), ("d2", TourKind::Closed)] {
                    let puzzle = Puzzle::new(board.clone()).with_kind(kind).starting_at(start).unwrap();
                    let order = Some(MoveOrder::parse(order, KNIGHT).unwrap());
                    let control = Control::unlimited().with_trials(400_000);
                    let [a, b] = [Method::Backtrack, Method::BacktrackIterative].map(|method| {
                        run(&puzzle, &Strategy { order: order.clone(), ..Strategy::new(method) }, &control)
                    });
                    let counters = |s: ktour_search::Stats| (s.trials, s.moves, s.backtracks, s.tries);
                    assert_eq!(counters(a.stats), counters(b.stats), "{board} from {start}");
                    match (a.outcome, b.outcome) {
                        (Outcome::Found(a), Outcome::Found(b)) => assert_eq!(a, b),
                        (Outcome::Impossible(a), Outcome::Impossible(b)) => assert_eq!(a, b),
                        (Outcome::Unknown(_), Outcome::Unknown(_)) => {}
                        (a, b) => panic!("{board} from {start}: {a:?} but {b:?}"),
                    }
                }
            }
        }
    }
}

#[test]
fn a_large_board_does_not_overflow_the_recursion() {
    let puzzle = Puzzle::new(Board::new(2000, 2000).unwrap());
    let control = Control::unlimited().with_trials(30_000_000);
    match solve(&puzzle, &Strategy::new(Method::Backtrack), &control) {
        Ok(answer) => assert!(matches!(answer.outcome, Outcome::Unknown(_)), "{:?}", answer.outcome),
        Err(refusal) => assert!(refusal.to_string().contains("stack")),
    }
}

#[test]
fn a_spent_budget_gives_unknown_and_cancelling_ends_a_search() {
    // No closed tour of four ranks exists, and backtracking would take very long to prove it.
    let puzzle = Puzzle::new(Board::new(4, 40).unwrap()).with_kind(TourKind::Closed);
    let holed = Board::new(30, 30).unwrap().with_holes([Square::new(1, 2), Square::new(2, 2)]).unwrap();
    let hard = Puzzle::new(holed).with_kind(TourKind::Closed);
    for method in [Method::Backtrack, Method::BacktrackIterative, Method::WarnsdorffBacktrack, Method::Exact]
    {
        let time = Duration::from_millis(20);
        // The exact search needs almost no time: its limit has passed when it checks the clock.
        let (puzzle, control) = match method {
            Method::Exact => {
                let looks = AtomicU32::new(0);
                let clock = Clock::new(move || time * looks.fetch_add(1, Ordering::Relaxed));
                (&hard, Control::unlimited().with_clock(clock).with_time(time))
            }
            _ => (&puzzle, Control::within(time)),
        };
        let Outcome::Unknown(spent) = run(puzzle, &Strategy::new(method), &control).outcome else {
            panic!("{method} has an answer after {time:?}");
        };
        assert!(spent.elapsed >= time, "{method}");
        assert!(spent.elapsed < Duration::from_secs(60), "{method} did not stop: {spent}");
        let cancel = Cancel::default();
        cancel.cancel();
        let control = Control::unlimited().with_cancel(cancel);
        let Outcome::Unknown(spent) = run(puzzle, &Strategy::new(method), &control).outcome else {
            panic!("{method} has an answer although it was cancelled");
        };
        assert!(spent.cancelled, "{method}");
    }
}

#[test]
fn the_same_seed_gives_the_same_tour() {
    let puzzle = Puzzle::new(Board::new(20, 20).unwrap());
    for method in [Method::Warnsdorff, Method::WarnsdorffBacktrack, Method::Auto] {
        let walk = |seed| {
            let strategy = Strategy { tie: Tie::Random, tries: 200, seed, ..Strategy::new(method) };
            run(&puzzle, &strategy, &Control::unlimited()).outcome.found().unwrap()
        };
        assert_eq!(walk(7), walk(7));
        if method != Method::Auto {
            assert_ne!(walk(7), walk(8));
        }
    }
}

#[test]
fn every_tie_rule_finds_the_8x8_tour_within_a_few_tries() {
    let puzzle = Puzzle::new(Board::new(8, 8).unwrap());
    for (name, tie) in Tie::NAMED {
        let strategy = Strategy { tie, tries: 50, ..Strategy::new(Method::Warnsdorff) };
        let answer = run(&puzzle, &strategy, &Control::unlimited());
        assert!(matches!(answer.outcome, Outcome::Found(_)), "{name}");
    }
}

#[test]
fn warnsdorff_with_backtracking_saves_nearly_every_trial() {
    let puzzle = Puzzle::new(Board::new(8, 8).unwrap()).starting_at(Square::new(0, 7)).unwrap();
    let plain = run(&puzzle, &Strategy::new(Method::Backtrack), &Control::unlimited()).stats;
    let best = run(&puzzle, &Strategy::new(Method::WarnsdorffBacktrack), &Control::unlimited()).stats;
    assert_eq!(plain.trials, 25_936_253);
    assert!(best.trials * 10_000 < plain.trials, "{best:?}");
}

#[test]
fn searches_continue_from_squares_already_visited() {
    let board = Board::new(6, 6).unwrap();
    let read = |name: &str| ktour_core::notation::parse_square(&board, name).unwrap();
    let visited: Vec<Square> = "c4 b6 a4 b2 d1".split(' ').map(read).collect();
    for method in [Method::Auto, Method::WarnsdorffBacktrack, Method::Exact] {
        for kind in [TourKind::Open, TourKind::Closed] {
            let puzzle = Puzzle::new(board.clone()).with_kind(kind).after(visited.clone()).unwrap();
            let tour = run(&puzzle, &Strategy::new(method), &Control::unlimited()).outcome.found().unwrap();
            assert!(tour.squares().zip(&visited).all(|(a, &b)| a == b));
            assert_eq!(tour.kind(), kind);
        }
    }
}

#[test]
fn without_a_kind_a_tour_is_closed_if_a_closed_tour_exists() {
    let texts = ["4x5", "5x5", "5x6", "6x6", "3x10", "3x12", "7x7", "8x8", "12x12"];
    let mut boards: Vec<Board> = texts.iter().map(|text| text.parse().unwrap()).collect();
    boards.push(Board::new(6, 6).unwrap().with_holes([Square::new(2, 2), Square::new(3, 2)]).unwrap());
    boards.push(Board::new(5, 5).unwrap().with_holes([Square::new(2, 2)]).unwrap());
    for board in boards {
        let puzzle = Puzzle::new(board.clone());
        let closed = puzzle.clone().with_kind(TourKind::Closed);
        let has_closed = run(&closed, &Strategy::default(), &Control::unlimited()).outcome.found().is_some();
        for method in [Method::Auto, Method::Divide, Method::Repair, Method::Exact] {
            let starts = [None, Some(Square::new(0, 0))];
            for start in starts {
                let puzzle = match start {
                    Some(start) => puzzle.clone().starting_at(start).unwrap(),
                    None => puzzle.clone(),
                };
                let answer = run(&puzzle, &Strategy::new(method), &Control::unlimited());
                let kind = answer.outcome.found().map(|tour| tour.kind());
                let expected = if has_closed { TourKind::Closed } else { TourKind::Open };
                assert_eq!(
                    kind,
                    Some(expected),
                    "{board} without {:?}, {method}, from {start:?}",
                    board.holes()
                );
            }
        }
    }
}

#[test]
fn one_square_is_a_tour_and_two_are_one_if_they_are_a_leap_apart() {
    let one = Puzzle::new(Board::new(1, 1).unwrap());
    let board = Board::new(2, 3).unwrap();
    let keep = [Square::new(0, 0), Square::new(1, 2)];
    let holes: Vec<Square> = board.squares().filter(|square| !keep.contains(square)).collect();
    let two = Puzzle::new(board.with_holes(holes).unwrap());
    // Structured and tidy tours are refused on boards as small as these.
    let are_refused = [Method::Parberry, Method::Tidy];
    for (_, method) in Method::NAMED.into_iter().filter(|(_, method)| !are_refused.contains(method)) {
        for (puzzle, squares) in [(&one, 1), (&two, 2)] {
            let open = puzzle.clone().with_kind(TourKind::Open);
            let tour = run(&open, &Strategy::new(method), &Control::unlimited()).outcome.found();
            assert_eq!(tour.map(|tour| tour.len()), Some(squares), "{method}");
            let closed = puzzle.clone().with_kind(TourKind::Closed);
            let outcome = run(&closed, &Strategy::new(method), &Control::unlimited()).outcome;
            assert!(!matches!(outcome, Outcome::Found(_)), "{method}");
        }
    }
}

fn small_puzzle() -> impl proptest::strategy::Strategy<Value = Puzzle> {
    (1u64..=5, 1u64..=5, any::<u32>(), any::<u32>(), 0usize..4, 0u8..4).prop_map(
        |(files, ranks, holes, pick, ends, leaper)| {
            let board = Board::new(files, ranks).unwrap();
            // About one square in eight is missing.
            let is_hole = |at: usize| (holes.rotate_left(at as u32 * 5) & 7) == 0;
            let missing: Vec<Square> =
                board.squares().enumerate().filter(|&(at, _)| is_hole(at)).map(|(_, s)| s).collect();
            let board = board.with_holes(missing).unwrap_or(board);
            let leaper = if leaper == 0 { Leaper::new(0, 1).unwrap() } else { KNIGHT };
            let squares: Vec<Square> = board.squares().collect();
            let at = |pick: u32| squares[pick as usize % squares.len()];
            let puzzle = Puzzle::new(board.clone()).with_leaper(leaper);
            let (start, end) = (at(pick), at(pick >> 8));
            let given = match ends {
                0 => Ok(puzzle.clone().with_kind(TourKind::Closed)),
                1 => puzzle.clone().starting_at(start),
                2 => puzzle.clone().starting_at(start).and_then(|puzzle| puzzle.ending_at(end)),
                _ => puzzle.clone().ending_at(end),
            };
            given.unwrap_or(puzzle)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 400 } else { 2000 }))]

    /// Plain backtracking is the obvious implementation: every disagreement is an error elsewhere.
    #[test]
    fn every_method_agrees_with_plain_backtracking(puzzle in small_puzzle()) {
        let control = Control::unlimited().with_trials(20_000_000);
        let truth = run(&puzzle, &Strategy::new(Method::BacktrackIterative), &control).outcome;
        for method in [Method::WarnsdorffBacktrack, Method::Exact, Method::Auto] {
            let answer = run(&puzzle, &Strategy::new(method), &Control::unlimited()).outcome;
            match (&truth, &answer) {
                (Outcome::Found(_), Outcome::Found(_)) | (Outcome::Impossible(_), Outcome::Impossible(_)) | (Outcome::Unknown(_), _) => {}
                _ => prop_assert!(false, "{method}: {answer:?} instead of {truth:?}"),
            }
        }
        let greedy = run(&puzzle, &Strategy { tries: 5, tie: Tie::Random, ..Strategy::new(Method::Warnsdorff) }, &control).outcome;
        prop_assert!(!matches!((&truth, &greedy), (Outcome::Impossible(_), Outcome::Found(_)) | (_, Outcome::Impossible(_))));
    }
}

#[test]
fn an_end_among_the_visited_squares_is_refused() {
    let board = Board::new(3, 4).unwrap();
    let squares = "a1 b3 c1 a2 b4 c2 a3 c4 b2 a4 c3 b1";
    let squares: Vec<Square> = squares.split(' ').map(|name| name.parse().unwrap()).collect();
    let played = Puzzle::new(board).after(squares).unwrap();
    // The whole tour, with its own end and with another.
    let whole = played.clone().ending_at("b1".parse().unwrap()).unwrap();
    assert!(solve(&whole, &Strategy::default(), &Control::unlimited()).unwrap().outcome.found().is_some());
    let error = played.ending_at("a4".parse().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "a4 is visited twice");
}
