//! Verified tours.
//!
//! A list of squares is a claim; a [`Tour`] is a fact. [`Tour::verify`] is the only way from one to the
//! other, and it does not depend on how the list was made.

mod verify;

pub use verify::NotATour;

use crate::{Board, Leaper, Square, Symmetry};

/// The kind of a tour: whether its last square is a leap from the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TourKind {
    /// The tour ends elsewhere.
    Open,
    /// The tour returns to its start.
    Closed,
}

crate::named! { TourKind: "kind of tour" { "open" => Open, "closed" => Closed } }

/// A verified tour: every square of the board once, each a leap from the one before.
///
/// It takes four bytes per square. Tours of boards with 2³² squares or more are [`AnyTour`](crate::AnyTour)s
/// that are not stored.
///
/// ```text
/// 10  5  8
///  7  2 11
///  4  9  6
///  1 12  3
/// ```
///
/// ```
/// use ktour::{Board, KNIGHT, Puzzle, Square, Symmetry, Tour, TourKind, build::build, error::NotATour};
/// let board = Board::new(3, 4)?;
/// let names = ["a1", "b3", "c1", "a2", "b4", "c2", "a3", "c4", "b2", "a4", "c3", "b1"];
/// let squares: Vec<Square> = names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
/// let tour = Tour::verify(&board, KNIGHT, squares.iter().copied())?;
/// assert_eq!((tour.board(), tour.leaper(), tour.kind(), tour.len()), (&board, KNIGHT, TourKind::Open, 12));
/// assert_eq!((tour.square_at(3), tour.square_at(13)), (Some("c1".parse()?), None));
/// assert_eq!(tour.step_of("b3".parse()?), Some(2));
/// assert_eq!(tour.steps(), [1, 12, 3, 4, 9, 6, 7, 2, 11, 10, 5, 8]); // rank by rank from a1
/// assert_eq!(tour.indices()[..3], [0, 7, 2]); // a1, b3, c1
/// assert_eq!(tour.transformed(Symmetry::HalfTurn).square_at(1), Some("c4".parse()?));
/// assert!(tour.reversed().squares().eq(squares.iter().rev().copied()));
///
/// let wrong: NotATour = Tour::verify(&board, KNIGHT, squares[..11].to_vec()).unwrap_err();
/// assert_eq!(wrong.step(), Some(12)); // a square is missing
///
/// // A closed tour can begin anywhere, and be taken as an open one.
/// let closed = build(&Puzzle::new(Board::new(6, 6)?)).unwrap().verified()?;
/// let from_c3 = closed.started_at("c3".parse()?).unwrap();
/// assert_eq!(from_c3.square_at(1), Some("c3".parse()?));
/// assert_eq!(from_c3.as_open().kind(), TourKind::Open);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tour {
    board: Board,
    leaper: Leaper,
    kind: TourKind,
    /// Board indices in the order of the steps.
    order: Vec<u32>,
}

impl Tour {
    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The leaper.
    #[inline]
    pub fn leaper(&self) -> Leaper {
        self.leaper
    }

    /// Open or closed.
    #[inline]
    pub fn kind(&self) -> TourKind {
        self.kind
    }

    /// The number of squares.
    #[allow(clippy::len_without_is_empty)] // a tour has at least one square
    #[inline]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// The square at a step, counted from 1.
    #[inline]
    pub fn square_at(&self, step: usize) -> Option<Square> {
        let index = *self.order.get(step.checked_sub(1)?)?;
        Some(self.board.square(index as usize))
    }

    /// The step on a square, counted from 1, by a linear search; for all squares at once use [`Tour::steps`].
    pub fn step_of(&self, square: Square) -> Option<usize> {
        self.squares().position(|visited| visited == square).map(|at| at + 1)
    }

    /// The squares in order.
    #[inline]
    pub fn squares(&self) -> impl ExactSizeIterator<Item = Square> + DoubleEndedIterator + '_ {
        self.order.iter().map(|&index| self.board.square(index as usize))
    }

    /// The board indices of the squares in order: rank by rank from a1, counted from 0.
    #[inline]
    pub fn indices(&self) -> &[u32] {
        &self.order
    }

    /// The number of every square, rank by rank from a1; 0 in holes.
    pub fn steps(&self) -> Vec<u32> {
        let mut steps = vec![0; self.board.area() as usize];
        for (step, &index) in (1..).zip(&self.order) {
            steps[index as usize] = step;
        }
        steps
    }

    /// Reverses the tour.
    pub fn reversed(mut self) -> Tour {
        self.order.reverse();
        self
    }

    /// Makes the tour open: its closing leap, if it has one, is not part of it.
    pub fn as_open(mut self) -> Tour {
        self.kind = TourKind::Open;
        self
    }

    /// Rotates a closed tour to another start; `None` for an open tour with another start, or if the square
    /// is not visited.
    pub fn started_at(mut self, start: Square) -> Option<Tour> {
        let at = self.step_of(start)? - 1;
        (self.kind == TourKind::Closed || at == 0).then(|| {
            self.order.rotate_left(at);
            self
        })
    }

    /// Applies a symmetry: the tour of the turned or reflected board.
    pub fn transformed(&self, symmetry: Symmetry) -> Tour {
        let board = symmetry.apply_to_board(&self.board);
        let index = |square| board.index(symmetry.apply_to_square(&self.board, square)) as u32;
        let order = self.squares().map(index).collect();
        Tour { board, leaper: self.leaper, kind: self.kind, order }
    }
}

crate::fact_by_name!(TourKind);
