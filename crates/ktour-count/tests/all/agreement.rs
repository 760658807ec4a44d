//! The fast way and the obvious way agree.

use ktour_core::{Board, Control, Leaper, Puzzle, Square, TourKind, notation};
use ktour_count::{CountError, Counted, Counter, Resources, Task, plain};
use num_bigint::BigUint;
use proptest::prelude::*;

fn count(puzzle: &Puzzle) -> Result<Counted, CountError> {
    Counter::new(puzzle)?.count(&Resources::default(), &Control::unlimited())
}

fn agree(puzzle: &Puzzle) {
    let fast = count(puzzle).unwrap();
    assert_eq!(fast.tours, plain::count(puzzle).unwrap(), "{puzzle:?}");
}

fn rectangles(most: u64) -> impl Iterator<Item = Board> {
    let sides = (1..=most).flat_map(move |files| (1..=most / files).map(move |ranks| (files, ranks)));
    // A frontier of more than 18 slots does not fit a word: such boards are wider than 8.
    sides
        .filter(|&(files, ranks)| files.min(ranks) <= 8)
        .map(|(files, ranks)| Board::new(files, ranks).unwrap())
}

#[test]
fn on_every_small_rectangle() {
    for board in rectangles(20) {
        for kind in [TourKind::Closed, TourKind::Open] {
            agree(&Puzzle::new(board.clone()).with_kind(kind));
        }
    }
}

#[test]
#[ignore = "minutes: every rectangle up to 30 squares, every start"]
fn on_every_rectangle_up_to_30_squares_and_every_start() {
    // Upright boards: a turned one has the same tours, which the smaller test sees.
    for board in rectangles(30).filter(|board| board.files() <= board.ranks()) {
        println!("{board}");
        agree(&Puzzle::new(board.clone()).with_kind(TourKind::Closed));
        let from = |start| Puzzle::new(board.clone()).with_kind(TourKind::Open).starting_at(start).unwrap();
        let mut directed = BigUint::ZERO;
        for start in board.squares() {
            let walked = plain::count(&from(start)).unwrap();
            assert_eq!(count(&from(start)).unwrap().tours, walked, "{board} {start:?}");
            directed += walked.directed();
        }
        let all = count(&Puzzle::new(board.clone()).with_kind(TourKind::Open)).unwrap();
        assert_eq!(*all.tours.directed(), directed, "{board}");
    }
}

#[test]
fn from_every_start_to_every_end_of_small_boards() {
    for (files, ranks) in [(3, 4), (4, 5), (5, 3)] {
        let board = Board::new(files, ranks).unwrap();
        for start in board.squares() {
            let from = Puzzle::new(board.clone()).with_kind(TourKind::Open).starting_at(start).unwrap();
            agree(&from);
            for end in board.squares().filter(|&end| end != start) {
                agree(&from.clone().ending_at(end).unwrap());
            }
        }
    }
}

#[test]
fn of_open_tours_that_end_on_the_line_between_two_halves() {
    // A leaper with an odd longer side has a middle line that is its own mirror image.
    for (r, s, size, holes, directed) in [
        (0, 1, "3x3", "b2", 16u32),
        (0, 1, "4x5", "b3 c3", 96),
        (1, 1, "3x3", "a1 a3 b2 c1 c3", 8),
        (1, 3, "5x5", "a2 a4 b1 b3 b5 c2 c3 c4 d1 d3 d5 e1 e2 e3 e4 e5", 12),
        (2, 3, "5x5", "a2 a3 a4 b1 b2 b4 b5 c1 c3 c5 d1 d2 d4 d5 e2 e3 e4", 16),
    ] {
        let full: Board = size.parse().unwrap();
        let square = |name| notation::parse_square(&full, name).unwrap();
        let board = full.with_holes(holes.split(' ').map(square)).unwrap();
        let puzzle = Puzzle::new(board).with_leaper(Leaper::new(r, s).unwrap()).with_kind(TourKind::Open);
        agree(&puzzle);
        assert_eq!(*count(&puzzle).unwrap().tours.directed(), directed.into());
    }
}

#[test]
fn of_small_boards_with_long_leaps_which_cost_next_to_nothing() {
    // Line by line their frontiers would span nearly all squares: terabytes, by the estimate.
    for (board, r, s) in [("4x5", 3, 4), ("5x5", 1, 4), ("6x6", 1, 5), ("5x6", 3, 4), ("7x7", 0, 5)] {
        for kind in [TourKind::Open, TourKind::Closed] {
            let puzzle = Puzzle::new(board.parse().unwrap()).with_leaper(Leaper::new(r, s).unwrap());
            let puzzle = puzzle.with_kind(kind);
            let counter = Counter::new(&puzzle).unwrap();
            let needed = counter.estimate(Task::Count, &Resources::default(), &Control::unlimited()).unwrap();
            let tables = needed.bytes - needed.plan_bytes;
            assert!(tables < 1 << 20, "{board} {r},{s} {kind}: {needed:?}");
            agree(&puzzle);
        }
    }
}

fn holed(files: u64, ranks: u64, holes: &[usize]) -> Option<Board> {
    let board = Board::new(files, ranks).unwrap();
    let hole = |at: &usize| Square::new(*at as u64 % files, *at as u64 / files % ranks);
    board.with_holes(holes.iter().map(hole)).ok()
}

fn any_board(most: u64) -> impl Strategy<Value = Board> {
    (1u64..=7, 1u64..=9, prop::collection::vec(0usize..63, 0..12)).prop_filter_map(
        "small",
        move |(files, ranks, holes)| {
            holed(files, ranks, &holes).filter(|board| board.square_count() <= u128::from(most))
        },
    )
}

/// All tours of a kind, or those from a square.
fn asked(board: Board, is_open: bool, start: Option<usize>) -> Puzzle {
    let squares: Vec<Square> = board.squares().collect();
    let puzzle = Puzzle::new(board).with_kind(if is_open { TourKind::Open } else { TourKind::Closed });
    match start {
        Some(start) => puzzle.starting_at(squares[start % squares.len()]).unwrap(),
        None => puzzle,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn on_boards_with_holes(board in any_board(23), is_open: bool, start in 0usize..100, is_given: bool) {
        agree(&asked(board, is_open, is_given.then_some(start)));
    }

    #[test]
    fn for_other_leapers(r in 0u32..4, s in 1u32..4, files in 1u64..=5, ranks in 1u64..=5, is_open: bool) {
        let kind = if is_open { TourKind::Open } else { TourKind::Closed };
        let puzzle = Puzzle::new(Board::new(files, ranks).unwrap());
        let puzzle = puzzle.with_leaper(Leaper::new(r, s).unwrap()).with_kind(kind);
        if let Ok(fast) = count(&puzzle) {
            prop_assert_eq!(fast.tours, plain::count(&puzzle).unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    #[ignore = "minutes: hundreds of boards with holes, up to 30 squares"]
    fn on_many_boards_with_holes(board in any_board(30), is_open: bool, start in 0usize..100, is_given: bool) {
        agree(&asked(board, is_open, is_given.then_some(start)));
    }
}
