//! `ktour lab`: the experiments, as tables, rows and one page.

mod command;
mod record;
mod report;

use ktour_core::{Board, Puzzle};
use ktour_lab::{Completion, Experiment, Findings, Line};
use ktour_search::{Method, memory_needed};
use serde_json::json;

use self::command::command;
use crate::{
    args::{LabArgs, LabCommand, RowsArgs},
    console::Console,
    exit::{Exit, Failure},
    memory, output,
};

pub(crate) fn run(args: &LabArgs, console: &Console) -> Result<Exit, Failure> {
    match &args.experiment {
        LabCommand::Backtracking(args) => {
            let plan = args.question.plan()?;
            plan.boards.iter().try_for_each(|board| fits(board, Method::Backtrack, 1))?;
            run_experiment(&plan, &args.rows, console)
        }
        LabCommand::Warnsdorff(args) => {
            threads(args.threads)?;
            let plan = args.plan()?;
            check_memory(&plan.sizes, Method::Warnsdorff, rayon::current_num_threads())?;
            run_experiment(&plan, &args.rows, console)
        }
        LabCommand::Growth(args) => {
            let plan = args.question.plan()?;
            check_memory(&plan.sizes, plan.method, 1)?;
            run_experiment(&plan, &args.rows, console)
        }
        LabCommand::Race(args) => run_experiment(&args.plan()?, &args.rows, console),
        LabCommand::Report(args) => {
            threads(args.threads)?;
            report::run(args, console)
        }
    }
}

/// Sets the number of threads that share the walks.
fn threads(threads: Option<usize>) -> Result<(), Failure> {
    match threads {
        Some(0) => Err(Failure::Refused("0 threads do nothing: give --threads at least 1".into())),
        Some(threads) => {
            rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().map_err(Failure::refused)
        }
        None => Ok(()),
    }
}

/// Refuses boards that do not fit into memory `at_once` times, before the first measurement.
fn check_memory(sizes: &[u64], method: Method, at_once: usize) -> Result<(), Failure> {
    let Some(board) = sizes.iter().max().and_then(|&size| Board::new(size, size).ok()) else { return Ok(()) };
    fits(&board, method, at_once)
}

/// Refuses a board that does not fit into memory `at_once` times.
fn fits(board: &Board, method: Method, at_once: usize) -> Result<(), Failure> {
    let what = if at_once > 1 {
        format!("{method} on {board}, {at_once} at once,")
    } else {
        format!("{method} on {board}")
    };
    let needed = memory_needed(&Puzzle::new(board.clone()), method);
    memory::check(&what, needed.saturating_mul(at_once as u128))
}

/// Measures, stores the rows, and prints the findings.
fn run_experiment<E: Experiment>(plan: &E, args: &RowsArgs, console: &Console) -> Result<Exit, Failure> {
    let (rows, ended) = record::measure(plan, args.output.as_deref(), args.resume, console)?;
    let findings = plan.findings(&rows);
    if args.json {
        let document = json!({
            "command": command(&plan.identity()),
            "complete": ended == Completion::Complete,
            "rows": rows,
            "findings": texts(&findings.sentences),
            "lines": findings.sentences,
        });
        output::to_stdout(|out| writeln!(out, "{document}"))?;
    } else {
        output::to_stdout(|out| out.write_all(text(&findings).as_bytes()))?;
    }
    Ok(if ended == Completion::Complete { Exit::Yes } else { Exit::Interrupted })
}

fn texts(lines: &[Line]) -> Vec<String> {
    lines.iter().map(Line::to_string).collect()
}

/// Formats the tables, the sentences and the notes.
fn text(findings: &Findings) -> String {
    let mut parts: Vec<String> =
        findings.tables.iter().filter(|table| !table.rows.is_empty()).map(|table| table.text()).collect();
    for lines in [&findings.sentences, &findings.notes] {
        if !lines.is_empty() {
            parts.push(texts(lines).join("\n") + "\n");
        }
    }
    // Thin spaces are for print and HTML.
    parts.join("\n").replace('\u{202f}', " ")
}
