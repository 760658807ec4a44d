//! Spelled texts: signs laid over a board so that a text can be read along a tour.
//!
//! Every square shows one sign: a letter, a syllable or a word. A *reading* is a tour along which the text
//! appears in order. If signs occur more than once there may be several readings; they are counted by the
//! [search](super::search), which allows a step only on squares that show its sign.

use std::collections::BTreeMap;

use thiserror::Error;

use super::{
    Givens, Solutions, Uniqueness, check, make,
    search::{Bounds, ExtraCondition, search},
};
use ktour_core::{Board, Control, Leaper, Outcome, Tour, TourKind, random::Random};

/// Maximum number of tours tried for a text with one reading.
const MAX_TOURS_PER_TEXT: u64 = 500;
/// Readings are counted up to this number.
const MAX_COUNTED_READINGS: u64 = 1000;

/// A text to lay over a board.
#[derive(Clone, Debug)]
pub struct Text {
    /// The board.
    pub board: Board,
    /// The leaper.
    pub leaper: Leaper,
    /// Kind of the tours that count as readings; if not given, closed tours if any exist.
    pub kind: Option<TourKind>,
    /// The signs in order, one for every square.
    pub signs: Vec<String>,
    /// Whether there must be exactly one reading.
    pub is_unique: bool,
    /// Seed of the random tour; the same seed gives the same tour.
    pub seed: u64,
}

/// A text on a board.
#[derive(Clone, Debug)]
pub struct Spelled {
    /// The tour along which it was laid.
    pub tour: Tour,
    /// Number of readings.
    pub readings: Solutions,
}

/// Why a text was not laid over a board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotSpelled {
    /// The board is too large.
    #[error("{board} has {squares} squares, and a puzzle has {most} at most")]
    TooLarge {
        /// The board's size.
        board: String,
        /// Number of squares of the board.
        squares: u128,
        /// Maximum number of squares.
        most: u128,
    },
    /// A sign for every square is needed.
    #[error("the text has {signs} signs and {board} has {squares} squares: it needs one for every square")]
    WrongLength {
        /// Number of signs of the text.
        signs: usize,
        /// The board's size.
        board: String,
        /// Number of squares of the board.
        squares: u128,
    },
    /// None of the tours tried gives exactly one reading.
    #[error(
        "none of {tries} tours of {board} spells this text in one way only: ask for another seed or for longer signs"
    )]
    NotUnique {
        /// The board's size.
        board: String,
        /// Number of tours that were tried.
        tries: u64,
    },
}

ktour_core::coded! {
    NotSpelled {
        "text-too-large": TooLarge { board, squares, most },
        "text-length": WrongLength { signs, board, squares },
        "text-not-unique": NotUnique { board, tries },
    }
}

impl Text {
    /// Lays the text along a random tour, and counts its readings, up to a thousand.
    ///
    /// ```
    /// use ktour::{Board, Control, KNIGHT, Outcome, givens::{Solutions, Text}};
    /// let signs = "knightstour!".chars().map(String::from).collect();
    /// let board = Board::new(4, 3)?;
    /// let text = Text { board, leaper: KNIGHT, kind: None, signs, is_unique: true, seed: 1 };
    /// let Outcome::Found(spelled) = text.place_on_board(&Control::unlimited())? else { panic!("no tour") };
    /// assert_eq!(spelled.readings, Solutions::Exactly(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place_on_board(&self, control: &Control) -> Result<Outcome<Spelled>, NotSpelled> {
        let (board, squares) = (self.board.to_string(), self.board.square_count());
        if squares > super::MAX_SQUARES || self.board.small_area().is_none() {
            return Err(NotSpelled::TooLarge { board, squares, most: super::MAX_SQUARES });
        }
        if self.signs.len() as u128 != squares {
            return Err(NotSpelled::WrongLength { signs: self.signs.len(), board, squares });
        }
        let tour = match make::first_tour(&self.board, self.leaper, self.kind, control) {
            Outcome::Found(tour) => tour,
            Outcome::Impossible(reason) => return Ok(Outcome::Impossible(reason)),
            Outcome::Unknown(spent) => return Ok(Outcome::Unknown(spent)),
        };
        for attempt in 0..MAX_TOURS_PER_TEXT {
            let tour = make::randomized(&tour, &mut Random::new(self.seed, attempt), control);
            let Some(tour) = tour.filter(|_| !control.is_stopped()) else {
                return Ok(Outcome::Unknown(control.spent(attempt)));
            };
            let readings =
                self.readings(&tour, if self.is_unique { 2 } else { MAX_COUNTED_READINGS }, control);
            match readings {
                Solutions::AtLeast(_, spent) if control.is_stopped() => return Ok(Outcome::Unknown(spent)),
                Solutions::Exactly(1) => return Ok(Outcome::Found(Spelled { tour, readings })),
                _ if !self.is_unique => return Ok(Outcome::Found(Spelled { tour, readings })),
                _ => {}
            }
        }
        Err(NotSpelled::NotUnique { board, tries: MAX_TOURS_PER_TEXT })
    }

    /// Counts the tours that read the text laid along this one, up to `max`.
    fn readings(&self, tour: &Tour, max: u64, control: &Control) -> Solutions {
        let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
        let mut signs = Vec::with_capacity(self.signs.len());
        for sign in &self.signs {
            let new = numbers.len() as u32;
            signs.push(*numbers.entry(sign.as_str()).or_insert(new));
        }
        let no_givens =
            Givens { board: self.board.clone(), leaper: self.leaper, kind: tour.kind(), steps: Vec::new() };
        let bounds = Bounds { solutions: max, nodes: u64::MAX };
        let found = search(&no_givens, ExtraCondition::Reads(tour, &signs), bounds, control);
        let steps = tour.steps();
        let sign_of = |square| signs[steps[self.board.index(square)] as usize - 1];
        let is_allowed = |square, step: usize| sign_of(square) == signs[step - 1];
        match (found.is_exhaustive, found.count) {
            // A single reading is confirmed by code that shares no deduction with the search.
            (true, 1) => match check::solve(&no_givens, &is_allowed, control) {
                Uniqueness::Unknown(_, spent) => Solutions::AtLeast(1, spent),
                verdict => {
                    assert!(matches!(verdict, Uniqueness::Unique(_)), "both solvers agree");
                    Solutions::Exactly(1)
                }
            },
            (true, count) => Solutions::Exactly(count),
            (false, count) => Solutions::AtLeast(count, control.spent(found.nodes)),
        }
    }
}
