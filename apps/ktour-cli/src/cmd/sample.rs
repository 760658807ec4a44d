//! `ktour sample`: tours sampled uniformly.

use std::{io, ops::ControlFlow, time::Instant};

use ktour_answer::{
    Refused,
    count::{check_limits, refusal, symmetric_bytes, with_default_kind},
    parameters::checked_symmetry,
};
use ktour_core::{Control, Puzzle, Tour};
use ktour_count::{CountError, Counter, Task};
use ktour_search::symmetric::{WantedSymmetry, sample_symmetric};

use crate::{
    args::SampleArgs,
    cmd::{
        count::progress_line,
        tour_output::{self, TourWriter},
    },
    console::Console,
    exit::{Exit, Failure},
    memory,
};

pub(crate) fn run(args: &SampleArgs, console: &Console) -> Result<Exit, Failure> {
    args.stream.check()?;
    let (tours, seed) = args.parameters()?;
    let (n, puzzle) = (args.question.n as usize, with_default_kind(tours.puzzle(u128::MAX)?));
    let resources = args.tables.resources(memory::free());
    if let Some(sought) = checked_symmetry(args.question.symmetry, puzzle.board())? {
        return sample_symmetric_tours(args, &puzzle, sought, (n, seed), resources.memory(), console);
    }
    args.tables.check_spill()?;
    let counter = Counter::new(&puzzle).map_err(Refused::new)?;
    let needed = counter.estimate(Task::Sample, &resources, &Control::unlimited());
    check_limits(&puzzle, &resources, needed)?;
    let began = Instant::now();
    let mut result = Ok(false);
    tour_output::to(&args.stream, |out| {
        // The writer is created for the first tour: if there is none, nothing is written.
        let mut tours: Option<TourWriter> = None;
        let mut write = |tour: &Tour| {
            if tours.is_none() {
                tours = Some(TourWriter::new(&args.stream, &puzzle, out)?);
            }
            tours.as_mut().map_or(Ok(()), |tours| tours.write(tour, out))
        };
        let mut failed = None;
        let mut each = |tour: Tour| {
            failed = write(&tour).err();
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let status = || progress_line(&puzzle, counter.report(), began);
        result = console.run_cancellable(|cancel| {
            let control = Control::unlimited().with_cancel(cancel);
            let draw = || counter.each_sample(n, seed, &resources, &control, &mut each);
            console.with_status(&status, draw)
        });
        match (failed, &result) {
            (Some(error), _) => Err(error),
            (None, Ok(true)) => tours.map_or(Ok(()), |tours| tours.finish(out)),
            // An incomplete sample must not have the name of a complete one.
            (None, _) if args.stream.output.is_some() => Err(io::Error::other("not all tours were drawn")),
            (None, _) => Ok(()),
        }
    })
    .or_else(|failure| if matches!(result, Ok(true)) { Err(failure) } else { Ok(()) })?;
    ended(result, &puzzle, began, console)
}

/// Samples tours with a symmetry.
fn sample_symmetric_tours(
    args: &SampleArgs,
    puzzle: &Puzzle,
    sought: WantedSymmetry,
    (n, seed): (usize, u64),
    memory: u128,
    console: &Console,
) -> Result<Exit, Failure> {
    symmetric_bytes(puzzle, n, memory)?;
    let drawn = console.search(&format!("{sought} on {}", puzzle.board()), None, |control| {
        sample_symmetric(puzzle, sought, n, seed, control)
    });
    let Some(drawn) = drawn.map_err(Failure::refused)? else { return Ok(Exit::Interrupted) };
    if !drawn.is_empty() {
        tour_output::to(&args.stream, |out| {
            let mut tours = TourWriter::new(&args.stream, puzzle, out)?;
            drawn.iter().try_for_each(|tour| tours.write(tour, out))?;
            tours.finish(out)
        })?;
    }
    ended(Ok(!drawn.is_empty()), puzzle, Instant::now(), console)
}

fn ended(
    drawn: Result<bool, CountError>,
    puzzle: &Puzzle,
    began: Instant,
    console: &Console,
) -> Result<Exit, Failure> {
    match drawn {
        Ok(true) => Ok(Exit::Yes),
        Ok(false) => {
            console.note(format!("{} has no such tours", puzzle.board()));
            Ok(Exit::No)
        }
        Err(CountError::Stopped) => Ok(Exit::Interrupted),
        Err(error) => Err(refusal(puzzle, error, began.elapsed()).into()),
    }
}
