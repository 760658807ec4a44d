//! `ktour count`: the exact number of tours.

mod cluster;
mod progress_text;

use std::{path::Path, time::Instant};

use ktour_answer::{
    Refused,
    count::{
        ColumnsDocument, Count, CountedTours, ForecastDocument, KeptCountDocument, LayersDocument,
        SpreadDocument, check_limits, refusal,
    },
    to_json,
};
use ktour_core::{Control, Puzzle, TourKind, amounts::bytes};
use ktour_count::{CountError, CountProgress, Counter, Measure, MeasurePart, Resources, Task};
use ktour_search::symmetric::WantedSymmetry;

pub(super) use self::progress_text::progress_line;
use self::progress_text::{answer, forecast_text, warn_if_unsaved};
use super::puzzle::given;
use crate::{
    args::CountArgs,
    console::Console,
    exit::{Exit, Failure},
    memory, output,
};

pub(crate) fn run(args: &CountArgs, console: &Console) -> Result<Exit, Failure> {
    if let Some(path) = &args.given {
        return given::count(args, path, console);
    }
    let question = Count::new(&args.parameters()?, u128::MAX)?;
    let puzzle = &question.puzzle;
    let resources = args.resources(memory::free());
    if args.cluster.is_asked() {
        return cluster::run(args, puzzle, &resources, console);
    }
    match question.which {
        CountedTours::All | CountedTours::Classes => {}
        CountedTours::Kept(sought) => return count_symmetric(args, puzzle, sought, &resources, console),
        CountedTours::By(measure) => return count_by_measure(args, puzzle, measure, &resources, console),
        CountedTours::EqualColumns => return columns(args, puzzle, &resources, console),
    }
    if args.estimate {
        return forecast(args, puzzle, &resources);
    }
    args.tables.check_spill()?;
    args.layers.as_deref().map_or(Ok(()), output::check)?;
    let counter = Counter::new(puzzle).map_err(Refused::new)?;
    let needed = counter.estimate(Task::Count, &resources, &Control::unlimited());
    check_limits(puzzle, &resources, needed)?;
    let (began, report) = (Instant::now(), counter.report());
    let counted = console.run_cancellable(|cancel| {
        let control = Control::unlimited().with_cancel(cancel);
        let status = || progress_line(puzzle, report, began);
        console.with_status(&status, || question.answer(&counter, &resources, &control))
    });
    warn_if_unsaved(report, console);
    let counted = match counted {
        Ok(counted) => counted,
        Err(CountError::Stopped) => return Ok(Exit::Interrupted),
        Err(error) => return Err(refusal(puzzle, error, began.elapsed()).into()),
    };
    let elapsed = began.elapsed();
    let CountProgress { resumed, spilled, .. } = report.progress();
    if resumed > 0 {
        console.note(format!("resumed after layer {resumed}"));
    }
    if spilled > 0 {
        console.note(format!("{} were written to temporary files", bytes(spilled.into())));
    }
    let exit = answer(args, puzzle, &counted, elapsed)?;
    match &args.layers {
        Some(path) => layers(&counter, &resources, path, console),
        None => Ok(exit),
    }
}

/// Prints what a count would take.
fn forecast(args: &CountArgs, puzzle: &Puzzle, resources: &Resources) -> Result<Exit, Failure> {
    let counter = Counter::new(puzzle).map_err(Refused::new)?;
    let forecast = counter.forecast(resources, &Control::unlimited()).map_err(Refused::new)?;
    let document = ForecastDocument::new(puzzle, &forecast, resources.threads());
    output::to_stdout(|out| match args.json {
        true => writeln!(out, "{}", to_json(&document)),
        false => out.write_all(forecast_text(puzzle, &forecast, resources.threads()).as_bytes()),
    })?;
    Ok(Exit::Yes)
}

