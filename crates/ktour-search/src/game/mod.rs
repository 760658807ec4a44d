//! The game: a tour played by hand, leap by leap, with undo, redo and honest advice.
//!
//! A [`Game`] holds the [`Puzzle`], the squares played so far and those undone. It knows which squares are
//! legal but nothing about how they are drawn: the terminal and the page do that. [`advise`] gives the next
//! leap, or the reason why there is none.

mod advice;

pub use advice::{Advice, advise, finish, longest_completable_prefix, squares_in_trouble};

use thiserror::Error;

use ktour_core::{Board, Leaper, Puzzle, Square, Tour, TourKind, notation};

/// Largest number of squares, holes included, of a board that can be played by hand.
pub const MOST_SQUARES: u128 = 1 << 22;

/// A tour being played.
///
/// ```text
///  .  .  .
///  .  2  .      from b3 only c1 is left
///  .  .  .      to go to
///  1  .  ?
/// ```
///
/// ```
/// use ktour::{Board, Puzzle, Square, game::{Ending, Game}};
/// let mut game = Game::new(Puzzle::new(Board::new(3, 4)?))?;
/// game.leap(Square::new(0, 0))?;
/// assert_eq!(game.legal().collect::<Vec<_>>(), [Square::new(1, 2), Square::new(2, 1)]);
/// assert_eq!(game.onward(Square::new(1, 2)), 1);
/// game.leap(Square::new(1, 2))?; // drawn above
/// assert_eq!(game.legal().collect::<Vec<_>>(), [Square::new(2, 0)]);
/// assert!(game.leap(Square::new(0, 0)).is_err());
/// assert_eq!(game.undo(), Some(Square::new(1, 2)));
/// assert_eq!(game.undone().len(), 1);
/// assert!(game.is_legal(Square::new(1, 2)));
/// assert_eq!((game.redo(), game.knight()), (Some(Square::new(1, 2)), Some(Square::new(1, 2))));
/// assert_eq!((game.played().len(), game.remaining(), game.puzzle().visited().len()), (2, 10, 0));
/// assert_eq!((game.board().files(), game.step_of(Square::new(1, 2))), (3, Some(2)));
/// game.restart();
/// assert_eq!(game.knight(), None);
/// assert_eq!(game.ending(), Ending::GoingOn);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    puzzle: Puzzle,
    played: Vec<Square>,
    /// Undone squares; the last one is redone first.
    undone: Vec<Square>,
    /// The step on every square by index; 0 if it is unvisited.
    steps: Vec<u32>,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There is a legal square.
    GoingOn,
    /// Every square is visited, in the required way.
    Finished(TourKind),
    /// Every square is visited, but the last is not a leap from the first, as a closed tour requires.
    NotClosed,
    /// Squares remain, but none of them is a leap away.
    Stuck,
}

/// Why a game cannot start.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a board of {squares} squares is too large to play by hand: the limit is {MOST_SQUARES}")]
pub struct TooLarge {
    /// Number of squares, holes included.
    pub squares: u128,
}

ktour_core::coded! { TooLarge: "game-too-large" { squares } }

/// Why a leap is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LeapError {
    /// Off the board, or a hole.
    #[error("{0} is not a square of the board")]
    NoSuchSquare(String),
    /// Visited already.
    #[error("{square} is visited already, as step {step}")]
    Visited {
        /// The name of the square.
        square: String,
        /// The step on it.
        step: usize,
    },
    /// Not a leap away.
    #[error("{from} to {to} is not a {leaper}'s leap")]
    NotALeap {
        /// The knight's square.
        from: String,
        /// The square it cannot reach.
        to: String,
        /// The leaper whose leap it should be.
        leaper: Leaper,
    },
    /// The given end, before all others are visited.
    #[error("{0} is the end: it is entered last")]
    EndComesLast(String),
}

ktour_core::coded! {
    LeapError {
        "leap-no-such-square": NoSuchSquare(square),
        "leap-visited": Visited { square, step },
        "leap-not-a-leap": NotALeap { from, to, leaper },
        "leap-end-comes-last": EndComesLast(square),
    }
}

impl Game {
    /// Starts a game; squares the puzzle already visits are played and cannot be undone.
    pub fn new(puzzle: Puzzle) -> Result<Game, TooLarge> {
        let area = puzzle.board().area();
        if area > MOST_SQUARES {
            return Err(TooLarge { squares: area });
        }
        let mut game = Game { played: Vec::new(), undone: Vec::new(), steps: vec![0; area as usize], puzzle };
        for square in game.puzzle.visited().to_vec() {
            game.enter(square);
        }
        Ok(game)
    }

