//! `cargo xtask bench [NAME]`: a fixed suite that asserts its answers.
//!
//! Every row prints seconds, a rate, its ratio to a peer or a limit measured in the same run, and
//! a signature: a count that stays the same as long as behaviour does. Peers are compiled from
//! `tools/bench/peers` where a C compiler is there, and run where Python is.

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
    /// Write the rows into BENCHMARKS.md, in place of the blocks that a comment `bench NAME…` stands above.
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
    ("cluster", cluster::cluster),
    ("pictures", pictures::pictures),
    ("puzzles", puzzles::puzzles),
    ("best", best::best),
    ("plots-searches", plots::searches),
    ("plots-counting", plots::counting),
    ("plots-boards", plots::boards),
    ("browser", browser::browser),
];

/// The page of figures, in the root of the repository.
const PAGE: &str = "BENCHMARKS.md";

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
    for (name, entry) in chosen {
        eprintln!("{name}…");
        let rows = entry();
        let lines: Vec<String> = rows.iter().map(|row| row.line().trim_end().to_owned()).collect();
        if !options.json {
            lines.iter().for_each(|line| println!("{line}"));
        }
        blocks.push((*name, lines));
        all.extend(rows);
    }
    if options.write {
        let page = std::fs::read_to_string(PAGE).expect("BENCHMARKS.md is read");
        std::fs::write(PAGE, with_blocks(&page, &blocks)).expect("BENCHMARKS.md is written");
    }
    if options.json {
        println!("{}", Value::from(all.iter().map(Row::document).collect::<Vec<_>>()));
    }
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
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
}
