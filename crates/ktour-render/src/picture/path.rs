//! The path from square to square, as lines or as one smooth curve.
//!
//! A smooth path passes through the middle of every square in the direction from the square before to
//! the square after, so neighbouring curves meet without a corner (a Catmull–Rom spline).

use std::{
    cell::{Cell, RefCell},
    fmt, io,
};

use ktour_tour::{AnyTour, Board, Square, TourKind, error::Unsound};

use super::{
    canvas::Pen,
    weave::{BandCrossing, weave},
};
use crate::in_order;

/// How much of the distance between the squares before and after bends a curve.
const CURVE_TENSION: f64 = 0.2;

/// How the path goes from square to square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PathStyle {
    /// Straight lines.
    #[default]
    Straight,
    /// One smooth curve.
    Smooth,
    /// Straight lines that pass over and under each other in turn.
    Woven,
}

ktour_tour::named! { PathStyle: "path" { "straight" => Straight, "smooth" => Smooth, "woven" => Woven } }

/// How far a band stays away from one that goes over it, in its widths, beside what that one covers.
const WEAVE_GAP: f64 = 0.8;

/// Squares of a tour that are asked for at once.
const SQUARES_PER_READ: usize = 1 << 12;

/// Squares in order, as places.
pub(crate) struct LeapPath<'a> {
    board: &'a Board,
    squares: SquareSource<'a>,
    len: usize,
    pub(crate) is_closed: bool,
    /// Parts of every leap that others cover; empty if the path is not woven.
    covered: Vec<Vec<[f64; 2]>>,
    /// The first square that was missing.
    broken: Cell<Option<usize>>,
}

enum SquareSource<'a> {
    Listed(&'a [Square]),
    /// Squares of a tour, fetched in runs: the index of the first of the current run, and the run.
    Asked(&'a dyn AnyTour, RefCell<(usize, Vec<Square>)>),
}

impl fmt::Debug for LeapPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a path over {} squares", self.len)
    }
}

impl<'a> LeapPath<'a> {
    pub(crate) fn of_tour(tour: &'a dyn AnyTour) -> io::Result<LeapPath<'a>> {
        in_order(tour)?;
        let squares = SquareSource::Asked(tour, RefCell::default());
        let is_closed = tour.kind() == TourKind::Closed;
        let (board, len) = (tour.board(), tour.len() as usize);
        Ok(LeapPath { board, squares, len, is_closed, covered: Vec::new(), broken: Cell::new(None) })
    }

    /// An open path over some squares.
    pub(crate) fn of_squares(board: &'a Board, squares: &'a [Square]) -> LeapPath<'a> {
        let (squares, len) = (SquareSource::Listed(squares), squares.len());
        LeapPath { board, squares, len, is_closed: false, covered: Vec::new(), broken: Cell::new(None) }
    }

    /// The same as a band of this width that is woven.
    pub(crate) fn woven(mut self, width: f64) -> LeapPath<'a> {
        let squares: Vec<Square> = (0..self.len).map(|at| self.square(at)).collect();
        let passes = weave(&squares, self.is_closed);
        let covered = passes.iter().enumerate().map(|(at, met)| {
            let ((x, y), (to_x, to_y)) = (self.place(at), self.place(at + 1));
            let length = (to_x - x).hypot(to_y - y);
            let part = |pass: &BandCrossing| {
                let half = width * (0.5 / pass.sine + WEAVE_GAP) / length;
                [(pass.at - half).max(0.0), (pass.at + half).min(1.0)]
            };
            met.iter().filter(|pass| !pass.is_over).map(part).collect()
        });
        self.covered = covered.collect();
        self
    }

    /// How many leaps there are, the closing one included.
    pub(crate) fn leap_count(&self) -> usize {
        self.len - usize::from(!self.is_closed)
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// A square of the path, counted from 0.
    pub(crate) fn square(&self, at: usize) -> Square {
        let at = at % self.len;
        let square = match &self.squares {
            SquareSource::Listed(squares) => squares.get(at).copied(),
            SquareSource::Asked(tour, asked) => {
                let (first, squares) = &mut *asked.borrow_mut();
                if !(*first..*first + squares.len()).contains(&at) {
                    // A curve looks back at the square before.
                    *first = at.saturating_sub(2);
                    squares.clear();
                    squares.extend(
                        tour.squares_from(*first as u128 + 1).take(SQUARES_PER_READ).map_while(Result::ok),
                    );
                }
                squares.get(at - *first).copied()
            }
        };
        square.unwrap_or_else(|| {
            let before = self.broken.get().unwrap_or(usize::MAX);
            self.broken.set(Some(before.min(at)));
            Square::new(0, 0)
        })
    }

    /// Its upper left corner.
    pub(crate) fn corner(&self, at: usize) -> (f64, f64) {
        let square = self.square(at);
        (square.file as f64, self.board.row_of(square.rank) as f64)
    }

    /// Its middle.
    pub(crate) fn place(&self, at: usize) -> (f64, f64) {
        middle(self.board, self.square(at))
    }

    /// Whether all that was drawn of it is a tour's.
    pub(crate) fn sound(&self) -> io::Result<()> {
        match self.broken.get() {
            Some(at) => Err(Unsound::Step { step: at as u128 + 1 }.into()),
            None => Ok(()),
        }
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
                PathStyle::Woven => {
                    let along = |share: f64| (x + share * (next_x - x), y + share * (next_y - y));
                    for &[from, to] in self.covered.get(at - 1).into_iter().flatten() {
                        let ((from_x, from_y), (to_x, to_y)) = (along(from), along(to));
                        pen.line_to(from_x, from_y);
                        pen.move_to(to_x, to_y);
                    }
                    pen.line_to(next_x, next_y);
                }
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
        (CURVE_TENSION * (after.0 - before.0), CURVE_TENSION * (after.1 - before.1))
    }
}

/// The middle of a square, y down.
pub(crate) fn middle(board: &Board, square: Square) -> (f64, f64) {
    (square.file as f64 + 0.5, board.row_of(square.rank) as f64 + 0.5)
}
