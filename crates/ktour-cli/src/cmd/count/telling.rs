//! What is told of a count: on the way, and in the end.

use std::time::{Duration, Instant};

use ktour_answer::{count::CountDocument, json};
use ktour_count::{CountProgress, Counted, Estimate, Report};
use ktour_tour::{Puzzle, TourKind, amounts::duration};

use crate::{
    args::CountArgs,
    console::Console,
    exit::{Exit, Failure},
    output,
};

/// Says once why there are no checkpoints, if they were asked for and could not be written.
pub(super) fn say_if_unsaved(report: &Report, console: &Console) {
    if let Some(why) = report.unsaved() {
        console.note(format!("{why}: the count went on without this checkpoint"));
    }
}

/// Prints the number.
pub(super) fn answer(
    args: &CountArgs,
    puzzle: &Puzzle,
    counted: &Counted,
    elapsed: Duration,
) -> Result<Exit, Failure> {
    output::to_stdout(|out| match args.json {
        true => writeln!(out, "{}", json(&CountDocument::new(puzzle, counted, elapsed))),
        false => writeln!(out, "{}", sentence(puzzle, counted)),
    })?;
    // No tours at all is an answer like any other.
    Ok(Exit::Yes)
}

/// How far a count is, and as soon as it is known, why it leaves no checkpoints.
pub(in crate::cmd) fn tell(puzzle: &Puzzle, report: &Report, needed: &Estimate, began: Instant) -> String {
    let bar = bar(puzzle, &report.progress(), needed, began);
    match report.unsaved() {
        None => format!("{bar}, Ctrl-C stops,"),
        Some(why) => format!("{bar}, no checkpoints: {why}, Ctrl-C stops,"),
    }
}

/// A bar, and what is behind it: layer, states, rate, time left.
fn bar(puzzle: &Puzzle, progress: &CountProgress, needed: &Estimate, began: Instant) -> String {
    let CountProgress { step, steps, states, done, pairs, .. } = progress;
    let rate = *done as f64 / began.elapsed().as_secs_f64().max(0.001);
    let share = (*done as f64 / needed.all_states).min(0.99);
    let bar: String = (0..20).map(|part| if f64::from(part) < share * 20.0 { '█' } else { '░' }).collect();
    let left = match *pairs {
        // Gluing the halves is the last thing, and short.
        1.. => format!("{:.1e} pairs of halves", *pairs as f64),
        0 if share < 0.99 => {
            format!("about {} left", duration(((needed.all_states - *done as f64) / rate) as u128))
        }
        0 => "longer than estimated".to_owned(),
    };
    format!(
        "{bar} {}: layer {step} of {steps}, {states} states, {:.1} M states/s, {left}",
        puzzle.board(),
        rate / 1e6
    )
}

fn sentence(puzzle: &Puzzle, counted: &Counted) -> String {
    let (directed, undirected) = (counted.tours.directed(), counted.tours.undirected());
    let kind = puzzle.kind().unwrap_or(TourKind::Open);
    let what = match (kind, puzzle.start().or(puzzle.end())) {
        (TourKind::Open, Some(_)) => {
            return format!("{directed} {kind} tours with the given ends, each in one direction");
        }
        _ => format!("{kind} tours"),
    };
    let mut text = format!("{directed} directed {what}, {undirected} undirected");
    if let Some(classes) = counted.tours.up_to_symmetry() {
        text += &format!(
            "\n{} classes under the board's symmetries: {} quaternary, {} binary, {} asymmetric",
            classes.all, classes.quaternary, classes.binary, classes.asymmetric
        );
    }
    text
}
