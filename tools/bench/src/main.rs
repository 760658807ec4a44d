//! `cargo xtask bench [NAME]`: a fixed suite that asserts its answers.
//!
//! Every row prints seconds, a rate, its ratio to a peer or a limit measured in the same run, and a
//! signature: a count that stays the same as long as behaviour does. After each section one line says how
//! many limits were kept and which were not; with `LIMITS` set, a limit that was not kept makes the run fail
//! at its end. Peers are compiled from `tools/bench/peers` where a C compiler is there, and run where Python
//! is; `peers` installs those of Python's registry under `target/peers` and runs them.

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
mod puzzles;
mod row;
mod search;

use std::{
    env, fs,
    process::{Command, ExitCode},
};

use clap::Parser;
use serde_json::Value;

use crate::row::Row;

/// Names of the suites to run.
#[derive(Parser)]
struct Options {
    /// Only the entry of this name, or else those whose name contains it.
    only: Option<String>,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
    /// Solve puzzles from standard input instead, one per line as `ktour puzzle --json` writes them; print
    /// the seconds of each and whether it has another solution.
    #[arg(long)]
    solve: bool,
    /// Instead: count a board given as `8x8 closed`; print the tours and what they took.
    #[arg(long)]
    count: Option<String>,
    /// Write the rows into BENCHMARKS.md, in place of the blocks that a comment `bench NAME…` stands above,
    /// and the points of its plots, and draw these.
    #[arg(long)]
    write: bool,
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
    ("cores", count::cores),
    ("cluster", cluster::cluster),
    ("pictures", pictures::pictures),
    ("puzzles", puzzles::puzzles),
    ("best", best::best),
    ("count-growth", count::growth),
    ("browser", browser::browser),
    ("peers", peer::scripts),
];

/// The page of figures, and the points of its plots, which `tools/bench/plot.py` draws; in the root of the
/// repository.
const PAGE: &str = "BENCHMARKS.md";
const POINTS: &str = "docs/bench/points.csv";

/// The entry of this name, or else those whose name contains it.
fn entries(only: &str) -> Vec<&'static Entry> {
    let is_called = |only: &str| ENTRIES.iter().any(|(name, _)| *name == only);
    let is_chosen = |entry: &&Entry| if is_called(only) { entry.0 == only } else { entry.0.contains(only) };
    ENTRIES.iter().filter(is_chosen).collect()
}

/// Replaces the block below each comment `bench NAME…` whose entries were all measured.
fn with_blocks(page: &str, measured: &[(&str, Vec<String>)]) -> String {
    let (mut lines, mut new) = (page.lines(), String::new());
    while let Some(line) = lines.next() {
        new.push_str(&format!("{line}\n"));
        let Some(names) = line.strip_prefix("<!-- bench ").and_then(|rest| rest.strip_suffix(" -->")) else {
            continue;
        };
        let rows =
            |name: &str| measured.iter().find(|(other, _)| *other == name).map(|(_, rows)| rows.join("\n"));
        let Some(rows) = names.split(' ').map(rows).collect::<Option<Vec<_>>>() else { continue };
        new.push_str(&format!("```text\n{}\n```\n", rows.join("\n")));
        lines.by_ref().skip_while(|line| *line != "```text").find(|line| *line == "```");
    }
    new
}

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
    let chosen = entries(options.only.as_deref().unwrap_or(""));
    if chosen.is_empty() {
        let names: Vec<&str> = ENTRIES.iter().map(|(name, _)| *name).collect();
        eprintln!("no entry of the suite is called so: choose among {}", names.join(", "));
        return ExitCode::from(2);
    }
    let mut all = Vec::new();
    let mut blocks = Vec::new();
    let mut is_broken = false;
    for (name, entry) in chosen {
        eprintln!("{name}…");
        let rows = entry();
        let lines: Vec<String> = rows.iter().map(|row| row.line().trim_end().to_owned()).collect();
        if !options.json {
            lines.iter().for_each(|line| println!("{line}"));
        }
        let promises = rows.iter().map(Row::promises);
        let (promised, broken) = promises.fold((0, Vec::new()), |(sum, mut all), (promised, broken)| {
            all.extend(broken);
            (sum + promised, all)
        });
        is_broken |= !broken.is_empty();
        match broken.len() {
            0 => eprintln!("{name}: {promised} limits kept"),
            missed => eprintln!("{name}: {missed} of {promised} limits not kept: {}", broken.join("; ")),
        }
        blocks.push((*name, lines));
        all.extend(rows);
    }
    if options.write {
        let page = fs::read_to_string(PAGE).expect("BENCHMARKS.md is read");
        fs::write(PAGE, with_blocks(&page, &blocks)).expect("BENCHMARKS.md is written");
        let old = fs::read_to_string(POINTS).unwrap_or_default();
        fs::write(POINTS, with_points(&old, &all)).expect("docs/bench is written");
        let drawn = Command::new("python3").arg("tools/bench/plot.py").status();
        assert!(drawn.is_ok_and(|status| status.success()), "tools/bench/plot.py draws the plots");
    }
    if options.json {
        println!("{}", Value::from(all.iter().map(Row::document).collect::<Vec<_>>()));
    }
    let fails = is_broken && env::var_os("LIMITS").is_some();
    if fails { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Replaces the points of every series that was measured; the file is `plot,program,squares,seconds`.
fn with_points(old: &str, rows: &[Row]) -> String {
    let new: Vec<String> = rows.iter().flat_map(Row::points).collect();
    let series = |line: &str| line.splitn(3, ',').take(2).map(str::to_owned).collect::<Vec<_>>();
    let measured: Vec<_> = new.iter().map(|line| series(line)).collect();
    let kept = old.lines().skip(1).filter(|line| !measured.contains(&series(line))).map(str::to_owned);
    let header = "plot,program,squares,seconds".to_owned();
    [header].into_iter().chain(kept).chain(new.iter().cloned()).map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_page_names_entries_of_the_suite_and_only_measured_blocks_are_replaced() {
        let page = include_str!("../../../BENCHMARKS.md");
        let names = page.lines().filter_map(|line| line.strip_prefix("<!-- bench ")?.strip_suffix(" -->"));
        for name in names.flat_map(|names| names.split(' ')) {
            assert!(ENTRIES.iter().any(|(entry, _)| *entry == name), "{name}");
        }
        let page = "<!-- bench a b -->\n```text\nold\n```\n<!-- bench c -->\n```text\nkept\n```\nend\n";
        let new = with_blocks(page, &[("a", vec!["1".into(), "2".into()]), ("b", vec!["3".into()])]);
        assert_eq!(new, page.replace("old", "1\n2\n3"));
    }

    #[test]
    fn points_of_a_measured_series_are_replaced_and_promises_are_counted() {
        let time = Duration::from_secs(2);
        let row =
            Row::new("a row", "").time(time).peer("C", Some(2 * time), Some(3.0)).within(1.0).within(4.0);
        let row = row.point("walk", "ours", 64.0);
        let old = "plot,program,squares,seconds\nwalk,ours,64,1\nwalk,Python,64,9\n";
        let new = with_points(old, std::slice::from_ref(&row));
        assert_eq!(
            new,
            "plot,program,squares,seconds\nwalk,Python,64,9\nwalk,ours,64,2.000000e0\nwalk,C,64,4.000000e0\n"
        );
        let broken = ["a row: 2.00 × C (at least 3)", "a row: 0.50 × the limit of 1 s (at least 1)"];
        assert_eq!(row.promises(), (3, broken.map(str::to_owned).into()));
    }
}
