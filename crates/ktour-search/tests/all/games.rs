//! Games played at random: what undo restores, and advice that plain backtracking confirms.

use std::time::Duration;

use ktour_core::{Board, Control, KNIGHT, Leaper, Outcome, Puzzle, Square, TourKind, notation::parse_square};
use ktour_search::{
    Method, Strategy,
    game::{Advice, Ending, Game, LeapError, MOST_SQUARES, advise, finish, longest_completable_prefix},
    solve,
};
use proptest::{prelude::*, strategy::Strategy as _};

fn game(board: &str) -> Game {
    Game::new(Puzzle::new(board.parse().unwrap())).unwrap()
}

fn play(game: &mut Game, squares: &str) {
    for name in squares.split_whitespace() {
        let square = parse_square(game.board(), name).unwrap();
        game.leap(square).unwrap();
    }
}

/// A question about a small board, and choices to play it by.
fn questions() -> impl proptest::strategy::Strategy<Value = (Puzzle, Vec<usize>)> {
    let leapers = prop_oneof![4 => Just(KNIGHT), 1 => Just(Leaper::new(0, 1).unwrap()), 1 => Just(Leaper::new(1, 3).unwrap())];
    let kinds = prop_oneof![Just(None), Just(Some(TourKind::Open)), Just(Some(TourKind::Closed))];
    let holes = proptest::collection::vec(0usize..25, 0..6);
    let choices = proptest::collection::vec(0usize..8, 0..20);
    let end = proptest::option::of(0usize..25);
    (1u64..=5, 1u64..=5, leapers, kinds, holes, end, choices).prop_filter_map(
        "a board without squares",
        |(files, ranks, leaper, kind, holes, end, choices)| {
            let board = Board::new(files, ranks).unwrap();
            let holes = holes.into_iter().filter(|&at| at < (files * ranks) as usize);
            let board = board.with_holes(holes.map(|at| board.square(at))).ok()?;
            let puzzle = Puzzle::new(board).with_leaper(leaper);
            let puzzle = match (kind, end) {
                (Some(TourKind::Closed), _) => puzzle.with_kind(TourKind::Closed),
                (Some(kind), None) => puzzle.with_kind(kind),
                (None, None) => puzzle,
                (_, Some(end)) => {
                    let end = puzzle.board().square(end % (files * ranks) as usize);
                    puzzle.clone().ending_at(end).unwrap_or(puzzle)
                }
            };
            Some((puzzle, choices))
        },
    )
}

/// Plays as the choices say until they or the legal squares end.
fn played(puzzle: Puzzle, choices: &[usize]) -> Game {
    let mut game = Game::new(puzzle).unwrap();
    for &choice in choices {
        let legal: Vec<Square> = game.legal().collect();
        if legal.is_empty() {
            break;
        }
        game.leap(legal[choice % legal.len()]).unwrap();
    }
    game
}

proptest! {
    #[test]
    fn undo_restores_what_a_leap_changed((puzzle, choices) in questions()) {
        let game = played(puzzle, &choices);
        for to in game.legal().collect::<Vec<_>>() {
            let mut after = game.clone();
            prop_assert!(game.is_legal(to));
            let onward = game.onward(to);
            after.leap(to).unwrap();
            prop_assert_eq!(after.legal().count(), onward, "{} onward", to);
            prop_assert_eq!(after.step_of(to), Some(game.played().len() + 1));
            let leapt = after.clone();
            prop_assert_eq!(after.undo(), Some(to));
            prop_assert_eq!(after.played(), game.played());
            prop_assert!(after.board().squares().all(|square| after.step_of(square) == game.step_of(square)));
            prop_assert_eq!(after.redo(), Some(to));
            prop_assert_eq!(after, leapt);
        }
        let mut again = game.clone();
        again.restart();
        prop_assert!(again.played().is_empty());
        while again.redo().is_some() {}
        prop_assert_eq!(again, game);
    }

    #[test]
    fn advice_agrees_with_plain_backtracking((puzzle, choices) in questions()) {
        let game = played(puzzle, &choices);
        let question = game.puzzle().clone().after(game.played().to_vec()).unwrap();
        let control = Control::unlimited().with_trials(3_000_000);
        let plain = solve(&question, &Strategy::new(Method::BacktrackIterative), &control).unwrap().outcome;
        match (advise(&game, &Control::within(Duration::from_secs(600))), plain) {
            (_, Outcome::Unknown(_)) => {}
            (Advice::Leap { to, tour }, Outcome::Found(_)) => {
                prop_assert!(game.is_legal(to) && game.is_prefix_of(&tour));
                let mut game = game.clone();
                game.leap(to).unwrap();
                game.follow(&tour).unwrap();
                prop_assert!(matches!(game.ending(), Ending::Finished(_)));
            }
            (Advice::Finished(_), Outcome::Found(tour)) => prop_assert_eq!(tour.len(), game.played().len()),
            (Advice::DeadEnd(reason), Outcome::Impossible(_)) => {
                prop_assert!(reason.squares().iter().all(|&square| game.board().spans(square)));
            }
            (advice, plain) => prop_assert!(false, "{game:?}: {advice:?} but {plain:?}"),
        }
    }

    #[test]
    fn the_way_back_is_the_shortest((puzzle, choices) in questions()) {
        let mut game = played(puzzle, &choices);
        let control = Control::within(Duration::from_secs(600));
        match longest_completable_prefix(&game, &control) {
            Outcome::Found(tour) => {
                while !game.is_prefix_of(&tour) {
                    // Nothing that is taken back could have been finished.
                    prop_assert!(matches!(finish(&game, &control), Outcome::Impossible(_)));
                    prop_assert!(game.undo().is_some());
                }
            }
            Outcome::Impossible(_) => {
                game.restart();
                prop_assert!(matches!(finish(&game, &control), Outcome::Impossible(_)));
            }
            Outcome::Unknown(spent) => prop_assert!(false, "{spent}"),
        }
    }

    #[test]
    fn an_illegal_leap_changes_nothing((puzzle, choices) in questions(), file in 0u64..7, rank in 0u64..7) {
        let mut game = played(puzzle, &choices);
        let before = game.clone();
        let to = Square::new(file, rank);
        let is_legal = game.legal().any(|legal| legal == to);
        prop_assert_eq!(game.leap(to).is_ok(), is_legal);
        if !is_legal {
            prop_assert_eq!(game, before);
        }
    }
}

