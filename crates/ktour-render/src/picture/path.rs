//! The path from square to square, as lines or as one smooth curve.
//!
//! A smooth path passes through the middle of every square in the direction from the previous square to the
//! next, so neighbouring curves meet without a corner (a Catmull–Rom spline).

use std::{
    cell::{Cell, RefCell},
    fmt, io,
};

use ktour_core::{AnyTour, Board, Square, TourKind, error::Unsound};

use super::{
    canvas::Pen,
    weave::{BandCrossing, weave},
};
use crate::check_ordered;

/// Distance of a control point from its square, as a share of the distance between the neighbouring squares.
const CURVE_TENSION: f64 = 0.2;

/// Style of the path from square to square.
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

ktour_core::named! { PathStyle: "path" { "straight" => Straight, "smooth" => Smooth, "woven" => Woven } }

/// Gap between a band and one that passes over it, in widths of a band.
const WEAVE_GAP: f64 = 0.8;

/// Number of squares of a tour that are fetched at once.
const SQUARES_PER_READ: usize = 1 << 12;

/// The squares of a path, and their points.
pub(crate) struct LeapPath<'a> {
    board: &'a Board,
    squares: SquareSource<'a>,
    len: usize,
    pub(crate) is_closed: bool,
    /// Parts of every leap that others cover; empty if the path is not woven.
    covered: Vec<Vec<[f64; 2]>>,
    /// Index of the first square that could not be read.
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
    pub(crate) fn from_tour(tour: &'a dyn AnyTour) -> io::Result<LeapPath<'a>> {
        check_ordered(tour)?;
        let squares = SquareSource::Asked(tour, RefCell::default());
        let is_closed = tour.kind() == TourKind::Closed;
        let (board, len) = (tour.board(), tour.len() as usize);
        Ok(LeapPath { board, squares, len, is_closed, covered: Vec::new(), broken: Cell::new(None) })
    }

    /// Creates an open path over these squares.
    pub(crate) fn from_squares(board: &'a Board, squares: &'a [Square]) -> LeapPath<'a> {
        let (squares, len) = (SquareSource::Listed(squares), squares.len());
        LeapPath { board, squares, len, is_closed: false, covered: Vec::new(), broken: Cell::new(None) }
    }

    /// Computes the gaps of a woven band of this width.
    pub(crate) fn woven(mut self, width: f64) -> LeapPath<'a> {
        let squares: Vec<Square> = (0..self.len).map(|at| self.square(at)).collect();
        let passes = weave(&squares, self.is_closed);
        let covered = passes.iter().enumerate().map(|(at, met)| {
            let ((x, y), (to_x, to_y)) = (self.centre(at), self.centre(at + 1));
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

    /// Number of leaps, including the closing one.
    pub(crate) fn leap_count(&self) -> usize {
        self.len - usize::from(!self.is_closed)
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The square at an index; indices wrap around.
    pub(crate) fn square(&self, at: usize) -> Square {
        let at = at % self.len;
        let square = match &self.squares {
            SquareSource::Listed(squares) => squares.get(at).copied(),
            SquareSource::Asked(tour, asked) => {
                let (first, squares) = &mut *asked.borrow_mut();
                if !(*first..*first + squares.len()).contains(&at) {
                    // A curve also needs the squares before it.
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

    /// Upper left corner of a square.
    pub(crate) fn top_left(&self, at: usize) -> (f64, f64) {
        let square = self.square(at);
        (square.file as f64, self.board.row_of(square.rank) as f64)
    }

    /// Middle of a square.
    pub(crate) fn centre(&self, at: usize) -> (f64, f64) {
        middle(self.board, self.square(at))
    }

    /// Returns an error if a square could not be read.
    pub(crate) fn check_read(&self) -> io::Result<()> {
        match self.broken.get() {
            Some(at) => Err(Unsound::Step { step: at as u128 + 1 }.into()),
            None => Ok(()),
        }
    }

    /// Traces the leaps between two squares of the path, given by index.
    pub(crate) fn trace(&self, pen: &mut dyn Pen, from: usize, to: usize, style: PathStyle) {
        let (mut x, mut y) = self.centre(from);
        pen.move_to(x, y);
        let mut bend = if style == PathStyle::Smooth { self.bend(from) } else { (0.0, 0.0) };
        for at in from + 1..=to {
            if pen.is_stopped() {
                return;
            }
            let (next_x, next_y) = self.centre(at);
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

    /// Offset of a curve's control point from its square, in the direction from the previous square to the
    /// next.
    fn bend(&self, at: usize) -> (f64, f64) {
        let at = at % self.len;
        if !self.is_closed && (at == 0 || at + 1 == self.len) {
            return (0.0, 0.0);
        }
        let (before, after) = (self.centre(at + self.len - 1), self.centre(at + 1));
        (CURVE_TENSION * (after.0 - before.0), CURVE_TENSION * (after.1 - before.1))
    }
}

/// The middle of a square, y down.
pub(crate) fn middle(board: &Board, square: Square) -> (f64, f64) {
    (square.file as f64 + 0.5, board.row_of(square.rank) as f64 + 0.5)
}
