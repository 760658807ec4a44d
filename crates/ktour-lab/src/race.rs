//! Methods compared over all starts of a board: quantiles of time, trials and backtracks.
//!
//! A mean says little here: backtracking answers from one square at once and from the next not in a day. So
//! every start is a row, and the table shows quantiles over the starts.

use std::time::Duration;

use ktour_core::{Board, Control, Puzzle, Square, TourKind, notation};
use ktour_search::{Method, Refusal, Strategy, solve};
use serde::{Deserialize, Serialize};

use crate::{
    Experiment, Figure, Findings, Identity, Line, OutcomeKind, Plot, Table, phrases,
    plot::{Axis, Series, Style, Unit},
    stats,
};

/// Answers quicker than this are measured three times, and the fastest is recorded.
const MAX_TIME_TO_REPEAT: Duration = Duration::from_millis(10);

/// The board, the methods and the time limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The board.
    pub board: Board,
    /// The methods.
    pub methods: Vec<Method>,
    /// Time limit of every search.
    pub max_time: Duration,
    /// Seed of all random numbers.
    pub seed: u64,
}

impl Default for Race {
    fn default() -> Self {
        Race {
            board: Board::new(8, 8).expect("the chessboard"),
            methods: vec![
                Method::Backtrack,
                Method::WarnsdorffBacktrack,
                Method::Warnsdorff,
                Method::Repair,
                Method::Exact,
                Method::Divide,
            ],
            max_time: Duration::from_secs(1),
            seed: 1,
        }
    }
}

/// The result of one method from one start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceRow {
    /// The board.
    pub board: String,
    /// The method.
    pub method: String,
    /// The first square.
    pub start: String,
    /// Outcome of the search.
    pub outcome: OutcomeKind,
    /// Duration in seconds.
    pub seconds: f64,
    /// Number of leaps tested.
    pub trials: u64,
    /// Number of squares entered after the start.
    pub moves: u64,
    /// Number of squares given up.
    pub backtracks: u64,
}

impl Race {
    fn starts(&self) -> Vec<Square> {
        self.board.squares_as_read().collect()
    }

    fn rows_of_method<'a>(&self, rows: &'a [RaceRow], method: Method) -> Vec<&'a RaceRow> {
        rows.iter().filter(|row| row.method == method.name()).collect()
    }
}

impl Experiment for Race {
    type Row = RaceRow;

    fn identity(&self) -> Identity {
        let methods: Vec<&str> = self.methods.iter().map(|method| method.name()).collect();
        let words = [
            ("board", self.board.to_string()),
            ("methods", methods.join(",")),
            ("max_time", format!("{}s", self.max_time.as_secs_f64())),
            ("seed", self.seed.to_string()),
        ];
        Identity::new("race", words).with_holes(&self.board)
    }

    fn cells(&self) -> Vec<String> {
        let starts = self.starts();
        let cells_of_method = |method: &Method| {
            let method = method.name();
            starts
                .iter()
                .map(move |&start| format!("{method} {}", notation::name(&self.board, start)))
                .collect::<Vec<_>>()
        };
        self.methods.iter().flat_map(cells_of_method).collect()
    }

    fn cell_count(&self) -> usize {
        self.methods.len() * self.board.square_count() as usize
    }

    fn cell_of(&self, row: &RaceRow) -> String {
        format!("{} {}", row.method, row.start)
    }

    fn measure(&self, cell: usize, control: &Control) -> Result<Option<RaceRow>, Refusal> {
        let starts = self.starts();
        let (method, start) = (self.methods[cell / starts.len()], starts[cell % starts.len()]);
        let puzzle = Puzzle::new(self.board.clone())
            .with_kind(TourKind::Open)
            .starting_at(start)
            .expect("a square of the board");
        let strategy = Strategy { seed: self.seed, ..Strategy::new(method) };
        let mut row = RaceRow {
            board: self.board.to_string(),
            method: method.name().to_owned(),
            start: notation::name(&self.board, start),
            outcome: OutcomeKind::Refused,
            seconds: f64::INFINITY,
            trials: 0,
            moves: 0,
            backtracks: 0,
        };
        for _ in 0..3 {
            let limited = control.clone().with_time(self.max_time);
            let Ok(answer) = solve(&puzzle, &strategy, &limited) else {
                row.seconds = 0.0;
                return Ok(Some(row));
            };
            if control.is_stopped() {
                return Ok(None);
            }
            let stats = answer.stats;
            row.outcome = OutcomeKind::from(&answer.outcome);
            row.seconds = row.seconds.min(stats.elapsed.as_secs_f64());
            (row.trials, row.moves, row.backtracks) = (stats.trials, stats.moves, stats.backtracks);
            if stats.elapsed > MAX_TIME_TO_REPEAT {
                break;
            }
        }
        Ok(Some(row))
    }

