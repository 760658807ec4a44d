//! Parameters of a reader, and the verified result that it returns.

use ktour_core::{Board, KNIGHT, Leaper, Square, Tour, TourKind};

/// Parameters of a reader: board, leaper, memory limit.
#[derive(Clone, Debug)]
pub struct Hints {
    /// Size and holes of the board, whatever the input says; by default the board that the input names, else
    /// the bounding rectangle of the squares.
    pub board: Option<Board>,
    /// Leaper, for formats that do not name it; by default the knight.
    pub leaper: Option<Leaper>,
    /// Memory limit in bytes.
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

/// Properties of a verified tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The board; the holes of a grid that is too large to store are not listed.
    pub board: Board,
    /// Number of squares that the tour visits.
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
