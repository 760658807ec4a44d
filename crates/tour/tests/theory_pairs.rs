//! Every pair of ends on every board from 5×5 up, as far as the rules for all larger boards need.
//!
//! Yes is shown by tours: from one tour, turning its tail around a leap from its last square gives
//! another tour with another end (Pósa's rotation), and a random walk of rotations soon has seen
//! almost every pair of ends that any tour has; the few others are solved. No is shown by a reason that `check` accepts.

use std::collections::BTreeSet;

use knights_tour::{
    Board, Budget, KNIGHT, Outcome, Puzzle, Square, Strategy, Symmetry, Tour, TourKind,
    solve::{Method, solve},
    theory,
};
use theory::{Verdict, check, exists};

type Pair = (Square, Square);

/// The pairs that symmetry makes one, by their least.
fn class(board: &Board, symmetries: &[Symmetry], (a, b): Pair) -> Pair {
    let turned = |symmetry: &Symmetry| {
        let (a, b) = (symmetry.of_square(board, a), symmetry.of_square(board, b));
        (a.min(b), a.max(b))
    };
    symmetries.iter().map(turned).min().expect("the identity is a symmetry")
}

/// All pairs of different squares, one of each class.
fn classes(board: &Board, symmetries: &[Symmetry]) -> BTreeSet<Pair> {
    let squares: Vec<Square> = board.squares().collect();
    let pairs = squares.iter().enumerate().flat_map(|(i, &a)| squares[i + 1..].iter().map(move |&b| (a, b)));
    pairs.map(|pair| class(board, symmetries, pair)).collect()
}

/// Takes from `wanted` the pairs that a walk of rotations meets. Every tour on the way is one
/// because the first is, and the last is verified again.
fn walk(board: &Board, symmetries: &[Symmetry], wanted: &mut BTreeSet<Pair>) {
    let Outcome::Found(first) =
        solve(&Puzzle::new(board.clone()), &Strategy::default(), &Budget::unlimited()).unwrap().outcome
    else {
        panic!("{board} has a tour")
    };
    let mut path: Vec<Square> = first.squares().collect();
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 33) as usize % below
    };
    let mut idle = 0;
    while !wanted.is_empty() && idle < 20_000 {
        idle += 1;
        let last = path[path.len() - 1];
        if wanted.remove(&class(board, symmetries, (path[0], last))) {
            idle = 0;
        }
        if random(3) == 0 {
            path.reverse();
        }
        let leaps: Vec<Square> = board.leaps(KNIGHT, path[path.len() - 1]).collect();
        let pivot = leaps[random(leaps.len())];
        let at = path.iter().position(|&square| square == pivot).expect("a tour has every square");
        path[at + 1..].reverse();
    }
    Tour::verify(board, KNIGHT, path).expect("rotations keep a tour a tour");
}

fn puzzle(board: &Board, (start, end): Pair) -> Puzzle {
    Puzzle::new(board.clone()).from(start).and_then(|puzzle| puzzle.to(end)).unwrap()
}

fn every_pair_is_answered_rightly(files: u64, ranks: u64) {
    let board = Board::new(files, ranks).unwrap();
    let symmetries = board.symmetries();
    let mut yes = BTreeSet::new();
    for pair in classes(&board, &symmetries) {
        let puzzle = puzzle(&board, pair);
        match exists(&puzzle) {
            Verdict::Yes(_) => {
                yes.insert(pair);
            }
            Verdict::No(reason) => assert_eq!(check(&puzzle, &reason), Ok(()), "{board} {pair:?} {reason}"),
            Verdict::Unknown => panic!("{board} {pair:?} is not decided"),
        }
    }
    if !yes.is_empty() {
        walk(&board, &symmetries, &mut yes);
    }
    for pair in yes {
        let answer = solve(&puzzle(&board, pair), &Strategy::new(Method::Exact), &Budget::unlimited());
        assert!(answer.unwrap().outcome.found().is_some(), "{board} {pair:?} was said to have a tour");
    }
}

#[test]
fn every_pair_of_ends_up_to_8x8_and_five_and_six_wide_to_14() {
    for ranks in 1..=8 {
        for files in ranks..=8 {
            every_pair_is_answered_rightly(files, ranks);
        }
    }
    for files in 9..=14 {
        for ranks in 3..=6 {
            every_pair_is_answered_rightly(files, ranks);
        }
    }
}

#[test]
fn every_pair_of_ends_on_the_boards_from_which_larger_ones_are_joined() {
    for ranks in 6..=13 {
        for files in ranks.max(7)..=13 {
            every_pair_is_answered_rightly(files, ranks);
        }
    }
}

#[test]
fn every_start_up_to_9x9_is_the_start_of_some_pair() {
    for (files, ranks) in (1..=9).flat_map(|ranks| (ranks..=9).map(move |files| (files, ranks))) {
        let board = Board::new(files, ranks).unwrap();
        for start in board.squares() {
            let from = Puzzle::new(board.clone()).with_kind(TourKind::Open).from(start).unwrap();
            let some = board
                .squares()
                .filter(|&end| end != start)
                .any(|end| exists(&puzzle(&board, (start, end))).is_yes());
            match exists(&from) {
                Verdict::Yes(_) => assert!(some || board.area() == 1, "{board} from {start}"),
                Verdict::No(reason) => {
                    assert!(!some, "{board} from {start}: {reason}");
                    assert_eq!(check(&from, &reason), Ok(()), "{board} from {start}: {reason}");
                }
                Verdict::Unknown => panic!("{board} from {start} is not decided"),
            }
        }
    }
}
