//! Success rates of one greedy walk by Warnsdorff's rule.
//!
//! A *try* is one walk without backtracking. If the tie rule leaves a choice open, a random order of the
//! leaps decides, or with random ties a random number for each tie. The seed, the size, the tie rule, the
//! start and the number of a try fix its random numbers, so the result is the same with any number of
//! threads.
//!
//! A board with both sides odd has tours only from the squares of the corners' colour, so with starts among
//! *all* squares half of the walks would fail. By default, starts are random among the *possible* ones. On
//! even boards the two are the same.
//!
//! *Reference:* D. Squirrel & P. Cull, *A Warnsdorff-rule algorithm for knight's tours on square
//! chessboards* (1996); S. Ganzfried, *A simple algorithm for knight's tours* (2004).

mod findings;
mod plan;
mod published;

use std::sync::atomic::{AtomicU64, Ordering};

use ktour_core::{Board, Control, KNIGHT, Outcome, Puzzle, Square, TourKind, notation, random::Splitmix};
use ktour_search::{
    Method, MoveOrder, Refusal, Strategy, Tie, solve,
    theory::{self, Verdict},
};
use rayon::prelude::*;

use plan::WalkCell;
pub use plan::{StartRule, Warnsdorff, WarnsdorffRow};
pub use published::{PUBLISHED, Published, Source};

use crate::{Experiment, Findings, Identity, chance, phrases, sizes, stats};

/// Maximum side of boards for which the exact probability is calculated, too.
const MAX_SIDE_FOR_EXACT: u64 = 8;

ktour_core::named! {
    StartRule: "choice of starts" { "possible" => Possible, "all" => All, "corner" => Corner, "each" => Each }
}

impl Warnsdorff {
    /// Number of starts with rows of their own.
    fn start_count(&self, size: u64) -> usize {
        if self.starts == StartRule::Each { (size * size).div_ceil(step(size)) as usize } else { 1 }
    }

    /// Computes a cell from its number, without a list of all.
    fn cell(&self, mut at: usize) -> WalkCell {
        for &size in &self.sizes {
            let starts = self.start_count(size);
            if at < starts * self.ties.len() {
                let start =
                    (self.starts == StartRule::Each).then(|| possible_start(size, (at % starts) as u64));
                return WalkCell { size, tie: self.ties[at / starts], start };
            }
            at -= starts * self.ties.len();
        }
        panic!("a cell beyond the plan");
    }

    /// Runs one walk: whether it succeeded, and the number of squares it visited.
    fn walk(
        &self,
        board: &Board,
        cell: &WalkCell,
        number: u64,
        control: &Control,
    ) -> Result<(bool, u64), Refusal> {
        let tie = Tie::NAMED.iter().position(|&(_, tie)| tie == cell.tie).unwrap_or(0) as u64;
        let start = cell.start.map_or(u64::MAX, |start| board.index(start) as u64);
        let mut random = Splitmix::from_parts([self.seed, cell.size, tie, start, number]);
        let start = match (cell.start, self.starts) {
            (Some(start), _) => start,
            (None, StartRule::Corner) => corner(board),
            (None, _) => loop {
                let square = Square::new(random.below(board.files()), random.below(board.ranks()));
                if self.starts == StartRule::All || has_tour(board, square) {
                    break square;
                }
            },
        };
        let puzzle = Puzzle::new(board.clone()).starting_at(start).expect("a square of the board");
        let strategy = Strategy {
            method: Method::Warnsdorff,
            order: Some(MoveOrder::standard(KNIGHT).shuffled(random.next())),
            tie: cell.tie,
            tries: 1,
            seed: random.next(),
        };
        let answer = solve(&puzzle, &strategy, control)?;
        Ok((matches!(answer.outcome, Outcome::Found(_)), answer.stats.moves + 1))
    }

    /// The name of a cell, as rows have it.
    fn cell_name(&self, cell: &WalkCell) -> String {
        let start = cell
            .start
            .map_or(self.starts.to_string(), |start| notation::name(&square_board(cell.size), start));
        format!("{0}x{0} {1} {start}", cell.size, cell.tie.name())
    }
}

/// Distance of possible starts in reading order: on odd boards only every other square has the right colour.
fn step(size: u64) -> u64 {
    1 + size % 2
}

/// The possible start with this number in reading order, counted from 0.
fn possible_start(size: u64, number: u64) -> Square {
    let at = number * step(size);
    Square::new(at % size, size - 1 - at / size)
}

fn square_board(size: u64) -> Board {
    Board::new(size, size).expect("sizes are at least 1 and short")
}

/// The top left square.
fn corner(board: &Board) -> Square {
    Square::new(0, board.rank_of(0))
}

/// Whether the theory does not exclude open tours from a square.
fn has_tour(board: &Board, start: Square) -> bool {
    let puzzle = Puzzle::new(board.clone()).with_kind(TourKind::Open).starting_at(start);
    puzzle.is_ok_and(|puzzle| !matches!(theory::exists(&puzzle), Verdict::No(_)))
}

impl Experiment for Warnsdorff {
    type Row = WarnsdorffRow;

