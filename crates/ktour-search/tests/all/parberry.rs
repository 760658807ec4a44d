//! Structured tours: every size that the method guarantees, its joins and its blocks.

use ktour_core::random::Random;
use ktour_core::{Board, KNIGHT, Puzzle, Square, Tour, TourKind};
use ktour_search::{
    Method,
    atlas::Atlas,
    build::parberry::{is_structured, parberry, quadrants},
};

fn check(board: &Board) {
    let structured = parberry(board).unwrap_or_else(|| panic!("not built: {board:?}"));
    let tour = Tour::verify(board, KNIGHT, structured.squares()).unwrap();
    assert_eq!(tour.kind(), TourKind::Closed, "{board}");
    assert!(is_structured(&tour), "{board}");
    for merge in structured.merges() {
        for part in merge.parts {
            let has_hole = !board.holes().is_empty() && part.files % 2 == 1 && part.ranks % 2 == 1;
            assert!(has_hole || part.files * part.ranks % 2 == 0, "{board}: odd by odd");
        }
    }
}

#[test]
fn every_size_that_the_report_lists_has_a_structured_tour() {
    for n in 6..=80u64 {
        check(&Board::new(n, n + 1).unwrap());
        check(&Board::new(n + 1, n).unwrap());
        if n % 2 == 0 {
            check(&Board::new(n, n).unwrap());
            check(&Board::new(n, n + 2).unwrap());
            check(&Board::new(n + 2, n).unwrap());
        }
    }
    check(&Board::new(512, 512).unwrap());
}

#[test]
fn odd_boards_without_a_corner_have_structured_tours() {
    for n in (5..=63u64).step_by(2) {
        for files in [n, n + 2] {
            let board = Board::new(files, n).unwrap();
            for corner in [(0, 0), (files - 1, 0), (0, n - 1), (files - 1, n - 1)] {
                check(&board.with_holes([Square::new(corner.0, corner.1)]).unwrap());
            }
        }
    }
}

#[test]
fn a_side_of_fourteen_is_split_into_six_and_eight() {
    let board = Board::new(14, 14).unwrap();
    let structured = parberry(&board).unwrap();
    let merge = &structured.merges()[0];
    assert_eq!(merge.parts.map(|part| (part.files, part.ranks)), [(6, 8), (8, 8), (8, 6), (6, 6)]);
    let tours = structured.tours_before(0);
    assert_eq!(tours.iter().map(Vec::len).collect::<Vec<_>>(), [36, 48, 48, 64]);
    assert!(merge.added.iter().all(|&(from, to)| KNIGHT.is_leap(from, to)));
}

#[test]
fn boards_outside_the_guarantee_are_refused() {
    for (files, ranks) in [(5, 6), (6, 9), (7, 7), (4, 4), (20, 10)] {
        assert!(parberry(&Board::new(files, ranks).unwrap()).is_none());
    }
    let hole = Square::new(3, 3);
    assert!(parberry(&Board::new(7, 7).unwrap().with_holes([hole]).unwrap()).is_none());
}

fn check_quadrants(board: &Board) {
    let tour = quadrants(board).unwrap().in_listed_direction();
    let squares: Vec<Square> = (1..=tour.len()).map(|step| tour.square_at(step).unwrap()).collect();
    assert_eq!(squares, parberry(board).unwrap().squares(), "{board}");
    for (at, &square) in squares.iter().enumerate() {
        assert_eq!(tour.step_of(square), Some(at as u128 + 1), "{board}");
    }
    let turned = tour.clone().started_at(squares[squares.len() / 3]).unwrap();
    let against = quadrants(board).unwrap();
    assert_eq!(against.square_at(1), tour.square_at(1), "{board}");
    for tour in [&tour, &turned, &against] {
        let mut numbers = vec![0; board.files() as usize];
        for rank in 0..board.ranks() {
            tour.write_rank(rank, &mut numbers);
            for (file, &number) in (0..).zip(&numbers) {
                assert_eq!(u128::from(number), tour.step_of(Square::new(file, rank)).unwrap_or(0), "{board}");
            }
        }
    }
    assert_eq!(Some(squares[0]), board.squares().next());
    assert_eq!((tour.square_at(0), tour.square_at(tour.len() + 1)), (None, None));
}

#[test]
fn quadrants_and_the_stored_tour_are_the_same() {
    for n in 6..=60u64 {
        check_quadrants(&Board::new(n, n + 1).unwrap());
        if n % 2 == 0 {
            check_quadrants(&Board::new(n, n).unwrap());
            check_quadrants(&Board::new(n + 2, n).unwrap());
        } else {
            let board = Board::new(n, n + 2).unwrap();
            for corner in [(0, 0), (n - 1, 0), (0, n + 1), (n - 1, n + 1)] {
                check_quadrants(&board.with_holes([Square::new(corner.0, corner.1)]).unwrap());
            }
        }
    }
}

#[test]
fn successive_steps_of_quadrants_on_huge_boards_are_leaps() {
    for side in [1_000_000_000u64, (1 << 60) - 2] {
        let tour = quadrants(&Board::new(side, side).unwrap()).unwrap();
        let mut random = Random::new(side, 0);
        for _ in 0..20_000 {
            let at = (u128::from(random.next()) << 64 | u128::from(random.next())) % tour.len();
            let [a, b] = [at + 1, (at + 1) % tour.len() + 1].map(|step| tour.square_at(step).unwrap());
            assert!(KNIGHT.is_leap(a, b), "step {at} of {side}");
            assert_eq!(tour.step_of(a), Some(at + 1));
        }
        let start = Square::new(side / 3, side / 7);
        assert_eq!(tour.started_at(start).unwrap().square_at(1), Some(start));
    }
}

#[test]
fn blocks_partition_the_board() {
    let puzzle = Puzzle::new(Board::new(46, 44).unwrap());
    for (method, sides) in [(Method::Divide, &[1][..]), (Method::Parberry, &[1, 12, 20, 44][..])] {
        let atlas = Atlas::new(&puzzle, method).unwrap().unwrap();
        for &side in sides {
            let mut parts = Vec::new();
            for square in puzzle.board().squares() {
                let part = atlas.block_of(square, side).unwrap();
                assert!((part.file..part.file + part.files).contains(&square.file));
                assert!((part.rank..part.rank + part.ranks).contains(&square.rank));
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
            let area: u64 = parts.iter().map(|part| part.files * part.ranks).sum();
            assert_eq!(area, 46 * 44, "{method} {side}: blocks do not overlap");
        }
    }
}
