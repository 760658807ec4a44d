//! A puzzle: the board, the leaper, and the conditions on a tour (kind, visited squares, end).

use std::str::FromStr;

use thiserror::Error;

use crate::{Board, Leaper, Square, TourKind, error::BoardError, notation};

/// The tours that are wanted. Conditions are added one by one; each is checked as it is added.
///
/// ```
/// use ktour::{Board, Puzzle, Square};
/// let puzzle = Puzzle::new(Board::new(5, 5)?).starting_at(Square::new(0, 0))?;
/// assert_eq!(puzzle.start(), Some(Square::new(0, 0)));
/// assert!(puzzle.ending_at(Square::new(0, 0)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    board: Board,
    leaper: Leaper,
    kind: Option<TourKind>,
    visited: Vec<Square>,
    end: Option<Square>,
}

/// Why a puzzle is not valid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// A given square is off the board or a hole.
    #[error("the {what} {square} is not a square of the {board} board")]
    NoSuchSquare {
        /// The role of the square: "start", "end" or "visited square".
        what: &'static str,
        /// The name of the square.
        square: String,
        /// The board's size.
        board: String,
    },
    /// Start and end are one square.
    #[error("the end {0} is also the start: an open tour ends elsewhere")]
    EndIsStart(String),
    /// An end was given for a closed tour.
    #[error("a closed tour has no end: give an end or ask for a closed tour, not both")]
    ClosedWithEnd,
    /// The squares already visited do not follow by leaps.
    #[error(
        "{from} to {to} is not a {leaper}'s leap, so the squares already visited are not the beginning of a tour"
    )]
    VisitedNotALeap {
        /// The square before.
        from: String,
        /// The square after.
        to: String,
        /// The leaper whose leap it should be.
        leaper: Leaper,
    },
    /// A square was already visited twice, or the end was already visited.
    #[error("{0} is visited twice")]
    VisitedTwice(String),
}

crate::coded! {
    PuzzleError {
        "puzzle-no-such-square": NoSuchSquare { what, square, board },
        "puzzle-end-is-start": EndIsStart(square),
        "puzzle-closed-with-end": ClosedWithEnd,
        "puzzle-not-a-leap": VisitedNotALeap { from, to, leaper },
        "puzzle-visited-twice": VisitedTwice(square),
    }
}

/// Reads a board's size: any knight's tour of the board solves the puzzle.
///
/// ```
/// use ktour::{Board, Puzzle};
/// assert_eq!("6x5".parse::<Puzzle>()?, Puzzle::new(Board::new(6, 5)?));
/// # Ok::<(), ktour::error::BoardError>(())
/// ```
impl FromStr for Puzzle {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Puzzle, BoardError> {
        text.parse().map(Puzzle::new)
    }
}

