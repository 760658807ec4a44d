//! Built tours of every rectangle and kind are verified, and exist if and only if the theory says so.

use std::ops::RangeInclusive;

use ktour_core::{Board, Control, KNIGHT, Outcome, Puzzle, Square, Tour, TourKind, random::Random};
use ktour_search::{
    Method, Strategy, build, solve,
    theory::{Grounds, Verdict, exists},
};

fn board(files: u64, ranks: u64) -> Board {
    Board::new(files, ranks).unwrap()
}

/// Builds a tour, verifies every leap, and compares its steps, squares and number grid.
fn check(puzzle: &Puzzle) {
    let tour = build::build(puzzle).unwrap_or_else(|| panic!("not built: {puzzle:?}"));
    let verified = Tour::verify(puzzle.board(), KNIGHT, tour.squares());
    let verified = verified.unwrap_or_else(|error| panic!("{error}: {puzzle:?}"));
    if let Some(start) = puzzle.start() {
        assert_eq!(verified.square_at(1), Some(start), "{puzzle:?}");
    }
    if let Some(end) = puzzle.end() {
        assert_eq!(verified.square_at(verified.len()), Some(end), "{puzzle:?}");
    }
    if puzzle.kind() == Some(TourKind::Closed) {
        assert_eq!(verified.kind(), TourKind::Closed, "{puzzle:?}");
    }
    let mut grid = vec![0u32; puzzle.board().area() as usize];
    tour.write_grid(&mut grid, 1);
    let files = puzzle.board().files() as usize;
    let by_rank: Vec<u32> = grid.chunks(files).rev().flatten().copied().collect();
    assert!(by_rank == verified.steps(), "{puzzle:?}");
    for (step, square) in (1..).zip(verified.squares()) {
        assert_eq!(tour.step_of(square), Some(step), "{puzzle:?}");
    }
}

/// Whether a closed tour exists (Schwenk).
fn has_closed(m: u64, n: u64) -> bool {
    let (m, n) = (m.min(n), m.max(n));
    m * n % 2 == 0 && m > 2 && m != 4 && (m, n) != (3, 4) && (m, n) != (3, 6) && (m, n) != (3, 8)
}

fn has_open(m: u64, n: u64) -> bool {
    let (m, n) = (m.min(n), m.max(n));
    m >= 3 && ![(3, 3), (3, 5), (3, 6), (4, 4)].contains(&(m, n))
}

fn sweep(sides: std::ops::RangeInclusive<u64>) {
    for files in sides.clone() {
        for ranks in sides.clone() {
            let closed = Puzzle::new(board(files, ranks)).with_kind(TourKind::Closed);
            let open = Puzzle::new(board(files, ranks)).with_kind(TourKind::Open);
            for (puzzle, exists) in [(closed, has_closed(files, ranks)), (open, has_open(files, ranks))] {
                if exists {
                    check(&puzzle);
                } else {
                    assert!(build::build(&puzzle).is_none(), "{puzzle:?}");
                }
            }
        }
    }
}

#[test]
fn every_rectangle_up_to_40_is_built() {
    sweep(3..=40);
}

#[test]
fn small_boards_are_built_from_every_start_and_without_every_square() {
    starts_and_missing_squares(5..=11);
}

#[test]
#[ignore = "the same on larger boards"]
fn larger_boards_are_built_from_every_start_and_without_every_square() {
    starts_and_missing_squares(5..=20);
}

fn starts_and_missing_squares(sides: RangeInclusive<u64>) {
    for files in sides.clone() {
        for ranks in sides.clone() {
            for square in
                board(files, ranks).squares().filter(|square| square.is_dark() || files * ranks % 2 == 0)
            {
                check(
                    &Puzzle::new(board(files, ranks)).with_kind(TourKind::Open).starting_at(square).unwrap(),
                );
                let is_odd = files * ranks % 2 == 1;
                let holed = board(files, ranks).with_holes([square]).unwrap();
                check(&Puzzle::new(holed).with_kind(TourKind::Open));
                let is_corner = square.file % 4 == 0 && square.rank % 4 == 0;
                if is_odd && (files * ranks > 25 || (is_corner && square != Square::new(2, 2))) {
                    let holed = board(files, ranks).with_holes([square]).unwrap();
                    check(&Puzzle::new(holed).with_kind(TourKind::Closed));
                }
            }
        }
    }
}

