//! `ktour solve`: one verified tour, or why there is none.

use knights_tour::{Answer, Budget, Outcome, Puzzle, Stats, Tour, solve, solve::memory_needed};
use knights_tour_render::{Csv, Format, Grid, Json, Npy, Render, Squares, Svg, stats_json};
use serde_json::json;

use crate::{
    args::{Look, SolveArgs},
    cmd::{reason_json, spent_json, steps, stream},
    exit::{Exit, Failure},
    interrupt::Interrupt,
    memory, output, progress,
};

pub(crate) fn run(args: &SolveArgs, look: Look, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let (puzzle, seed) = args.puzzle()?;
    let strategy = args.search.strategy(puzzle.leaper(), seed)?;
    if args.steps {
        return steps::run(args, &puzzle, strategy.method);
    }
    let formats = formats(args)?;
    if let Some(tour) = stream::tour(&puzzle, strategy.method, &formats) {
        let (exit, stats) = stream::run(args, &tour, &formats, look, interrupt)?;
        if args.stats && exit == Exit::Yes {
            print_stats(&stats, seed);
        }
        return Ok(exit);
    }
    memory::check(&format!("a search on {}", puzzle.board()), memory_needed(&puzzle, strategy.method))?;
    let what = format!("{} on {}", strategy.method, puzzle.board());
    let answer = interrupt.during(|cancel| {
        let budget = Budget::unlimited().with_cancel(cancel);
        let budget = args.search.max_time.map_or(budget.clone(), |time| budget.with_time(time));
        progress::during(&what, look.is_quiet, &budget, || solve(&puzzle, &strategy, &budget))
    });
    let answer = answer.map_err(Failure::refused)?;
    let is_json = formats.first() == Some(&Format::Json);
    let exit = write(args, &puzzle, &formats, &answer, is_json, look)?;
    if args.stats && !(is_json && args.output.is_empty()) {
        print_stats(&answer.stats, seed);
    }
    Ok(exit)
}

/// One format for standard output, or one a file.
fn formats(args: &SolveArgs) -> Result<Vec<Format>, Failure> {
    let named = args.format.as_deref().map(str::parse).transpose().map_err(Failure::refused)?;
    let named = if args.json { Some(Format::Json) } else { named };
    if args.output.is_empty() {
        return Ok(vec![named.unwrap_or_default()]);
    }
    let of_file = |path: &std::path::PathBuf| match named {
        Some(format) => Ok(format),
        None => Format::from_path(path).map_err(Failure::refused),
    };
    args.output.iter().map(of_file).collect()
}

fn write(
    args: &SolveArgs,
    puzzle: &Puzzle,
    formats: &[Format],
    answer: &Answer,
    is_json: bool,
    look: Look,
) -> Result<Exit, Failure> {
    let board = puzzle.board();
    let left = if puzzle.visited().len() > 1 { "on the squares that are left, " } else { "" };
    let (exit, document, sentence) = match &answer.outcome {
        Outcome::Found(tour) => {
            let stats = Some(answer.stats);
            if args.output.is_empty() {
                output::to_stdout(|out| render(tour, formats[0], stats, out))?;
            }
            for (path, &format) in args.output.iter().zip(formats) {
                output::to_file(path, |out| render(tour, format, stats, out))?;
            }
            return Ok(Exit::Yes);
        }
        Outcome::Impossible(reason) => (
            Exit::No,
            json!({"outcome": "impossible", "reason": reason_json(board, reason)}),
            format!("no tour: {left}{}", reason.text(board)),
        ),
        Outcome::Unknown(spent) => {
            let exit = if spent.cancelled { Exit::Interrupted } else { Exit::Unknown };
            (exit, json!({"outcome": "unknown", "spent": spent_json(spent)}), spent.to_string())
        }
    };
    if is_json {
        let mut document = document;
        document["stats"] = stats_json(&answer.stats);
        output::to_stdout(|out| writeln!(out, "{document}"))?;
    } else if !look.is_quiet {
        eprintln!("ktour: {sentence}");
    }
    Ok(exit)
}

fn render(
    tour: &Tour,
    format: Format,
    stats: Option<Stats>,
    out: &mut dyn std::io::Write,
) -> std::io::Result<()> {
    match format {
        Format::Grid => Grid.write(tour, out),
        Format::Squares => Squares.write(tour, out),
        Format::Json => Json { stats }.write(tour, out),
        Format::Csv => Csv.write(tour, out),
        Format::Svg => Svg.write(tour, out),
        Format::Npy => Npy.write(tour, out),
    }
}

fn print_stats(stats: &Stats, seed: u64) {
    let (trials, moves) = stats.as_the_report_counts();
    let as_reported = |count: u64| match stats.method.is_backtracking() {
        true => format!("  (the report counts {count})"),
        false => String::new(),
    };
    eprintln!("method      {}", stats.method);
    eprintln!("trials      {}{}", stats.trials, as_reported(trials));
    eprintln!("moves       {}{}", stats.moves, as_reported(moves));
    eprintln!("backtracks  {}", stats.backtracks);
    eprintln!("tries       {}", stats.tries);
    eprintln!("seed        {seed}");
    eprintln!("seconds     {:.6}", stats.elapsed.as_secs_f64());
}
