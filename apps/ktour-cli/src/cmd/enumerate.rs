//! `ktour enumerate`: all tours, streamed in a fixed order.

use std::{
    io::{self, Write},
    ops::ControlFlow,
    time::Duration,
};

use ktour_answer::{
    count::{refusal, symmetric_bytes, with_default_kind},
    parameters::checked_symmetry,
};
use ktour_core::{Control, Puzzle};
use ktour_count::{CountError, Counter, Resources, is_first_of_its_class};
use ktour_search::symmetric::{WantedSymmetry, for_each_symmetric};

use crate::{
    args::EnumerateArgs,
    cmd::tour_output::{self, TourWriter},
    console::Console,
    exit::{Exit, Failure},
    memory,
};

pub(crate) fn run(args: &EnumerateArgs, console: &Console) -> Result<Exit, Failure> {
    args.stream.check()?;
    let puzzle = with_default_kind(args.tours()?.puzzle(u128::MAX)?);
    if args.limit == Some(0) {
        return Ok(Exit::Yes);
    }
    let symmetry = checked_symmetry(args.symmetry, puzzle.board())?;
    let counter = match symmetry {
        Some(_) => {
            symmetric_bytes(&puzzle, 0, memory::free())?;
            None
        }
        None => Some(Counter::new(&puzzle).map_err(|error| refusal(&puzzle, error, Duration::ZERO))?),
    };
    let mut result = Ok(());
    tour_output::to(&args.stream, |out| {
        let mut tours = TourWriter::new(&args.stream, &puzzle, out)?;
        let failed;
        (result, failed) = match (symmetry, &counter) {
            (Some(sought), _) => list_symmetric(args, &puzzle, sought, console, &mut tours, out),
            (None, Some(counter)) => list(args, &puzzle, counter, console, &mut tours, out),
            (None, None) => (Ok(()), None),
        };
        match (failed, &result) {
            (Some(error), _) => Err(error),
            // An incomplete list must not have the name of a complete one.
            (None, Err(_)) if args.stream.output.is_some() => {
                Err(io::Error::other("the list was not finished"))
            }
            (None, _) => tours.finish(out),
        }
    })
    .or_else(|failure| if result.is_err() { Ok(()) } else { Err(failure) })?;
    match result {
        Ok(()) => Ok(Exit::Yes),
        Err(CountError::Stopped) => Ok(Exit::Interrupted),
        Err(error) => Err(refusal(&puzzle, error, Duration::ZERO).into()),
    }
}

/// Writes every tour. Returns how the list ended, and the write error if there is one.
fn list(
    args: &EnumerateArgs,
    puzzle: &Puzzle,
    counter: &Counter,
    console: &Console,
    tours: &mut TourWriter,
    out: &mut dyn Write,
) -> (Result<(), CountError>, Option<io::Error>) {
    let symmetries = if args.unique { puzzle.board().symmetries() } else { Vec::new() };
    let (resources, limit) = (Resources::default(), args.limit.unwrap_or(u64::MAX));
    let (mut written, mut failed) = (0, None);
    let mut go_on = |written_one: io::Result<()>| {
        written += 1;
        failed = written_one.err();
        if failed.is_some() || written == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let result = console.run_cancellable(|cancel| {
        let control = &Control::unlimited().with_cancel(cancel);
        let done = || counter.report().progress().done;
        let status = || format!("{}: {} steps, Ctrl-C stops,", puzzle.board(), done());
        console.with_status(&status, || match tours {
            TourWriter::Lines(lines) if !args.unique && !args.stream.measure => {
                let mut write = |order: &[u32]| go_on(lines.write(order, out));
                counter.each_order(args.shard, &resources, control, &mut write)
            }
            tours => counter.each_tour(args.shard, &resources, control, &mut |tour| {
                if args.unique && !is_first_of_its_class(&tour, &symmetries) {
                    return ControlFlow::Continue(());
                }
                go_on(tours.write(&tour, out))
            }),
        })
    });
    (result, failed)
}

/// Writes every tour with a symmetry.
fn list_symmetric(
    args: &EnumerateArgs,
    puzzle: &Puzzle,
    sought: WantedSymmetry,
    console: &Console,
    tours: &mut TourWriter,
    out: &mut dyn Write,
) -> (Result<(), CountError>, Option<io::Error>) {
    let symmetries = if args.unique { puzzle.board().symmetries() } else { Vec::new() };
    let (limit, mut written, mut failed) = (args.limit.unwrap_or(u64::MAX), 0, None);
    let listed = console.search(&format!("{sought} on {}", puzzle.board()), None, |control| {
        for_each_symmetric(puzzle, sought, control, &mut |tour| {
            if args.unique && !is_first_of_its_class(&tour, &symmetries) {
                return ControlFlow::Continue(());
            }
            written += 1;
            failed = tours.write(&tour, out).err();
            if failed.is_some() || written == limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
    });
    match listed {
        Ok(true) => (Ok(()), failed),
        Ok(false) => (Err(CountError::Stopped), failed),
        Err(refusal) => (Ok(()), Some(io::Error::other(refusal))),
    }
}
