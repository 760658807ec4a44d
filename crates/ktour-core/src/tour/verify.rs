//! The verifier, which turns a list of squares into a [`Tour`] or names the first step that breaks the rules.
//!
//! It does not know how the list was made.

use thiserror::Error;

use super::{Tour, TourKind};
use crate::{Board, Leaper, Square};

/// The first error in a claimed tour. Steps count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotATour {
    /// The board has too many squares to store one number for each.
    #[error("a board of {area} squares is too large to hold a tour in memory: the limit is 4294967295")]
    TooLarge {
        /// Files times ranks.
        area: u128,
    },
    /// A square that does not exist on the board.
    #[error("{square} is not a square of the {board} board")]
    NoSuchSquare {
        /// The step on it.
        step: u128,
        /// The square.
        square: Square,
        /// The board's size.
        board: String,
    },
    /// A square is visited a second time.
    #[error("{square} is visited again, it was step {first} already")]
    VisitedTwice {
        /// The second visit.
        step: u128,
        /// The square.
        square: Square,
        /// The first visit.
        first: u128,
    },
    /// A square is visited a second time, found by a reader that keeps no list of first visits.
    #[error("{square} is visited again")]
    VisitedBefore {
        /// The second visit.
        step: u128,
        /// The square.
        square: Square,
    },
    /// Two consecutive squares that are not a leap apart.
    #[error("{from} to {to} is not a {leaper}'s leap")]
    NotALeap {
        /// The step on `to`.
        step: u128,
        /// The square before.
        from: Square,
        /// The square after.
        to: Square,
        /// The leaper whose leap it should be.
        leaper: Leaper,
    },
    /// The list ends before every square was visited.
    #[error("{square} is never visited: {visited} of {of} squares are")]
    Missing {
        /// The first such square, rank by rank from a1.
        square: Square,
        /// Number of squares visited.
        visited: u128,
        /// Number of squares of the board.
        of: u128,
    },
}

crate::coded! {
    NotATour {
        "tour-too-large": TooLarge { area },
        "tour-no-such-square": NoSuchSquare { step, square, board },
        "tour-visited-twice": VisitedTwice { step, square, first },
        "tour-visited-before": VisitedBefore { step, square },
        "tour-not-a-leap": NotALeap { step, from, to, leaper },
        "tour-missing": Missing { square, visited, of },
    }
}

impl NotATour {
    /// The step with the error, if one can be named.
    pub fn step(&self) -> Option<u128> {
        match *self {
            NotATour::NoSuchSquare { step, .. }
            | NotATour::VisitedTwice { step, .. }
            | NotATour::VisitedBefore { step, .. }
            | NotATour::NotALeap { step, .. } => Some(step),
            NotATour::Missing { visited, .. } => Some(visited + 1),
            NotATour::TooLarge { .. } => None,
        }
    }
}

impl Tour {
    /// Checks that the squares are a tour of the board, and of which kind.
    ///
    /// *Guarantee:* names the first step that fails. *Cost:* one pass, and a second one to find the step that
    /// fails; five bytes per square.
    ///
    /// ```text
    ///   1  4  7 10      a tour of the 4x3 board
    ///  12  9  2  5
    ///   3  6 11  8
    /// ```
    ///
    /// ```
    /// use ktour::{Board, KNIGHT, Square, Tour, error::NotATour};
    /// let board = Board::new(4, 3)?;
    /// let squares = ["a3", "c2", "a1", "b3", "d2", "b1", "c3", "d1", "b2", "d3", "c1", "a2"];
    /// let read = |name| ktour::notation::parse_square(&board, name).unwrap();
    /// let tour = Tour::verify(&board, KNIGHT, squares.map(read))?;
    /// assert_eq!(tour.step_of(read("a2")), Some(12));
    ///
    /// let stuck = Tour::verify(&board, KNIGHT, ["a1", "a2"].map(read));
    /// assert_eq!(stuck.unwrap_err().to_string(), "a1 to a2 is not a knight's leap");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(
        board: &Board,
        leaper: Leaper,
        squares: impl IntoIterator<Item = Square>,
    ) -> Result<Tour, NotATour> {
        let area = board.small_area().ok_or(NotATour::TooLarge { area: board.area() })?;
        let count = board.square_count() as usize;
        // Marks are only written here: reading them at every step would serialise the loop on memory latency.
        let mut marks = vec![0u8; area];
        board.holes().iter().for_each(|&hole| marks[board.index(hole)] = 1);
        let mut order = vec![0u32; count];
        let mut squares = squares.into_iter();
        let (files, ranks) = (board.files(), board.ranks());
        let spans = |square: Square| square.file < files && square.rank < ranks;
        let mut visit = |step: &mut u32, square: Square| {
            let index = (square.rank * files + square.file) as usize;
            marks[index] = 1;
            *step = index as u32;
        };
        let (start, rest) = order.split_first_mut().expect("a board has squares");
        let first = match squares.next() {
            Some(first) if spans(first) => first,
            other => return Err(first_fault(board, leaper, &[], other)),
        };
        visit(start, first);
        let (mut from, mut visited) = (first, 1);
        for step in rest {
            let Some(square) = squares.next() else { break };
            if !(leaper.is_leap(from, square) & spans(square)) {
                return Err(first_fault(board, leaper, &order[..visited], Some(square)));
            }
            visit(step, square);
            visited += 1;
            from = square;
        }
        let next = squares.next();
        // With as many steps as squares and every square marked, each was visited once, and no hole was.
        if next.is_some() || visited < count || marks.contains(&0) {
            return Err(first_fault(board, leaper, &order[..visited], next));
        }
        let is_closed = count > 2 && leaper.is_leap(from, first);
        let kind = if is_closed { TourKind::Closed } else { TourKind::Open };
        Ok(Tour { board: board.clone(), leaper, kind, order })
    }
}

