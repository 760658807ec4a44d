//! `ktour solve`: one verified tour, or why there is none.

mod steps;
mod trace;

use ktour_answer::{
    DEFAULT_MAX_TIME,
    best::BestProgress,
    document::{MeasuresDocument, OutcomeDocument},
    solve::Solve,
    to_json,
};
use ktour_core::{AnyTour, Checked, Control, Outcome, Puzzle, Tour, control::Clock};
use ktour_render::Format;
use ktour_search::{Answer, Stats, atlas::Atlas};

use crate::{
    args::SolveArgs,
    cmd::{measure, proof::ProofFolder, puzzle::given},
    console::Console,
    drawing::{self, Pictures},
    exit::{Exit, Failure},
    interrupt::Interrupt,
    memory, output,
};

pub(crate) fn run(args: &SolveArgs, console: &Console) -> Result<Exit, Failure> {
    if let Some(path) = &args.given {
        return given::solve(args, path, console);
    }
    let question = Solve::new(&args.parameters()?, u128::MAX)?;
    let mut pictures = Pictures::from_flags(&args.drawing)?;
    if args.steps {
        return steps::run(args, &question, &pictures, console);
    }
    pictures.0.is_measured = args.question.measure;
    if args.trace {
        return trace::run(args, &question, &pictures, console);
    }
    let named = if args.json { Some(Format::Json) } else { args.format };
    let formats = drawing::formats(named, &args.output, Format::Grid)?;
    pictures.check(&formats, question.puzzle.board())?;
    // A tour that is measured or part of the evidence is stored first.
    let is_stored = args.proof.folder.is_some() || args.question.measure;
    let built = if is_stored { None } else { question.implicit_tour()? };
    let (exit, stats) = match built {
        Some(tour) => write_built(args, &tour, &formats, &pictures, console)?,
        None => search(args, &question, &formats, &pictures, console)?,
    };
    if let Some(stats) = stats.filter(|_| args.stats && !is_in_document(args, &formats)) {
        print_stats(&stats, question.strategy.seed);
    }
    Ok(exit)
}

/// Whether measures and counters are part of the printed document.
fn is_in_document(args: &SolveArgs, formats: &[Format]) -> bool {
    formats.first() == Some(&Format::Json) && args.output.is_empty()
}

/// Writes an implicit tour; its cost is known when it is written.
fn write_built(
    args: &SolveArgs,
    tour: &Checked<Atlas>,
    formats: &[Format],
    pictures: &Pictures,
    console: &Console,
) -> Result<(Exit, Option<Stats>), Failure> {
    let board = tour.board();
    for &format in formats {
        let needed = pictures.0.render(format, None).memory_needed(board);
        memory::check(&format!("{board} as {format}"), needed)?;
    }
    let clock = Clock::default();
    let method = tour.0.method();
    let moves = tour.len() as u64 - 1;
    let stats = || Stats { method, trials: 0, moves, backtracks: 0, tries: 1, elapsed: clock.now() };
    let exit = pictures.write_all(tour, formats, &args.output, Some(stats()), console)?;
    Ok((exit, (exit == Exit::Yes).then(stats)))
}

/// Searches, and writes the result.
fn search(
    args: &SolveArgs,
    question: &Solve,
    formats: &[Format],
    pictures: &Pictures,
    console: &Console,
) -> Result<(Exit, Option<Stats>), Failure> {
    question.memory(memory::free())?;
    let Solve { puzzle, strategy, .. } = question;
    let folder = ProofFolder::new(&args.proof, args.question.search.max_time, console)?;
    if question.wish.is_some() {
        return solve_best(args, question, formats, pictures, console);
    }
    let what = format!("{} on {}", strategy.method, puzzle.board());
    let answer = console.search(&what, args.question.search.max_time, |control| question.answer(control))?;
    let exit = match &answer.outcome {
        Outcome::Found(tour) => {
            let exit = pictures.write_all(tour, formats, &args.output, Some(answer.stats), console)?;
            if args.question.measure && !is_in_document(args, formats) {
                print_measures(tour);
            }
            exit
        }
        _ => {
            let is_json = formats.first() == Some(&Format::Json);
            print_no_tour(puzzle, &answer, is_json, console)?
        }
    };
    if let Some(folder) = folder {
        folder.fill(|folder| folder.show(puzzle, &answer.outcome))?;
    }
    Ok((exit, Some(answer.stats)))
}

