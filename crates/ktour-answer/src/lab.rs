//! Experiments of the laboratory, measured cell by cell and streamed row by row.
//!
//! The stream starts with `begin`, which has the plan. Every measured `row` follows, about once a second the
//! `findings` so far, and `end` with the findings, their plots, the rows as csv and a page. Each event
//! measures one cell, and lasts until the cell is finished or the control stops it. Callbacks of the control
//! receive its progress.

mod document;

use std::{thread, time::Duration};

use ktour_core::{Board, Control, Puzzle};
use ktour_lab::{
    Backtracking, Experiment, Growth, LabReport, Race, Section, Warnsdorff, record::Recorder, sizes,
    warnsdorff::StartRule,
};
use ktour_search::{Method, memory_needed};
use rayon::{ThreadPool, ThreadPoolBuilder};

pub use document::{
    AxisDocument, BeginDocument, EndDocument, FindingsDocument, FindingsTableDocument, PlotDocument,
    RowDocument, SeriesDocument, TableLines,
};

use crate::{Cost, Declined, END, Event, Events, Job, Limits, Parameters, Refused};

/// Maximum number of rows of an experiment.
const MAX_ROWS: usize = 2000;
/// Smallest and largest side of a square board.
const SIDE_RANGE: (u64, u64) = (5, 2000);
/// Maximum number of walks per row.
const MAX_WALKS_PER_ROW: u64 = 100_000;
/// Maximum number of rounds.
const MAX_REPEATS: u64 = 100;
/// Maximum time of one search.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(60);
/// Time between two `findings` events.
const FINDINGS_INTERVAL: Duration = Duration::from_secs(1);

/// Prepares the experiment on trials, moves and time of plain backtracking.
pub(crate) fn prepare_backtracking(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let boards: Vec<Board> = words.list("boards", Backtracking::default().boards)?;
    for board in &boards {
        check_size(board, limits)?;
    }
    let max_time = search_time(words, Duration::from_secs(10))?;
    let memory = boards.iter().map(|board| max_memory(board, &[Method::Backtrack])).max().unwrap_or(0);
    let plan = Backtracking { boards, max_time };
    stream(plan, "Backtracking".to_owned(), memory, limits)
}

/// Prepares the experiment on how often a greedy walk succeeds.
pub(crate) fn prepare_warnsdorff(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let usual = Warnsdorff::default();
    let sizes = sides(words, (5..=20).collect())?;
    // Each thread walks on a board of its own.
    let memory = check_memory(&sizes, Method::Warnsdorff, limits.threads, limits)?;
    let tries = non_zero(words, "tries", 200, MAX_WALKS_PER_ROW)?;
    let ties = words.list("ties", usual.ties)?;
    let starts = words.parse_named("starts", StartRule::default())?;
    let seed = words.number("seed", usual.seed, u64::MAX)?;
    stream(Warnsdorff { sizes, tries, ties, starts, seed }, "Warnsdorff's rule".to_owned(), memory, limits)
}

/// Prepares the experiment on the time of a method as the board grows.
pub(crate) fn prepare_growth(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let usual = Growth::default();
    let method = words.parse_named("method", usual.method)?;
    let sizes = sides(words, vec![8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256])?;
    let memory = check_memory(&sizes, method, 1, limits)?;
    let repeats = non_zero(words, "repeats", 3, MAX_REPEATS)?;
    let max_time = search_time(words, Duration::from_secs(10))?;
    let seed = words.number("seed", usual.seed, u64::MAX)?;
    stream(Growth { method, sizes, repeats, max_time, seed }, format!("Growth: {method}"), memory, limits)
}

/// Prepares the experiment that compares methods on all starts of a board.
pub(crate) fn prepare_race(words: &Parameters, limits: &Limits) -> Result<Job, Refused> {
    let usual = Race::default();
    let board = if words.has("board") { words.board_within(limits.watched)? } else { usual.board };
    let methods: Vec<Method> = words.list("methods", usual.methods)?;
    let max_time = search_time(words, Duration::from_secs(1))?;
    let seed = words.number("seed", usual.seed, u64::MAX)?;
    let memory = max_memory(&board, &methods);
    stream(Race { board, methods, max_time, seed }, "A race from every square".to_owned(), memory, limits)
}