/// Finds the first error: the steps of `order` are leaps within the rectangle, `next` may be any square.
#[cold]
fn first_fault(board: &Board, leaper: Leaper, order: &[u32], next: Option<Square>) -> NotATour {
    let squares = order.iter().map(|&index| board.square(index as usize)).chain(next);
    // The step of every square; 0 if it is unvisited.
    let mut steps = vec![0u32; board.area() as usize];
    let mut last = None;
    for (step, square) in (1u64..).zip(squares) {
        if !board.contains(square) {
            return NotATour::NoSuchSquare { step: step.into(), square, board: board.to_string() };
        }
        let first = std::mem::replace(&mut steps[board.index(square)], step as u32);
        if first > 0 {
            return NotATour::VisitedTwice { step: step.into(), square, first: first.into() };
        }
        if let Some(from) = last.filter(|&from| !leaper.is_leap(from, square)) {
            return NotATour::NotALeap { step: step.into(), from, to: square, leaper };
        }
        last = Some(square);
    }
    let is_missing = |square: &Square| steps[board.index(*square)] == 0;
    let square = board.squares().find(is_missing).expect("steps that are no tour leave a square out");
    NotATour::Missing { square, visited: order.len() as u128, of: board.square_count() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KNIGHT, Symmetry};

    fn squares(board: &Board, names: &str) -> Vec<Square> {
        let read = |name: &str| crate::notation::parse_place(board, name).unwrap();
        names.split_whitespace().map(read).collect()
    }

    const TOUR: &str = "a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2";

    fn verify(names: &str) -> Result<Tour, NotATour> {
        let board = Board::new(4, 3).unwrap();
        Tour::verify(&board, KNIGHT, squares(&board, names))
    }

    #[test]
    fn names_the_first_bad_step() {
        assert_eq!(verify(TOUR).unwrap().kind(), TourKind::Open);
        let error = verify(&TOUR.replace("d2 b1", "b1 d2")).unwrap_err();
        assert_eq!((error.step(), error.to_string().as_str()), (Some(5), "b3 to b1 is not a knight's leap"));
        let error = verify("a3 c2 a3").unwrap_err();
        assert_eq!(error.to_string(), "a3 is visited again, it was step 1 already");
        let error = verify(TOUR.strip_suffix(" a2").unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "a2 is never visited: 11 of 12 squares are");
        let error = verify(&format!("{TOUR} c3")).unwrap_err();
        assert_eq!(error.step(), Some(13));
    }

    #[test]
    fn a_hole_is_not_a_square() {
        let board = Board::new(4, 3).unwrap();
        let holed = board.with_holes(squares(&board, "a2")).unwrap();
        let error = Tour::verify(&holed, KNIGHT, squares(&board, TOUR)).unwrap_err();
        assert!(matches!(error, NotATour::NoSuchSquare { step: 12, .. }));
        let short = TOUR.strip_suffix(" a2").unwrap();
        assert!(Tour::verify(&holed, KNIGHT, squares(&board, short)).is_ok());
    }

    #[test]
    fn a_tour_of_two_squares_is_not_closed() {
        let board = Board::new(2, 3).unwrap();
        let board = board.with_holes(squares(&board, "b1 a2 b2 a3")).unwrap();
        let tour = Tour::verify(&board, KNIGHT, squares(&board, "a1 b3")).unwrap();
        assert_eq!(tour.kind(), TourKind::Open);
    }

    #[test]
    fn a_turned_tour_verifies_again() {
        let tour = verify(TOUR).unwrap();
        for symmetry in Symmetry::ALL {
            let turned = tour.transformed(symmetry);
            let again = Tour::verify(turned.board(), KNIGHT, turned.squares());
            assert_eq!(again.as_ref(), Ok(&turned));
            assert_eq!(turned.transformed(symmetry.inverse()), tour);
        }
        assert_eq!(tour.clone().reversed().reversed(), tour);
    }
}
