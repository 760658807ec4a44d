//! The way from square to square, as lines or as one smooth curve.
//!
//! A smooth way passes through the middle of every square in the direction from the square before to
//! the square after, so neighbouring curves meet without a corner (a Catmull–Rom spline).

use std::fmt;

use knights_tour::{Board, Square, Tour, TourKind};

use super::canvas::Pen;

/// How much of the distance between the squares before and after bends a curve.
const BEND: f64 = 0.2;

/// How the path goes from square to square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WayStyle {
    /// In straight lines.
    #[default]
    Straight,
    /// As one smooth curve.
    Smooth,
}

knights_tour::named! { WayStyle: "path" { "straight" => Straight, "smooth" => Smooth } }

/// Squares in order, as places.
pub(crate) struct Way<'a> {
    place: Box<dyn Fn(usize) -> (f64, f64) + 'a>,
    len: usize,
    pub(crate) is_closed: bool,
}

impl fmt::Debug for Way<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a way over {} squares", self.len)
    }
}

impl<'a> Way<'a> {
    pub(crate) fn of_tour(tour: &'a Tour) -> Way<'a> {
        let board = tour.board();
        let place = move |at: usize| middle(board, tour.square_at(at + 1).unwrap_or(Square::new(0, 0)));
        Way { place: Box::new(place), len: tour.len(), is_closed: tour.kind() == TourKind::Closed }
    }

    /// An open way over some squares.
    pub(crate) fn of_squares(board: &'a Board, squares: &'a [Square]) -> Way<'a> {
        let place = move |at: usize| middle(board, squares[at]);
        Way { place: Box::new(place), len: squares.len(), is_closed: false }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The middle of a square of the way, counted from 0.
    pub(crate) fn place(&self, at: usize) -> (f64, f64) {
        (self.place)(at % self.len)
    }

    /// Traces the leaps from one square of the way to another.
    pub(crate) fn trace(&self, pen: &mut dyn Pen, from: usize, to: usize, style: WayStyle) {
        let (mut x, mut y) = self.place(from);
        pen.move_to(x, y);
        let mut bend = if style == WayStyle::Smooth { self.bend(from) } else { (0.0, 0.0) };
        for at in from + 1..=to {
            let (next_x, next_y) = self.place(at);
            match style {
                WayStyle::Straight => pen.line_to(next_x, next_y),
                WayStyle::Smooth => {
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
    (square.file as f64 + 0.5, board.row_of(square.rank) as f64 + 0.5)
}
