//! Methods side by side over all starts of a board: time, trials, backtracks, and how they spread.
//!
//! A mean says little here: backtracking answers from one square at once and from the next not
//! in a day. So every start is a row, and the table shows quantiles over the starts.

use std::time::Duration;

use knights_tour::{
    Board, Budget, Cancel, Method, Puzzle, Refusal, Square, Strategy, TourKind, notation, solve,
};
use serde::{Deserialize, Serialize};

use crate::{
    Answered, Experiment, Findings, Plot, Table,
    plot::{Axis, Series, Style, Unit},
    stats, units,
};

/// Answers quicker than this are measured three times, and the fastest counts.
const QUICK: Duration = Duration::from_millis(10);

/// Which board, by which methods, how long each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The board.
    pub board: Board,
    /// The methods.
    pub methods: Vec<Method>,
    /// The limit of every search.
    pub max_time: Duration,
    /// The seed of everything random.
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

/// One method from one start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceRow {
    /// Which board.
    pub board: String,
    /// Which method.
    pub method: String,
    /// From where.
    pub start: String,
    /// What came of it.
    pub outcome: Answered,
    /// How long it took.
    pub seconds: f64,
    /// Leaps tested.
    pub trials: u64,
    /// Squares entered after the start.
    pub moves: u64,
    /// Squares taken back.
    pub backtracks: u64,
}

impl Race {
    fn starts(&self) -> Vec<Square> {
        self.board.squares_as_read().collect()
    }

    fn of_method<'a>(&self, rows: &'a [RaceRow], method: Method) -> Vec<&'a RaceRow> {
        rows.iter().filter(|row| row.method == method.name()).collect()
    }
}

impl Experiment for Race {
    type Row = RaceRow;

    fn command(&self) -> String {
        let methods: Vec<&str> = self.methods.iter().map(|method| method.name()).collect();
        let time = self.max_time.as_secs_f64();
        format!(
            "ktour lab race --board {} --methods {} --max-time {time}s --seed {}",
            self.board,
            methods.join(","),
            self.seed
        )
    }

    fn cells(&self) -> Vec<String> {
        let starts = self.starts();
        let of_method = |method: &Method| {
            let method = method.name();
            starts
                .iter()
                .map(move |&start| format!("{method} {}", notation::name(&self.board, start)))
                .collect::<Vec<_>>()
        };
        self.methods.iter().flat_map(of_method).collect()
    }

    fn cell_count(&self) -> usize {
        self.methods.len() * self.starts().len()
    }

    fn cell_of(&self, row: &RaceRow) -> String {
        format!("{} {}", row.method, row.start)
    }

    fn measure(&self, cell: usize, cancel: &Cancel) -> Result<Option<RaceRow>, Refusal> {
        let starts = self.starts();
        let (method, start) = (self.methods[cell / starts.len()], starts[cell % starts.len()]);
        let puzzle = Puzzle::new(self.board.clone())
            .with_kind(TourKind::Open)
            .from(start)
            .expect("a square of the board");
        let strategy = Strategy { seed: self.seed, ..Strategy::new(method) };
        let mut row = RaceRow {
            board: self.board.to_string(),
            method: method.name().to_owned(),
            start: notation::name(&self.board, start),
            outcome: Answered::Refused,
            seconds: f64::INFINITY,
            trials: 0,
            moves: 0,
            backtracks: 0,
        };
        for _ in 0..3 {
            let budget = Budget::within(self.max_time).with_cancel(cancel.clone());
            let Ok(answer) = solve(&puzzle, &strategy, &budget) else {
                row.seconds = 0.0;
                return Ok(Some(row));
            };
            if cancel.is_cancelled() {
                return Ok(None);
            }
            let stats = answer.stats;
            row.outcome = Answered::from(&answer.outcome);
            row.seconds = row.seconds.min(stats.elapsed.as_secs_f64());
            (row.trials, row.moves, row.backtracks) = (stats.trials, stats.moves, stats.backtracks);
            if stats.elapsed > QUICK {
                break;
            }
        }
        Ok(Some(row))
    }

