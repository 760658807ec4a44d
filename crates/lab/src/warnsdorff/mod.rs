//! How often one greedy walk by Warnsdorff's rule visits the whole board.
//!
//! A *try* is one walk without a way back, as `ktour solve --method warnsdorff --tries` makes them:
//! it begins on a start, and where the tie rule leaves a choice open, an order of the leaps drawn for
//! this try decides (with random ties: every tie is drawn). Every try has its own random numbers, fixed by the seed, the
//! size, the tie rule, the start and its own number, so the result is the same with any number of threads.
//!
//! Starts: a board with both sides odd has tours only from the squares of the corners' colour; drawn
//! among *all* squares, half of the walks would fail whatever the rule. So starts are drawn
//! among the *possible* ones unless asked otherwise. On even boards the two are the same.
//!
//! Reference: D. Squirrel & P. Cull, *A Warnsdorff-rule algorithm for knight's tours on square
//! chessboards* (1996); S. Ganzfried, *A simple algorithm for knight's tours* (2004).

mod published;
mod shown;
mod walk;

use std::{fmt, str::FromStr};

use knights_tour::{Board, Budget, Cancel, Refusal, Square, Tie, notation};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use published::{PUBLISHED, Published};

use crate::{Experiment, Findings, chance, sizes, stats};
use walk::{corner, has_tour};

/// Boards up to this size have their exact chance calculated beside.
const EXACT_UP_TO: u64 = 8;

/// Which squares the walks begin on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Starts {
    /// Drawn among the squares from which a tour exists.
    #[default]
    Possible,
    /// Drawn among all squares.
    All,
    /// A corner.
    Corner,
    /// Every square from which a tour exists, each with all its tries and a row of its own.
    Each,
}

impl Starts {
    /// All, with their names.
    pub const NAMED: [(&'static str, Starts); 4] = [
        ("possible", Starts::Possible),
        ("all", Starts::All),
        ("corner", Starts::Corner),
        ("each", Starts::Each),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Starts::NAMED.into_iter().find(|&(_, starts)| starts == self).map_or("possible", |(name, _)| name)
    }
}

impl FromStr for Starts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Starts::NAMED.into_iter().find(|(name, _)| *name == text);
        named
            .map(|(_, starts)| starts)
            .ok_or_else(|| format!("`{text}` are no starts: choose possible, all, corner or each"))
    }
}

impl fmt::Display for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which boards, how many walks, by which tie rules, from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warnsdorff {
    /// Sides of square boards.
    pub sizes: Vec<u64>,
    /// Walks a row.
    pub tries: u64,
    /// The tie rules.
    pub ties: Vec<Tie>,
    /// Where they begin.
    pub starts: Starts,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for Warnsdorff {
    fn default() -> Self {
        Warnsdorff {
            sizes: (5..=60).collect(),
            tries: 1000,
            ties: Tie::NAMED.map(|(_, tie)| tie).to_vec(),
            starts: Starts::default(),
            seed: 1,
        }
    }
}

/// Walks of one size and rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WarnsdorffRow {
    /// Which board.
    pub board: String,
    /// Its side.
    pub size: u64,
    /// Which tie rule.
    pub tie: String,
    /// The start, or among which they were drawn.
    pub start: String,
    /// Walks begun.
    pub tries: u64,
    /// Walks that visited every square.
    pub successes: u64,
    /// Their share.
    pub rate: f64,
    /// The lower end of its interval, 95 %.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The exact chance, for random ties on small boards.
    pub exact: Option<f64>,
    /// Tries until a success, on average; nothing where there was none.
    pub mean_tries: Option<f64>,
    /// The most tries a success took; nothing where there was none.
    pub most_tries: Option<u64>,
    /// The share of three tries in a row with at least one success.
    pub within_three: f64,
    /// The share of the board visited by a walk that got stuck, in the middle of the stuck ones.
    pub stuck_median: Option<f64>,
    /// The same for the walk that got stuck first.
    pub stuck_earliest: Option<f64>,
}

/// A size, a rule, and a start of its own or none.
struct Cell {
    size: u64,
    tie: Tie,
    start: Option<Square>,
}

impl Warnsdorff {
    fn cells_of(&self, size: u64) -> Vec<Cell> {
        let board = square_board(size);
        let starts: Vec<Option<Square>> = match self.starts {
            Starts::Each => {
                board.squares_as_read().filter(|&start| has_tour(&board, start)).map(Some).collect()
            }
            _ => vec![None],
        };
        let of_tie =
            |&tie: &Tie| starts.iter().map(move |&start| Cell { size, tie, start }).collect::<Vec<_>>();
        self.ties.iter().flat_map(of_tie).collect()
    }

    /// How many cells a size has, without making them: from 5x5 on, only the colour forbids a start.
    fn count_of(&self, size: u64) -> usize {
        let starts = match (self.starts, size % 2) {
            (Starts::Each, 1) => size * size / 2 + 1,
            (Starts::Each, _) => size * size,
            _ => 1,
        };
        starts as usize * self.ties.len()
    }

    fn cell(&self, mut at: usize) -> Cell {
        for &size in &self.sizes {
            let count = self.count_of(size);
            if at < count {
                return self.cells_of(size).swap_remove(at);
            }
            at -= count;
        }
        panic!("a cell beyond the plan");
    }

