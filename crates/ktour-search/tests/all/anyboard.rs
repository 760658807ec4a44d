//! Tests on boards of any kind: holes, shapes, given ends, partly played games, other leapers.

use std::time::Duration;

use ktour_core::random::Random;
use ktour_core::{Board, Control, Leaper, Outcome, Puzzle, Square, TourKind};
use ktour_search::{Answer, Method, Strategy, solve};

/// The answer of `auto` within a generous time.
fn answer(puzzle: &Puzzle) -> Answer {
    solve(puzzle, &Strategy::default(), &Control::within(Duration::from_secs(600))).unwrap()
}

fn is_found(puzzle: &Puzzle) -> bool {
    matches!(answer(puzzle).outcome, Outcome::Found(_))
}

/// A square board of the squares that a predicate accepts, reduced to equal numbers of both colours.
fn shape(side: u64, keeps: impl Fn(f64, f64) -> bool) -> Board {
    let board = Board::new(side, side).unwrap();
    let scale = |at: u64| (at as f64 + 0.5) / side as f64 * 2.0 - 1.0;
    let gone = board.squares().filter(|square| !keeps(scale(square.file), scale(square.rank)));
    let mut board = board.with_holes(gone.collect::<Vec<_>>()).unwrap();
    let mut random = Random::new(side, 0);
    loop {
        let (dark, light) = board.colour_counts();
        if dark == light {
            return board;
        }
        let more: Vec<Square> = board.squares().filter(|s| s.is_dark() == (dark > light)).collect();
        // A square with eight neighbours, so that none of them is isolated.
        let hole = more[random.index(more.len())];
        if board.leaps(ktour_core::KNIGHT, hole).count() == 8 {
            board = board.with_holes([hole]).unwrap();
        }
    }
}

#[test]
fn large_boards_with_holes_and_shapes_are_toured_in_every_way() {
    let mut random = Random::new(3, 0);
    let full = Board::new(100, 100).unwrap();
    let mut holes = Vec::new();
    for at in 0..300 {
        // The holes are away from the border, where they would take a corner's neighbours; colours alternate.
        let (file, rank) = (4 + random.index(92) as u64, 4 + random.index(46) as u64 * 2);
        holes.push(Square::new(file, rank + (file + at) % 2));
    }
    holes.sort_unstable();
    holes.dedup();
    while holes.iter().filter(|s| s.is_dark()).count() * 2 != holes.len() {
        let more = holes.iter().filter(|s| s.is_dark()).count() * 2 > holes.len();
        let at = holes.iter().position(|s| s.is_dark() == more).unwrap();
        holes.remove(at);
    }
    let heart = |x: f64, y: f64| (x * x * 1.4 + y * y * 1.4 - 1.0).powi(3) - 2.0 * x * x * y.powi(3) < 0.0;
    let boards = [
        full.with_holes(holes).unwrap(),
        shape(100, |x, y| (0.3..1.0).contains(&(x * x + y * y))),
        shape(90, heart),
        shape(60, |x, y| x.abs() < 0.3 || y.abs() < 0.3),
    ];
    for board in boards {
        let squares: Vec<Square> = board.squares().collect();
        let dark = squares.iter().copied().find(|s| s.is_dark()).unwrap();
        let light = squares.iter().rev().copied().find(|s| !s.is_dark()).unwrap();
        let open = Puzzle::new(board.clone()).with_kind(TourKind::Open);
        assert!(is_found(&Puzzle::new(board.clone()).with_kind(TourKind::Closed)), "{board} closed");
        assert!(is_found(&open), "{board} open");
        assert!(is_found(&open.clone().starting_at(light).unwrap()), "{board} from {light}");
        assert!(
            is_found(&open.starting_at(dark).unwrap().ending_at(light).unwrap()),
            "{board} from {dark} to {light}"
        );
    }
}

/// The smallest square boards that zebra, giraffe and antelope tour; smaller ones are refused with a reason.
#[test]
fn smallest_square_boards_of_other_leapers() {
    for (name, closed, open) in [("zebra", 10, 10), ("giraffe", 10, 9), ("antelope", 14, 14)] {
        let leaper: Leaper = name.parse().unwrap();
        for side in 2..=closed {
            let puzzle = Puzzle::new(Board::new(side, side).unwrap()).with_leaper(leaper);
            for (kind, smallest) in [(TourKind::Closed, closed), (TourKind::Open, open)] {
                let outcome = answer(&puzzle.clone().with_kind(kind)).outcome;
                match outcome {
                    Outcome::Found(_) => assert!(side >= smallest, "{name} {side} {kind}"),
                    Outcome::Impossible(_) => assert!(side < smallest, "{name} {side} {kind}"),
                    Outcome::Unknown(spent) => panic!("{name} {side} {kind}: {spent}"),
                }
            }
        }
    }
}