impl Puzzle {
    /// Creates a puzzle that any knight's tour of the board solves.
    ///
    /// ```
    /// use ktour::{Board, KNIGHT, Puzzle};
    /// let puzzle = Puzzle::new(Board::new(8, 8)?);
    /// assert_eq!((puzzle.leaper(), puzzle.kind(), puzzle.start()), (KNIGHT, None, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(board: Board) -> Self {
        Puzzle { board, leaper: Leaper::default(), kind: None, visited: Vec::new(), end: None }
    }

    /// Replaces the knight with another leaper.
    ///
    /// ```
    /// use ktour::{Board, Puzzle};
    /// let puzzle = Puzzle::new(Board::new(10, 10)?).with_leaper("zebra".parse()?);
    /// assert_eq!(puzzle.leaper().to_string(), "zebra");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_leaper(mut self, leaper: Leaper) -> Self {
        self.leaper = leaper;
        self
    }

    /// Requires a kind of tour.
    ///
    /// ```
    /// use ktour::{Board, Puzzle, TourKind};
    /// let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
    /// assert_eq!(puzzle.kind(), Some(TourKind::Closed));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_kind(mut self, kind: TourKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Requires tours to begin on this square.
    ///
    /// ```
    /// use ktour::{Board, Puzzle};
    /// let puzzle = Puzzle::new(Board::new(5, 5)?);
    /// assert_eq!(puzzle.clone().starting_at("a1".parse()?)?.start(), Some("a1".parse()?));
    /// assert!(puzzle.starting_at("z9".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn starting_at(self, start: Square) -> Result<Self, PuzzleError> {
        self.check_exists("start", start)?;
        self.after(vec![start])
    }

    /// Requires tours to begin with these squares, already visited in this order.
    ///
    /// ```
    /// use ktour::{Board, Puzzle};
    /// let puzzle = Puzzle::new(Board::new(5, 5)?);
    /// let played = puzzle.clone().after(vec!["a1".parse()?, "b3".parse()?])?;
    /// assert_eq!((played.start(), played.visited().len()), (Some("a1".parse()?), 2));
    /// assert!(puzzle.after(vec!["a1".parse()?, "a2".parse()?]).is_err()); // not a leap
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(mut self, visited: Vec<Square>) -> Result<Self, PuzzleError> {
        let name = |square| notation::name(&self.board, square);
        for &square in &visited {
            self.check_exists("visited square", square)?;
        }
        for leap in visited.windows(2) {
            if !self.leaper.is_leap(leap[0], leap[1]) {
                let (from, to) = (name(leap[0]), name(leap[1]));
                return Err(PuzzleError::VisitedNotALeap { from, to, leaper: self.leaper });
            }
        }
        let mut sorted = visited.clone();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PuzzleError::VisitedTwice(name(twice[0])));
        }
        self.visited = visited;
        self.check_end()?;
        Ok(self)
    }

    /// Requires tours to end on this square, which makes them open.
    ///
    /// ```
    /// use ktour::{Board, Puzzle, TourKind};
    /// let puzzle = Puzzle::new(Board::new(5, 5)?).starting_at("a1".parse()?)?.ending_at("e5".parse()?)?;
    /// assert_eq!(puzzle.kind(), Some(TourKind::Open));
    /// assert_eq!(puzzle.end(), Some("e5".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ending_at(mut self, end: Square) -> Result<Self, PuzzleError> {
        self.check_exists("end", end)?;
        self.end = Some(end);
        self.check_end()?;
        Ok(self)
    }

    fn check_exists(&self, what: &'static str, square: Square) -> Result<(), PuzzleError> {
        if self.board.contains(square) {
            return Ok(());
        }
        let (square, board) = (notation::name(&self.board, square), self.board.to_string());
        Err(PuzzleError::NoSuchSquare { what, square, board })
    }

    fn check_end(&self) -> Result<(), PuzzleError> {
        let Some(end) = self.end else { return Ok(()) };
        let name = notation::name(&self.board, end);
        if self.kind == Some(TourKind::Closed) {
            Err(PuzzleError::ClosedWithEnd)
        } else if self.board.square_count() == 1 {
            Ok(())
        } else if self.visited.first() == Some(&end) {
            Err(PuzzleError::EndIsStart(name))
        } else if self.visited.contains(&end) && !self.is_complete_at(end) {
            Err(PuzzleError::VisitedTwice(name))
        } else {
            Ok(())
        }
    }

    /// Whether all squares have been visited, this one last.
    fn is_complete_at(&self, end: Square) -> bool {
        self.visited.len() as u128 == self.board.square_count() && self.visited.last() == Some(&end)
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The leaper.
    #[inline]
    pub fn leaper(&self) -> Leaper {
        self.leaper
    }

    /// The required kind, open if an end is given; `None` if either kind is a solution.
    #[inline]
    pub fn kind(&self) -> Option<TourKind> {
        if self.end.is_some() { Some(TourKind::Open) } else { self.kind }
    }

    /// The given first square.
    pub fn start(&self) -> Option<Square> {
        self.visited.first().copied()
    }

    /// The squares already visited, the start first; empty if the start is free.
    pub fn visited(&self) -> &[Square] {
        &self.visited
    }

    /// The remaining puzzle: the same puzzle on the board without the squares behind the knight.
    ///
    /// An open tour continues from the last visited square over all unvisited squares; a closed one then
    /// returns to the start. If the kind is free, it counts as open. The remaining puzzle has a solution
    /// exactly if this one has.
    ///
    /// ```
    /// use ktour::{Board, Puzzle, Square};
    /// let played = [(0, 0), (1, 2), (2, 4)].map(|(file, rank)| Square::new(file, rank));
    /// let remaining = Puzzle::new(Board::new(5, 5)?).after(played.to_vec())?.remaining();
    /// assert_eq!(remaining.board().square_count(), 23);
    /// assert_eq!(remaining.start(), Some(Square::new(2, 4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remaining(&self) -> Puzzle {
        let [first, .., last] = self.visited[..] else { return self.clone() };
        let is_closed = self.kind() == Some(TourKind::Closed);
        let gone = &self.visited[usize::from(is_closed)..self.visited.len() - 1];
        let board = self.board.with_holes(gone.iter().copied()).expect("the last visited square is left");
        let end = if is_closed { Some(first) } else { self.end };
        Puzzle { board, kind: Some(TourKind::Open), visited: vec![last], end, leaper: self.leaper }
    }

    /// Completes a solution of the [remaining puzzle](Self::remaining) to one of this puzzle.
    pub fn complete(&self, mut rest: Vec<Square>) -> Vec<Square> {
        if self.visited.len() < 2 {
            return rest;
        }
        if self.kind() == Some(TourKind::Closed) {
            rest.pop();
        }
        self.visited[..self.visited.len() - 1].iter().copied().chain(rest).collect()
    }

    /// The given last square.
    pub fn end(&self) -> Option<Square> {
        self.end
    }
}