/// A short form of the rules of `theory` for two given ends, except for short strips.
fn may_be_ends(files: u64, ranks: u64, a: Square, b: Square) -> bool {
    let colours = if (files * ranks).is_multiple_of(2) {
        a.is_dark() != b.is_dark()
    } else {
        a.is_dark() && b.is_dark()
    };
    if !colours || files.min(ranks) >= 6 {
        return colours;
    }
    let turned = files < ranks;
    let (length, height) = (files.max(ranks), files.min(ranks));
    let turn = |square: Square| if turned { (square.rank, square.file) } else { (square.file, square.rank) };
    // The file counted from the nearer border, the rank, and whether that border is the right one.
    let seen = |square: Square| {
        let (file, rank) = turn(square);
        (file.min(length - 1 - file), rank, file > length / 2)
    };
    let (a, b) = (seen(a), seen(b));
    let middle = height / 2;
    match (height, length % 2) {
        (5, 1) => true,
        (4, _) => (a.1 == 0 || a.1 == 3) && (b.1 == 0 || b.1 == 3),
        // The middle square of the second file (five ranks) or third (three) needs a corner of the same
        // border as the other end.
        (_, 0) => {
            let special_file = if height == 5 { 1 } else { 2 };
            let corner = |a: (u64, u64, bool), b: (u64, u64, bool)| {
                (a.0, a.1) != (special_file, middle)
                    || (b.0 == 0 && b.1 != middle && b.1.is_multiple_of(height - 1) && a.2 == b.2)
            };
            corner(a, b) && corner(b, a)
        }
        _ => {
            let trap = |s: (u64, u64, bool)| (s.0 == 2 && s.1 != 1) || (s.0 == 3 && s.1 == 1);
            !(trap(a) && trap(b) && a.2 == b.2)
        }
    }
}

fn check_pair(files: u64, ranks: u64, start: Square, end: Square) {
    let puzzle = Puzzle::new(board(files, ranks)).starting_at(start).unwrap().ending_at(end).unwrap();
    if may_be_ends(files, ranks, start, end) {
        check(&puzzle);
    } else {
        assert!(build::build(&puzzle).is_none(), "{puzzle:?}");
    }
}

fn sample_pairs(sizes: impl IntoIterator<Item = (u64, u64)>, each: usize) {
    for (files, ranks) in sizes {
        let mut random = Random::new(files, ranks);
        let mut square = || Square::new(random.below_u64(files), random.below_u64(ranks));
        let mut remaining = each;
        while remaining > 0 {
            let (start, end) = (square(), square());
            let suits = if files * ranks % 2 == 0 {
                start.is_dark() != end.is_dark()
            } else {
                start.is_dark() && end.is_dark()
            };
            if start != end && suits {
                check_pair(files, ranks, start, end);
                remaining -= 1;
            }
        }
    }
}

#[test]
fn boards_of_every_shape_are_built_between_random_ends() {
    let sides = [5, 6, 7, 8, 9, 11, 13, 16, 17, 20, 23, 26, 29, 34, 41];
    let sizes = sides.iter().flat_map(|&files| sides.map(|ranks| (files, ranks)));
    sample_pairs(sizes.filter(|&(files, ranks)| files.max(ranks) > 13 && files.min(ranks) >= 5), 12);
}

#[test]
fn long_strips_are_built_between_random_ends() {
    pairs_of_strips(16..=36);
}

#[test]
#[ignore = "the same on longer strips"]
fn longer_strips_are_built_between_random_ends() {
    pairs_of_strips(16..=100);
}

fn pairs_of_strips(lengths: RangeInclusive<u64>) {
    let sizes = lengths.flat_map(|length| [(length, 3), (length, 4), (3, length), (4, length)]);
    sample_pairs(sizes, 20);
}

