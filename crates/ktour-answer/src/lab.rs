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
use ktour_search::{Method, Tie, memory_needed};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::Value;

pub use document::{
    AxisDocument, BeginDocument, EndDocument, FindingsDocument, FindingsTableDocument, PlotDocument,
    RowDocument, SeriesDocument, TableLines,
};

use crate::{
    Ask, Cost, Declined, END, Event, Events, Job, Limits, Refused, RefusedDocument, ReplyShape, WORKING,
    WorkingDocument,
    parameters::{BoardParameters, List, Parameter, Squares, at_most, check_size, parameters, text},
    question::schema,
};

/// Maximum number of rows of an experiment.
const MAX_ROWS: usize = 2000;
/// Smallest and largest side of a square board.
const SIDE_RANGE: (u64, u64) = (5, 20_000);
/// Maximum number of walks per row.
const MAX_WALKS_PER_ROW: u64 = 100_000;
/// Maximum number of rounds.
const MAX_REPEATS: u64 = 100;
/// Maximum time of one search.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(60);
/// Time between two `findings` events.
const FINDINGS_INTERVAL: Duration = Duration::from_secs(1);

/// Events of an experiment.
const LAB: ReplyShape = ReplyShape::Events(&[
    ("begin", schema::<BeginDocument>()),
    ("row", schema::<RowDocument>()),
    ("findings", schema::<FindingsDocument>()),
    (END, schema::<EndDocument>()),
    (WORKING, schema::<WorkingDocument>()),
    ("error", schema::<RefusedDocument>()),
]);

/// Sides of square boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sizes(pub Vec<u64>);

impl Parameter for Sizes {
    fn parse(name: &str, value: &Value) -> Result<Sizes, Refused> {
        sizes::parse(&text(name, value)?, SIDE_RANGE.0, SIDE_RANGE.1).map(Sizes).map_err(Refused::new)
    }

    fn text(&self) -> String {
        sizes::write(&self.0)
    }
}

parameters! {
    /// Parameters of the experiment on trials, moves and time of plain backtracking.
    pub struct BacktrackingParameters {
        /// The boards.
        #[cli(value_name("BOARDS"))]
        boards: List<Board> = List(Backtracking::default().boards),
        /// Stop every search after this long and answer unknown.
        #[cli(value_name("TIME"))]
        max_time: Duration = Backtracking::default().max_time,
    }
}

parameters! {
    /// Parameters of the experiment on how often a greedy walk succeeds.
    pub struct WarnsdorffParameters {
        /// Sides of square boards: 5..60, 50..400:50 or 6,8,10.
        #[cli(value_name("SIZES").allow_hyphen_values(true))]
        sizes: Sizes = Sizes(Warnsdorff::default().sizes),
        /// Walks for every size and tie rule.
        #[cli(value_name("N"))]
        tries: u64 = Warnsdorff::default().tries,
        /// The tie rules: first, random, lookahead, far.
        #[cli(value_name("TIES"))]
        ties: List<Tie> = List(Warnsdorff::default().ties),
        /// Squares on which walks begin: those from which a tour exists (possible), all, a corner, or a row for
        /// each possible one.
        #[cli(value_name("WHICH"))]
        starts: StartRule = StartRule::default(),
        /// Seed of all random choices: the same seed gives the same result, with any number of threads.
        #[cli(value_name("N"))]
        seed: u64 = Warnsdorff::default().seed,
    }
}

parameters! {
    /// Parameters of the experiment on the time of a method as the board grows.
    pub struct GrowthParameters {
        /// The method.
        #[cli(short('m').value_name("M"))]
        method: Method = Growth::default().method,
        /// Sides of square boards: 5..60, 50..400:50 or 6,8,10.
        #[cli(value_name("SIZES").allow_hyphen_values(true))]
        sizes: Sizes = Sizes(Growth::default().sizes),
        /// Number of rounds over all sizes.
        #[cli(value_name("N"))]
        repeats: u64 = Growth::default().repeats,
        /// Stop every search after this long.
        #[cli(value_name("TIME"))]
        max_time: Duration = Growth::default().max_time,
        /// Seed of all random choices: the same seed gives the same tours.
        #[cli(value_name("N"))]
        seed: u64 = Growth::default().seed,
    }
}

parameters! {
    /// Parameters of the experiment that compares methods on all starts of a board.
    pub struct RaceParameters {
        /// The board: 8 for 8x8, or 31x29.
        #[cli(value_name("BOARD").allow_hyphen_values(true).value_parser(|text: &str| text.parse::<Board>()))]
        board: Board = Race::default().board,
        /// Squares the board lacks: a1,c3.
        #[cli(value_name("SQUARES"))]
        holes: Squares,
        /// The methods.
        #[cli(value_name("METHODS"))]
        methods: List<Method> = List(Race::default().methods),
        /// Stop every search after this long and answer unknown.
        #[cli(value_name("TIME"))]
        max_time: Duration = Race::default().max_time,
        /// Seed of all random choices: the same seed gives the same trials.
        #[cli(value_name("N"))]
        seed: u64 = Race::default().seed,
    }
}

