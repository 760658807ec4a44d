//! Tours in rows: equal blocks around a core, arranged once and computed square by square.

pub(crate) mod comb;
pub(crate) mod corridor;
pub(crate) mod rank_writer;
pub(crate) mod route;
mod step_index;
pub(crate) mod strip;
mod sweep;

use super::parberry::Rectangle;
use corridor::RouteLayout;
use ktour_core::{Board, KNIGHT, Square, Tour, TourKind, error::NotATour};
use route::{Route, RouteIter};
use step_index::StepIndex;

// The implicit tour: every step and every square is computed, and none is stored.
//
// A `Route` gives the square at a step and a `StepIndex` the step on a square; neither grows with the
// board.

/// A tour of a board of any size, in constant memory.
///
/// Steps are counted from 1, as in [`Tour`].
///
/// *Cost:* each answer takes the time of a few divisions.
///
/// ```
/// use ktour::{Board, KNIGHT, Puzzle, Square, build};
/// let side = 1_000_000_000;
/// let tour = build::build(&Puzzle::new(Board::new(side, side)?)).unwrap();
/// assert_eq!(tour.square_at(1), Some(Square::new(0, 0)));
/// let middle = Square::new(side / 2, side / 2);
/// let step = tour.step_of(middle).unwrap();
/// assert_eq!(tour.square_at(step), Some(middle));
/// assert!(KNIGHT.is_leap(middle, tour.square_at(step + 1).unwrap()));
/// assert_eq!(tour.squares_from(step).next(), Some(middle));
/// assert!(tour.block_of(middle).is_some_and(|block| block.files <= 16));
/// assert_eq!(tour.started_at(middle).unwrap().square_at(1), Some(middle)); // closed, so it begins anywhere
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ImplicitTour {
    pub(in crate::build) board: Board,
    pub(in crate::build) kind: TourKind,
    pub(crate) route: Route,
    pub(crate) step_index: StepIndex,
    /// Number of squares of the route before the first of the tour.
    pub(crate) turn: u128,
}

impl ImplicitTour {
    pub(crate) fn new(board: Board, kind: TourKind, layout: RouteLayout) -> ImplicitTour {
        let step_index = StepIndex::new(&layout);
        ImplicitTour { board, kind, route: layout.route, step_index, turn: 0 }
    }

    /// The square at a step, counted from 1.
    pub fn square_at(&self, step: u128) -> Option<Square> {
        let at = step.checked_sub(1).filter(|&at| at < self.len())? + self.turn;
        let at = if at >= self.len() { at - self.len() } else { at };
        Some(self.route.at(at).into())
    }

    /// The step on a square, counted from 1.
    pub fn step_of(&self, square: Square) -> Option<u128> {
        if !self.board.contains(square) {
            return None;
        }
        let at = self.step_index.step_of(square.into())?;
        Some(if at >= self.turn { at - self.turn } else { at + self.len() - self.turn } + 1)
    }

    /// The block that a square belongs to; equal blocks repeat along the board.
    pub fn block_of(&self, square: Square) -> Option<Rectangle> {
        let within = self.board.contains(square).then(|| square.into())?;
        let (corner, sides) = self.step_index.part_of(within)?;
        let (Square { file, rank }, sides) = (corner.into(), Square::from(sides));
        Some(Rectangle { file, rank, files: sides.file, ranks: sides.rank })
    }

    /// The same closed tour with another start; `None` for an open tour, or if it does not visit that square.
    pub fn started_at(mut self, start: Square) -> Option<ImplicitTour> {
        let step = self.step_of(start)?;
        if self.kind == TourKind::Open {
            return (step == 1).then_some(self);
        }
        self.turn = (self.turn + step - 1) % self.len();
        Some(self)
    }

    /// The squares in order, from the first.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares_from(1)
    }

    /// The squares from a step on, to the last.
    pub fn squares_from(&self, step: u128) -> impl Iterator<Item = Square> + '_ {
        let at = step.saturating_sub(1).min(self.len()) + self.turn;
        let wrapped = at.saturating_sub(self.len());
        let last = RouteIter::new(&self.route, at, self.len());
        last.chain(RouteIter::new(&self.route, wrapped, self.turn)).map(Square::from)
    }

    /// The whole tour in memory, with every leap checked.
    ///
    /// ```
    /// use ktour::{Board, Puzzle, build};
    /// let built = build::build(&Puzzle::new(Board::new(8, 8)?)).unwrap();
    /// assert!(built.verified()?.squares().eq(built.squares()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verified(&self) -> Result<Tour, NotATour> {
        let tour = Tour::verify(&self.board, KNIGHT, self.squares())?;
        Ok(if self.kind == TourKind::Open { tour.as_open() } else { tour })
    }
}
