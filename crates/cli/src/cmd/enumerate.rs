//! `ktour enumerate`: all tours, streamed in an order that never changes.

use std::{io, ops::ControlFlow, time::Duration};

use knights_tour_answer::count::{counted_kind, refused};
use knights_tour_count::{CountError, Watch, each_order, each_tour, is_first_of_its_class};

use crate::{
    args::EnumerateArgs,
    cmd::lines::{self, Tours},
    console::Console,
    exit::{Exit, Failure},
};

pub(crate) fn run(args: &EnumerateArgs, console: &Console) -> Result<Exit, Failure> {
    let puzzle = counted_kind(args.tours.words()?.puzzle(u128::MAX)?);
    let symmetries = if args.unique { puzzle.board().symmetries() } else { Vec::new() };
    let limit = args.limit.unwrap_or(u64::MAX);
    if limit == 0 {
        return Ok(Exit::Yes);
    }
    let mut result = Ok(());
    lines::to(&args.stream, |out| {
        let mut tours = Tours::new(&args.stream, &puzzle, out)?;
        let (mut written, mut failed) = (0u64, None);
        let mut go_on = |written_one: io::Result<()>| {
            written += 1;
            failed = written_one.err();
            if failed.is_some() || written == limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        result = console.during(|cancel| {
            let watch = Watch::default().with_cancel(cancel);
            let tell = || format!("{}: {} steps, Ctrl-C stops,", puzzle.board(), watch.progress().done);
            console.telling(&tell, || match &mut tours {
                Tours::Lines(lines) if !args.unique => {
                    each_order(&puzzle, args.shard, &watch, &mut |order| go_on(lines.write(order, out)))
                }
                tours => each_tour(&puzzle, args.shard, &watch, &mut |tour| {
                    if args.unique && !is_first_of_its_class(&tour, &symmetries) {
                        return ControlFlow::Continue(());
                    }
                    go_on(tours.write(&tour, out))
                }),
            })
        });
        match (failed, &result) {
            (Some(error), _) => Err(error),
            // Half a list must not stand under the name of a whole one.
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
        Err(error) => Err(refused(&puzzle, error, Duration::ZERO).into()),
    }
}