    fn findings(&self, rows: &[RaceRow]) -> Findings {
        let mut sentences = Vec::new();
        let starts = self.starts().len();
        let answered = |method: Method| {
            let rows = self.rows_of_method(rows, method);
            rows.iter()
                .filter(|row| matches!(row.outcome, OutcomeKind::Found | OutcomeKind::Impossible))
                .count()
        };
        let complete: Vec<Figure> = self
            .methods
            .iter()
            .filter(|&&method| answered(method) == starts)
            .map(|&method| method.into())
            .collect();
        if !complete.is_empty() {
            sentences.push(phrases::all_starts_answered(starts, Figure::List(complete)));
        }
        for &method in self.methods.iter().filter(|&&method| {
            (1..starts).contains(&answered(method)) && !self.rows_of_method(rows, method).is_empty()
        }) {
            let limit = Figure::Limit(self.max_time.as_secs_f64());
            sentences.push(phrases::some_starts_answered(method, answered(method), starts, limit));
        }
        let count = |count: f64| Figure::Count(count.round() as u64);
        let tables = vec![
            self.outcomes(rows),
            self.quantiles(rows, phrases::time_over_starts(), |row| row.seconds, Figure::Seconds),
            self.quantiles(rows, phrases::trials_over_starts(), |row| row.trials as f64, count),
            self.quantiles(rows, phrases::backtracks_over_starts(), |row| row.backtracks as f64, count),
        ];
        let time = Axis::log(phrases::time_each_start(), Unit::Seconds);
        let trials = Axis::log(phrases::trials_each_start(), Unit::Count);
        let by_time = phrases::answered_by_time(&self.board);
        let by_trials = phrases::answered_by_trials(&self.board);
        let plots = vec![
            self.plot(rows, "race-time", by_time, time, |row| row.seconds),
            self.plot(rows, "race-trials", by_trials, trials, |row| row.trials.max(1) as f64),
        ];
        Findings { sentences, notes: Vec::new(), tables, plots }
    }
}

impl Race {
    /// Number of starts with each outcome, method by method.
    fn outcomes(&self, rows: &[RaceRow]) -> Table {
        let columns = [
            phrases::method(),
            phrases::starts(),
            phrases::found(),
            phrases::impossible(),
            phrases::unknown(),
            phrases::refused(),
        ];
        let mut table = Table::new(phrases::said_of_every_start(&self.board), columns);
        for &method in &self.methods {
            let rows = self.rows_of_method(rows, method);
            let count =
                |outcome: OutcomeKind| Figure::from(rows.iter().filter(|row| row.outcome == outcome).count());
            table.push([
                method.into(),
                rows.len().into(),
                count(OutcomeKind::Found),
                count(OutcomeKind::Impossible),
                count(OutcomeKind::Unknown),
                count(OutcomeKind::Refused),
            ]);
        }
        table
    }

    /// Quantiles of a value over the starts, method by method.
    fn quantiles(
        &self,
        rows: &[RaceRow],
        caption: Line,
        value: impl Fn(&RaceRow) -> f64,
        figure: impl Fn(f64) -> Figure,
    ) -> Table {
        let columns = [
            phrases::method(),
            phrases::least(),
            phrases::lower_quarter(),
            phrases::median(),
            phrases::upper_quarter(),
            phrases::nine_tenths(),
            phrases::most(),
        ];
        let mut table = Table::new(caption, columns);
        for &method in &self.methods {
            let rows = self.rows_of_method(rows, method);
            let values = stats::sorted(
                rows.iter().filter(|row| row.outcome != OutcomeKind::Refused).map(|row| value(row)),
            );
            let cells = [0.0, 0.25, 0.5, 0.75, 0.9, 1.0]
                .map(|q| Figure::from(stats::quantile(&values, q).map(&figure)));
            table.push([method.into()].into_iter().chain(cells));
        }
        table
    }

    /// Plots the number of starts that are answered within a value.
    fn plot(
        &self,
        rows: &[RaceRow],
        name: &str,
        title: Line,
        x: Axis,
        value: impl Fn(&RaceRow) -> f64,
    ) -> Plot {
        let starts = self.starts().len() as f64;
        let mut series = Vec::new();
        let mut max: f64 = 0.0;
        for (hue, &method) in self.methods.iter().enumerate() {
            let rows = self.rows_of_method(rows, method);
            max = rows.iter().map(|row| value(row)).fold(max, f64::max);
            let values = stats::sorted(
                rows.iter()
                    .filter(|row| matches!(row.outcome, OutcomeKind::Found | OutcomeKind::Impossible))
                    .map(|row| value(row)),
            );
            let mut points: Vec<(f64, f64)> = values.first().map(|&first| (first, 0.0)).into_iter().collect();
            points.extend(values.iter().zip(1..).map(|(&value, done)| (value, f64::from(done) / starts)));
            series.push(Series::new(method, hue, Style::Steps, points));
        }
        for series in &mut series {
            if let Some(&(_, share)) = series.points.last() {
                series.points.push((max, share));
            }
        }
        Plot {
            name: name.to_owned(),
            title,
            x,
            y: Axis::linear(phrases::starts_answered(), Unit::Percent).between(0.0, 1.02),
            series,
        }
    }
}
