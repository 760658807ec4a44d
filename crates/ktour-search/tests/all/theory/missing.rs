//! The missing square: every board with odd sides to 11×13, square by square.

use ktour_core::{Board, Control, Outcome, Puzzle, TourKind, proof::check};
use ktour_search::{
    Strategy, solve,
    theory::{self, Missing, Verdict, exists},
};

#[test]
fn every_square_that_may_be_missing_and_no_other() {
    for ranks in (1..=11).step_by(2) {
        for files in (ranks..=if ranks == 3 { 17 } else { 13 }).step_by(2) {
            let board = Board::new(files, ranks).unwrap();
            let rule = theory::missing_square_rule(&board);
            for hole in board.squares().filter(|_| board.area() > 1) {
                let puzzle = Puzzle::new(board.with_holes([hole]).unwrap()).with_kind(TourKind::Closed);
                match exists(&puzzle) {
                    Verdict::Yes(_) => {
                        assert!(rule.allows(hole), "{board} without {hole}");
                        let answer = solve(&puzzle, &Strategy::default(), &Control::unlimited()).unwrap();
                        let Outcome::Found(tour) = answer.outcome else { panic!("{board} without {hole}") };
                        assert_eq!(tour.kind(), TourKind::Closed);
                    }
                    Verdict::No(reason) => {
                        assert!(!rule.allows(hole), "{board} without {hole}: {reason}");
                        assert_eq!(check(&puzzle, &reason), Ok(()), "{board} without {hole}: {reason}");
                    }
                    Verdict::Unknown => panic!("{board} without {hole} is not decided"),
                }
            }
        }
    }
}

#[test]
fn the_rule_turns_with_the_board() {
    for (files, ranks) in [(3, 7), (3, 13), (5, 5), (3, 9), (5, 9)] {
        let (tall, wide) = (Board::new(files, ranks).unwrap(), Board::new(ranks, files).unwrap());
        let (one, other) = (theory::missing_square_rule(&tall), theory::missing_square_rule(&wide));
        for square in tall.squares() {
            let turned = ktour_core::Square::new(square.rank, square.file);
            assert_eq!(one.allows(square), other.allows(turned), "{tall} {square}");
        }
    }
    assert_eq!(theory::missing_square_rule(&Board::new(8, 5).unwrap()), Missing::EvenBoard);
    assert!(!theory::missing_square_rule(&Board::new(1, 1).unwrap()).is_possible());
}

#[test]
fn an_open_tour_without_any_one_square_is_always_decided() {
    for (files, ranks) in (1..=9).flat_map(|ranks| (ranks..=12).map(move |files| (files, ranks))) {
        let board = Board::new(files, ranks).unwrap();
        for hole in board.squares().filter(|_| board.area() > 1) {
            let puzzle = Puzzle::new(board.with_holes([hole]).unwrap()).with_kind(TourKind::Open);
            match exists(&puzzle) {
                Verdict::Yes(_) => {
                    let answer = solve(&puzzle, &Strategy::default(), &Control::unlimited()).unwrap();
                    assert!(answer.outcome.found().is_some(), "{board} without {hole}");
                }
                Verdict::No(reason) => {
                    assert_eq!(check(&puzzle, &reason), Ok(()), "{board} without {hole}: {reason}")
                }
                Verdict::Unknown => panic!("{board} without {hole} is not decided"),
            }
        }
    }
}
