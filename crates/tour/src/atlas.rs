//! The atlas: a tour of a board of any size, asked square by square and step by step, whichever way it
//! is built.

use crate::{
    Board, Method, Puzzle, Refusal, Square, TourKind,
    build::{
        ImplicitTour, build,
        parberry::{Part, QuadrantTour, quadrants},
    },
    search::built::{not_structured, suits_quadrants},
};

/// A tour that is not stored.
///
/// ```
/// use knights_tour::{Board, Method, Puzzle, Square, atlas::Atlas};
/// let puzzle = Puzzle::new(Board::new(1 << 40, 1 << 40)?);
/// for method in [Method::Divide, Method::Parberry] {
///     let atlas = Atlas::new(&puzzle, method)?.unwrap();
///     assert_eq!(atlas.step_of(Square::new(0, 0)), Some(1));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Atlas {
    /// Blocks in rows, joined like the teeth of a comb.
    Rows(ImplicitTour),
    /// Quadrants of quadrants; always closed.
    Quadrants(QuadrantTour),
}

impl Atlas {
    /// By `parberry` or, for every other method, by `divide`; `None` where nothing can be built.
    pub fn new(puzzle: &Puzzle, method: Method) -> Result<Option<Atlas>, Refusal> {
        if method != Method::Parberry {
            return Ok(build(puzzle).map(Atlas::Rows));
        }
        suits_quadrants(puzzle)?;
        let tour = quadrants(puzzle.board()).ok_or_else(|| not_structured(puzzle.board()))?;
        let tour = match puzzle.start() {
            Some(start) => tour.started_at(start),
            None => Some(tour),
        };
        Ok(tour.map(Atlas::Quadrants))
    }

    /// The board.
    pub fn board(&self) -> &Board {
        match self {
            Atlas::Rows(tour) => tour.board(),
            Atlas::Quadrants(tour) => tour.board(),
        }
    }

    /// Open or closed.
    pub fn kind(&self) -> TourKind {
        match self {
            Atlas::Rows(tour) => tour.kind(),
            Atlas::Quadrants(_) => TourKind::Closed,
        }
    }

    /// The number of squares.
    #[allow(clippy::len_without_is_empty)] // a tour has at least one square
    pub fn len(&self) -> u128 {
        match self {
            Atlas::Rows(tour) => tour.len(),
            Atlas::Quadrants(tour) => tour.len(),
        }
    }

    /// The square at a step, counted from 1.
    pub fn square_at(&self, step: u128) -> Option<Square> {
        match self {
            Atlas::Rows(tour) => tour.square_at(step),
            Atlas::Quadrants(tour) => tour.square_at(step),
        }
    }

    /// The step that stands on a square, counted from 1.
    pub fn step_of(&self, square: Square) -> Option<u128> {
        match self {
            Atlas::Rows(tour) => tour.step_of(square),
            Atlas::Quadrants(tour) => tour.step_of(square),
        }
    }

    /// The squares before and after this one; a closed tour goes round.
    pub fn neighbours(&self, square: Square) -> Option<(Option<Square>, Option<Square>)> {
        match self {
            Atlas::Rows(tour) => tour.neighbours(square),
            Atlas::Quadrants(tour) => {
                tour.neighbours(square).map(|(before, after)| (Some(before), Some(after)))
            }
        }
    }

    /// The block a square belongs to: of those that no side is shorter than `side`, the smallest. Rows know
    /// blocks of one size only.
    pub fn block_of(&self, square: Square, side: u64) -> Option<Part> {
        match self {
            Atlas::Rows(tour) => tour.block_of(square).filter(|part| part.files.min(part.ranks) >= side),
            Atlas::Quadrants(tour) => tour.block_of(square, side),
        }
    }
}
