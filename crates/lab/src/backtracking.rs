//! Plain backtracking counted, as in the report, and Warnsdorff's rule inside it beside.
//!
//! The report's table has size, time, trials and moves. Its rows come out exactly with its
//! counters: start top left, order `d2`, the start counted as a move and the trials ending two
//! higher. What it saw of 10×10 was "over 120 s", which is *unknown after 120 s* here.

use std::time::Duration;

use knights_tour::{Board, Budget, Cancel, Method, Puzzle, Refusal, Square, Strategy, notation, solve};
use serde::{Deserialize, Serialize};

use crate::{
    Answered, Experiment, Findings, Plot, Table,
    plot::{Axis, Series, Style, Unit},
    units,
};

/// What the report printed in section 2.1.5: board, trials, moves.
pub const PRINTED: [(&str, u64, u64); 3] =
    [("6x6", 43_232, 5_422), ("6x7", 6_084_478, 760_581), ("8x8", 25_936_255, 3_242_065)];

const METHODS: [Method; 2] = [Method::Backtrack, Method::WarnsdorffBacktrack];

/// Which boards, and how long each search may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backtracking {
    /// The boards.
    pub boards: Vec<Board>,
    /// The limit of every search.
    pub max_time: Duration,
}

impl Default for Backtracking {
    /// The report's boards and its limit.
    fn default() -> Self {
        let board = |(files, ranks)| Board::new(files, ranks).expect("a small board");
        let boards = [(6, 6), (6, 7), (8, 8), (10, 10)].map(board).to_vec();
        Backtracking { boards, max_time: Duration::from_secs(120) }
    }
}

/// One search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BacktrackingRow {
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
    /// Trials as the report's program counted them.
    pub report_trials: u64,
    /// Moves as the report's program counted them.
    pub report_moves: u64,
}

impl BacktrackingRow {
    /// What the report printed for this search, where it did.
    pub fn printed(&self) -> Option<(u64, u64)> {
        let is_this =
            |&&(board, ..): &&(&str, u64, u64)| board == self.board && self.method == METHODS[0].name();
        PRINTED.iter().find(is_this).map(|&(_, trials, moves)| (trials, moves))
    }
}

impl Experiment for Backtracking {
    type Row = BacktrackingRow;

    fn command(&self) -> String {
        let boards: Vec<String> = self.boards.iter().map(Board::to_string).collect();
        format!(
            "ktour lab backtracking --boards {} --max-time {}s",
            boards.join(","),
            self.max_time.as_secs_f64()
        )
    }

    fn cells(&self) -> Vec<String> {
        let of_board = |board: &Board| METHODS.map(|method| format!("{board} {method}"));
        self.boards.iter().flat_map(of_board).collect()
    }

    fn cell_of(&self, row: &BacktrackingRow) -> String {
        format!("{} {}", row.board, row.method)
    }

    fn measure(&self, cell: usize, cancel: &Cancel) -> Result<Option<BacktrackingRow>, Refusal> {
        let (board, method) = (&self.boards[cell / METHODS.len()], METHODS[cell % METHODS.len()]);
        let start = Square::new(0, board.ranks() - 1);
        let puzzle = Puzzle::new(board.clone()).from(start).expect("the top left square of a rectangle");
        let budget = Budget::within(self.max_time).with_cancel(cancel.clone());
        let answer = solve(&puzzle, &Strategy::new(method), &budget)?;
        let outcome = Answered::from(&answer.outcome);
        if outcome == Answered::Unknown && cancel.is_cancelled() {
            return Ok(None);
        }
        let stats = answer.stats;
        let (report_trials, report_moves) = stats.as_the_report_counts();
        Ok(Some(BacktrackingRow {
            board: board.to_string(),
            method: method.name().to_owned(),
            start: notation::name(board, start),
            outcome,
            seconds: stats.elapsed.as_secs_f64(),
            trials: stats.trials,
            moves: stats.moves,
            backtracks: stats.backtracks,
            report_trials,
            report_moves,
        }))
    }

    fn findings(&self, rows: &[BacktrackingRow]) -> Findings {
        let mut sentences = Vec::new();
        let printed: Vec<(&BacktrackingRow, (u64, u64))> =
            rows.iter().filter_map(|row| Some((row, row.printed()?))).collect();
        let found = |row: &&(&BacktrackingRow, (u64, u64))| row.0.outcome == Answered::Found;
        if printed.iter().any(|row| found(&row)) {
            let same = printed
                .iter()
                .filter(found)
                .filter(|(row, it)| (row.report_trials, row.report_moves) == *it)
                .count();
            let all = printed.iter().filter(found).count();
            sentences.push(format!(
                "{same} of {all} rows printed in the report come out exactly, trials and moves."
            ));
        }
        for row in rows.iter().filter(|row| row.outcome == Answered::Unknown) {
            sentences.push(format!(
                "{} by {} is unknown after {}: {} trials found no tour and proved nothing.",
                row.board,
                row.method,
                limit(self.max_time),
                units::count(row.trials)
            ));
        }
        Findings {
            sentences,
            tables: vec![self.counts(rows), self.as_reported(rows), savings(rows)],
            plots: vec![plot(rows)],
        }
    }
}

