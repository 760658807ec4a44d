//! Trials and moves of plain backtracking as in the university report, and of backtracking by Warnsdorff's
//! rule.
//!
//! The report's table has size, time, trials and moves. Its rows are reproduced exactly with its counters:
//! start top left, order `d2`, the start counted as a move and the trials ending two higher. Its "over 120 s"
//! for 10×10 is *unknown after 120 s* here.

use std::time::Duration;

use ktour_core::{Board, Control, Puzzle, Square, notation};
use ktour_search::{Method, Refusal, Strategy, solve};
use serde::{Deserialize, Serialize};

use crate::{
    Experiment, Figure, Findings, Identity, OutcomeKind, Plot, Table, phrases,
    plot::{Axis, Series, Style, Unit},
};

/// The figures that the report printed in section 2.1.5: board, trials, moves.
pub const PRINTED: [(&str, u64, u64); 3] =
    [("6x6", 43_232, 5_422), ("6x7", 6_084_478, 760_581), ("8x8", 25_936_255, 3_242_065)];

/// The plain search, and the one by Warnsdorff's rule.
const METHODS: [Method; 2] = [Method::Backtrack, Method::WarnsdorffBacktrack];

/// The boards, and the time limit of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backtracking {
    /// The boards.
    pub boards: Vec<Board>,
    /// Time limit of every search.
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
///
/// ```
/// use ktour::Control;
/// use ktour::lab::{Experiment, backtracking::{Backtracking, BacktrackingRow}};
/// let plan = Backtracking { boards: vec!["6x6".parse()?], ..Backtracking::default() };
/// let row: BacktrackingRow = plan.measure(0, &Control::unlimited())?.expect("no limit");
/// assert_eq!(row.printed(), Some((row.report_trials, row.report_moves))); // to the last digit
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BacktrackingRow {
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
    /// Number of trials as the report's program counted them.
    pub report_trials: u64,
    /// Number of moves as the report's program counted them.
    pub report_moves: u64,
}

impl BacktrackingRow {
    /// The trials and moves that the report printed for this search, if any.
    pub fn printed(&self) -> Option<(u64, u64)> {
        let is_this =
            |&&(board, ..): &&(&str, u64, u64)| board == self.board && self.method == METHODS[0].name();
        PRINTED.iter().find(is_this).map(|&(_, trials, moves)| (trials, moves))
    }
}

impl Experiment for Backtracking {
    type Row = BacktrackingRow;

    fn identity(&self) -> Identity {
        let boards: Vec<String> = self.boards.iter().map(Board::to_string).collect();
        let time = format!("{}s", self.max_time.as_secs_f64());
        Identity::new("backtracking", [("boards", boards.join(",")), ("max_time", time)])
    }

    fn cells(&self) -> Vec<String> {
        let of_board = |board: &Board| METHODS.map(|method| format!("{board} {method}"));
        self.boards.iter().flat_map(of_board).collect()
    }

    fn cell_count(&self) -> usize {
        self.boards.len() * METHODS.len()
    }

    fn cell_of(&self, row: &BacktrackingRow) -> String {
        format!("{} {}", row.board, row.method)
    }

    fn measure(&self, cell: usize, control: &Control) -> Result<Option<BacktrackingRow>, Refusal> {
        let (board, method) = (&self.boards[cell / METHODS.len()], METHODS[cell % METHODS.len()]);
        let start = Square::new(0, board.rank_of(0));
        let puzzle =
            Puzzle::new(board.clone()).starting_at(start).expect("the top left square of a rectangle");
        let limited = control.clone().with_time(self.max_time);
        let answer = solve(&puzzle, &Strategy::new(method), &limited)?;
        let outcome = OutcomeKind::from(&answer.outcome);
        if outcome == OutcomeKind::Unknown && control.is_stopped() {
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
        let found = |row: &&(&BacktrackingRow, (u64, u64))| row.0.outcome == OutcomeKind::Found;
        if printed.iter().any(|row| found(&row)) {
            let same = printed
                .iter()
                .filter(found)
                .filter(|(row, printed)| (row.report_trials, row.report_moves) == *printed)
                .count();
            let all = printed.iter().filter(found).count();
            sentences.push(phrases::rows_exact(same, all));
        }
        for row in rows.iter().filter(|row| row.outcome == OutcomeKind::Unknown) {
            let method = Figure::Method(row.method.clone());
            sentences.push(phrases::unknown_search(&row.board, method, self.limit(), row.trials));
        }
        Findings {
            sentences,
            notes: vec![phrases::the_report(), phrases::order_d2()],
            tables: vec![self.counts(rows), self.as_reported(rows), savings(rows)],
            plots: vec![plot(rows)],
        }
    }
}

impl Backtracking {
    /// The counters of every search.
    fn counts(&self, rows: &[BacktrackingRow]) -> Table {
        let columns = [
            phrases::board(),
            phrases::method(),
            phrases::outcome(),
            phrases::time(),
            phrases::trials(),
            phrases::moves(),
            phrases::backtracks(),
        ];
        let mut table = Table::new(phrases::searches(), columns);
        for row in rows {
            let outcome = match row.outcome {
                OutcomeKind::Found => phrases::found_one(),
                OutcomeKind::Impossible => phrases::none_from_here(),
                OutcomeKind::Unknown | OutcomeKind::Refused => phrases::unknown_after(self.limit()),
            };
            table.push([
                Figure::from(&row.board),
                Figure::Method(row.method.clone()),
                outcome.into(),
                Figure::Seconds(row.seconds),
                row.trials.into(),
                row.moves.into(),
                row.backtracks.into(),
            ]);
        }
        table
    }

