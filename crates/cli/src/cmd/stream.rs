//! `ktour solve` for boards too large to hold: the tour is built and written as it is made.

use std::{io, time::Instant};

use indicatif::{ProgressBar, ProgressStyle};
use knights_tour::{
    Cancel, Method, Puzzle, Stats,
    build::{ImplicitTour, build},
};
use knights_tour_render::{
    Format,
    stream::{is_streamable, stream},
};

use crate::{
    args::{Look, SolveArgs},
    drawing::Pictures,
    exit::{Exit, Failure},
    interrupt::Interrupt,
    output,
};

/// Boards of more squares than this are streamed where that is possible.
const LARGE: u128 = 1 << 22;

/// The tour, if this question is one to stream.
pub(crate) fn tour(puzzle: &Puzzle, method: Method, formats: &[Format]) -> Option<ImplicitTour> {
    let is_large = puzzle.board().area() > LARGE && u64::try_from(puzzle.board().area()).is_ok();
    let may_build = matches!(method, Method::Auto | Method::Divide);
    let can_stream = formats.iter().all(|&format| is_streamable(format) || format == Format::Png);
    if is_large && may_build && can_stream { build(puzzle) } else { None }
}

/// Writes it to every place that was asked for.
pub(crate) fn run(
    args: &SolveArgs,
    tour: &ImplicitTour,
    formats: &[Format],
    pictures: &Pictures,
    look: Look,
    interrupt: &Interrupt,
) -> Result<(Exit, Stats), Failure> {
    let began = Instant::now();
    let squares = tour.len() as u64;
    for (place, &format) in formats.iter().enumerate() {
        let path = args.output.get(place);
        let written = interrupt.during(|cancel| {
            let bar = bar(squares, look.is_quiet);
            let mut proceed = |done: u128| heed(&cancel, &bar, done);
            let write = |out: &mut dyn io::Write| match format {
                Format::Png => pictures.png.write_implicit(tour, out, &mut proceed),
                _ => stream(tour, format, out, &mut proceed),
            };
            let written = match path {
                Some(path) => output::to_file(path, write),
                None => output::to_stdout(write),
            };
            bar.finish_and_clear();
            if cancel.is_cancelled() { Ok(Exit::Interrupted) } else { written.map(|()| Exit::Yes) }
        })?;
        if written == Exit::Interrupted {
            let what = path.map_or("standard output".to_owned(), |path| path.display().to_string());
            say!("ktour: interrupted: {what} was not written to its end, and no half file is left");
            return Ok((Exit::Interrupted, stats(squares, began)));
        }
    }
    Ok((Exit::Yes, stats(squares, began)))
}

fn heed(cancel: &Cancel, bar: &ProgressBar, done: u128) -> io::Result<()> {
    bar.set_position(done as u64);
    if cancel.is_cancelled() { Err(io::Error::other("interrupted")) } else { Ok(()) }
}

fn bar(squares: u64, is_quiet: bool) -> ProgressBar {
    if is_quiet || !io::IsTerminal::is_terminal(&io::stderr()) {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{bar:40} {percent}% of {human_len} squares, {eta} left, Ctrl-C stops");
    ProgressBar::new(squares).with_style(style.unwrap_or(ProgressStyle::default_bar()))
}

fn stats(squares: u64, began: Instant) -> Stats {
    let method = Method::Divide;
    Stats { method, trials: 0, moves: squares - 1, backtracks: 0, tries: 1, elapsed: began.elapsed() }
}
