//! `ktour unrank` and `ktour rank`: the tour of a number, and the number of a tour.

use std::time::Instant;

use ktour_answer::{
    Refused,
    count::{check_limits, refusal, with_default_kind},
    to_json,
    tours::{NumberedDocument, rank_puzzle},
};
use ktour_core::{Control, Puzzle};
use ktour_count::{CountError, Counter, Resources, Task};
use ktour_render::read;

use super::{
    count::progress_line,
    render::not_a_tour,
    tour_output::{self, TourWriter},
};
use crate::{
    args::{RankArgs, UnrankArgs, reader},
    console::Console,
    exit::{Exit, Failure},
    memory, output,
};

pub(crate) fn unrank(args: &UnrankArgs, console: &Console) -> Result<Exit, Failure> {
    args.stream.check()?;
    args.tables.check_spill()?;
    let puzzle = with_default_kind(args.tours()?.puzzle(u128::MAX)?);
    let number = args.question.number.unwrap_or_default();
    let resources = args.tables.resources(memory::free());
    let tour =
        asked(&puzzle, &resources, console, |counter, control| counter.unrank(number, &resources, control))?;
    let Some(tour) = tour else { return Ok(Exit::Interrupted) };
    tour_output::to(&args.stream, |out| {
        let mut tours = TourWriter::new(&args.stream, &puzzle, out)?;
        tours.write(&tour, out)?;
        tours.finish(out)
    })?;
    Ok(Exit::Yes)
}

pub(crate) fn rank(args: &RankArgs, console: &Console) -> Result<Exit, Failure> {
    args.tables.check_spill()?;
    let tours = args.tours()?;
    let tour = match read::tour(reader(args.file.as_deref())?, &tours.board.hints(memory::free())?) {
        Ok(tour) => tour,
        Err(error) => return not_a_tour(error),
    };
    let puzzle = rank_puzzle(&tours, &tour, u128::MAX)?;
    let resources = args.tables.resources(memory::free());
    let number =
        asked(&puzzle, &resources, console, |counter, control| counter.rank(&tour, &resources, control))?;
    let Some(number) = number else { return Ok(Exit::Interrupted) };
    output::to_stdout(|out| match args.json {
        true => writeln!(out, "{}", to_json(&NumberedDocument::new(&tour, number))),
        false => writeln!(out, "{number}"),
    })?;
    Ok(Exit::Yes)
}

/// The answer of a counter; none if it was interrupted.
fn asked<T>(
    puzzle: &Puzzle,
    resources: &Resources,
    console: &Console,
    ask: impl Fn(&Counter, &Control) -> Result<T, CountError>,
) -> Result<Option<T>, Failure> {
    let counter = Counter::new(puzzle).map_err(Refused::new)?;
    check_limits(puzzle, resources, counter.estimate(Task::Sample, resources, &Control::unlimited()))?;
    let began = Instant::now();
    let answer = console.run_cancellable(|cancel| {
        let control = Control::unlimited().with_cancel(cancel);
        console.with_status(&|| progress_line(puzzle, counter.report(), began), || ask(&counter, &control))
    });
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(CountError::Stopped) => Ok(None),
        Err(error) => Err(refusal(puzzle, error, began.elapsed()).into()),
    }
}