impl BacktrackingParameters {
    /// Returns the plan of the experiment.
    pub fn plan(&self) -> Result<Backtracking, Refused> {
        Ok(Backtracking { boards: self.boards.0.clone(), max_time: positive_time(self.max_time)? })
    }
}

impl WarnsdorffParameters {
    /// Returns the plan of the experiment.
    pub fn plan(&self) -> Result<Warnsdorff, Refused> {
        let WarnsdorffParameters { sizes: Sizes(sizes), tries, ties: List(ties), starts, seed } =
            self.clone();
        Ok(Warnsdorff { sizes, tries: positive("tries", tries)?, ties, starts, seed })
    }
}

impl GrowthParameters {
    /// Returns the plan of the experiment.
    pub fn plan(&self) -> Result<Growth, Refused> {
        let GrowthParameters { method, sizes: Sizes(sizes), repeats, max_time, seed } = self.clone();
        let (repeats, max_time) = (positive("repeats", repeats)?, positive_time(max_time)?);
        Ok(Growth { method, sizes, repeats, max_time, seed })
    }
}

impl RaceParameters {
    /// Returns the plan of the experiment, and refuses a board of more than `most` squares.
    pub fn plan(&self, most: u128) -> Result<Race, Refused> {
        let RaceParameters { board, holes, methods: List(methods), max_time, seed } = self.clone();
        let board = BoardParameters { holes, ..BoardParameters::new(board) }.board_within(most)?;
        Ok(Race { board, methods, max_time: positive_time(max_time)?, seed })
    }
}

impl Ask for BacktrackingParameters {
    const NAME: &'static str = "lab/backtracking";
    const ABOUT: &'static str =
        "Trials, moves and time of plain backtracking, and what Warnsdorff's rule saves, row by row.";
    const EXAMPLE: &'static str = "boards=5x5,6x6";
    const SHAPE: ReplyShape = LAB;

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let plan = self.plan()?;
        plan.boards.iter().try_for_each(|board| check_size(board, limits.watched))?;
        let memory =
            plan.boards.iter().map(|board| max_memory(board, &[Method::Backtrack])).max().unwrap_or(0);
        let max_time = plan.max_time.min(MAX_SEARCH_TIME);
        stream(Backtracking { max_time, ..plan }, "Backtracking".to_owned(), memory, limits)
    }
}

impl Ask for WarnsdorffParameters {
    const NAME: &'static str = "lab/warnsdorff";
    const ABOUT: &'static str =
        "How often a greedy walk visits the whole board, by size and tie rule, with 95 % intervals.";
    const EXAMPLE: &'static str = "sizes=5..7&tries=20&ties=first,random";
    const SHAPE: ReplyShape = LAB;

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let plan = self.plan()?;
        at_most("tries", plan.tries, MAX_WALKS_PER_ROW)?;
        // Each thread walks on a board of its own.
        let memory = check_memory(&plan.sizes, Method::Warnsdorff, limits.threads, limits)?;
        stream(plan, "Warnsdorff's rule".to_owned(), memory, limits)
    }
}

impl Ask for GrowthParameters {
    const NAME: &'static str = "lab/growth";
    const ABOUT: &'static str = "How the time of a method grows with the board, and which law it follows.";
    const EXAMPLE: &'static str = "method=divide&sizes=6,8,10,12,16&repeats=2";
    const SHAPE: ReplyShape = LAB;

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let plan = self.plan()?;
        at_most("repeats", plan.repeats, MAX_REPEATS)?;
        let memory = check_memory(&plan.sizes, plan.method, 1, limits)?;
        let (title, max_time) = (format!("Growth: {}", plan.method), plan.max_time.min(MAX_SEARCH_TIME));
        stream(Growth { max_time, ..plan }, title, memory, limits)
    }
}

impl Ask for RaceParameters {
    const NAME: &'static str = "lab/race";
    const ABOUT: &'static str = "Methods side by side over all starts of a board.";
    const EXAMPLE: &'static str = "board=5&methods=backtrack,exact";
    const SHAPE: ReplyShape = LAB;

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let plan = self.plan(limits.watched)?;
        let memory = max_memory(&plan.board, &plan.methods);
        let max_time = plan.max_time.min(MAX_SEARCH_TIME);
        stream(Race { max_time, ..plan }, "A race from every square".to_owned(), memory, limits)
    }
}

/// Refuses 0.
fn positive(name: &'static str, number: u64) -> Result<u64, Refused> {
    match number {
        0 => Err(Declined::Nothing { what: name }.into()),
        number => Ok(number),
    }
}

fn positive_time(time: Duration) -> Result<Duration, Refused> {
    match time {
        Duration::ZERO => Err(Declined::NoTime.into()),
        time => Ok(time),
    }
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
        assert_eq!(begin["command"], "backtracking boards=6x6 max_time=60s");
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
        assert!(end["csv"].as_str().unwrap().starts_with("# backtracking boards=6x6 max_time=60s\nboard,"));
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
