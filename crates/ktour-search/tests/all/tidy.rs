//! Tidy tours: every remainder of the sides, few turns and crossings, and boards too large for memory.

use ktour_core::{Board, KNIGHT, Leaper, Puzzle, Square, Tour, TourKind, measure::Measures};
use ktour_search::{
    Method, Strategy,
    build::tidy::{SHORTEST, tidy},
};

/// Builds a tidy tour, verifies it and every step, and measures it.
fn measured(files: u64, ranks: u64) -> Measures {
    let board = Board::new(files, ranks).unwrap();
    let built = tidy(&board).unwrap_or_else(|| panic!("not built: {board}"));
    let squares: Vec<Square> = built.squares_from(1).collect();
    for (step, &square) in (1..).zip(&squares) {
        assert_eq!(built.step_of(square), Some(step), "{board}");
        assert!(step % 7 > 0 || built.square_at(step) == Some(square), "{board}");
    }
    let tour = Tour::verify(&board, KNIGHT, squares).unwrap();
    assert_eq!(tour.kind(), TourKind::Closed, "{board}");
    Measures::new(&tour)
}

#[test]
fn strands_join_for_every_remainder_of_the_sides() {
    let near = SHORTEST..SHORTEST + 8;
    let mut boards: Vec<(u64, u64)> = near.clone().flat_map(|f| near.clone().map(move |r| (f, r))).collect();
    boards.extend([(10, 101), (101, 10), (34, 25), (33, 58), (60, 31), (200, 12)]);
    for (files, ranks) in boards.into_iter().filter(|(files, ranks)| files * ranks % 2 == 0) {
        let measures = measured(files, ranks);
        let sides = files + ranks;
        assert!(measures.turns as u64 <= 4 * sides + 15, "{files}x{ranks}: {} turns", measures.turns);
        assert!(measures.crossings.total <= 5 * sides + 70, "{files}x{ranks}: {}", measures.crossings.total);
    }
}

#[test]
fn turns_and_crossings_grow_with_the_side() {
    for (side, turns, crossings) in [(30, 240, 310), (100, 800, 980), (200, 1600, 1930), (400, 3200, 3830)] {
        let measures = measured(side, side);
        assert!(measures.turns <= turns && measures.crossings.total <= crossings, "{side}: {measures:?}");
    }
}

#[test]
fn steps_and_squares_are_inverse_on_huge_boards() {
    let side = 1u64 << 60;
    for (files, ranks) in [(side, side), (side - 1, side), (side, side - 3), (1 << 40, 12), (11, 1 << 50)] {
        let tour = tidy(&Board::new(files, ranks).unwrap()).unwrap();
        for part in 0..40u128 {
            let step = 1 + part * (tour.len() - 1) / 39;
            let square = tour.square_at(step).unwrap();
            assert_eq!(tour.step_of(square), Some(step), "{files}x{ranks}");
            let next = tour.square_at(step % tour.len() + 1).unwrap();
            assert!(KNIGHT.is_leap(square, next), "{files}x{ranks} after {step}");
        }
    }
}

#[test]
fn puzzles_that_do_not_fit_are_refused_in_one_sentence() {
    let solve = |puzzle: &Puzzle| {
        let answer = ktour_search::solve(puzzle, &Strategy::new(Method::Tidy), &Default::default());
        answer.map(|answer| answer.stats.moves)
    };
    let board = |files, ranks| Puzzle::new(Board::new(files, ranks).unwrap());
    let start = Square::new(4, 7);
    assert_eq!(solve(&board(12, 13).starting_at(start).unwrap()), Ok(155));
    let hole = Board::new(12, 12).unwrap().with_holes([start]).unwrap();
    let refused = [
        board(13, 13),
        board(8, 12),
        Puzzle::new(hole),
        board(12, 12).ending_at(start).unwrap(),
        board(12, 12).with_leaper(Leaper::new(1, 4).unwrap()),
    ];
    for puzzle in refused {
        let refusal = solve(&puzzle).unwrap_err().to_string();
        assert!(refusal.ends_with("does not fit: use divide"), "{refusal}");
    }
}
