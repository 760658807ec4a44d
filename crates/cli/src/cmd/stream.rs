//! `ktour solve` for boards too large to hold: the tour is built and written as it is made.

use std::{path::PathBuf, time::Instant};

use knights_tour::{
    Method,
    build::{ImplicitTour, build},
    search::Stats,
};
use knights_tour_answer::solve::Solve;
use knights_tour_render::{
    Format,
    stream::{is_streamable, stream},
};

use crate::{
    args::SolveArgs,
    console::Console,
    drawing::{Pictures, write_drawn},
    exit::{Exit, Failure},
};

/// Boards of more squares than this are streamed where that is possible.
const LARGE: u128 = 1 << 22;

/// The tour, if this question is one to stream.
pub(crate) fn tour(question: &Solve, formats: &[Format]) -> Option<ImplicitTour> {
    let (puzzle, method) = (&question.puzzle, question.strategy.method);
    let is_large = puzzle.board().area() > LARGE && u64::try_from(puzzle.board().area()).is_ok();
    let may_build = matches!(method, Method::Auto | Method::Divide);
    let can_stream = formats.iter().all(|&format| is_streamable(format) || format == Format::Png);
    if is_large && may_build && can_stream { build(puzzle) } else { None }
}

/// Writes it to every place that was asked for; how it ended, and what it cost where it is whole.
pub(crate) fn run(
    args: &SolveArgs,
    tour: &ImplicitTour,
    formats: &[Format],
    pictures: &Pictures,
    console: &Console,
) -> Result<(Exit, Option<Stats>), Failure> {
    let began = Instant::now();
    let to_stdout = [PathBuf::from("-")];
    let outputs = if args.output.is_empty() { &to_stdout[..] } else { &args.output[..] };
    for (path, &format) in outputs.iter().zip(formats) {
        let is_written = write_drawn(path, console, |out, control| match format {
            Format::Png => pictures.0.png().write_implicit(tour, out, control),
            _ => stream(tour, format, out, control),
        })?;
        if !is_written {
            return Ok((Exit::Interrupted, None));
        }
    }
    let (method, moves) = (Method::Divide, tour.len() as u64 - 1);
    let stats = Stats { method, trials: 0, moves, backtracks: 0, tries: 1, elapsed: began.elapsed() };
    Ok((Exit::Yes, Some(stats)))
}
