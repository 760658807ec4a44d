//! `cargo xtask bench [NAME]`: a fixed suite that asserts its answers.
//!
//! Every row prints seconds, a rate, its ratio to a peer or a limit measured in the same run, and
//! a signature: a count that stays the same as long as behaviour does. Peers are compiled from
//! `benches/peers` where a C compiler is there, and run where Python is.

mod anyboard;
mod best;
mod browser;
mod build;
mod clock;
mod cluster;
mod corpus;
mod count;
mod hard;
mod large;
mod peer;
mod pictures;
mod plots;
mod puzzles;
mod row;
mod search;

use std::process::ExitCode;

use clap::Parser;
use serde_json::Value;

use crate::row::Row;

/// What to measure.
#[derive(Parser)]
struct Options {
    /// Only the entry of this name, or else those whose name contains it.
    only: Option<String>,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
    /// Instead: solve puzzles of standard input, each a line as `ktour puzzle --json` writes it; print for each the
    /// seconds and whether it has another solution.
    #[arg(long)]
    solve: bool,
    /// Instead: count a board given as `8x8 closed`; print the tours and what they took.
    #[arg(long)]
    count: Option<String>,
    /// Instead: write the boards of the corpus under `testdata`.
    #[arg(long)]
    write_corpus: bool,
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
    ("wide-boards", count::wide),
    ("cluster", cluster::cluster),
    ("pictures", pictures::pictures),
    ("puzzles", puzzles::puzzles),
    ("best", best::best),
    ("plots-searches", plots::searches),
    ("plots-counting", plots::counting),
    ("plots-boards", plots::boards),
    ("browser", browser::browser),
];

fn main() -> ExitCode {
    let options = Options::parse();
    if options.solve {
        puzzles::solve_lines(std::io::stdin().lock());
        return ExitCode::SUCCESS;
    }
    if let Some(question) = &options.count {
        count::count_alone(question);
        return ExitCode::SUCCESS;
    }
    if options.write_corpus {
        corpus::write().expect("the folder of the facts is there to be written");
        return ExitCode::SUCCESS;
    }
    let is_called = |only: &str| ENTRIES.iter().any(|(name, _)| *name == only);
    let is_chosen = |entry: &&Entry| match options.only.as_deref() {
        Some(only) if is_called(only) => entry.0 == only,
        Some(only) => entry.0.contains(only),
        None => true,
    };
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
            rows.iter().for_each(|row| println!("{}", row.line()));
        }
        all.extend(rows);
    }
    if options.json {
        println!("{}", Value::from(all.iter().map(Row::document).collect::<Vec<_>>()));
    }
    ExitCode::SUCCESS
}
