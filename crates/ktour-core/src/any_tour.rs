//! The common interface of tours, stored or not.
//!
//! A tour is a sequence of squares ([`AnyTour::squares`]), or a number on every square
//! ([`AnyTour::numbers`]); writers use one or the other, from the first to the last. A [`Tour`] reads them
//! from memory, a built tour computes them, and a grid file reads them from disk.
//!
//! Nothing here creates a [`Tour`]. Tours that are not verified are written through [`Checked`], which does
//! not know how they were built.

use std::{fmt, io};

use thiserror::Error;

use crate::{Board, Leaper, Square, Tour, TourKind, window::Window};

/// Squares in order; the sequence ends with the first square that cannot be read.
pub type SquareIter<'a> = Box<dyn Iterator<Item = io::Result<Square>> + Send + 'a>;

/// A tour, stored or not.
///
/// ```
/// use ktour::{AnyTour, Board, KNIGHT, Puzzle, TourKind, build};
/// let tour = build::build(&Puzzle::new(Board::new(1_000_000_000, 1_000_000_000)?)).unwrap();
/// let any: &dyn AnyTour = &tour;
/// let first: Vec<String> = any.squares().take(3).map(|square| square.unwrap().to_string()).collect();
/// assert_eq!(first[0], "a1");
/// let second = any.square_at(2);
/// assert_eq!(any.neighbours("a1".parse()?).map(|(_, after)| after), Some(second));
/// assert_eq!(any.squares_from(2).next().transpose()?, second);
/// assert!(any.has_order() && any.stored().is_none());
/// assert_eq!((any.len(), any.leaper(), any.kind()), (10u128.pow(18), KNIGHT, TourKind::Closed));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(clippy::len_without_is_empty)] // a tour has at least one square
pub trait AnyTour: fmt::Debug + Sync {
    /// The board.
    fn board(&self) -> &Board;

    /// The leaper.
    fn leaper(&self) -> Leaper;

    /// Open or closed.
    fn kind(&self) -> TourKind;

    /// The number of squares.
    fn len(&self) -> u128 {
        self.board().square_count()
    }

    /// Whether the squares can be iterated in order; a grid file knows only its first and its last.
    fn has_order(&self) -> bool {
        true
    }

    /// The tour itself, if it is stored.
    fn stored(&self) -> Option<&Tour> {
        None
    }

    /// The square at a step, counted from 1.
    fn square_at(&self, step: u128) -> Option<Square>;

    /// The step on a square, counted from 1. A stored tour is searched from its start; for many squares use
    /// [`AnyTour::numbers`].
    fn step_of(&self, square: Square) -> Option<u128>;

    /// The squares before and after this one; in a closed tour the first square follows the last.
    fn neighbours(&self, square: Square) -> Option<(Option<Square>, Option<Square>)> {
        let step = self.step_of(square)?;
        let wrapped = |step| if self.kind() == TourKind::Closed { self.square_at(step) } else { None };
        let before = if step == 1 { wrapped(self.len()) } else { self.square_at(step - 1) };
        let after = if step == self.len() { wrapped(1) } else { self.square_at(step + 1) };
        Some((before, after))
    }

    /// The squares in order.
    fn squares(&self) -> SquareIter<'_> {
        self.squares_from(1)
    }

    /// The squares from a step on, to the last.
    fn squares_from(&self, step: u128) -> SquareIter<'_> {
        Box::new(
            (step.max(1)..=self.len())
                .map(|step| self.square_at(step).ok_or_else(|| Unsound::Step { step }.into())),
        )
    }

    /// The numbers of the squares.
    fn numbers(&self) -> io::Result<Box<dyn Numbers + Send + '_>>;
}

/// The numbers of a tour's squares. Those of a grid file must be read from the top rank down, each rank once;
/// others can be read in any order.
///
/// ```
/// use ktour::{AnyTour, Board, Puzzle, build};
/// let tour = build::build(&Puzzle::new(Board::new(6, 5)?)).unwrap();
/// let (mut numbers, mut rank) = (tour.numbers()?, [0; 6]);
/// for row in 0..5 {
///     numbers.write_rank(tour.board().rank_of(row), &mut rank)?; // the top rank first
///     println!("{rank:2?}");
/// }
/// assert_eq!(numbers.step_of("a1".parse()?)?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Numbers {
    /// The step on a square, counted from 1; 0 in a hole.
    fn step_of(&mut self, square: Square) -> io::Result<u128>;

    /// Writes the numbers of a rank, from file a on, truncated to 64 bits.
    fn write_rank(&mut self, rank: u64, numbers: &mut [u64]) -> io::Result<()> {
        for (file, number) in (0..).zip(numbers) {
            *number = self.step_of(Square::new(file, rank))? as u64;
        }
        Ok(())
    }
}

/// The error of writing a tour that is not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsound {
    /// A step is not a leap, or its square already had a number.
    #[error("step {step} of the tour to be written is not a leap, or a square for the second time")]
    Step {
        /// The step, counted from 1.
        step: u128,
    },
    /// The numbers of a grid are not those of a tour.
    #[error("the numbers to be written are not a tour")]
    Numbers,
}

crate::coded! { Unsound { "unsound-step": Step { step }, "unsound-numbers": Numbers } }