/// Parses a number that must not be 0.
fn non_zero(words: &Parameters, word: &'static str, usual: u64, most: u64) -> Result<u64, Refused> {
    match words.number(word, usual, most)? {
        0 => Err(Declined::Nothing { what: word }.into()),
        number => Ok(number),
    }
}

fn search_time(words: &Parameters, usual: Duration) -> Result<Duration, Refused> {
    match words.time("max_time")?.unwrap_or(usual).min(MAX_SEARCH_TIME) {
        Duration::ZERO => Err(Declined::NoTime.into()),
        time => Ok(time),
    }
}

fn check_size(board: &Board, limits: &Limits) -> Result<(), Refused> {
    if board.area() <= limits.watched {
        return Ok(());
    }
    let (squares, most) = (board.area(), limits.watched);
    Err(Declined::TooManySquares { board: board.to_string(), squares, most }.into())
}

/// Parses the sides of square boards.
fn sides(words: &Parameters, usual: Vec<u64>) -> Result<Vec<u64>, Refused> {
    let text = words.text("sizes")?;
    text.map_or(Ok(usual), |text| sizes::parse(&text, SIDE_RANGE.0, SIDE_RANGE.1)).map_err(Refused::new)
}

/// Returns the approximate peak memory of these methods, in bytes.
fn max_memory(board: &Board, methods: &[Method]) -> u128 {
    let puzzle = Puzzle::new(board.clone());
    methods.iter().map(|&method| memory_needed(&puzzle, method)).max().unwrap_or(0)
}

/// Returns the memory of `at_once` searches on the largest board, or refuses it.
fn check_memory(sizes: &[u64], method: Method, at_once: usize, limits: &Limits) -> Result<u128, Refused> {
    let Some(board) = sizes.iter().max().and_then(|&side| Board::new(side, side).ok()) else { return Ok(0) };
    let bytes = max_memory(&board, &[method]).saturating_mul(at_once as u128);
    if bytes <= limits.memory {
        return Ok(bytes);
    }
    Err(Declined::Memory { board: board.to_string(), needed: bytes >> 20, most: limits.memory >> 20 }.into())
}

/// Returns the plan as a stream, or refuses it if it has too many rows.
fn stream<E>(plan: E, title: String, memory: u128, limits: &Limits) -> Result<Job, Refused>
where
    E: Experiment<Row: Send> + Send + Sync + 'static,
{
    let cells = plan.cell_count();
    if cells > MAX_ROWS {
        return Err(Declined::ManyRows { rows: cells as u64, most: MAX_ROWS as u64 }.into());
    }
    let measuring = ExperimentEvents {
        plan,
        title,
        cells,
        threads: limits.threads,
        rows: Vec::new(),
        stage: MeasuringPhase::Waiting,
    };
    Ok(Job::stream(Cost::long(memory), Some(Duration::MAX), measuring))
}

/// Stream of the rows of an experiment.
struct ExperimentEvents<E: Experiment> {
    plan: E,
    title: String,
    cells: usize,
    threads: usize,
    rows: Vec<E::Row>,
    stage: MeasuringPhase,
}

enum MeasuringPhase {
    Waiting,
    Working {
        /// Threads of the experiment; without them the caller's thread does the work.
        pool: Option<ThreadPool>,
        /// Time of the last findings, and their number of rows.
        told: (Duration, usize),
    },
    Over,
}

