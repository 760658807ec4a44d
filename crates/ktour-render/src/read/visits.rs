//! Visits to squares, checked while they are read, with one bit per square on a board of any size.
//!
//! The board may be known beforehand, at the end, or not at all; squares may be written `c3` or `x,y` counted
//! from the top. So visits are stored in tiles of 64×64 squares that are created when needed, and the
//! bounding rectangle is determined at the end.

use std::collections::HashMap;

use ktour_core::{Board, Leaper, Square, Tour, TourKind, error::NotATour, notation::SquareError};

use super::{
    Hints, ReadError, Verified,
    fault::{DocumentFault, NumbersFault},
};

/// Memory of one tile and its entry, in bytes.
const TILE_BYTES: u128 = 64 * 8 + 32;

/// Maximum number of unvisited squares that are named as holes.
const MAX_HOLES_NAMED: usize = 9;

/// Notation of squares; a list uses only one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// `c3`, ranks from the bottom.
    Lettered,
    /// `x,y`, rows from the top.
    FromTop,
}

pub(super) struct Visits {
    /// The given board, else the one that the text names.
    board: Option<Board>,
    /// Board that the text names, if it differs from the given one: a tour must be one of both.
    written: Option<Board>,
    /// Whether the text says that the tour is closed.
    pub(super) is_said_closed: bool,
    leaper: Leaper,
    memory: u128,
    spelling: Option<Spelling>,
    tiles: HashMap<(u64, u64), u32>,
    bits: Vec<[u64; 64]>,
    /// Tile visited last, where most leaps stay.
    here: ((u64, u64), u32),
    count: u128,
    first: Option<Square>,
    last: Option<Square>,
    extent: (u64, u64),
    kept: Option<Vec<Square>>,
}

impl Visits {
    /// Creates visits that are only checked.
    pub(super) fn checking(hints: &Hints) -> Visits {
        Visits {
            board: hints.board.clone(),
            written: None,
            is_said_closed: false,
            leaper: hints.leaper(),
            memory: hints.memory,
            spelling: None,
            tiles: HashMap::new(),
            bits: Vec::new(),
            here: ((u64::MAX, u64::MAX), 0),
            count: 0,
            first: None,
            last: None,
            extent: (0, 0),
            kept: None,
        }
    }

    /// Creates visits that are also stored in order.
    pub(super) fn keeping(hints: &Hints) -> Visits {
        Visits { kept: Some(Vec::new()), ..Visits::checking(hints) }
    }

    /// Sets the board that the text names.
    pub(super) fn set_written_board(&mut self, written: Board) -> Result<(), ReadError> {
        let Some(board) = &self.board else {
            self.board = Some(written);
            return Ok(());
        };
        let (files, ranks) = (written.files(), written.ranks());
        if (files, ranks) != (board.files(), board.ranks()) {
            return Err(NumbersFault::OtherSize { files, ranks, board: board.to_string() }.into());
        }
        self.written = Some(written);
        Ok(())
    }

    /// Sets the leaper; returns an error if leaps were already checked with another one.
    pub(super) fn set_leaper(&mut self, leaper: Leaper) -> Result<(), ReadError> {
        if self.count > 1 && leaper != self.leaper {
            return Err(DocumentFault::Late { key: "leaper" }.into());
        }
        self.leaper = leaper;
        Ok(())
    }

    /// Parses a square and visits it.
    pub(super) fn visit_text(&mut self, text: &str) -> Result<(), ReadError> {
        let (square, spelling) = spelled(text)?;
        self.visit(square, spelling)
    }

    /// Visits a square.
    pub(super) fn visit(&mut self, mut square: Square, spelling: Spelling) -> Result<(), ReadError> {
        if *self.spelling.get_or_insert(spelling) != spelling {
            return Err(NumbersFault::Mixed.into());
        }
        let step = self.count + 1;
        if let Some(board) = &self.board {
            if !board.spans(square) {
                let board = board.to_string();
                return Err(NotATour::NoSuchSquare { step, square, board }.into());
            }
            // If the board is known, ranks are counted from the bottom at once.
            if spelling == Spelling::FromTop {
                square.rank = board.rank_of(square.rank);
            }
            if !board.contains(square)
                || self.written.as_ref().is_some_and(|written| !written.contains(square))
            {
                let board = board.to_string();
                return Err(NotATour::NoSuchSquare { step, square, board }.into());
            }
        }
        if self.is_second_visit(square)? {
            let first = self.kept.as_ref().and_then(|kept| kept.iter().position(|&at| at == square));
            let first = first.map_or(0, |at| at as u128 + 1);
            return Err(if first == 0 {
                ReadError::NotATour(NotATour::VisitedBefore { step, square })
            } else {
                NotATour::VisitedTwice { step, square, first }.into()
            });
        }
        if let Some(from) = self.last.filter(|&from| !self.leaper.is_leap(from, square)) {
            return Err(NotATour::NotALeap { step, from, to: square, leaper: self.leaper }.into());
        }
        self.count = step;
        self.first.get_or_insert(square);
        self.last = Some(square);
        self.extent = (self.extent.0.max(square.file + 1), self.extent.1.max(square.rank + 1));
        if let Some(kept) = &mut self.kept {
            kept.push(square);
        }
        Ok(())
    }

