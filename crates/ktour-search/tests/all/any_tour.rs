//! Stored, built and checked tours agree, and an error in a tour that is not stored is found as it is
//! written.

use std::io;

use ktour_core::{
    AnyTour, Board, Checked, KNIGHT, Leaper, Puzzle, Square, Tour, TourKind, any_tour::Numbers,
};
use ktour_search::{Method, atlas::Atlas};

fn read_all(tour: &dyn AnyTour) -> io::Result<(Vec<Square>, Vec<u64>)> {
    let squares: Vec<Square> = tour.squares().collect::<io::Result<_>>()?;
    let files = tour.board().files() as usize;
    let mut grid = vec![0; tour.board().area() as usize];
    let mut numbers = tour.numbers()?;
    for (rank, row) in (0..tour.board().ranks()).rev().zip(grid.chunks_exact_mut(files)) {
        numbers.write_rank(rank, row)?;
    }
    Ok((squares, grid))
}

#[test]
fn stored_built_and_checked_tours_agree() {
    let board = Board::new(24, 23).unwrap();
    let corner = Board::new(25, 23).unwrap().with_holes([Square::new(0, 0)]).unwrap();
    for (board, kind) in [(&board, None), (&corner, None), (&board, Some(TourKind::Open))] {
        let puzzle = Puzzle::new(board.clone());
        let puzzle = kind.map_or(puzzle.clone(), |kind| puzzle.with_kind(kind));
        for method in [Method::Divide, Method::Parberry, Method::Tidy] {
            if method == Method::Tidy && !board.holes().is_empty() {
                continue;
            }
            let built = Atlas::new(&puzzle, method).unwrap().unwrap();
            let expected = read_all(&built).unwrap();
            let stored = Tour::verify(board, KNIGHT, expected.0.iter().copied()).unwrap();
            let stored = if kind == Some(TourKind::Open) { stored.as_open() } else { stored };
            assert_eq!(read_all(&stored).unwrap(), expected, "{board} {method}");
            let checked = Checked(built);
            assert_eq!(read_all(&checked).unwrap(), expected, "{board} {method}");
            let any: [&dyn AnyTour; 2] = [&stored, &checked];
            for step in 1..=stored.len() as u128 {
                assert_eq!(any[0].square_at(step), any[1].square_at(step), "{board} {method} {step}");
            }
            assert_eq!(any.map(|tour| tour.kind()), [stored.kind(); 2]);
            assert_eq!(any.map(|tour| tour.neighbours(expected.0[0])), [any[0].neighbours(expected.0[0]); 2]);
        }
    }
}

/// A tour with two steps exchanged, in its order or in its numbers.
#[derive(Debug)]
struct Wrong {
    tour: Tour,
    swapped: [u128; 2],
    is_in_order: bool,
}

impl Wrong {
    fn swap(&self, step: u128) -> u128 {
        let [a, b] = self.swapped;
        if step == a {
            b
        } else if step == b {
            a
        } else {
            step
        }
    }
}

impl AnyTour for Wrong {
    fn board(&self) -> &Board {
        self.tour.board()
    }

    fn leaper(&self) -> Leaper {
        KNIGHT
    }

    fn kind(&self) -> TourKind {
        self.tour.kind()
    }

    fn square_at(&self, step: u128) -> Option<Square> {
        self.tour.square_at(if self.is_in_order { self.swap(step) } else { step } as usize)
    }

    fn step_of(&self, square: Square) -> Option<u128> {
        let step = self.tour.step_of(square)? as u128;
        Some(if self.is_in_order { step } else { self.swap(step) })
    }

    fn numbers(&self) -> io::Result<Box<dyn Numbers + Send + '_>> {
        Ok(Box::new(self))
    }
}

impl Numbers for &Wrong {
    fn step_of(&mut self, square: Square) -> io::Result<u128> {
        Ok(AnyTour::step_of(*self, square).unwrap_or(0))
    }
}

#[test]
fn a_wrong_tour_is_not_written() {
    let board = Board::new(8, 8).unwrap();
    let built = Atlas::new(&Puzzle::new(board.clone()), Method::Divide).unwrap().unwrap();
    let tour = Tour::verify(&board, KNIGHT, built.squares().map(Result::unwrap)).unwrap();
    for is_in_order in [true, false] {
        let wrong = Checked(Wrong { tour: tour.clone(), swapped: [20, 30], is_in_order });
        assert!(wrong.squares().any(|square| square.is_err()), "in order: {is_in_order}");
        assert!((1..=64).any(|step| wrong.square_at(step).is_none()), "in order: {is_in_order}");
        let mut numbers = wrong.numbers().unwrap();
        let mut row = [0; 8];
        let last = (0..8).rev().map(|rank| numbers.write_rank(rank, &mut row)).find(Result::is_err);
        assert_eq!(last.is_some(), !is_in_order, "only the numbers are written rank by rank");
    }
}