impl<E> Events for ExperimentEvents<E>
where
    E: Experiment<Row: Send> + Sync,
{
    fn next_event(&mut self, control: &Control) -> Result<Option<Event>, Refused> {
        let now = control.clock().now();
        let (pool, told) = match &mut self.stage {
            MeasuringPhase::Over => return Ok(None),
            MeasuringPhase::Waiting => {
                let pool = ThreadPoolBuilder::new().num_threads(self.threads).build().ok();
                self.stage = MeasuringPhase::Working { pool, told: (now, 0) };
                let begin = BeginDocument::new(&self.plan.identity(), self.cells);
                return Ok(Some(Event::new("begin", &begin)));
            }
            MeasuringPhase::Working { pool, told } => (pool, told),
        };
        let (at, is_due) = (self.rows.len(), now.saturating_sub(told.0) >= FINDINGS_INTERVAL);
        if is_due && at > told.1 && at < self.cells {
            *told = (now, at);
            let findings = FindingsDocument::new(&self.plan.findings(&self.rows), false);
            return Ok(Some(Event::new("findings", &findings)));
        }
        if at < self.cells && control.check_share(0.0).is_ok() {
            let measure = || self.plan.measure(at, control);
            let measured = pool.as_ref().map_or_else(measure, |pool| pool.install(measure));
            match measured {
                Ok(Some(row)) => {
                    let document = RowDocument::new(self.plan.cell_of(&row), at + 1, self.cells, &row);
                    self.rows.push(row);
                    return Ok(Some(Event::new("row", &document)));
                }
                Ok(None) => {}
                Err(refusal) => {
                    self.stage = MeasuringPhase::Over;
                    return Err(Refused::new(refusal));
                }
            }
        }
        self.stage = MeasuringPhase::Over;
        Ok(Some(Event::new(END, &self.end())))
    }
}

impl<E: Experiment> ExperimentEvents<E> {
    fn end(&self) -> EndDocument {
        let (findings, identity) = (self.plan.findings(&self.rows), self.plan.identity());
        let document = FindingsDocument::new(&findings, true);
        let command = identity.to_string();
        let section = Section {
            name: identity.experiment,
            title: self.title.clone(),
            intro: String::new(),
            command: command.clone(),
            findings,
        };
        let page = LabReport { command: command.clone(), machine: machine(), sections: vec![section] };
        EndDocument {
            findings: document,
            command,
            complete: self.rows.len() == self.cells,
            rows: self.rows.len(),
            csv: self.csv(),
            html: page.html(),
        }
    }

