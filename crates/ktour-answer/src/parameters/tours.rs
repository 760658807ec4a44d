//! Parameters that many questions share: the board, the tours, the search.

use std::time::Duration;

use ktour_core::{Board, Leaper, Puzzle, TourKind, notation::parse_square};
use ktour_render::read::Hints;
use ktour_search::{Method, MoveOrder, Strategy, Tie, random_start, symmetric::WantedSymmetry};

use super::{
    parameters,
    values::{Squares, without},
};
use crate::{Declined, Misread, Refused};

parameters! {
    /// Board and leaper.
    pub struct BoardParameters {
        /// 8 for 8x8, 31x29 for files by ranks, {"files": 8, "ranks": 8, "holes": ["a1"]}, or a picture of dots
        /// and #.
        board: Option<Board>,
        /// Squares to remove, such as a1,c3.
        #[cli(value_name("SQUARES").allow_hyphen_values(true))]
        holes: Squares,
        /// The piece: a name, or the two sides of its leap such as 1,2; the knight if it is not given.
        #[cli(value_name("R,S").allow_hyphen_values(true).help(piece()))]
        leaper: Option<Leaper>,
    }
}

/// Returns the help of the leaper, with every name.
#[cfg(feature = "clap")]
fn piece() -> String {
    let names = Leaper::NAMED.map(|(name, _)| name).join(", ");
    format!("The piece: {names}, or the two sides of its leap such as 1,2; the knight if it is not given")
}

parameters! {
    /// Tours of a board: kind, and ends if given.
    pub struct TourParameters: board: BoardParameters {
        /// Kind of the tours; if it is not given: closed if closed tours exist, otherwise open.
        #[cli()]
        kind: Option<TourKind>,
        /// Begin here: c3, or x,y from the top left.
        #[cli(value_name("S").allow_hyphen_values(true))]
        start: Option<String>,
        /// End here; the tour is then open.
        #[cli(value_name("S").allow_hyphen_values(true))]
        end: Option<String>,
    }
}

parameters! {
    /// Options of a method.
    pub struct SearchOptions {
        /// Rule for squares with equally few onward leaps.
        #[cli(value_name("T"))]
        tie: Tie = Tie::First,
        /// Order of the leaps: d0, d2, sorted, or eight dx,dy pairs, x right and y down.
        #[cli(value_name("O").allow_hyphen_values(true))]
        order: Option<String>,
        /// Maximum number of walks of `warnsdorff`; 1 if not given.
        #[cli(value_name("N"))]
        tries: Option<u64>,
        /// Seed of all random choices: the same seed gives the same answer.
        #[cli(value_name("N"))]
        seed: Option<u64>,
    }
}

parameters! {
    /// Search for one tour.
    pub struct SearchParameters: tours: TourParameters, options: SearchOptions {
        /// Continue from squares already visited, such as a1,b3,c5.
        #[cli(value_name("S,S,…").conflicts_with("start"))]
        after: Squares,
        /// Method of the search.
        #[cli(short('m').value_name("M"))]
        method: Method = Method::Auto,
        /// Stop after this long and answer unknown: 500ms, 10s, 2m, 1h.
        #[cli(value_name("TIME"))]
        max_time: Option<Duration>,
    }
}

impl BoardParameters {
    /// Creates the parameters of a knight on a board.
    pub fn new(board: Board) -> BoardParameters {
        BoardParameters { board: Some(board), ..BoardParameters::default() }
    }

    /// Returns the board with its holes.
    pub fn board(&self) -> Result<Board, Refused> {
        without(self.board.clone().ok_or(Misread::NoBoard)?, &self.holes)
    }

    /// Returns the leaper.
    pub fn leaper(&self) -> Leaper {
        self.leaper.unwrap_or_default()
    }

    /// Returns the hints about a tour that is read; the reader may use `memory` bytes.
    pub fn hints(&self, memory: u128) -> Result<Hints, Refused> {
        // Holes without a board are refused.
        let is_given = self.board.is_some() || !self.holes.0.is_empty();
        Ok(Hints { board: is_given.then(|| self.board()).transpose()?, leaper: self.leaper, memory })
    }

    /// Returns the board, and refuses more than `most` squares.
    pub fn board_within(&self, most: u128) -> Result<Board, Refused> {
        let board = self.board()?;
        check_size(&board, most)?;
        Ok(board)
    }
}

/// Refuses a board with more than `most` squares.
pub(crate) fn check_size(board: &Board, most: u128) -> Result<(), Refused> {
    if board.area() <= most {
        return Ok(());
    }
    Err(Declined::TooManySquares { board: board.to_string(), squares: board.area(), most }.into())
}

impl TourParameters {
    /// Creates the puzzle, and refuses more than `most` squares.
    pub fn puzzle(&self, most: u128) -> Result<Puzzle, Refused> {
        self.puzzle_after(&Squares::default(), 0, most)
    }

    /// Creates the puzzle that continues from visited squares; `seed` chooses a random start.
    pub fn puzzle_after(&self, after: &Squares, seed: u64, most: u128) -> Result<Puzzle, Refused> {
        let board = self.board.board_within(most)?;
        let square = |name: &String| parse_square(&board, name).map_err(Refused::new);
        let mut puzzle = Puzzle::new(board.clone()).with_leaper(self.board.leaper());
        if let Some(kind) = self.kind {
            puzzle = puzzle.with_kind(kind);
        }
        if let Some(end) = &self.end {
            puzzle = puzzle.ending_at(square(end)?).map_err(Refused::new)?;
        }
        if !after.0.is_empty() {
            let after = after.0.iter().map(square).collect::<Result<Vec<_>, _>>()?;
            return puzzle.after(after).map_err(Refused::new);
        }
        match &self.start {
            Some(start) => {
                let is_random = start == "random";
                let start = if is_random { random_start(&puzzle, seed) } else { square(start)? };
                puzzle.starting_at(start).map_err(Refused::new)
            }
            None => Ok(puzzle),
        }
    }
}

impl SearchOptions {
    /// Returns the strategy of a method.
    pub fn strategy(&self, method: Method, leaper: Leaper) -> Result<Strategy, Refused> {
        let order = self.order.as_ref().map(|order| MoveOrder::parse(order, leaper)).transpose();
        let (tries, seed) = (self.tries.unwrap_or(1), self.seed.unwrap_or(0));
        if tries == 0 {
            return Err(Declined::NoTries.into());
        }
        Ok(Strategy { method, order: order.map_err(Refused::new)?, tie: self.tie, tries, seed })
    }
}

impl SearchParameters {
    /// Creates the puzzle, and refuses more than `most` squares.
    pub fn puzzle(&self, most: u128) -> Result<Puzzle, Refused> {
        self.tours.puzzle_after(&self.after, self.options.seed.unwrap_or(0), most)
    }

    /// Returns the method with its options.
    pub fn strategy(&self) -> Result<Strategy, Refused> {
        self.options.strategy(self.method, self.tours.board.leaper())
    }
}

/// Returns the symmetry, and refuses one that the board lacks.
pub fn checked_symmetry(
    symmetry: Option<WantedSymmetry>,
    board: &Board,
) -> Result<Option<WantedSymmetry>, Refused> {
    if let Some(symmetry) = symmetry {
        symmetry.on(board).map_err(Refused::new)?;
    }
    Ok(symmetry)
}
