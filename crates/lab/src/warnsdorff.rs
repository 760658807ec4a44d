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

use std::{fmt, str::FromStr};

use knights_tour::{
    Board, Budget, Cancel, KNIGHT, Method, MoveOrder, Outcome, Puzzle, Refusal, Square, Strategy, Tie,
    TourKind, notation, solve,
    theory::{self, Verdict},
};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    Experiment, Findings, Plot, Table, chance,
    plot::{Axis, Series, Style, Unit},
    sizes,
    stats::{self, Interval},
    units,
};

/// A success rate somebody printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The side of the board.
    pub size: u64,
    /// The rate, for random ties.
    pub rate: f64,
    /// From which starts: found by measuring, where the source does not say.
    pub starts: Starts,
    /// Of how many trials; `None` where it was calculated.
    pub trials: Option<u64>,
    /// Whose.
    pub source: &'static str,
}

impl Published {
    const fn exact(size: u64, rate: f64) -> Published {
        Published { size, rate, starts: Starts::All, trials: None, source: "Knuth, exact" }
    }

    const fn measured(size: u64, rate: f64, source: &'static str) -> Published {
        Published { size, rate, starts: Starts::Corner, trials: Some(100), source }
    }

    /// Whether a row is about the same walks. On even boards every start is possible.
    fn is_about(&self, row: &WarnsdorffRow) -> bool {
        let is_same_start = row.start == self.starts.name()
            || self.starts == Starts::All
                && self.size.is_multiple_of(2)
                && row.start == Starts::Possible.name();
        row.size == self.size && row.tie == Tie::Random.name() && is_same_start
    }

    /// Whether it is the row's rate: rounded as printed where both are exact, and otherwise within the
    /// interval that its own trials leave.
    pub fn agrees(&self, row: &WarnsdorffRow) -> bool {
        let ours = row.exact.unwrap_or(row.rate);
        match self.trials {
            None => row.exact.is_some() && (ours - self.rate).abs() <= 0.000_5,
            Some(trials) => {
                let theirs = stats::wilson((self.rate * trials as f64).round() as u64, trials);
                theirs.low <= row.high && row.low <= theirs.high && theirs.holds(ours)
            }
        }
    }
}

/// Published success rates of random ties. The exact ones are means over all squares as starts; the
/// measured ones are 100 walks from a corner, as their agreement with ours shows: from starts all over the board
/// the rates are 55 % and 15 % where 81 % and 35 % were printed.
pub const PUBLISHED: [Published; 6] = [
    Published::exact(6, 0.972),
    Published::exact(8, 0.979),
    Published::measured(7, 0.75, "Ganzfried 2004"),
    Published::measured(50, 0.81, "Squirrel & Cull"),
    Published::measured(100, 0.35, "Squirrel & Cull"),
    Published::measured(350, 0.0, "Squirrel & Cull: none past 325"),
];

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

    /// One walk: whether it succeeded, and how many squares it visited.
    fn walk(&self, board: &Board, cell: &Cell, number: u64, budget: &Budget) -> Result<(bool, u64), Refusal> {
        let tie = Tie::NAMED.iter().position(|&(_, tie)| tie == cell.tie).unwrap_or(0) as u64;
        let start = cell.start.map_or(u64::MAX, |start| board.index(start) as u64);
        let mut draw =
            Draw([self.seed, cell.size, tie, start, number].into_iter().fold(0, |all, part| mix(all ^ part)));
        let start = match (cell.start, self.starts) {
            (Some(start), _) => start,
            (None, Starts::Corner) => corner(board),
            (None, _) => loop {
                let square = Square::new(draw.below(board.files()), draw.below(board.ranks()));
                if self.starts == Starts::All || has_tour(board, square) {
                    break square;
                }
            },
        };
        let puzzle = Puzzle::new(board.clone()).from(start).expect("a square of the board");
        let strategy = Strategy {
            method: Method::Warnsdorff,
            order: Some(MoveOrder::standard(KNIGHT).shuffled(draw.next())),
            tie: cell.tie,
            tries: 1,
            seed: draw.next(),
        };
        let answer = solve(&puzzle, &strategy, budget)?;
        Ok((matches!(answer.outcome, Outcome::Found(_)), answer.stats.moves + 1))
    }
}