    /// The puzzle: board, leaper, conditions, and the given squares.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        self.puzzle.board()
    }

    /// The squares played, the first first.
    pub fn played(&self) -> &[Square] {
        &self.played
    }

    /// The square the knight is on; `None` before the first leap.
    #[inline]
    pub fn knight(&self) -> Option<Square> {
        self.played.last().copied()
    }

    /// The step on a square, counted from 1.
    #[inline]
    pub fn step_of(&self, square: Square) -> Option<usize> {
        let step = *self.steps.get(self.board().spans(square).then(|| self.board().index(square))?)?;
        (step > 0).then_some(step as usize)
    }

    /// Number of squares still to be visited.
    pub fn remaining(&self) -> usize {
        self.board().square_count() as usize - self.played.len()
    }

    /// The squares that the knight can go to; before the first leap, all squares.
    pub fn legal(&self) -> impl Iterator<Item = Square> + '_ {
        let leaps = self.knight().into_iter().flat_map(|at| self.board().leaps(self.puzzle.leaper(), at));
        let any = self.board().squares().take(if self.played.is_empty() { usize::MAX } else { 0 });
        let remaining = self.remaining();
        any.chain(leaps).filter(move |&to| self.is_open(to, remaining))
    }

    /// Whether the knight can go to this square.
    #[inline]
    pub fn is_legal(&self, to: Square) -> bool {
        self.check(to).is_ok()
    }

    /// Number of squares the knight could go to from this one, as Warnsdorff's rule counts them.
    pub fn onward(&self, from: Square) -> usize {
        let left = self.remaining().saturating_sub(1);
        let leaps = self.board().leaps(self.puzzle.leaper(), from);
        leaps.filter(|&to| to != from && self.is_open(to, left)).count()
    }

    /// Whether a square is free, with `left` squares to be visited; the given end is free only as the last.
    #[inline]
    fn is_open(&self, square: Square, left: usize) -> bool {
        self.step_of(square).is_none() && (left == 1 || self.puzzle.end() != Some(square))
    }

    fn check(&self, to: Square) -> Result<(), LeapError> {
        let name = |square| notation::name(self.board(), square);
        if !self.board().contains(to) {
            return Err(LeapError::NoSuchSquare(name(to)));
        }
        if let Some(step) = self.step_of(to) {
            return Err(LeapError::Visited { square: name(to), step });
        }
        let leaper = self.puzzle.leaper();
        if let Some(from) = self.knight().filter(|&from| !leaper.is_leap(from, to)) {
            return Err(LeapError::NotALeap { from: name(from), to: name(to), leaper });
        }
        if !self.is_open(to, self.remaining()) {
            return Err(LeapError::EndComesLast(name(to)));
        }
        Ok(())
    }

    /// Moves the knight. Undone leaps can still be redone only if this is the first of them.
    pub fn leap(&mut self, to: Square) -> Result<(), LeapError> {
        self.check(to)?;
        if self.undone.pop() != Some(to) {
            self.undone.clear();
        }
        self.enter(to);
        Ok(())
    }

    fn enter(&mut self, square: Square) {
        self.played.push(square);
        let index = self.board().index(square);
        self.steps[index] = self.played.len() as u32;
    }

    /// Undoes the last leap, unless its square is given.
    pub fn undo(&mut self) -> Option<Square> {
        if self.played.len() == self.puzzle.visited().len() {
            return None;
        }
        let square = self.played.pop()?;
        let index = self.board().index(square);
        self.steps[index] = 0;
        self.undone.push(square);
        Some(square)
    }

    /// Redoes the last undone leap.
    pub fn redo(&mut self) -> Option<Square> {
        let square = self.undone.pop()?;
        self.enter(square);
        Some(square)
    }

    /// The squares that can be redone, the next one first.
    pub fn undone(&self) -> impl ExactSizeIterator<Item = Square> + '_ {
        self.undone.iter().rev().copied()
    }

    /// Undoes all leaps, which can be redone.
    pub fn restart(&mut self) {
        while self.undo().is_some() {}
    }

    /// Plays the rest of a tour that begins with the played squares.
    pub fn follow(&mut self, tour: &Tour) -> Result<(), LeapError> {
        tour.squares().skip(self.played.len()).try_for_each(|square| self.leap(square))
    }

    /// Whether the squares played are the first of this tour.
    pub fn is_prefix_of(&self, tour: &Tour) -> bool {
        self.played.len() <= tour.len() && tour.squares().zip(&self.played).all(|(a, &b)| a == b)
    }

    /// The state of the game.
    pub fn ending(&self) -> Ending {
        let (&[first, ..], Some(last)) = (&self.played[..], self.knight()) else { return Ending::GoingOn };
        if self.remaining() > 0 {
            return if self.legal().next().is_some() { Ending::GoingOn } else { Ending::Stuck };
        }
        let is_closed = self.played.len() > 2 && self.puzzle.leaper().is_leap(last, first);
        match self.puzzle.kind() {
            _ if is_closed => Ending::Finished(TourKind::Closed),
            Some(TourKind::Closed) => Ending::NotClosed,
            _ => Ending::Finished(TourKind::Open),
        }
    }
}