    fn name(&self, cell: &Cell) -> String {
        let start = cell
            .start
            .map_or(self.starts.to_string(), |start| notation::name(&square_board(cell.size), start));
        format!("{0}x{0} {1} {start}", cell.size, cell.tie.name())
    }
}

fn square_board(size: u64) -> Board {
    Board::new(size, size).expect("sizes are at least 1 and short")
}

impl Experiment for Warnsdorff {
    type Row = WarnsdorffRow;

    fn command(&self) -> String {
        let ties: Vec<&str> = self.ties.iter().map(|tie| tie.name()).collect();
        format!(
            "ktour lab warnsdorff --sizes {} --tries {} --ties {} --starts {} --seed {}",
            sizes::write(&self.sizes),
            self.tries,
            ties.join(","),
            self.starts,
            self.seed
        )
    }

    fn cells(&self) -> Vec<String> {
        self.sizes.iter().flat_map(|&size| self.cells_of(size)).map(|cell| self.name(&cell)).collect()
    }

    fn cell_count(&self) -> usize {
        self.sizes.iter().map(|&size| self.count_of(size)).sum()
    }

    fn cell_of(&self, row: &WarnsdorffRow) -> String {
        format!("{} {} {}", row.board, row.tie, row.start)
    }

    fn measure(&self, cell: usize, cancel: &Cancel) -> Result<Option<WarnsdorffRow>, Refusal> {
        let cell = &self.cell(cell);
        let board = square_board(cell.size);
        let budget = Budget::unlimited().with_cancel(cancel.clone());
        let walks: Result<Vec<(bool, u64)>, Refusal> = (0..self.tries)
            .into_par_iter()
            .map(|number| match cancel.is_cancelled() {
                true => Ok((false, 0)),
                false => self.walk(&board, cell, number, &budget),
            })
            .collect();
        let walks = walks?;
        let is_start = |square| match (cell.start, self.starts) {
            (Some(start), _) => square == start,
            (None, Starts::All) => true,
            (None, Starts::Corner) => square == corner(&board),
            (None, _) => has_tour(&board, square),
        };
        let exact = match cell.tie {
            Tie::Random if cell.size <= EXACT_UP_TO => chance::over_starts(&board, is_start, cancel),
            _ => None,
        };
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let start = cell.start.map_or(self.starts.to_string(), |start| notation::name(&board, start));
        Ok(Some(summary(cell.size, cell.tie, start, &walks, exact)))
    }

    fn findings(&self, rows: &[WarnsdorffRow]) -> Findings {
        let mut tables = vec![self.rates(rows)];
        let published = published::published(rows);
        if !published.rows.is_empty() {
            tables.push(published);
        }
        let mut plots = Vec::new();
        if self.starts != Starts::Each && self.sizes.len() > 1 {
            plots = vec![self.rate_plot(rows), self.stuck_plot(rows)];
        }
        Findings { sentences: self.sentences(rows), tables, plots }
    }
}

/// The row of some walks, in the order of their numbers.
fn summary(size: u64, tie: Tie, start: String, walks: &[(bool, u64)], exact: Option<f64>) -> WarnsdorffRow {
    let tries = walks.len() as u64;
    let successes = walks.iter().filter(|(is_tour, _)| *is_tour).count() as u64;
    let interval = stats::wilson(successes, tries);
    let (mut waited, mut most) = (0, 0);
    for &(is_tour, _) in walks {
        waited += 1;
        if is_tour {
            (most, waited) = (most.max(waited), 0);
        }
    }
    let threes = walks.chunks_exact(3);
    let all = threes.len().max(1) as f64;
    let within_three = threes.filter(|three| three.iter().any(|(is_tour, _)| *is_tour)).count() as f64 / all;
    let area = (size * size) as f64;
    let stuck = stats::sorted(
        walks.iter().filter(|(is_tour, _)| !is_tour).map(|&(_, visited)| visited as f64 / area),
    );
    WarnsdorffRow {
        board: format!("{size}x{size}"),
        size,
        tie: tie.name().to_owned(),
        start,
        tries,
        successes,
        rate: successes as f64 / tries.max(1) as f64,
        low: interval.low,
        high: interval.high,
        exact,
        mean_tries: (successes > 0).then(|| tries as f64 / successes as f64),
        most_tries: (successes > 0).then_some(most),
        within_three,
        stuck_median: stats::quantile(&stuck, 0.5),
        stuck_earliest: stuck.first().copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_counts_successes_waits_and_early_stops() {
        let walks = [(false, 32), (true, 64), (true, 64), (false, 48), (false, 16), (false, 63), (true, 64)];
        let row = summary(8, Tie::Random, "all".into(), &walks, None);
        assert_eq!((row.tries, row.successes, row.most_tries), (7, 3, Some(4)));
        assert_eq!((row.stuck_median, row.stuck_earliest), (Some(0.625), Some(0.25)));
        assert_eq!(row.within_three, 0.5);
    }

    #[test]
    fn cells_are_counted_without_being_made() {
        for starts in Starts::NAMED.map(|(_, starts)| starts) {
            let plan = Warnsdorff { starts, ..Warnsdorff::default() };
            for size in 5..=12 {
                assert_eq!(plan.cells_of(size).len(), plan.count_of(size), "{size} {starts}");
            }
        }
    }

    #[test]
    fn no_success_has_no_mean() {
        let row = summary(5, Tie::First, "all".into(), &[(false, 5)], None);
        assert_eq!((row.mean_tries, row.most_tries, row.rate), (None, None, 0.0));
    }
}
