//! `ktour solve`: one verified tour, or why there is none.

use knights_tour::{Answer, Budget, Outcome, Puzzle, Stats, solve, solve::memory_needed};
use knights_tour_render::{Format, answer::outcome_json};

use crate::{
    args::{Look, SolveArgs},
    cmd::{steps, stream, trace},
    drawing::{self, Pictures},
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
    let pictures = args.drawing.pictures()?;
    if args.trace {
        return trace::run(args, &puzzle, &strategy, &pictures, look, interrupt);
    }
    let named = if args.json { Some("json") } else { args.format.as_deref() };
    let formats = drawing::formats(named, &args.output, Format::Grid)?;
    pictures.check(&formats, puzzle.board())?;
    if let Some(tour) = stream::tour(&puzzle, strategy.method, &formats) {
        let (exit, stats) = stream::run(args, &tour, &formats, &pictures, look, interrupt)?;
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
    let exit = write(args, &puzzle, &formats, &answer, &pictures, look, interrupt)?;
    if args.stats && !(is_json && args.output.is_empty()) {
        print_stats(&answer.stats, seed);
    }
    Ok(exit)
}

fn write(
    args: &SolveArgs,
    puzzle: &Puzzle,
    formats: &[Format],
    answer: &Answer,
    pictures: &Pictures,
    look: Look,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let board = puzzle.board();
    let left = if puzzle.visited().len() > 1 { "on the squares that are left, " } else { "" };
    let (exit, sentence) = match &answer.outcome {
        Outcome::Found(tour) => {
            let stats = Some(answer.stats);
            return pictures.write_all(tour, formats, &args.output, stats, look, interrupt);
        }
        Outcome::Impossible(reason) => (Exit::No, format!("no tour: {left}{}", reason.text(board))),
        Outcome::Unknown(spent) => {
            let exit = if spent.cancelled { Exit::Interrupted } else { Exit::Unknown };
            (exit, spent.to_string())
        }
    };
    match outcome_json(board, answer) {
        Some(document) if formats.first() == Some(&Format::Json) => {
            output::to_stdout(|out| writeln!(out, "{document}"))?;
        }
        _ if !look.is_quiet => say!("ktour: {sentence}"),
        _ => (),
    }
    Ok(exit)
}

fn print_stats(stats: &Stats, seed: u64) {
    let (trials, moves) = stats.as_the_report_counts();
    let as_reported = |count: u64| match stats.method.is_backtracking() {
        true => format!("  (the report counts {count})"),
        false => String::new(),
    };
    say!("method      {}", stats.method);
    say!("trials      {}{}", stats.trials, as_reported(trials));
    say!("moves       {}{}", stats.moves, as_reported(moves));
    say!("backtracks  {}", stats.backtracks);
    say!("tries       {}", stats.tries);
    say!("seed        {seed}");
    say!("seconds     {:.6}", stats.elapsed.as_secs_f64());
}
