//! Hints that the caller gives to a reader, and the verified result that it returns.

use ktour_tour::{Board, KNIGHT, Leaper, Square, Tour, TourKind};

/// Facts that the caller gives to the reader: board, leaper, memory limit.
#[derive(Clone, Debug)]
pub struct Hints {
    /// The board of the tour, size and holes, whatever the text says of its own; by default the board that
    /// the text names, else the smallest rectangle around the squares.
    pub board: Option<Board>,
    /// The leaper, for formats that do not name it; by default the knight.
    pub leaper: Option<Leaper>,
    /// How many bytes may be used.
    pub memory: u128,
}

impl Default for Hints {
    fn default() -> Self {
        Hints { board: None, leaper: None, memory: u128::MAX }
    }
}

impl Hints {
    pub(super) fn leaper(&self) -> Leaper {
        self.leaper.unwrap_or(KNIGHT)
    }
}

/// A claim that was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The board; the holes of a grid that is too large to keep are not listed.
    pub board: Board,
    /// How many squares the tour visits.
    pub squares: u128,
    /// Open or closed.
    pub kind: TourKind,
    /// The leaper.
    pub leaper: Leaper,
    /// The first square and the last.
    pub ends: [Square; 2],
}

impl From<&Tour> for Verified {
    fn from(tour: &Tour) -> Verified {
        let (board, first) = (tour.board(), Square::new(0, 0));
        Verified {
            board: board.clone(),
            squares: tour.len() as u128,
            kind: tour.kind(),
            leaper: tour.leaper(),
            ends: [1, tour.len()].map(|step| tour.square_at(step).unwrap_or(first)),
        }
    }
}
