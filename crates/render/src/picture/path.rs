//! The path from square to square, as lines or as one smooth curve.
//!
//! A smooth path passes through the middle of every square in the direction from the square before to
//! the square after, so neighbouring curves meet without a corner (a Catmull–Rom spline).

use std::{cell::Cell, fmt, io};

use knights_tour::{AnyTour, Board, Square, TourKind};

use super::canvas::Pen;
use crate::in_order;

/// How much of the distance between the squares before and after bends a curve.
const BEND: f64 = 0.2;

/// How the path goes from square to square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PathStyle {
    /// In straight lines.
    #[default]
    Straight,
    /// As one smooth curve.
    Smooth,
}

knights_tour::named! { PathStyle: "path" { "straight" => Straight, "smooth" => Smooth } }

/// Squares in order, as places.
pub(crate) struct LeapPath<'a> {
    board: &'a Board,
    square: Box<dyn Fn(usize) -> Option<Square> + 'a>,
    len: usize,
    pub(crate) is_closed: bool,
    /// Whether a square was missing.
    is_broken: Cell<bool>,
}

impl fmt::Debug for LeapPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a path over {} squares", self.len)
    }
}

impl<'a> LeapPath<'a> {
    pub(crate) fn of_tour(tour: &'a dyn AnyTour) -> io::Result<LeapPath<'a>> {
        in_order(tour)?;
        let square = move |at: usize| tour.square_at(at as u128 + 1);
        let is_closed = tour.kind() == TourKind::Closed;
        Ok(LeapPath::new(tour.board(), Box::new(square), tour.len() as usize, is_closed))
    }

    /// An open path over some squares.
    pub(crate) fn of_squares(board: &'a Board, squares: &'a [Square]) -> LeapPath<'a> {
        LeapPath::new(board, Box::new(move |at: usize| squares.get(at).copied()), squares.len(), false)
    }

    fn new(
        board: &'a Board,
        square: Box<dyn Fn(usize) -> Option<Square> + 'a>,
        len: usize,
        is_closed: bool,
    ) -> LeapPath<'a> {
        LeapPath { board, square, len, is_closed, is_broken: Cell::new(false) }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// A square of the path, counted from 0.
    pub(crate) fn square(&self, at: usize) -> Square {
        (self.square)(at % self.len).unwrap_or_else(|| {
            self.is_broken.set(true);
            Square::new(0, 0)
        })
    }

    /// Its upper left corner.
    pub(crate) fn corner(&self, at: usize) -> (f64, f64) {
        let square = self.square(at);
        (square.file as f64, (self.board.ranks() - 1 - square.rank) as f64)
    }

    /// Its middle.
    pub(crate) fn place(&self, at: usize) -> (f64, f64) {
        middle(self.board, self.square(at))
    }

    /// Whether all that was drawn of it is a tour's.
    pub(crate) fn sound(&self) -> io::Result<()> {
        let what = "what was to be drawn is not a tour";
        if self.is_broken.get() { Err(io::Error::new(io::ErrorKind::InvalidData, what)) } else { Ok(()) }
    }

    /// Traces the leaps from one square of the path to another.
    pub(crate) fn trace(&self, pen: &mut dyn Pen, from: usize, to: usize, style: PathStyle) {
        let (mut x, mut y) = self.place(from);
        pen.move_to(x, y);
        let mut bend = if style == PathStyle::Smooth { self.bend(from) } else { (0.0, 0.0) };
        for at in from + 1..=to {
            if pen.is_stopped() {
                return;
            }
            let (next_x, next_y) = self.place(at);
            match style {
                PathStyle::Straight => pen.line_to(next_x, next_y),
                PathStyle::Smooth => {
                    let next = self.bend(at);
                    pen.curve_to(x + bend.0, y + bend.1, next_x - next.0, next_y - next.1, next_x, next_y);
                    bend = next;
                }
            }
            (x, y) = (next_x, next_y);
        }
    }

    /// The handle of the curve on a square: towards the next, away from the last.
    fn bend(&self, at: usize) -> (f64, f64) {
        let at = at % self.len;
        if !self.is_closed && (at == 0 || at + 1 == self.len) {
            return (0.0, 0.0);
        }
        let (before, after) = (self.place(at + self.len - 1), self.place(at + 1));
        (BEND * (after.0 - before.0), BEND * (after.1 - before.1))
    }
}

/// The middle of a square, y down.
pub(crate) fn middle(board: &Board, square: Square) -> (f64, f64) {
    (square.file as f64 + 0.5, (board.ranks() - 1 - square.rank) as f64 + 0.5)
}
