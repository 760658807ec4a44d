//! `ktour solve --trace`: the search itself as an animation, with its ways back.

use std::io;

use knights_tour::{Method, Puzzle, Strategy};
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

pub(crate) fn run(
    args: &SolveArgs,
    puzzle: &Puzzle,
    strategy: &Strategy,
    pictures: &Pictures,
    look: Look,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    if !matches!(strategy.method, Method::Backtrack | Method::BacktrackIterative) {
        let method = strategy.method;
        let sentence = format!("--trace shows the search of --method backtrack, not of {method}");
        return Err(Failure::Refused(sentence));
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
        let written = interrupt.during(|cancel| {
            let mut proceed =
                || if cancel.is_cancelled() { Err(io::Error::other("interrupted")) } else { Ok(()) };
            let written = progress::drawing(&path.display().to_string(), look.is_quiet, || {
                output::to_file(path, |out| {
                    pictures.gif.write_search(puzzle, strategy, EVENTS, out, &mut proceed)
                })
            });
            if cancel.is_cancelled() { Ok(false) } else { written.map(|()| true) }
        })?;
        if !written {
            eprintln!("ktour: interrupted: {} was not written, and no half file is left", path.display());
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Yes)
}
