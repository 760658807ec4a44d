//! `ktour solve --trace`: the search itself as an animation, with its ways back.

use std::{io, time::Duration};

use knights_tour::{Budget, Cancel, Outcome, Puzzle, Refusal, Strategy, solve, solve::trace::Trace};
use knights_tour_render::Format;

use crate::{
    args::{Look, SolveArgs},
    drawing::{self, Pictures},
    exit::{Exit, Failure},
    interrupt::Interrupt,
    output, progress,
};

/// The most squares entered and given up that are replayed: some seconds.
const EVENTS: u64 = 500_000_000;
/// How long the fast search may go on to say how many there are in all.
const COUNTING: Duration = Duration::from_secs(3);

pub(crate) fn run(
    args: &SolveArgs,
    puzzle: &Puzzle,
    strategy: &Strategy,
    pictures: &Pictures,
    look: Look,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    if !strategy.method.is_watched() {
        return Err(Failure::refused(Refusal::NotWatched { method: strategy.method }));
    }
    let formats = drawing::formats(args.format.as_deref(), &args.output, Format::Gif)?;
    if formats.iter().any(|&format| format != Format::Gif) {
        return Err(Failure::Refused("a search is drawn as a gif: give -o FILE.gif".into()));
    }
    if let Some(sentence) = pictures.gif.search_refusal(puzzle.board()) {
        return Err(Failure::Refused(sentence));
    }
    for place in 0..formats.len() {
        let path = args.output.get(place).map_or(std::path::Path::new("-"), |path| path.as_path());
        let shown = interrupt.during(|cancel| {
            let mut proceed =
                || if cancel.is_cancelled() { Err(io::Error::other("interrupted")) } else { Ok(()) };
            let mut shown = None;
            let share = progress::Share::default();
            let written = progress::drawing(&path.display().to_string(), look.is_quiet, &share, || {
                output::to_file(path, |out| {
                    shown = Some(pictures.gif.write_search(puzzle, strategy, EVENTS, out, &mut proceed)?);
                    Ok(())
                })
            });
            if cancel.is_cancelled() { Ok(None) } else { written.map(|()| shown) }
        })?;
        let Some(shown) = shown else {
            eprintln!("ktour: interrupted: {} was not written, and no half file is left", path.display());
            return Ok(Exit::Interrupted);
        };
        if !shown.is_whole && !look.is_quiet {
            let all = interrupt.during(|cancel| all_events(puzzle, strategy, cancel));
            eprintln!("ktour: the first {} of {all} squares entered and taken back are shown", shown.events);
        }
    }
    Ok(Exit::Yes)
}

/// How many squares the search enters and takes back in all, as far as that can be said soon.
fn all_events(puzzle: &Puzzle, strategy: &Strategy, cancel: Cancel) -> String {
    let budget = Budget::within(COUNTING).with_cancel(cancel);
    let start = Trace::new(puzzle, strategy).map(|trace| trace.knight());
    let Some(puzzle) = start.ok().and_then(|start| match puzzle.start() {
        Some(_) => Some(puzzle.clone()),
        None => puzzle.clone().from(start).ok(),
    }) else {
        return "all".into();
    };
    match solve(&puzzle, strategy, &budget) {
        Ok(answer) => {
            let events = answer.stats.moves + answer.stats.backtracks;
            let is_ended = !matches!(answer.outcome, Outcome::Unknown(_));
            if is_ended { events.to_string() } else { format!("more than {events}") }
        }
        Err(_) => "all".into(),
    }
}
