//! `cargo xtask bench [NAME]`: a fixed suite that asserts its answers.
//!
//! Every row prints seconds, a rate, its ratio to a peer or a limit measured in the same run, and
//! a signature: a count that stays the same as long as behaviour does. Peers are compiled from
//! `benches/peers` where a C compiler is there, and run where Python is.

mod anyboard;
mod best;
mod browser;
mod build;
mod cluster;
mod count;
mod hard;
mod large;
mod peer;
mod pictures;
mod plots;
mod puzzles;
mod search;

use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::Parser;
use serde_json::{Value, json};

/// What to measure.
#[derive(Parser)]
struct Options {
    /// Only entries whose name contains this.
    only: Option<String>,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
    /// Instead: solve puzzles of standard input, each a line as `ktour puzzle --json` writes it; print for each the
    /// seconds and whether it has another solution.
    #[arg(long)]
    solve: bool,
}

/// One line of the suite.
pub(crate) struct Row {
    pub(crate) name: String,
    /// The fastest of several rounds; `None` for rows that count something else.
    pub(crate) time: Option<Duration>,
    /// How many things were done in that time, and what they are.
    pub(crate) done: Option<(f64, &'static str)>,
    /// Against what, and how many times as fast as it.
    pub(crate) ratios: Vec<(String, f64)>,
    /// What must not change.
    pub(crate) signature: String,
}

type Entry = (&'static str, fn() -> Vec<Row>);

const ENTRIES: &[Entry] = &[
    ("backtracking", search::backtracking),
    ("warnsdorff", search::warnsdorff),
    ("verify", search::verify),
    ("ties", search::ties),
    ("build-grid", build::number_grid),
    ("build-questions", build::questions),
    ("build-4000", build::one_thread),
    ("build-growth", build::growth),
    ("corpus", anyboard::corpus),
    ("hard", hard::hard),
    ("large", large::large),
    ("hundred-million", large::largest),
    ("shapes", anyboard::shapes),
    ("half-played", anyboard::half_played),
    ("count", count::count),
    ("chessboard", count::chessboard),
    ("cluster", cluster::cluster),
    ("pictures", pictures::pictures),
    ("puzzles", puzzles::puzzles),
    ("best", best::best),
    ("plots", plots::plots),
    ("plots-boards", plots::plots_of_large_boards),
    ("browser", browser::browser),
];

fn main() -> ExitCode {
    let options = Options::parse();
    if options.solve {
        puzzles::solve_lines(std::io::stdin().lock());
        return ExitCode::SUCCESS;
    }
    let is_chosen = |entry: &&Entry| options.only.as_deref().is_none_or(|only| entry.0.contains(only));
    let chosen: Vec<&Entry> = ENTRIES.iter().filter(is_chosen).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = ENTRIES.iter().map(|(name, _)| *name).collect();
        eprintln!("no entry of the suite is called so: choose among {}", names.join(", "));
        return ExitCode::from(2);
    }
    let mut all = Vec::new();
    for (name, entry) in chosen {
        eprintln!("{name}…");
        let rows = entry();
        if !options.json {
            rows.iter().for_each(|row| println!("{}", line(row)));
        }
        all.extend(rows);
    }
    if options.json {
        println!("{}", Value::from(all.iter().map(document).collect::<Vec<_>>()));
    }
    ExitCode::SUCCESS
}

fn line(row: &Row) -> String {
    let time = row.time.map_or(String::new(), |time| format!("{:.6} s", time.as_secs_f64()));
    let rate = match (row.time, row.done) {
        (Some(time), Some((done, what))) => format!("{:.1} M {what}/s", done / time.as_secs_f64() / 1e6),
        _ => String::new(),
    };
    let ratios: Vec<String> = row.ratios.iter().map(|(peer, ratio)| format!("{ratio:.2} × {peer}")).collect();
    format!("{:<34} {time:>12} {rate:>22}  {:<44} [{}]", row.name, ratios.join(", "), row.signature)
}

fn document(row: &Row) -> Value {
    let ratios: Vec<Value> =
        row.ratios.iter().map(|(peer, ratio)| json!({"peer": peer, "times_as_fast": ratio})).collect();
    json!({
        "name": row.name,
        "seconds": row.time.map(|time| time.as_secs_f64()),
        "done": row.done.map(|(done, _)| done),
        "unit": row.done.map(|(_, unit)| unit),
        "ratios": ratios,
        "signature": row.signature,
    })
}

/// The fastest of some repeats by the clock; noise only ever makes a program slower.
pub(crate) fn fastest<T>(repeats: u32, work: impl FnMut() -> T) -> (Duration, T) {
    let began = Instant::now();
    fastest_by(|| began.elapsed(), repeats, work)
}

/// The same by the time of the processor, as the peers measure theirs: what else the machine does is not counted.
pub(crate) fn fastest_alone<T>(repeats: u32, work: impl FnMut() -> T) -> (Duration, T) {
    fastest_by(processor_time, repeats, work)
}

fn fastest_by<T>(now: impl Fn() -> Duration, repeats: u32, mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut best: Option<(Duration, T)> = None;
    for _ in 0..repeats.max(1) {
        let began = now();
        let done = work();
        let time = now() - began;
        if best.as_ref().is_none_or(|(fastest, _)| time < *fastest) {
            best = Some((time, done));
        }
    }
    best.expect("at least one repeat")
}

/// What the processor has spent on this process.
#[cfg(unix)]
pub(crate) fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("a process has not run for a negative time")
}

/// Elsewhere the clock has to do.
#[cfg(not(unix))]
pub(crate) fn processor_time() -> Duration {
    static BEGAN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    BEGAN.elapsed()
}
