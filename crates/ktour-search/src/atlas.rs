//! Tours of boards of any size, computed square by square or step by step, with any of the constructions.

use std::io;

use crate::{
    Method, Refusal,
    build::{
        ImplicitTour, build, not_structured,
        parberry::{QuadrantTour, Rectangle, quadrants},
        suits_quadrants,
        tidy::TidyTour,
        tidy_tour,
    },
};
use ktour_core::{AnyTour, Board, Leaper, Puzzle, Square, TourKind, any_tour::Numbers, any_tour::SquareIter};

/// A tour that is not stored.
///
/// ```
/// use ktour::{AnyTour, Board, Method, Puzzle, Square, atlas::Atlas};
/// let puzzle = Puzzle::new(Board::new(1 << 40, 1 << 40)?);
/// for method in [Method::Divide, Method::Parberry, Method::Tidy] {
///     let atlas = Atlas::new(&puzzle, method)?.unwrap();
///     assert_eq!(atlas.step_of(Square::new(0, 0)), Some(1));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Atlas {
    /// Blocks in rows, joined along a comb-shaped route.
    Rows(ImplicitTour),
    /// Recursive quadrants (Parberry).
    Quadrants(QuadrantTour),
    /// Parallel lines of leaps, joined at the edges.
    Lines(TidyTour),
}

impl Atlas {
    /// The methods that build tours without storing them.
    pub const METHODS: [Method; 3] = [Method::Divide, Method::Parberry, Method::Tidy];

    fn any(&self) -> &dyn AnyTour {
        match self {
            Atlas::Rows(tour) => tour,
            Atlas::Quadrants(tour) => tour,
            Atlas::Lines(tour) => tour,
        }
    }

    /// The method that built it.
    pub fn method(&self) -> Method {
        match self {
            Atlas::Rows(_) => Method::Divide,
            Atlas::Quadrants(_) => Method::Parberry,
            Atlas::Lines(_) => Method::Tidy,
        }
    }

    /// Builds a tour with `parberry`, `tidy` or, for every other method, `divide`; `None` if no tour can be
    /// built.
    pub fn new(puzzle: &Puzzle, method: Method) -> Result<Option<Atlas>, Refusal> {
        match method {
            Method::Parberry => (),
            Method::Tidy => return Ok(Some(Atlas::Lines(tidy_tour(puzzle)?))),
            _ => return Ok(build(puzzle).map(Atlas::Rows)),
        }
        suits_quadrants(puzzle)?;
        let tour = quadrants(puzzle.board()).ok_or_else(|| not_structured(puzzle.board()))?;
        let tour = if puzzle.kind() == Some(TourKind::Open) { tour.as_open() } else { tour };
        let tour = match puzzle.start() {
            Some(start) => tour.started_at(start),
            None => Some(tour),
        };
        Ok(tour.map(Atlas::Quadrants))
    }

    /// The block a square belongs to: the smallest one with no side shorter than `side`. Rows have blocks of
    /// one size only; lines have none.
    ///
    /// ```
    /// use ktour::{Board, Method, Puzzle, Square, atlas::Atlas};
    /// let atlas = Atlas::new(&Puzzle::new(Board::new(1000, 1000)?), Method::Parberry)?.unwrap();
    /// assert_eq!(atlas.method(), Method::Parberry);
    /// let block = atlas.block_of(Square::new(0, 0), 100).unwrap();
    /// assert_eq!((block.files, block.ranks), (124, 124));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn block_of(&self, square: Square, side: u64) -> Option<Rectangle> {
        match self {
            Atlas::Rows(tour) => tour.block_of(square).filter(|part| part.files.min(part.ranks) >= side),
            Atlas::Quadrants(tour) => tour.block_of(square, side),
            Atlas::Lines(_) => None,
        }
    }
}

impl AnyTour for Atlas {
    fn board(&self) -> &Board {
        self.any().board()
    }

    fn leaper(&self) -> Leaper {
        self.any().leaper()
    }

    fn kind(&self) -> TourKind {
        self.any().kind()
    }

    fn square_at(&self, step: u128) -> Option<Square> {
        self.any().square_at(step)
    }

    fn step_of(&self, square: Square) -> Option<u128> {
        self.any().step_of(square)
    }

    fn squares_from(&self, step: u128) -> SquareIter<'_> {
        self.any().squares_from(step)
    }

    fn numbers(&self) -> io::Result<Box<dyn Numbers + Send + '_>> {
        self.any().numbers()
    }
}
