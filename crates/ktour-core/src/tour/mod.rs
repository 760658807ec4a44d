//! Verified tours.
//!
//! A list of squares is a claim; a [`Tour`] is a fact. [`Tour::verify`] is the only way from one to the
//! other, and it does not depend on how the list was made.

mod verify;

pub use verify::NotATour;

use std::fmt;

use crate::{Board, Leaper, Reason, Square, Symmetry, control::Spent};

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
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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

    /// Whether the last square is a leap from the first, and that leap is part of the tour.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.kind == TourKind::Closed
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

    /// The squares in order, as a type with a name.
    ///
    /// ```
    /// use ktour::{Puzzle, build::build};
    /// let tour = build(&Puzzle::new("6x6".parse()?)).unwrap().verified()?;
    /// assert_eq!(tour.iter().next_back(), tour.square_at(36));
    /// for square in &tour {
    ///     assert!(tour.board().contains(square));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn iter(&self) -> TourSquares<'_> {
        TourSquares { board: &self.board, indices: self.order.iter() }
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

/// Iterator over the squares of a tour, made by [`Tour::iter`].
#[derive(Clone, Debug)]
pub struct TourSquares<'a> {
    board: &'a Board,
    indices: std::slice::Iter<'a, u32>,
}

impl Iterator for TourSquares<'_> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.indices.next().map(|&index| self.board.square(index as usize))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Square> {
        self.indices.nth(n).map(|&index| self.board.square(index as usize))
    }
}

impl DoubleEndedIterator for TourSquares<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        self.indices.next_back().map(|&index| self.board.square(index as usize))
    }
}

impl ExactSizeIterator for TourSquares<'_> {}

impl<'a> IntoIterator for &'a Tour {
    type Item = Square;
    type IntoIter = TourSquares<'a>;

    fn into_iter(self) -> TourSquares<'a> {
        self.iter()
    }
}

impl From<Tour> for Vec<Square> {
    fn from(tour: Tour) -> Vec<Square> {
        tour.iter().collect()
    }
}

/// Writes the number grid: a line for every rank, the top rank first, with `#` for holes.
///
/// ```
/// use ktour::{Board, KNIGHT, Tour};
/// let squares = ["a1", "b3", "c1", "a2", "c3", "b1", "a3", "c2"].map(|name| name.parse().unwrap());
/// let ring = Board::new(3, 3)?.with_holes(["b2".parse()?])?;
/// assert_eq!(Tour::verify(&ring, KNIGHT, squares)?.to_string(), "7 2 5\n4 # 8\n1 6 3\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl fmt::Display for Tour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.len().max(1).ilog10() as usize + 1;
        for rank in self.steps().chunks(self.board.files() as usize).rev() {
            for (file, &step) in rank.iter().enumerate() {
                let space = if file > 0 { " " } else { "" };
                match step {
                    0 => write!(f, "{space}{:>width$}", '#')?,
                    _ => write!(f, "{space}{step:>width$}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

crate::fact_by_name!(TourKind);

/// The outcome of the search for a tour.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<T = Tour> {
    /// A solution, verified.
    Found(T),
    /// No solution exists, by a theorem or an exhaustive search.
    Impossible(Reason),
    /// Nothing is claimed: time ran out, the search was cancelled, or the method may miss tours.
    Unknown(Spent),
}

impl<T> Outcome<T> {
    /// Returns the solution, if one was found.
    ///
    /// ```
    /// use ktour::{Board, Control, Puzzle, Strategy, solve};
    /// let answer = solve(&Puzzle::new(Board::new(8, 8)?), &Strategy::default(), &Control::unlimited())?;
    /// assert_eq!(answer.outcome.found().map(|tour| tour.len()), Some(64));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn found(self) -> Option<T> {
        match self {
            Outcome::Found(found) => Some(found),
            _ => None,
        }
    }

    /// Whether a solution was found.
    pub fn is_found(&self) -> bool {
        matches!(self, Outcome::Found(_))
    }

    /// Maps the solution, and passes the other answers on.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Found(found) => Outcome::Found(f(found)),
            Outcome::Impossible(reason) => Outcome::Impossible(reason),
            Outcome::Unknown(spent) => Outcome::Unknown(spent),
        }
    }
}