    /// The report's own table, by its own way of counting, next to the printed figures.
    fn as_reported(&self, rows: &[BacktrackingRow]) -> Table {
        let columns = [
            phrases::size(),
            phrases::time(),
            phrases::trials(),
            phrases::printed(),
            phrases::moves(),
            phrases::printed(),
            phrases::same(),
        ];
        let mut table = Table::new(phrases::as_the_report_counts(), columns);
        for row in rows.iter().filter(|row| row.method == METHODS[0].name()) {
            let printed = row.printed();
            let is_same = |printed| {
                if (row.report_trials, row.report_moves) == printed { phrases::yes() } else { phrases::no() }
            };
            let is_open = row.outcome == OutcomeKind::Unknown;
            let time = if is_open { self.limit() } else { Figure::Seconds(row.seconds) };
            table.push([
                Figure::from(&row.board),
                time.over_if(is_open),
                Figure::Count(row.report_trials).over_if(is_open),
                printed.map(|(trials, _)| trials).into(),
                Figure::Count(row.report_moves).over_if(is_open),
                printed.map(|(_, moves)| moves).into(),
                printed.map(is_same).into(),
            ]);
        }
        table
    }

    /// The time limit of a search.
    fn limit(&self) -> Figure {
        Figure::Limit(self.max_time.as_secs_f64())
    }
}

/// The rows of both searches of a board, if both have rows.
fn pairs(rows: &[BacktrackingRow]) -> impl Iterator<Item = (&BacktrackingRow, &BacktrackingRow)> {
    let row_of = |board: &str, method: Method| {
        rows.iter().find(|row| row.board == board && row.method == method.name())
    };
    rows.iter()
        .filter(|row| row.method == METHODS[0].name())
        .filter_map(move |row| Some((row, row_of(&row.board, METHODS[1])?)))
}

/// How much of the plain search Warnsdorff's rule saves, board by board.
fn savings(rows: &[BacktrackingRow]) -> Table {
    let columns = [
        phrases::board(),
        phrases::trials_saved(),
        phrases::times_fewer_trials(),
        phrases::backtracks_saved(),
        phrases::times_as_fast(),
    ];
    let mut table = Table::new(phrases::savings(), columns);
    for (plain, rule) in pairs(rows).filter(|(_, rule)| rule.outcome == OutcomeKind::Found) {
        let is_open = plain.outcome == OutcomeKind::Unknown;
        let saved = |plain: u64, rule: u64| Figure::Count(plain.saturating_sub(rule)).over_if(is_open);
        let ratio = |plain: f64, rule: f64| Figure::Times(plain / rule).over_if(is_open);
        table.push([
            Figure::from(&plain.board),
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
            row.method == method.name() && (row.outcome != OutcomeKind::Unknown) == is_known
        };
        rows.iter().filter(is_wanted).map(|row| (squares(row), row.trials as f64)).collect::<Vec<_>>()
    };
    let mut series = Vec::new();
    for (hue, method) in METHODS.into_iter().enumerate() {
        series.push(Series::new(method, hue, Style::Marked, points(method, true)));
        let open = points(method, false);
        if !open.is_empty() {
            series.push(Series::new(phrases::unknown_at_least(method), hue, Style::AtLeast, open));
        }
    }
    let printed: Vec<(f64, f64)> =
        rows.iter().filter_map(|row| Some((squares(row), row.printed()?.0 as f64))).collect();
    if !printed.is_empty() {
        series.push(Series::new(phrases::printed_in_the_report(), 3, Style::Hollow, printed));
    }
    Plot {
        name: "backtracking".into(),
        title: phrases::leaps_tested(),
        x: Axis::linear(phrases::squares_of_the_board(), Unit::Count),
        y: Axis::log(phrases::trials(), Unit::Count),
        series,
    }
}