impl From<Unsound> for io::Error {
    fn from(unsound: Unsound) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, unsound)
    }
}

impl AnyTour for Tour {
    fn stored(&self) -> Option<&Tour> {
        Some(self)
    }

    fn board(&self) -> &Board {
        self.board()
    }

    fn leaper(&self) -> Leaper {
        self.leaper()
    }

    fn kind(&self) -> TourKind {
        self.kind()
    }

    #[inline]
    fn square_at(&self, step: u128) -> Option<Square> {
        self.square_at(usize::try_from(step).ok()?)
    }

    fn step_of(&self, square: Square) -> Option<u128> {
        self.step_of(square).map(|step| step as u128)
    }

    fn squares_from(&self, step: u128) -> SquareIter<'_> {
        let skipped = usize::try_from(step.saturating_sub(1)).unwrap_or(usize::MAX);
        Box::new(self.squares().skip(skipped).map(Ok))
    }

    fn numbers(&self) -> io::Result<Box<dyn Numbers + Send + '_>> {
        Ok(Box::new(StoredNumbers { board: self.board(), steps: self.steps() }))
    }
}

/// The number of every square, rank by rank from a1.
struct StoredNumbers<'a> {
    board: &'a Board,
    steps: Vec<u32>,
}

impl Numbers for StoredNumbers<'_> {
    fn step_of(&mut self, square: Square) -> io::Result<u128> {
        Ok(self.steps[self.board.index(square)].into())
    }

    fn write_rank(&mut self, rank: u64, numbers: &mut [u64]) -> io::Result<()> {
        let begin = self.board.index(Square::new(0, rank));
        for (number, &step) in numbers.iter_mut().zip(&self.steps[begin..]) {
            *number = step.into();
        }
        Ok(())
    }
}

/// A tour that is not stored, checked while it is written.
///
/// Each square must be a leap from the one before, and must have its step as its number in the tour, so no
/// square can occur twice. Ranks go through the [`Window`], and the last rank is not passed on until all of
/// them are known to form a tour.
///
/// *Cost:* one query of the tour's other direction (step or square) for every square, or a few rows of
/// numbers.
#[derive(Clone, Debug)]
pub struct Checked<T>(pub T);

impl<T: AnyTour> AnyTour for Checked<T> {
    fn board(&self) -> &Board {
        self.0.board()
    }

    fn leaper(&self) -> Leaper {
        self.0.leaper()
    }

    fn kind(&self) -> TourKind {
        self.0.kind()
    }

    fn len(&self) -> u128 {
        self.0.len()
    }

    fn has_order(&self) -> bool {
        self.0.has_order()
    }

    fn square_at(&self, step: u128) -> Option<Square> {
        let square = self.0.square_at(step)?;
        (self.0.step_of(square) == Some(step)).then_some(square)
    }

    fn step_of(&self, square: Square) -> Option<u128> {
        self.0.step_of(square)
    }

    fn squares_from(&self, step: u128) -> SquareIter<'_> {
        let first = step.max(1);
        // A closed tour must also return from its last square to its first.
        let mut before = match (first, self.kind()) {
            (1, TourKind::Open) => None,
            (1, TourKind::Closed) => self.0.square_at(self.len()),
            _ => self.0.square_at(first - 1),
        };
        Box::new((first..).zip(self.0.squares_from(first)).map(move |(step, square)| {
            let square = square?;
            let is_leap = before.is_none_or(|before| self.leaper().is_leap(before, square));
            before = Some(square);
            let is_sound = is_leap && self.0.step_of(square) == Some(step);
            if is_sound { Ok(square) } else { Err(Unsound::Step { step }.into()) }
        }))
    }

    fn numbers(&self) -> io::Result<Box<dyn Numbers + Send + '_>> {
        let window = Window::new(self.board().files() as usize, self.leaper());
        Ok(Box::new(CheckedNumbers { numbers: self.0.numbers()?, window: Some(window), tour: &self.0 }))
    }
}

/// The numbers of a tour that is not stored, checked rank by rank.
struct CheckedNumbers<'a> {
    numbers: Box<dyn Numbers + Send + 'a>,
    /// The check of the ranks written so far; `None` after the last one.
    window: Option<Window>,
    tour: &'a dyn AnyTour,
}

impl Numbers for CheckedNumbers<'_> {
    fn step_of(&mut self, square: Square) -> io::Result<u128> {
        self.numbers.step_of(square)
    }

    fn write_rank(&mut self, rank: u64, numbers: &mut [u64]) -> io::Result<()> {
        self.numbers.write_rank(rank, numbers)?;
        let Some(window) = &mut self.window else { return Ok(()) };
        window.push(numbers);
        if rank > 0 {
            return Ok(());
        }
        let verdict = self.window.take().map(Window::finish);
        let is_sound = verdict.is_some_and(|verdict| {
            verdict.is_ok_and(|grid| {
                grid.ranks == self.tour.board().ranks()
                    && grid.squares == self.tour.len()
                    && (grid.kind == TourKind::Closed || self.tour.kind() == TourKind::Open)
            })
        });
        if is_sound { Ok(()) } else { Err(Unsound::Numbers.into()) }
    }
}
