//! The implicit tour on boards that are too large for any memory.

use ktour_core::{AnyTour, Board, KNIGHT, Puzzle, Square, TourKind};
use ktour_search::build::{ImplicitTour, MAX_SIDE, build};
use proptest::prelude::*;

/// Sides up to the largest, including small ones.
fn side() -> impl Strategy<Value = u64> {
    (3u32..=60)
        .prop_flat_map(|bits| (1u64 << bits.min(59)) / 2..=1u64 << bits)
        .prop_map(|side| side.clamp(5, MAX_SIDE))
}

fn question() -> impl Strategy<Value = (Puzzle, u64, u64, u64)> {
    let numbers = (any::<u64>(), any::<u64>(), any::<u64>(), any::<u64>(), any::<[u64; 3]>());
    (side(), side(), 0u8..4, numbers).prop_map(|(files, ranks, kind, (a, b, c, d, rest))| {
        let board = Board::new(files, ranks).unwrap();
        let is_odd = files % 2 == 1 && ranks % 2 == 1;
        let dark = |square: Square| {
            if square.is_dark() { square } else { Square::new(square.file ^ 1, square.rank) }
        };
        let on_board = |square: Square| Square::new(square.file.min(files - 1), square.rank);
        let fit = |square: Square| if is_odd { dark(on_board(dark(square))) } else { square };
        let start = fit(Square::new(a % files, b % ranks));
        let mut end = fit(Square::new(c % files, d % ranks));
        if !is_odd && end.is_dark() == start.is_dark() {
            end.file = if end.file == 0 { 1 } else { end.file - 1 };
        }
        let puzzle = match kind {
            0 => Puzzle::new(board),
            1 if is_odd && board.contains(start) => {
                Puzzle::new(board.with_holes([start]).unwrap()).with_kind(TourKind::Closed)
            }
            2 if files.min(ranks) >= 6 && start != end && board.contains(start) && board.contains(end) => {
                Puzzle::new(board).starting_at(start).unwrap().ending_at(end).unwrap()
            }
            _ if board.contains(start) => {
                Puzzle::new(board).with_kind(TourKind::Open).starting_at(start).unwrap()
            }
            _ => Puzzle::new(board),
        };
        (puzzle, rest[0], rest[1], rest[2])
    })
}

fn built(puzzle: &Puzzle) -> Option<ImplicitTour> {
    let board = puzzle.board();
    let tour = build(puzzle);
    // A 5x5 board lacks some of these tours.
    assert!(tour.is_some() || board.area() == 25, "not built: {puzzle:?}");
    tour
}

proptest! {
    #[test]
    fn steps_and_squares_are_inverse_and_successive_steps_are_leaps((puzzle, step, file, rank) in question()) {
        let Some(tour) = built(&puzzle) else { return Ok(()) };
        prop_assert_eq!(tour.len(), puzzle.board().square_count());
        let wide = u128::from(step) << 56 | u128::from(file);
        for step in [1, tour.len(), wide % tour.len() + 1] {
            let square = tour.square_at(step).unwrap();
            prop_assert!(puzzle.board().contains(square));
            prop_assert_eq!(tour.step_of(square), Some(step));
            if let Some(next) = tour.square_at(step + 1) {
                prop_assert!(KNIGHT.is_leap(square, next), "{step}: {square} {next}");
            }
        }
        let square = Square::new(file % puzzle.board().files(), rank % puzzle.board().ranks());
        if puzzle.board().contains(square) {
            let step = tour.step_of(square).unwrap();
            prop_assert_eq!(tour.square_at(step), Some(square));
            let (before, after) = tour.neighbours(square).unwrap();
            prop_assert!(before.is_none_or(|before| KNIGHT.is_leap(before, square)));
            prop_assert!(after.is_none_or(|after| KNIGHT.is_leap(square, after)));
            prop_assert_eq!(before.is_none(), step == 1 && tour.kind() == TourKind::Open);
        } else {
            prop_assert_eq!(tour.step_of(square), None);
        }
        if let Some(start) = puzzle.start() {
            prop_assert_eq!(tour.square_at(1), Some(start));
        }
        if let Some(end) = puzzle.end() {
            prop_assert_eq!(tour.square_at(tour.len()), Some(end));
        }
        if tour.kind() == TourKind::Closed {
            prop_assert!(KNIGHT.is_leap(tour.square_at(tour.len()).unwrap(), tour.square_at(1).unwrap()));
        }
        prop_assert_eq!(tour.square_at(0), None);
        prop_assert_eq!(tour.square_at(tour.len() + 1), None);
    }

    #[test]
    fn iterating_from_any_step_agrees_with_single_squares((puzzle, step, _, _) in question()) {
        let Some(tour) = built(&puzzle) else { return Ok(()) };
        let first = u128::from(step) % tour.len() + 1;
        for (step, square) in (first..).zip(tour.squares_from(first).take(300)) {
            prop_assert_eq!(tour.square_at(step), Some(square));
        }
    }
}

#[test]
fn strips_of_any_length_have_tours_with_inverse_steps() {
    for (files, ranks) in [(1 << 60, 3), (3, (1 << 60) - 1), (999_999_999_999, 4), (4, 1_000_000_007)] {
        let board = Board::new(files, ranks).unwrap();
        let tour = build(&Puzzle::new(board)).unwrap();
        for step in (1..=200).chain(tour.len() / 3..tour.len() / 3 + 200) {
            let (square, next) = (tour.square_at(step).unwrap(), tour.square_at(step + 1).unwrap());
            assert!(KNIGHT.is_leap(square, next));
            assert_eq!(tour.step_of(square), Some(step));
        }
    }
}