/// Searches for the best tour, and writes the best so far if Ctrl-C stopped it.
fn solve_best(
    args: &SolveArgs,
    question: &Solve,
    formats: &[Format],
    pictures: &Pictures,
    console: &Console,
) -> Result<(Exit, Option<Stats>), Failure> {
    let so_far = BestProgress::default();
    let time = args.question.search.max_time.or(question.rounds.is_none().then_some(DEFAULT_MAX_TIME));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let status = || {
        let best = so_far.value().map_or("none yet".to_owned(), |value| value.to_string());
        format!("best so far {best}, {} rounds, Ctrl-C stops,", so_far.rounds())
    };
    let (answer, best) = console.run_cancellable(|cancel| {
        let control = Control::unlimited().with_cancel(cancel);
        let control = time.map_or(control.clone(), |time| control.with_time(time));
        console.with_status(&status, || question.best(threads, &control, &so_far))
    })?;
    let is_json = formats.first() == Some(&Format::Json);
    let tour_to_measure = match &answer.outcome {
        Outcome::Found(tour) if args.question.measure => Some(tour),
        _ => None,
    };
    let exit = match &answer.outcome {
        Outcome::Found(_) if is_json && args.output.is_empty() => {
            let mut document = OutcomeDocument { best, ..OutcomeDocument::new(&question.puzzle, &answer) };
            document.measures = tour_to_measure.map(MeasuresDocument::new);
            output::to_stdout(|out| writeln!(out, "{}", to_json(&document)))?;
            Exit::Yes
        }
        Outcome::Found(tour) => {
            if let Some(best) = best {
                let (what, how) =
                    (best.aim.replace('-', " "), if best.is_proven { ", proven best" } else { "" });
                console.note(format!("{what}: {}{how}", best.value));
            }
            // Ctrl-C stopped the search, not the program, so writing starts with a fresh state.
            let calm = Console { look: console.look, interrupt: Interrupt::default() };
            let exit = pictures.write_all(tour, formats, &args.output, Some(answer.stats), &calm)?;
            if let Some(tour) = tour_to_measure {
                print_measures(tour);
            }
            exit
        }
        _ => print_no_tour(&question.puzzle, &answer, is_json, console)?,
    };
    Ok((exit, Some(answer.stats)))
}

fn print_measures(tour: &Tour) {
    let mut lines = Vec::new();
    // Writing to memory cannot fail.
    let _ = measure::write(tour, &mut lines);
    say!("{}", String::from_utf8_lossy(&lines).trim_end());
}

/// Prints that there is no tour, or that none was found.
fn print_no_tour(
    puzzle: &Puzzle,
    answer: &Answer,
    is_json: bool,
    console: &Console,
) -> Result<Exit, Failure> {
    if is_json {
        let document = OutcomeDocument::new(puzzle, answer);
        output::to_stdout(|out| writeln!(out, "{}", to_json(&document)))?;
    }
    let note = |sentence: String| {
        if !is_json {
            console.note(sentence)
        }
    };
    Ok(match &answer.outcome {
        Outcome::Impossible(reason) => {
            let left = if puzzle.visited().len() > 1 { "on the squares that are left, " } else { "" };
            note(format!("no tour: {left}{}", reason.text(puzzle.board())));
            Exit::No
        }
        Outcome::Unknown(spent) => {
            note(spent.to_string());
            if spent.cancelled { Exit::Interrupted } else { Exit::Unknown }
        }
        Outcome::Found(_) => Exit::Yes,
    })
}

fn print_stats(stats: &Stats, seed: u64) {
    let (trials, moves) = stats.as_the_report_counts();
    let as_reported = |count: u64| match stats.method.is_backtracking() {
        true => format!("  (a university report counts {count})"),
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