/// Counts tours whose columns have equal sums.
fn columns(
    args: &CountArgs,
    puzzle: &Puzzle,
    resources: &Resources,
    console: &Console,
) -> Result<Exit, Failure> {
    let counted = console.run_cancellable(|cancel| {
        let control = Control::unlimited().with_cancel(cancel);
        let status = || format!("{} columns of first halves done, Ctrl-C stops,", control.progress().done);
        console.with_status(&status, || ColumnsDocument::count(puzzle, resources.memory(), &control))
    })?;
    let Some(document) = counted else { return Ok(Exit::Interrupted) };
    output::to_stdout(|out| match args.json {
        true => writeln!(out, "{}", to_json(&document)),
        false => writeln!(out, "{}", document.undirected.0),
    })?;
    Ok(Exit::Yes)
}

/// Counts the tours with a symmetry by listing them.
fn count_symmetric(
    args: &CountArgs,
    puzzle: &Puzzle,
    sought: WantedSymmetry,
    resources: &Resources,
    console: &Console,
) -> Result<Exit, Failure> {
    let what = format!("{sought} on {}", puzzle.board());
    let count = |control: &Control| KeptCountDocument::count(puzzle, sought, resources.memory(), control);
    let counted = console.search(&what, None, count)?;
    let Some(document) = counted else { return Ok(Exit::Interrupted) };
    output::to_stdout(|out| match args.json {
        true => writeln!(out, "{}", to_json(&document)),
        false => {
            let KeptCountDocument { directed, undirected, .. } = &document;
            let kind = puzzle.kind().unwrap_or(TourKind::Open);
            writeln!(
                out,
                "{directed} directed {kind} tours with the symmetry {sought}, {undirected} undirected"
            )
        }
    })?;
    Ok(Exit::Yes)
}

/// Counts tours by a measure.
fn count_by_measure(
    args: &CountArgs,
    puzzle: &Puzzle,
    measure: Measure,
    resources: &Resources,
    console: &Console,
) -> Result<Exit, Failure> {
    let counter = Counter::new(puzzle).map_err(Refused::new)?;
    let began = Instant::now();
    let spread = console.run_cancellable(|cancel| {
        let control = Control::unlimited().with_cancel(cancel);
        let status = || {
            let CountProgress { step, share, done, .. } = counter.report().progress();
            let (board, halves) = (puzzle.board(), if step == 0 { "near" } else { "far" });
            let share = 100.0 * share;
            format!("{board} by {measure}, {halves} halves: {share:.0}%, {done} steps, Ctrl-C stops,")
        };
        console.with_status(&status, || counter.spread(measure, resources, &control))
    });
    let spread = match spread {
        Ok(spread) => spread,
        Err(CountError::Stopped) => return Ok(Exit::Interrupted),
        Err(error) => return Err(refusal(puzzle, error, began.elapsed()).into()),
    };
    output::to_stdout(|out| {
        if args.json {
            return writeln!(
                out,
                "{}",
                to_json(&SpreadDocument::new(puzzle, measure, &spread, began.elapsed()))
            );
        }
        for (part, tours) in &spread.parts {
            let what = if *part == MeasurePart::Whole {
                measure.name().to_owned()
            } else {
                format!("{measure} {}", part.name())
            };
            writeln!(out, "{what}  tours")?;
            for (value, tours) in tours {
                writeln!(out, "{value:>width$}  {tours}", width = what.chars().count())?;
            }
        }
        Ok(())
    })?;
    Ok(Exit::Yes)
}

/// Writes the layers of the count.
fn layers(counter: &Counter, resources: &Resources, path: &Path, console: &Console) -> Result<Exit, Failure> {
    let puzzle = counter.puzzle();
    let began = Instant::now();
    let mut sums = Vec::new();
    let walked = console.run_cancellable(|cancel| {
        let control = Control::unlimited().with_cancel(cancel);
        let status = || {
            let CountProgress { step, steps, states, .. } = counter.report().progress();
            format!("layer {step} of {steps}, {states} states, Ctrl-C stops,")
        };
        console.with_status(&status, || counter.layers(resources, &control, |sum| sums.push(sum)))
    });
    match walked {
        Ok(()) => {}
        Err(CountError::Stopped) => return Ok(Exit::Interrupted),
        Err(error) => return Err(refusal(puzzle, error, began.elapsed()).into()),
    }
    output::to_file(path, |out| writeln!(out, "{}", to_json(&LayersDocument::new(puzzle, &sums))))?;
    Ok(Exit::Yes)
}