    /// Marks a square as visited; returns whether it was already.
    fn is_second_visit(&mut self, square: Square) -> Result<bool, ReadError> {
        let key = (square.file / 64, square.rank / 64);
        if self.here.0 != key {
            let next = self.bits.len() as u32;
            let tile = *self.tiles.entry(key).or_insert(next);
            if tile == next {
                self.bits.push([0; 64]);
                let needed = self.bits.len() as u128 * TILE_BYTES
                    + self.count * if self.kept.is_some() { 20 } else { 0 };
                if needed > self.memory {
                    let why = if self.kept.is_some() { "20 bytes a square" } else { "one bit a square" };
                    return Err(ReadError::Memory { needed, memory: self.memory, why });
                }
            }
            self.here = (key, tile);
        }
        let row = &mut self.bits[self.here.1 as usize][(square.rank % 64) as usize];
        let bit = 1 << (square.file % 64);
        let was = *row & bit != 0;
        *row |= bit;
        Ok(was)
    }

    fn is_visited(&self, square: Square) -> bool {
        let tile = self.tiles.get(&(square.file / 64, square.rank / 64));
        tile.is_some_and(|&tile| {
            self.bits[tile as usize][(square.rank % 64) as usize] >> (square.file % 64) & 1 == 1
        })
    }

    /// The board of the visits: the known one, or the bounding rectangle of the squares.
    fn board(&self) -> Result<Board, ReadError> {
        let (files, ranks) = self.extent;
        match &self.board {
            _ if self.count == 0 => Err(ReadError::Empty),
            Some(board) => Ok(board.clone()),
            None => Ok(Board::new(files, ranks)?),
        }
    }

    /// Whether ranks are still counted from the top, since the board was not known at the first visit.
    fn is_upside_down(&self) -> bool {
        self.board.is_none() && self.spelling == Some(Spelling::FromTop)
    }

    /// Converts a square to ranks counted from the bottom.
    fn flipped(&self, board: &Board, square: Square) -> Square {
        let rank = if self.is_upside_down() { board.rank_of(square.rank) } else { square.rank };
        Square::new(square.file, rank)
    }

    /// The last and the first square, if they are not a leap apart.
    fn broken_closing(&self) -> Option<(Square, Square)> {
        let (first, last) = self.first.zip(self.last)?;
        (self.count <= 2 || !self.leaper.is_leap(last, first)).then_some((last, first))
    }

    /// Checks that every square of the board is visited and, if the text says that the tour is closed, that
    /// the last square is a leap from the first.
    fn complete(&self) -> Result<Board, ReadError> {
        let board = self.board()?;
        let flipped = |square: Square| self.flipped(&board, square);
        if let Some(written) = self.written.as_ref().filter(|board| self.count < board.square_count()) {
            let square =
                written.squares().find(|&square| !self.is_visited(square)).unwrap_or(Square::new(0, 0));
            return Err(NotATour::Missing { square, visited: self.count, of: written.square_count() }.into());
        }
        if self.count == board.square_count() {
            return match self.broken_closing().filter(|_| self.is_said_closed) {
                Some((last, first)) => {
                    let (step, from, to) = (self.count + 1, flipped(last), flipped(first));
                    Err(NotATour::NotALeap { step, from, to, leaper: self.leaper }.into())
                }
                None => Ok(board),
            };
        }
        let mut missing = board.squares().filter(|&square| !self.is_visited(flipped(square)));
        let (visited, of) = (self.count, board.square_count());
        let square = missing.next().unwrap_or(Square::new(0, 0));
        if self.board.is_some() {
            return Err(NotATour::Missing { square, visited, of }.into());
        }
        let holes = std::iter::once(square).chain(missing).take(MAX_HOLES_NAMED).collect();
        Err(ReadError::MaybeHoles { board, holes, visited, of })
    }

    /// Checks the visits and returns the verified properties.
    pub(super) fn verified(self) -> Result<Verified, ReadError> {
        let board = self.complete()?;
        let kind = if self.broken_closing().is_none() { TourKind::Closed } else { TourKind::Open };
        let end = |square: Option<Square>| self.flipped(&board, square.unwrap_or(Square::new(0, 0)));
        Ok(Verified {
            squares: self.count,
            kind,
            leaper: self.leaper,
            ends: [end(self.first), end(self.last)],
            board,
        })
    }

    /// Checks the visits and returns the tour.
    pub(super) fn tour(mut self) -> Result<Tour, ReadError> {
        let board = self.complete()?;
        let kept = self.kept.take().unwrap_or_default();
        let squares = kept.into_iter().map(|square| self.flipped(&board, square));
        Ok(Tour::verify(&board, self.leaper, squares)?)
    }
}

/// Parses a square and its notation.
pub(super) fn spelled(text: &str) -> Result<(Square, Spelling), SquareError> {
    let unreadable = || SquareError::Unreadable(text.chars().take(40).collect());
    if let Some((x, y)) = text.split_once(',') {
        let number = |n: &str| n.trim().parse::<u64>().ok().filter(|&n| n < i64::MAX as u64);
        let (x, y) = number(x).zip(number(y)).ok_or_else(unreadable)?;
        return Ok((Square::new(x, y), Spelling::FromTop));
    }
    let square = text.parse::<Square>().map_err(|_| unreadable())?;
    Ok((square, Spelling::Lettered))
}