    /// Returns the rows as a csv from which the experiment can be resumed.
    fn csv(&self) -> String {
        let mut bytes = Vec::new();
        let written = Recorder::create(&mut bytes, &self.plan)
            .and_then(|mut recorder| self.rows.iter().try_for_each(|row| recorder.row(row)));
        written.expect("memory takes whatever is written to it");
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Describes the machine on which times are measured.
pub fn machine() -> String {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    format!("{} {}, {threads} threads", std::env::consts::OS, std::env::consts::ARCH)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::{Work, question};

    fn ask(name: &str, words: &[(&str, &str)]) -> Result<Job, Refused> {
        let words = words.iter().map(|&(word, text)| (word.to_owned(), text.to_owned())).collect();
        question(name).unwrap().prepare(&words, &Limits::default())
    }

    /// Returns all events of an experiment.
    fn events_of(name: &str, words: &[(&str, &str)], control: &Control) -> Vec<(&'static str, Value)> {
        let Work::Stream(mut events) = ask(name, words).unwrap().work else { panic!("rows come one by one") };
        std::iter::from_fn(|| events.next_event(control).unwrap())
            .map(|event| (event.name, serde_json::from_str(&event.data).unwrap()))
            .collect()
    }

    #[test]
    fn an_experiment_streams_its_rows_in_english_and_as_facts() {
        let events = events_of("lab/backtracking", &[("boards", "6x6")], &Control::unlimited());
        let names: Vec<&str> =
            events.iter().map(|(name, _)| *name).filter(|name| *name != "findings").collect();
        assert_eq!(names, ["begin", "row", "row", "end"]);
        let (begin, end) = (&events[0].1, &events.last().unwrap().1);
        assert_eq!(begin["command"], "backtracking boards=6x6 max_time=10s");
        assert_eq!((&begin["words"]["boards"], &begin["cells"]), (&"6x6".into(), &2.into()));
        let sentence = "1 of 1 rows printed in the university report come out exactly, trials and moves.";
        assert_eq!(end["sentences"][0], sentence);
        assert_eq!(end["lines"][0]["code"], "rows-exact");
        assert_eq!(end["lines"][0]["facts"]["same"]["count"], 1);
        let table = &end["tables"][1];
        assert_eq!(
            (&table["columns"][3], &table["lines"]["columns"][3]["code"]),
            (&"printed".into(), &"printed".into())
        );
        assert_eq!(table["lines"]["rows"][0][2]["count"], 43_232);
        assert_eq!(end["plots"][0]["line"]["code"], "leaps-tested");
        assert_eq!(end["plots"][0]["series"][0]["figure"]["method"], "backtrack");
        assert!(end["plots"][0]["svg"].as_str().unwrap().starts_with("<svg"));
        assert!(end["csv"].as_str().unwrap().starts_with("# backtracking boards=6x6 max_time=10s\nboard,"));
        assert_eq!((&end["complete"], &end["rows"]), (&true.into(), &2.into()));
    }

    #[test]
    fn every_example_of_an_experiment_ends() {
        for name in ["lab/backtracking", "lab/warnsdorff", "lab/growth", "lab/race"] {
            let example = question(name).unwrap().example;
            let words: Vec<(&str, &str)> =
                example.split('&').map(|pair| pair.split_once('=').unwrap()).collect();
            let events = events_of(name, &words, &Control::unlimited());
            assert_eq!(
                (events.last().unwrap().0, &events.last().unwrap().1["complete"]),
                ("end", &true.into())
            );
        }
    }

    #[test]
    fn a_time_limit_keeps_the_measured_rows() {
        let control = Control::within(Duration::from_millis(30));
        let words = [("sizes", "300"), ("tries", "100000"), ("ties", "random")];
        let events = events_of("lab/warnsdorff", &words, &control);
        let (name, end) = events.last().unwrap();
        assert_eq!((*name, &end["complete"], &end["rows"]), ("end", &false.into(), &0.into()));
    }

    #[test]
    fn invalid_plans_are_refused_with_their_code() {
        let code = |name, words: &[_]| ask(name, words).err().map(|refused| refused.code());
        assert_eq!(code("lab/warnsdorff", &[("tries", "0")]), Some("nothing-measured"));
        assert_eq!(code("lab/growth", &[("repeats", "0")]), Some("nothing-measured"));
        assert_eq!(code("lab/race", &[("max_time", "0s")]), Some("no-time"));
        assert_eq!(code("lab/race", &[("methods", "wizard")]), Some("name-unknown"));
        assert_eq!(code("lab/race", &[("board", "41")]), Some("too-many-squares"));
        assert_eq!(code("lab/backtracking", &[("boards", "41x41")]), Some("too-many-squares"));
        assert_eq!(code("lab/warnsdorff", &[("sizes", "9..5")]), Some("sizes-backwards"));
        assert_eq!(code("lab/warnsdorff", &[("sizes", "3")]), Some("sizes-out-of-range"));
        // A plan of millions of rows is refused without listing them.
        assert_eq!(code("lab/warnsdorff", &[("sizes", "5..2000"), ("starts", "each")]), Some("many-rows"));
        let little = Limits { memory: 1 << 20, ..Limits::default() };
        let words = [("sizes".to_owned(), "2000".to_owned())].into_iter().collect();
        let refused = question("lab/growth").unwrap().prepare(&words, &little).err().unwrap();
        assert_eq!(refused.code(), "memory");
    }

    #[test]
    fn a_method_that_refuses_a_board_ends_the_stream_with_its_refusal() {
        let asked = ask("lab/growth", &[("method", "parberry"), ("sizes", "7")]).unwrap();
        let Work::Stream(mut events) = asked.work else { panic!("rows come one by one") };
        let control = Control::unlimited();
        assert_eq!(events.next_event(&control).unwrap().unwrap().name, "begin");
        assert!(events.next_event(&control).is_err());
        assert!(events.next_event(&control).unwrap().is_none());
    }
}
