//! Every pair of ends on every board from 5×5 up, as far as the rules for all larger boards need.
//!
//! Yes is shown by tours: from one tour, turning its tail around a leap from its last square gives another
//! tour with another end (Pósa's rotation), and a random walk of rotations soon has seen almost every pair of
//! ends that any tour has; the few others are solved. No is shown by a reason that `check` accepts.

use std::collections::BTreeSet;

use ktour_core::proof::check;
use ktour_core::{Board, Control, KNIGHT, Puzzle, Square, Symmetry, Tour, TourKind, random::Random};
use ktour_search::{Method, Strategy, solve, theory};
use theory::{Verdict, exists};

type Pair = (Square, Square);

/// The pairs that symmetry makes one, by their least.
fn class(board: &Board, symmetries: &[Symmetry], (a, b): Pair) -> Pair {
    let turned = |symmetry: &Symmetry| {
        let (a, b) = (symmetry.apply_to_square(board, a), symmetry.apply_to_square(board, b));
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

/// A tour that turns into another with every step, by a leap from one of its ends.
struct Rotations<'a> {
    board: &'a Board,
    path: Vec<Square>,
    random: Random,
}

impl<'a> Rotations<'a> {
    fn new(board: &'a Board) -> Self {
        let answer = solve(&Puzzle::new(board.clone()), &Strategy::default(), &Control::unlimited());
        let tour = answer.unwrap().outcome.found().expect("the board has a tour");
        Rotations { board, path: tour.squares().collect(), random: Random::new(2545, 0) }
    }

    fn ends(&self) -> Pair {
        (self.path[0], self.path[self.path.len() - 1])
    }

    fn rotate(&mut self) {
        if self.random.below(3) == 0 {
            self.path.reverse();
        }
        let leaps: Vec<Square> = self.board.leaps(KNIGHT, self.ends().1).collect();
        let pivot = leaps[self.random.index(leaps.len())];
        let at = self.path.iter().position(|&square| square == pivot).expect("a tour has every square");
        self.path[at + 1..].reverse();
    }

    fn tour(self) -> Tour {
        Tour::verify(self.board, KNIGHT, self.path).expect("rotations keep a tour a tour")
    }
}

/// Takes from `wanted` the pairs that a walk of rotations meets.
fn walk(board: &Board, symmetries: &[Symmetry], wanted: &mut BTreeSet<Pair>) {
    let mut tour = Rotations::new(board);
    let mut idle = 0;
    while !wanted.is_empty() && idle < 20_000 {
        idle = if wanted.remove(&class(board, symmetries, tour.ends())) { 0 } else { idle + 1 };
        tour.rotate();
    }
    tour.tour();
}

fn puzzle(board: &Board, (start, end): Pair) -> Puzzle {
    Puzzle::new(board.clone()).starting_at(start).and_then(|puzzle| puzzle.ending_at(end)).unwrap()
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
        let answer = solve(&puzzle(&board, pair), &Strategy::new(Method::Exact), &Control::unlimited());
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
            let from = Puzzle::new(board.clone()).with_kind(TourKind::Open).starting_at(start).unwrap();
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

/// The proof for larger boards joins strips of six files, which it stacks from these blocks.
#[test]
fn blocks_of_six_files_have_closed_tours_with_the_leaps_the_proof_needs() {
    for ranks in 5..=10 {
        let board = Board::new(6, ranks).unwrap();
        let needed = [(Square::new(1, 1), Square::new(0, 3)), (Square::new(1, 1), Square::new(3, 0))];
        let mut tour = Rotations::new(&board);
        let has = |path: &[Square], (a, b): Pair| {
            path.windows(2).any(|leap| leap == [a, b] || leap == [b, a])
                || (path[0], path[path.len() - 1]) == (a, b)
                || (path[0], path[path.len() - 1]) == (b, a)
        };
        while !(KNIGHT.is_leap(tour.ends().0, tour.ends().1)
            && needed.iter().all(|&leap| has(&tour.path, leap)))
        {
            tour.rotate();
        }
        assert_eq!(tour.tour().kind(), TourKind::Closed);
    }
}