impl Backtracking {
    fn counts(&self, rows: &[BacktrackingRow]) -> Table {
        let columns = ["board", "method", "outcome", "time", "trials", "moves", "backtracks"];
        let mut table =
            Table::new("Searches from the top left square, order d2, one tour of either kind", &columns);
        for row in rows {
            let outcome = match row.outcome {
                Answered::Found => "found".to_owned(),
                Answered::Impossible => "none from here".to_owned(),
                Answered::Unknown | Answered::Refused => format!("unknown after {}", limit(self.max_time)),
            };
            table.push([
                row.board.clone(),
                row.method.clone(),
                outcome,
                units::seconds(row.seconds),
                units::count(row.trials),
                units::count(row.moves),
                units::count(row.backtracks),
            ]);
        }
        table
    }

    /// The report's own table, in its own counting, beside what it printed.
    fn as_reported(&self, rows: &[BacktrackingRow]) -> Table {
        let columns = ["size", "time", "trials", "printed", "moves", "printed", "same"];
        let mut table =
            Table::new("As the report counts: the start is a move, trials end two higher", &columns);
        for row in rows.iter().filter(|row| row.method == METHODS[0].name()) {
            let (trials, moves, same) = match row.printed() {
                Some((trials, moves)) => {
                    let is_same = (row.report_trials, row.report_moves) == (trials, moves);
                    (units::count(trials), units::count(moves), if is_same { "yes" } else { "no" })
                }
                None => (String::new(), String::new(), ""),
            };
            let is_open = row.outcome == Answered::Unknown;
            let at_least = |count: u64| format!("{}{}", if is_open { "> " } else { "" }, units::count(count));
            let time =
                if is_open { format!("> {}", limit(self.max_time)) } else { units::seconds(row.seconds) };
            table.push([
                row.board.clone(),
                time,
                at_least(row.report_trials),
                trials,
                at_least(row.report_moves),
                moves,
                same.to_owned(),
            ]);
        }
        table
    }
}

/// A limit as it was given.
fn limit(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

/// Both searches of a board, where both are there.
fn pairs(rows: &[BacktrackingRow]) -> impl Iterator<Item = (&BacktrackingRow, &BacktrackingRow)> {
    let of = |board: &str, method: Method| {
        rows.iter().find(|row| row.board == board && row.method == method.name())
    };
    rows.iter()
        .filter(|row| row.method == METHODS[0].name())
        .filter_map(move |row| Some((row, of(&row.board, METHODS[1])?)))
}

fn savings(rows: &[BacktrackingRow]) -> Table {
    let columns = ["board", "trials saved", "times fewer trials", "backtracks saved", "times as fast"];
    let mut table = Table::new("What trying the fewest onward leaps first saves", &columns);
    for (plain, rule) in pairs(rows).filter(|(_, rule)| rule.outcome == Answered::Found) {
        let least = if plain.outcome == Answered::Unknown { "> " } else { "" };
        let saved = |plain: u64, rule: u64| format!("{least}{}", units::count(plain.saturating_sub(rule)));
        let ratio = |plain: f64, rule: f64| format!("{least}{}", units::times(plain / rule));
        table.push([
            plain.board.clone(),
            saved(plain.trials, rule.trials),
            ratio(plain.trials as f64, rule.trials.max(1) as f64),
            saved(plain.backtracks, rule.backtracks),
            ratio(plain.seconds, rule.seconds.max(1e-9)),
        ]);
    }
    table
}

fn plot(rows: &[BacktrackingRow]) -> Plot {
    let squares =
        |row: &BacktrackingRow| row.board.parse::<Board>().map_or(0.0, |board| board.square_count() as f64);
    let points = |method: Method, is_known: bool| {
        let is_wanted = |row: &&BacktrackingRow| {
            row.method == method.name() && (row.outcome != Answered::Unknown) == is_known
        };
        rows.iter().filter(is_wanted).map(|row| (squares(row), row.trials as f64)).collect::<Vec<_>>()
    };
    let mut series = Vec::new();
    for (hue, method) in METHODS.into_iter().enumerate() {
        series.push(Series::new(method.name(), hue, Style::Marked, points(method, true)));
        let open = points(method, false);
        if !open.is_empty() {
            series.push(Series::new(format!("{method}, unknown: at least"), hue, Style::AtLeast, open));
        }
    }
    let printed: Vec<(f64, f64)> =
        rows.iter().filter_map(|row| Some((squares(row), row.printed()?.0 as f64))).collect();
    if !printed.is_empty() {
        series.push(Series::new("printed in the report", 3, Style::Hollow, printed));
    }
    Plot {
        name: "backtracking".into(),
        title: "Leaps tested until a tour is found".into(),
        x: Axis::linear("squares of the board", Unit::Count),
        y: Axis::log("trials", Unit::Count),
        series,
    }
}