fn square_board(size: u64) -> Board {
    Board::new(size, size).expect("sizes are at least 1 and short")
}

fn corner(board: &Board) -> Square {
    Square::new(0, board.ranks() - 1)
}

fn has_tour(board: &Board, start: Square) -> bool {
    let from_here = Puzzle::new(board.clone()).with_kind(TourKind::Open).from(start);
    from_here.is_ok_and(|puzzle| !matches!(theory::exists(&puzzle), Verdict::No(_)))
}

/// Random numbers of one try (splitmix64).
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

fn mix(number: u64) -> u64 {
    let number =
        (number ^ number >> 30).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
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
        let published = published(rows);
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

/// The published figures of random ties beside ours.
fn published(rows: &[WarnsdorffRow]) -> Table {
    let columns = ["board", "starts", "published", "whose", "of", "its 95 %", "here", "our 95 %", "agrees"];
    let mut table = Table::new("Published success rates of random ties", &columns);
    let range =
        |interval: Interval| format!("{} to {}", units::percent(interval.low), units::percent(interval.high));
    for published in PUBLISHED {
        let Some(row) = rows.iter().find(|row| published.is_about(row)) else { continue };
        let theirs = published.trials.map(|trials| {
            let successes = (published.rate * trials as f64).round() as u64;
            (format!("{trials} walks"), range(stats::wilson(successes, trials)))
        });
        let (of, theirs) = theirs.unwrap_or(("all walks".into(), String::new()));
        let (ours, interval) = match row.exact {
            Some(exact) => (format!("{:.3} %", exact * 100.0), "exact".to_owned()),
            None => (units::percent(row.rate), range(Interval { low: row.low, high: row.high })),
        };
        table.push([
            row.board.clone(),
            published.starts.to_string(),
            units::percent(published.rate),
            published.source.to_owned(),
            of,
            theirs,
            ours,
            interval,
            if published.agrees(row) { "yes" } else { "no" }.to_owned(),
        ]);
    }
    table
}

impl Warnsdorff {
    fn rates(&self, rows: &[WarnsdorffRow]) -> Table {
        let each = self.starts == Starts::Each;
        let columns = [
            "board",
            "ties",
            if each { "start" } else { "starts" },
            "tries",
            "success",
            "95 %",
            "exact",
            "tries until success",
            "most",
            "within 3",
            "stuck at (median)",
            "(earliest)",
        ];
        let mut table = Table::new("Greedy walks by Warnsdorff's rule that visit every square", &columns);
        let share = |share: Option<f64>| share.map_or(String::new(), units::percent);
        for row in rows {
            table.push([
                row.board.clone(),
                row.tie.clone(),
                row.start.clone(),
                units::count(row.tries),
                units::percent(row.rate),
                format!("{} to {}", units::percent(row.low), units::percent(row.high)),
                row.exact.map_or(String::new(), |exact| format!("{:.3} %", exact * 100.0)),
                row.mean_tries.map_or(String::new(), units::three_digits),
                row.most_tries.map_or(String::new(), units::count),
                units::percent(row.within_three),
                share(row.stuck_median),
                share(row.stuck_earliest),
            ]);
        }
        table
    }

    fn of_tie<'a>(&self, rows: &'a [WarnsdorffRow], tie: Tie) -> Vec<&'a WarnsdorffRow> {
        let mut rows: Vec<&WarnsdorffRow> = rows.iter().filter(|row| row.tie == tie.name()).collect();
        rows.sort_by_key(|row| row.size);
        rows
    }

    fn sentences(&self, rows: &[WarnsdorffRow]) -> Vec<String> {
        let mut sentences = Vec::new();
        let in_report = rows
            .iter()
            .filter(|row| row.tie == Tie::Random.name() && (6..20).contains(&row.size) && row.start != "all");
        let (walks, threes) = in_report.fold((0.0, 0.0), |(n, sum), row| (n + 1.0, sum + row.within_three));
        if walks > 0.0 && self.starts == Starts::Possible {
            sentences.push(format!(
                "The report found a tour within 3 tries in 98 % of cases for 5 < n < 20; here random ties do in {}.",
                units::percent(threes / walks)
            ));
        }
        let exact = |size| rows.iter().filter(|row| row.size == size).find_map(|row| row.exact);
        if let (Some(six), Some(eight)) = (exact(6), exact(8))
            && matches!(self.starts, Starts::Possible | Starts::All)
        {
            sentences.push(format!(
                "The published exact 97.2 % (6x6) and 97.9 % (8x8) are the mean over all squares as starts, ties broken with equal chances, open tours counted: here {:.3} % and {:.3} %.",
                six * 100.0,
                eight * 100.0
            ));
        }
        let random = self.of_tie(rows, Tie::Random);
        let rate = |size: u64| random.iter().find(|row| row.size == size).map(|row| row.rate);
        if let (Some(fifty), Some(hundred), Starts::Corner) = (rate(50), rate(100), self.starts) {
            sentences.push(format!(
                "The published measured rates are walks from a corner, 100 of them a board: 81 % and 35 % there, {} on 50x50 and {} on 100x100 here.",
                units::percent(fifty),
                units::percent(hundred)
            ));
        }
        let late: Vec<&WarnsdorffRow> = self
            .of_tie(rows, Tie::Random)
            .into_iter()
            .filter(|row| row.size > 200 && self.starts != Starts::Each)
            .collect();
        if let (Some(first), Some(last)) = (late.first(), late.last()) {
            sentences.push(format!(
                "Random ties collapse: {} succeed on {} ({} to {}), {} on {} ({} to {}).",
                units::percent(first.rate),
                first.board,
                units::percent(first.low),
                units::percent(first.high),
                units::percent(last.rate),
                last.board,
                units::percent(last.low),
                units::percent(last.high)
            ));
        }
        sentences
    }

    fn rate_plot(&self, rows: &[WarnsdorffRow]) -> Plot {
        let mut series = Vec::new();
        for &tie in &self.ties {
            let rows = self.of_tie(rows, tie);
            let points = rows.iter().map(|row| (row.size as f64, row.rate)).collect();
            let ranges = rows.iter().map(|row| (row.low, row.high)).collect();
            series.push(
                Series::new(format!("ties: {}", tie.name()), hue(tie), Style::Marked, points)
                    .with_ranges(ranges),
            );
        }
        let is_shown = |published: &&Published| rows.iter().any(|row| published.is_about(row));
        let shown = PUBLISHED.iter().filter(is_shown);
        let printed: Vec<(f64, f64)> =
            shown.map(|published| (published.size as f64, published.rate)).collect();
        if !printed.is_empty() {
            series.push(Series::new("published, random ties", 4, Style::Hollow, printed));
        }
        Plot {
            name: format!("warnsdorff-{}", self.range()),
            title: format!(
                "Greedy walks that visit every square, {} tries each, 95 % shaded",
                units::count(self.tries)
            ),
            x: Axis::linear("side of the square board", Unit::Count),
            y: Axis::linear("success", Unit::Percent).between(0.0, 1.02),
            series,
        }
    }

    fn stuck_plot(&self, rows: &[WarnsdorffRow]) -> Plot {
        let mut series = Vec::new();
        for &tie in &self.ties {
            let rows = self.of_tie(rows, tie);
            let points = rows.iter().filter_map(|row| Some((row.size as f64, row.stuck_median?))).collect();
            series.push(Series::new(format!("ties: {}", tie.name()), hue(tie), Style::Marked, points));
        }
        Plot {
            name: format!("warnsdorff-stuck-{}", self.range()),
            title: "Early stops: how much of the board a stuck walk had visited (median)".into(),
            x: Axis::linear("side of the square board", Unit::Count),
            y: Axis::linear("visited when stuck", Unit::Percent),
            series,
        }
    }

    fn range(&self) -> String {
        let ends = (self.sizes.iter().min(), self.sizes.iter().max());
        format!("{}-{}", ends.0.unwrap_or(&0), ends.1.unwrap_or(&0))
    }
}

fn hue(tie: Tie) -> usize {
    Tie::NAMED.iter().position(|&(_, named)| named == tie).unwrap_or(0)
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