    fn identity(&self) -> Identity {
        let ties: Vec<&str> = self.ties.iter().map(|tie| tie.name()).collect();
        let words = [
            ("sizes", sizes::write(&self.sizes)),
            ("tries", self.tries.to_string()),
            ("ties", ties.join(",")),
            ("starts", self.starts.to_string()),
            ("seed", self.seed.to_string()),
        ];
        Identity::new("warnsdorff", words)
    }

    fn cells(&self) -> Vec<String> {
        (0..self.cell_count()).map(|at| self.cell_name(&self.cell(at))).collect()
    }

    fn cell_count(&self) -> usize {
        self.sizes.iter().map(|&size| self.start_count(size) * self.ties.len()).sum()
    }

    fn cell_of(&self, row: &WarnsdorffRow) -> String {
        format!("{} {} {}", row.board, row.tie, row.start)
    }

    fn measure(&self, cell: usize, control: &Control) -> Result<Option<WarnsdorffRow>, Refusal> {
        let cell = &self.cell(cell);
        let board = square_board(cell.size);
        let begun = AtomicU64::new(0);
        let share = || begun.fetch_add(1, Ordering::Relaxed) as f64 / self.tries as f64;
        let walks: Result<Vec<(bool, u64)>, Refusal> = (0..self.tries)
            .into_par_iter()
            .map(|number| match control.check_share(share()) {
                Err(_) => Ok((false, 0)),
                Ok(()) => self.walk(&board, cell, number, control),
            })
            .collect();
        let walks = walks?;
        let is_start = |square| match (cell.start, self.starts) {
            (Some(start), _) => square == start,
            (None, StartRule::All) => true,
            (None, StartRule::Corner) => square == corner(&board),
            (None, _) => has_tour(&board, square),
        };
        let exact = match cell.tie {
            Tie::Random if cell.size <= MAX_SIDE_FOR_EXACT => chance::over_starts(&board, is_start, control),
            _ => None,
        };
        if control.is_stopped() {
            return Ok(None);
        }
        let start = cell.start.map_or(self.starts.to_string(), |start| notation::name(&board, start));
        Ok(Some(summary(cell.size, cell.tie, start, &walks, exact)))
    }

    fn findings(&self, rows: &[WarnsdorffRow]) -> Findings {
        let mut tables = vec![self.rates(rows)];
        let published = published::comparison(rows);
        if !published.rows.is_empty() {
            tables.push(published);
        }
        let mut plots = Vec::new();
        if self.starts != StartRule::Each && self.sizes.len() > 1 {
            plots = vec![self.rate_plot(rows), self.stuck_plot(rows)];
        }
        let sentences = self.sentences(rows);
        let is_named = sentences.iter().any(|line| line.code == "within-three-tries");
        let notes = if is_named { vec![phrases::the_report()] } else { Vec::new() };
        Findings { sentences, notes, tables, plots }
    }
}

/// Summarises walks, in the order of their numbers, as a row.
fn summary(size: u64, tie: Tie, start: String, walks: &[(bool, u64)], exact: Option<f64>) -> WarnsdorffRow {
    let tries = walks.len() as u64;
    let successes = walks.iter().filter(|(is_tour, _)| *is_tour).count() as u64;
    let interval = stats::wilson(successes, tries);
    let (mut tries_since_success, mut most_tries) = (0, 0);
    for &(is_tour, _) in walks {
        tries_since_success += 1;
        if is_tour {
            (most_tries, tries_since_success) = (most_tries.max(tries_since_success), 0);
        }
    }
    let triples = walks.chunks_exact(3);
    let triple_count = triples.len().max(1) as f64;
    let within_three =
        triples.filter(|triple| triple.iter().any(|(is_tour, _)| *is_tour)).count() as f64 / triple_count;
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
        most_tries: (successes > 0).then_some(most_tries),
        within_three,
        stuck_median: stats::quantile(&stuck, 0.5),
        stuck_earliest: stuck.first().copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_counts_successes_tries_and_early_stops() {
        let walks = [(false, 32), (true, 64), (true, 64), (false, 48), (false, 16), (false, 63), (true, 64)];
        let row = summary(8, Tie::Random, "all".into(), &walks, None);
        assert_eq!((row.tries, row.successes, row.most_tries), (7, 3, Some(4)));
        assert_eq!((row.stuck_median, row.stuck_earliest), (Some(0.625), Some(0.25)));
        assert_eq!(row.within_three, 0.5);
    }

    #[test]
    fn possible_starts_agree_with_the_theory() {
        let plan = Warnsdorff { starts: StartRule::Each, ..Warnsdorff::default() };
        for size in 5..=12 {
            let board = square_board(size);
            let possible: Vec<Square> =
                board.squares_as_read().filter(|&start| has_tour(&board, start)).collect();
            let counted: Vec<Square> =
                (0..plan.start_count(size) as u64).map(|number| possible_start(size, number)).collect();
            assert_eq!(counted, possible, "{size}");
        }
        assert_eq!(plan.cells().len(), plan.cell_count());
        assert_eq!(Warnsdorff::default().cells().len(), Warnsdorff::default().cell_count());
    }

    #[test]
    fn a_row_without_success_has_no_mean() {
        let row = summary(5, Tie::First, "all".into(), &[(false, 5)], None);
        assert_eq!((row.mean_tries, row.most_tries, row.rate), (None, None, 0.0));
    }
}
