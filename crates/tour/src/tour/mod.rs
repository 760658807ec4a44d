//! A tour: squares that were checked to be one.
//!
//! A list of squares is a claim; a [`Tour`] is a fact. [`Tour::verify`] is the only way from one
//! to the other, and it knows nothing of how the list was made.

mod verify;

pub use verify::NotATour;

use crate::{Board, Leaper, Square, Symmetry};

/// Whether the last square is a leap from the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TourKind {
    /// It ends elsewhere.
    Open,
    /// It comes back to its start.
    Closed,
}

crate::named! { TourKind: "kind of tour" { "open" => Open, "closed" => Closed } }

/// A verified tour: every square of the board once, each a leap from the one before.
///
/// Costs four bytes a square. Boards with 2³² squares and more are walked without being stored.
///
/// ```
/// use knights_tour::{Board, KNIGHT, Square, Tour, TourKind};
/// let board = Board::new(3, 4)?;
/// let names = ["a1", "b3", "c1", "a2", "b4", "c2", "a3", "c4", "b2", "a4", "c3", "b1"];
/// let squares: Vec<Square> = names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
/// let tour = Tour::verify(&board, KNIGHT, squares.iter().copied())?;
/// assert_eq!((tour.kind(), tour.len(), tour.square_at(3)), (TourKind::Open, 12, Some("c1".parse()?)));
/// let wrong = Tour::verify(&board, KNIGHT, squares.into_iter().rev().skip(1)).unwrap_err();
/// assert_eq!(wrong.step(), Some(12)); // a square is missing
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
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The leaper.
    pub fn leaper(&self) -> Leaper {
        self.leaper
    }

    /// Open or closed.
    pub fn kind(&self) -> TourKind {
        self.kind
    }

    /// The number of squares.
    #[allow(clippy::len_without_is_empty)] // a tour has at least one square
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// The square at a step, counted from 1.
    ///
    /// ```
    /// # use knights_tour::{Board, Control, Puzzle, Strategy, TourKind, solve};
    /// # let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    /// # let tour = solve(&puzzle, &Strategy::default(), &Control::unlimited())?.outcome.found().unwrap();
    /// let first = tour.square_at(1).unwrap();
    /// assert_eq!((tour.step_of(first), tour.square_at(37)), (Some(1), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn square_at(&self, step: usize) -> Option<Square> {
        let index = *self.order.get(step.checked_sub(1)?)?;
        Some(self.board.square(index as usize))
    }

    /// The step that stands on a square, counted from 1. Looks through the tour; for all
    /// squares at once take [`Tour::steps`].
    pub fn step_of(&self, square: Square) -> Option<usize> {
        self.squares().position(|visited| visited == square).map(|at| at + 1)
    }

    /// The squares in order.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = Square> + DoubleEndedIterator + '_ {
        self.order.iter().map(|&index| self.board.square(index as usize))
    }

    /// The board indices of the squares in order: rank by rank from a1, counted from 0.
    ///
    /// ```
    /// # use knights_tour::{Board, Control, Puzzle, Strategy, TourKind, solve};
    /// # let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    /// # let tour = solve(&puzzle, &Strategy::default(), &Control::unlimited())?.outcome.found().unwrap();
    /// let squares = tour.indices().iter().map(|&index| tour.board().square(index as usize));
    /// assert!(squares.eq(tour.squares()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn indices(&self) -> &[u32] {
        &self.order
    }

    /// The number of every square, rank by rank from a1; 0 in holes.
    ///
    /// ```
    /// # use knights_tour::{Board, Control, Puzzle, Strategy, TourKind, solve};
    /// # let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    /// # let tour = solve(&puzzle, &Strategy::default(), &Control::unlimited())?.outcome.found().unwrap();
    /// let steps = tour.steps(); // rank by rank from a1
    /// assert_eq!(Some(steps[0] as usize), tour.step_of("a1".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn steps(&self) -> Vec<u32> {
        let mut steps = vec![0; self.board.area() as usize];
        for (step, &index) in (1..).zip(&self.order) {
            steps[index as usize] = step;
        }
        steps
    }

    /// The same tour walked backwards.
    ///
    /// ```
    /// # use knights_tour::{Board, Control, Puzzle, Strategy, TourKind, solve};
    /// # let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    /// # let tour = solve(&puzzle, &Strategy::default(), &Control::unlimited())?.outcome.found().unwrap();
    /// let back = tour.clone().reversed();
    /// assert!(back.squares().eq(tour.squares().rev()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reversed(mut self) -> Tour {
        self.order.reverse();
        self
    }

    /// The tour taken as an open one: its closing leap, if it has one, is not part of it.
    ///
    /// ```
    /// # use knights_tour::{Board, Control, Puzzle, Strategy, TourKind, solve};
    /// # let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    /// # let tour = solve(&puzzle, &Strategy::default(), &Control::unlimited())?.outcome.found().unwrap();
    /// assert_eq!(tour.as_open().kind(), TourKind::Open);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_open(mut self) -> Tour {
        self.kind = TourKind::Open;
        self
    }

    /// The same closed tour begun elsewhere; `None` for an open tour or a square it lacks.
    ///
    /// ```
    /// # use knights_tour::{Board, Control, Puzzle, Strategy, TourKind, solve};
    /// # let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    /// # let tour = solve(&puzzle, &Strategy::default(), &Control::unlimited())?.outcome.found().unwrap();
    /// let from_c3 = tour.started_at("c3".parse()?).expect("a closed tour begins anywhere");
    /// assert_eq!(from_c3.square_at(1), Some("c3".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn started_at(mut self, start: Square) -> Option<Tour> {
        let at = self.step_of(start)? - 1;
        (self.kind == TourKind::Closed || at == 0).then(|| {
            self.order.rotate_left(at);
            self
        })
    }

    /// The tour after turning or reflecting the board.
    ///
    /// ```
    /// # use knights_tour::{Board, Control, Puzzle, Strategy, TourKind, solve};
    /// # let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    /// # let tour = solve(&puzzle, &Strategy::default(), &Control::unlimited())?.outcome.found().unwrap();
    /// # use knights_tour::Symmetry;
    /// let turned = tour.turned(Symmetry::HalfTurn);
    /// assert_eq!(turned.turned(Symmetry::HalfTurn), tour);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turned(&self, symmetry: Symmetry) -> Tour {
        let board = symmetry.of_board(&self.board);
        let index = |square| board.index(symmetry.of_square(&self.board, square)) as u32;
        let order = self.squares().map(index).collect();
        Tour { board, leaper: self.leaper, kind: self.kind, order }
    }
}

crate::coded::fact_by_name!(TourKind);