/// A game of random leaps, until it is stuck or has `many` squares.
fn random_game(board: &Board, random: &mut Random, many: usize) -> Vec<Square> {
    let squares: Vec<Square> = board.squares().collect();
    let mut game = vec![squares[random.index(squares.len())]];
    while game.len() < many {
        let here = game[game.len() - 1];
        let next: Vec<Square> =
            board.leaps(ktour_core::KNIGHT, here).filter(|to| !game.contains(to)).collect();
        if next.is_empty() {
            break;
        }
        game.push(next[random.index(next.len())]);
    }
    game
}

#[test]
fn games_are_finished_or_refused_for_a_reason_that_holds() {
    partly_played(100);
}

#[test]
#[ignore = "the same of more games"]
fn many_games_are_finished_or_refused_for_a_reason_that_holds() {
    partly_played(400);
}

fn partly_played(games: usize) {
    let mut random = Random::new(8, 0);
    for round in 0..games {
        let board = if round % 2 == 0 { Board::new(8, 8) } else { Board::new(5, 6) }.unwrap();
        let many = 1 + random.index(board.square_count() as usize * 3 / 4);
        let game = random_game(&board, &mut random, many);
        for kind in [TourKind::Open, TourKind::Closed] {
            let puzzle = Puzzle::new(board.clone()).with_kind(kind).after(game.clone()).unwrap();
            let outcome = answer(&puzzle).outcome;
            if board.square_count() < 64 {
                let plain = Strategy::new(Method::BacktrackIterative);
                let truth = solve(&puzzle, &plain, &Control::unlimited()).unwrap().outcome;
                assert_eq!(outcome.clone().found().is_some(), truth.found().is_some(), "{game:?} {kind}");
            }
            match outcome {
                Outcome::Found(tour) => assert!(tour.squares().zip(&game).all(|(a, &b)| a == b)),
                Outcome::Impossible(reason) if reason.code() == "exhausted" => {}
                Outcome::Impossible(reason) => {
                    assert_eq!(
                        ktour_core::proof::check(&puzzle, &reason),
                        Ok(()),
                        "{reason} after {game:?} {kind}"
                    )
                }
                Outcome::Unknown(spent) => panic!("{spent} after {game:?} {kind}"),
            }
        }
    }
}

#[test]
fn a_shortage_is_accepted_and_a_false_one_is_rejected() {
    let zebra = Puzzle::new(Board::new(9, 9).unwrap()).with_leaper("zebra".parse().unwrap());
    let puzzle = zebra.with_kind(TourKind::Open);
    let Outcome::Impossible(reason) = answer(&puzzle).outcome else { panic!("9x9 has no zebra's tour") };
    assert_eq!(reason.code(), "shortage");
    assert_eq!(ktour_core::proof::check(&puzzle, &reason), Ok(()));
    let knight = Puzzle::new(Board::new(9, 9).unwrap()).with_kind(TourKind::Open);
    assert!(ktour_core::proof::check(&knight, &reason).is_err());
}

#[test]
fn repair_and_exact_agree_with_plain_backtracking_on_random_boards() {
    searches_agree(60);
}

#[test]
#[ignore = "the same on more boards"]
fn repair_and_exact_agree_with_plain_backtracking_on_many_random_boards() {
    searches_agree(600);
}

/// Compares searches with plain backtracking. Repair may give up, but its answers are true; so are the
/// reasons of the others.
fn searches_agree(boards: usize) {
    let mut random = Random::new(5, 0);
    for _ in 0..boards {
        let board = Board::new(4 + random.index(2) as u64, 4 + random.index(3) as u64).unwrap();
        let squares: Vec<Square> = board.squares().collect();
        let holes: Vec<Square> = (0..random.index(6)).map(|_| squares[random.index(squares.len())]).collect();
        let board = board.with_holes(holes).unwrap();
        for kind in [TourKind::Open, TourKind::Closed] {
            let puzzle = Puzzle::new(board.clone()).with_kind(kind);
            let run = |method| solve(&puzzle, &Strategy::new(method), &Control::unlimited()).unwrap().outcome;
            let truth = run(Method::WarnsdorffBacktrack).found().is_some();
            for method in [Method::Repair, Method::Exact, Method::Auto] {
                match run(method) {
                    Outcome::Found(_) => assert!(truth, "{method} {board} {:?} {kind}", board.holes()),
                    Outcome::Impossible(reason) => {
                        assert!(!truth, "{method} {board} {:?} {kind}: {reason}", board.holes());
                        assert!(
                            reason.code() == "exhausted"
                                || ktour_core::proof::check(&puzzle, &reason).is_ok()
                        );
                    }
                    Outcome::Unknown(_) => assert_eq!(method, Method::Repair),
                }
            }
        }
    }
}
