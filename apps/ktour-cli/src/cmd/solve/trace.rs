//! `ktour solve --trace`: the search as an animation, including its backtracking.

use std::time::Duration;

use ktour_answer::{Refused, solve::Solve};
use ktour_core::{Cancel, Control, Outcome, Puzzle, Square, notation};
use ktour_render::{Format, ShownSearch};
use ktour_search::{Method, Refusal, Strategy, Trace, solve};

use crate::{
    args::SolveArgs,
    console::Console,
    drawing::{self, Pictures, write_drawn},
    exit::{Exit, Failure},
};

/// Maximum number of search events that are replayed, which takes some seconds.
const MAX_EVENTS: u64 = 100_000_000;
/// Time limit for counting the events of the whole search.
const EVENT_COUNT_TIME: Duration = Duration::from_secs(3);

pub(crate) fn run(
    args: &SolveArgs,
    question: &Solve,
    pictures: &Pictures,
    console: &Console,
) -> Result<Exit, Failure> {
    let Solve { puzzle, strategy, .. } = question;
    if !strategy.method.is_watched() {
        return Err(Failure::refused(Refusal::NotWatched { method: strategy.method }));
    }
    let formats = drawing::formats(args.format, &args.output, Format::Gif)?;
    if formats.iter().any(|&format| format != Format::Gif) {
        return Err(Failure::Refused("a search is drawn as a gif: give -o FILE.gif".into()));
    }
    pictures.0.gif().check_search(puzzle.board()).map_err(Refused::new)?;
    let mut exit = Exit::Yes;
    for place in 0..formats.len() {
        let path = args.output.get(place).map_or(std::path::Path::new("-"), |path| path.as_path());
        let mut shown = None;
        let is_written = write_drawn(path, console, |out, control| {
            shown = Some(pictures.0.gif().write_search(puzzle, strategy, MAX_EVENTS, out, control)?);
            Ok(())
        })?;
        let Some(shown) = shown.filter(|_| is_written) else { return Ok(Exit::Interrupted) };
        let (answer, sentence) = verdict(puzzle, strategy, shown, console);
        if let Some(sentence) = sentence.filter(|_| place == 0) {
            console.note(sentence);
        }
        exit = answer;
    }
    Ok(exit)
}

/// Returns the outcome of the traced search, with a sentence if it has no tour.
fn verdict(
    puzzle: &Puzzle,
    strategy: &Strategy,
    shown: ShownSearch,
    console: &Console,
) -> (Exit, Option<String>) {
    let start = Trace::new(puzzle, strategy).map(|trace| trace.knight()).ok();
    let from = start.map(|square| notation::name(puzzle.board(), square)).unwrap_or_default();
    match (shown.is_whole, shown.is_found) {
        (true, true) => (Exit::Yes, None),
        (true, false) if strategy.method == Method::Warnsdorff => {
            let squares = puzzle.board().square_count();
            let after = u128::from(shown.events) + puzzle.visited().len().max(1) as u128;
            (Exit::Unknown, Some(format!("the walk shown got stuck after {after} of {squares} squares")))
        }
        (true, false) => {
            let exit = if puzzle.start().is_some() { Exit::No } else { Exit::Unknown };
            (exit, Some(format!("the search shown was exhaustive: no such tour begins on {from}")))
        }
        (false, _) => {
            let all = console.run_cancellable(|cancel| all_events(puzzle, strategy, start, cancel));
            (Exit::Unknown, Some(cut_off(shown.events, all)))
        }
    }
}

/// Number of search events: squares entered and given up.
#[derive(Clone, Copy)]
enum EventCount {
    /// Number of all events.
    All(u64),
    /// Lower bound.
    AtLeast(u64),
}

fn cut_off(shown: u64, all: EventCount) -> String {
    let all = match all {
        EventCount::All(all) => all.to_string(),
        EventCount::AtLeast(all) => format!("more than {}", all.max(shown)),
    };
    format!("only the first {shown} of {all} steps of the search are shown")
}

/// Counts the events of the whole search within a time limit.
fn all_events(puzzle: &Puzzle, strategy: &Strategy, start: Option<Square>, cancel: Cancel) -> EventCount {
    let control = Control::within(EVENT_COUNT_TIME).with_cancel(cancel);
    let puzzle = match (puzzle.start(), start) {
        (None, Some(start)) => puzzle.clone().starting_at(start).ok(),
        _ => Some(puzzle.clone()),
    };
    let Some(Ok(answer)) = puzzle.map(|puzzle| solve(&puzzle, strategy, &control)) else {
        return EventCount::AtLeast(0);
    };
    let events = answer.stats.moves + answer.stats.backtracks;
    match answer.outcome {
        Outcome::Unknown(_) => EventCount::AtLeast(events),
        _ => EventCount::All(events),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_was_cut_off_is_said_to_be_longer_than_what_is_shown() {
        for (all, of) in [
            (EventCount::All(900), "900"),
            (EventCount::AtLeast(800), "more than 800"),
            // The count had less time than the drawing.
            (EventCount::AtLeast(300), "more than 500"),
        ] {
            let sentence = format!("only the first 500 of {of} steps of the search are shown");
            assert_eq!(cut_off(500, all), sentence);
        }
    }
}
