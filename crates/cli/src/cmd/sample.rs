//! `ktour sample`: tours drawn exactly uniformly.

use std::{io, ops::ControlFlow, time::Instant};

use knights_tour::{Control, Puzzle, Tour};
use knights_tour_answer::{
    Refused,
    count::{counted_kind, refused, within},
};
use knights_tour_count::{CountError, Counter, Task};

use crate::{
    args::SampleArgs,
    cmd::{
        count::tell,
        lines::{self, Tours},
    },
    console::Console,
    exit::{Exit, Failure},
    memory,
};

pub(crate) fn run(args: &SampleArgs, console: &Console) -> Result<Exit, Failure> {
    args.stream.check()?;
    let puzzle = counted_kind(args.tours.words()?.puzzle(u128::MAX)?);
    let resources = args.tables.resources(memory::free());
    args.tables.check_spill()?;
    let counter = Counter::new(&puzzle).map_err(Refused::of)?;
    let needed = counter.estimate(Task::Sample, &resources, &Control::unlimited());
    let needed = within(&puzzle, &resources, needed)?;
    let began = Instant::now();
    let mut result = Ok(false);
    lines::to(&args.stream, |out| {
        // Begun with the first tour: where there are none, nothing is written.
        let mut tours: Option<Tours> = None;
        let mut write = |tour: &Tour| {
            if tours.is_none() {
                tours = Some(Tours::new(&args.stream, &puzzle, out)?);
            }
            tours.as_mut().map_or(Ok(()), |tours| tours.write(tour, out))
        };
        let mut failed = None;
        let mut each = |tour: Tour| {
            failed = write(&tour).err();
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let tell = || tell(&puzzle, counter.report(), &needed, began);
        result = console.during(|cancel| {
            let (control, n) = (Control::unlimited().with_cancel(cancel), args.n as usize);
            let draw = || counter.each_sample(n, args.seed(), &resources, &control, &mut each);
            console.telling(&tell, draw)
        });
        match (failed, &result) {
            (Some(error), _) => Err(error),
            (None, Ok(true)) => tours.map_or(Ok(()), |tours| tours.finish(out)),
            // Some of the tours must not stand under the name of all, nor none under any.
            (None, _) if args.stream.output.is_some() => Err(io::Error::other("not all tours were drawn")),
            (None, _) => Ok(()),
        }
    })
    .or_else(|failure| if matches!(result, Ok(true)) { Err(failure) } else { Ok(()) })?;
    ended(result, &puzzle, began, console)
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
        Err(error) => Err(refused(puzzle, error, began.elapsed()).into()),
    }
}