#[test]
#[ignore = "minutes"]
fn every_rectangle_up_to_200_is_built() {
    sweep(3..=200);
}

#[test]
#[ignore = "minutes"]
fn random_boards_up_to_5000_are_built() {
    let mut random = Random::new(5000, 0);
    let mut below = |limit: u64| random.below_u64(limit);
    for round in 0..60 {
        let (files, ranks) = (3 + below(4998), 3 + below(4998));
        let square = Square::new(below(files), below(ranks));
        let puzzle = Puzzle::new(board(files, ranks)).with_kind(TourKind::Open);
        let is_even = files * ranks % 2 == 0;
        if files.min(ranks) < 5 {
            check(&puzzle);
        } else if is_even || square.is_dark() {
            check(&puzzle.starting_at(square).unwrap());
            if !is_even {
                let holed = board(files, ranks).with_holes([square]).unwrap();
                check(&Puzzle::new(holed).with_kind(TourKind::Closed));
            }
        }
        if round % 4 == 0 {
            sample_pairs([(files.max(6), ranks.max(6))], 1);
        }
    }
}

#[test]
fn small_boards_are_built_between_all_ends() {
    for files in 5..=9 {
        for ranks in 5..=9 {
            for start in board(files, ranks).squares() {
                for end in board(files, ranks).squares().filter(|&end| end > start) {
                    if (files.min(ranks), files.max(ranks)) > (5, 6) {
                        check_pair(files, ranks, start, end);
                    } else {
                        agrees_with_search(files, ranks, start, end);
                    }
                }
            }
        }
    }
}

/// Compares with the exact search, because the two smallest boards have too many exceptions for a rule.
fn agrees_with_search(files: u64, ranks: u64, start: Square, end: Square) {
    let puzzle = Puzzle::new(board(files, ranks)).starting_at(start).unwrap().ending_at(end).unwrap();
    let search = solve(&puzzle, &Strategy::new(Method::Exact), &Control::unlimited()).unwrap();
    match search.outcome {
        Outcome::Found(_) => check(&puzzle),
        _ => assert!(build::build(&puzzle).is_none(), "{puzzle:?}"),
    }
}

/// Checks that the theory and the builder agree on a puzzle.
fn agrees_with_theory(puzzle: &Puzzle) {
    match exists(puzzle) {
        // The smallest boards with a hole are searched, not built.
        Verdict::Yes(Grounds::Search) if build::build(puzzle).is_none() => {}
        Verdict::Yes(_) => check(puzzle),
        Verdict::No(_) => assert!(build::build(puzzle).is_none(), "{puzzle:?}"),
        Verdict::Unknown => {}
    }
}

#[test]
fn a_tour_is_built_if_and_only_if_the_theory_says_yes() {
    theory_and_builder_agree(3, 1);
}

#[test]
#[ignore = "the same for more squares of every board"]
fn a_tour_is_built_if_and_only_if_the_theory_says_yes_for_many_squares() {
    theory_and_builder_agree(12, 3);
}

/// Compares theory and builder on random puzzles: `narrow` rounds for each narrow board, `wide` for others.
fn theory_and_builder_agree(narrow: usize, wide: usize) {
    let mut random = Random::new(2024, 0);
    for files in 3..=24 {
        for ranks in 3..=24 {
            let whole = board(files, ranks);
            let mut square = || Square::new(random.below_u64(files), random.below_u64(ranks));
            let rounds = if files.min(ranks) < 5 { narrow } else { wide };
            for _ in 0..rounds {
                let (start, end) = (square(), square());
                let from = Puzzle::new(whole.clone()).starting_at(start).unwrap();
                agrees_with_theory(&from.clone().with_kind(TourKind::Open));
                if start != end {
                    agrees_with_theory(&from.ending_at(end).unwrap());
                }
                let holed = Puzzle::new(whole.with_holes([start]).unwrap());
                agrees_with_theory(&holed.clone().with_kind(TourKind::Open));
                agrees_with_theory(&holed.with_kind(TourKind::Closed));
            }
        }
    }
}