    fn findings(&self, rows: &[RaceRow]) -> Findings {
        let mut sentences = Vec::new();
        let starts = self.starts().len();
        let answered = |method: Method| {
            let rows = self.of_method(rows, method);
            rows.iter().filter(|row| matches!(row.outcome, Answered::Found | Answered::Impossible)).count()
        };
        let full: Vec<&str> = self
            .methods
            .iter()
            .filter(|&&method| answered(method) == starts)
            .map(|method| method.name())
            .collect();
        if !full.is_empty() {
            sentences.push(format!("Every one of the {starts} starts is answered by {}.", full.join(", ")));
        }
        for &method in self.methods.iter().filter(|&&method| {
            (1..starts).contains(&answered(method)) && !self.of_method(rows, method).is_empty()
        }) {
            sentences.push(format!(
                "{method} answers {} of {starts} starts within {} s.",
                answered(method),
                self.max_time.as_secs_f64()
            ));
        }
        let mut tables = vec![self.outcomes(rows)];
        tables.push(self.quantiles(rows, "Time", |row| row.seconds, units::seconds));
        tables.push(self.quantiles(
            rows,
            "Trials",
            |row| row.trials as f64,
            |trials| units::count(trials.round() as u64),
        ));
        tables.push(self.quantiles(
            rows,
            "Backtracks",
            |row| row.backtracks as f64,
            |count| units::count(count.round() as u64),
        ));
        let plots = vec![
            self.plot(rows, "time", Axis::log("time, each start", Unit::Seconds), |row| row.seconds),
            self.plot(rows, "trials", Axis::log("trials, each start", Unit::Count), |row| {
                row.trials.max(1) as f64
            }),
        ];
        Findings { sentences, tables, plots }
    }
}

impl Race {
    fn outcomes(&self, rows: &[RaceRow]) -> Table {
        let columns = ["method", "starts", "found", "impossible", "unknown", "refused"];
        let mut table =
            Table::new(format!("What each method says about every start of {}", self.board), &columns);
        for &method in &self.methods {
            let rows = self.of_method(rows, method);
            let count = |outcome: Answered| {
                units::count(rows.iter().filter(|row| row.outcome == outcome).count() as u64)
            };
            table.push([
                method.name().to_owned(),
                units::count(rows.len() as u64),
                count(Answered::Found),
                count(Answered::Impossible),
                count(Answered::Unknown),
                count(Answered::Refused),
            ]);
        }
        table
    }

    fn quantiles(
        &self,
        rows: &[RaceRow],
        what: &str,
        value: impl Fn(&RaceRow) -> f64,
        write: impl Fn(f64) -> String,
    ) -> Table {
        let columns = ["method", "least", "lower quarter", "median", "upper quarter", "nine tenths", "most"];
        let mut table = Table::new(
            format!("{what} over the starts, unfinished searches included with what they spent"),
            &columns,
        );
        for &method in &self.methods {
            let rows = self.of_method(rows, method);
            let values = stats::sorted(
                rows.iter().filter(|row| row.outcome != Answered::Refused).map(|row| value(row)),
            );
            let cells = [0.0, 0.25, 0.5, 0.75, 0.9, 1.0]
                .map(|q| stats::quantile(&values, q).map_or(String::new(), &write));
            table.push([method.name().to_owned()].into_iter().chain(cells));
        }
        table
    }

    /// How many starts are answered with at most so much.
    fn plot(&self, rows: &[RaceRow], what: &str, x: Axis, value: impl Fn(&RaceRow) -> f64) -> Plot {
        let starts = self.starts().len() as f64;
        let mut series = Vec::new();
        let mut most: f64 = 0.0;
        for (hue, &method) in self.methods.iter().enumerate() {
            let rows = self.of_method(rows, method);
            most = rows.iter().map(|row| value(row)).fold(most, f64::max);
            let values = stats::sorted(
                rows.iter()
                    .filter(|row| matches!(row.outcome, Answered::Found | Answered::Impossible))
                    .map(|row| value(row)),
            );
            let mut points: Vec<(f64, f64)> = values.first().map(|&first| (first, 0.0)).into_iter().collect();
            points.extend(values.iter().zip(1..).map(|(&value, done)| (value, f64::from(done) / starts)));
            series.push(Series::new(method.name(), hue, Style::Steps, points));
        }
        for series in &mut series {
            if let Some(&(_, share)) = series.points.last() {
                series.points.push((most, share));
            }
        }
        Plot {
            name: format!("race-{what}"),
            title: format!("{}: share of the starts answered, by {what} spent", self.board),
            x,
            y: Axis::linear("starts answered", Unit::Percent).between(0.0, 1.02),
            series,
        }
    }
}