#[test]
fn says_why_a_leap_is_not_allowed() {
    let mut game = game("5");
    play(&mut game, "a1 b3");
    let refused = |game: &mut Game, file, rank| game.leap(Square::new(file, rank)).unwrap_err().to_string();
    assert_eq!(refused(&mut game, 0, 0), "a1 is visited already, as step 1");
    assert_eq!(refused(&mut game, 4, 4), "b3 to e5 is not a knight's leap");
    assert_eq!(refused(&mut game, 5, 0), "f1 is not a square of the board");
    let puzzle = Puzzle::new(Board::new(5, 5).unwrap()).ending_at(Square::new(2, 4)).unwrap();
    let mut game = Game::new(puzzle).unwrap();
    play(&mut game, "a1 b3");
    assert_eq!(game.leap(Square::new(2, 4)), Err(LeapError::EndComesLast("c5".into())));
    assert!(!game.legal().any(|square| square == Square::new(2, 4)));
}

#[test]
fn a_leap_elsewhere_forgets_what_was_undone_and_the_same_leap_does_not() {
    let mut game = game("8");
    play(&mut game, "a1 b3 c5 d7");
    game.undo();
    game.undo();
    play(&mut game, "c5");
    assert_eq!(game.undone().map(|square| square.to_string()).collect::<Vec<_>>(), ["d7"]);
    game.undo();
    play(&mut game, "d4");
    assert_eq!(game.undone().len(), 0);
    assert_eq!(game.redo(), None);
}

#[test]
fn given_squares_stay() {
    let puzzle = Puzzle::new(Board::new(5, 5).unwrap()).starting_at(Square::new(2, 2)).unwrap();
    let mut game = Game::new(puzzle).unwrap();
    assert_eq!(game.undo(), None);
    play(&mut game, "a2");
    game.restart();
    assert_eq!(game.played(), [Square::new(2, 2)]);
}

#[test]
fn names_the_ending() {
    let ring = || {
        let board: Board = "3".parse().unwrap();
        Puzzle::new(board.with_holes([Square::new(1, 1)]).unwrap())
    };
    let mut game = Game::new(ring()).unwrap();
    assert_eq!(game.ending(), Ending::GoingOn);
    play(&mut game, "a1 b3 c1 a2 c3 b1 a3 c2");
    assert_eq!(game.ending(), Ending::Finished(TourKind::Closed));

    let board: Board = "4x3".parse().unwrap();
    let squares = "a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2";
    let mut open = Game::new(Puzzle::new(board.clone())).unwrap();
    play(&mut open, squares);
    assert_eq!(open.ending(), Ending::Finished(TourKind::Open));
    let mut closed = Game::new(Puzzle::new(board).with_kind(TourKind::Closed)).unwrap();
    play(&mut closed, squares);
    assert_eq!(closed.ending(), Ending::NotClosed);
    assert!(matches!(advise(&closed, &Control::unlimited()), Advice::DeadEnd(_)));

    let mut stuck = self::game("3");
    play(&mut stuck, "b2");
    assert_eq!(stuck.ending(), Ending::Stuck);
    let Advice::DeadEnd(reason) = advise(&stuck, &Control::unlimited()) else { panic!("b2 leads nowhere") };
    assert!(!reason.text(stuck.board()).is_empty());
}

#[test]
fn an_empty_board_is_finished_by_a_closed_tour_where_there_is_one() {
    let control = Control::within(Duration::from_secs(600));
    assert_eq!(finish(&game("8"), &control).found().unwrap().kind(), TourKind::Closed);
    assert_eq!(finish(&game("5"), &control).found().unwrap().kind(), TourKind::Open);
}

#[test]
fn a_dead_end_names_the_squares_it_is_about() {
    let mut game = game("8");
    // Both neighbours of a8 (b6, c7) and of h1 (g3, f2) are spent; so three squares would be ends.
    play(&mut game, "d5 b6 d7 f8 e6 c7 e8 f6 h5 g3 e4 f2 d3");
    let Advice::DeadEnd(reason) = advise(&game, &Control::within(Duration::from_secs(600))) else {
        panic!("a8 and h1 cannot be reached")
    };
    let names: Vec<String> = reason.squares().iter().map(|square| square.to_string()).collect();
    assert!(names.iter().any(|name| name == "a8" || name == "h1"), "{names:?}: {reason}");
}

#[test]
fn refuses_boards_too_large_to_play() {
    let puzzle = Puzzle::new("3000".parse().unwrap());
    assert_eq!(
        Game::new(puzzle).unwrap_err().to_string(),
        format!("a board of 9000000 squares is too large to play by hand: the limit is {MOST_SQUARES}")
    );
}
