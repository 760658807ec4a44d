//! Progress and result of a count as text.

use std::time::{Duration, Instant};

use ktour_answer::{count::CountDocument, to_json};
use ktour_core::{
    Puzzle, TourKind,
    amounts::{bytes, duration},
};
use ktour_count::{CountForecast, CountProgress, Counted, EstimateBasis, Report};

use crate::{
    args::CountArgs,
    console::Console,
    exit::{Exit, Failure},
    output, progress,
};

/// Share of the work after which the remaining time is estimated.
const MIN_SHARE_FOR_TIME: f64 = 0.02;

/// Prints once why checkpoints are requested and not written.
pub(super) fn warn_if_unsaved(report: &Report, console: &Console) {
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
        true => writeln!(out, "{}", to_json(&CountDocument::new(puzzle, counted, elapsed))),
        false => writeln!(out, "{}", sentence(puzzle, counted)),
    })?;
    // Zero tours are an answer like any other number.
    Ok(Exit::Yes)
}

/// Returns the progress of a count. Prints why there are no checkpoints as soon as that is known.
pub(in crate::cmd) fn progress_line(puzzle: &Puzzle, report: &Report, began: Instant) -> String {
    let bar = bar(puzzle, &report.progress(), began.elapsed(), progress::is_redrawn());
    match report.unsaved() {
        None => format!("{bar}, Ctrl-C stops,"),
        Some(why) => format!("{bar}, no checkpoints: {why}, Ctrl-C stops,"),
    }
}

/// Returns a progress bar, or the share of the work in words where nothing is redrawn, with layer, states, rate and remaining time. A rate needs two layers, the
/// remaining time a minimum share of the work.
fn bar(puzzle: &Puzzle, progress: &CountProgress, elapsed: Duration, is_redrawn: bool) -> String {
    let CountProgress { share, step, steps, states, done, pairs, .. } = progress;
    let board = puzzle.board();
    let bar: String = match is_redrawn {
        true => (1..=20).map(|part| if f64::from(part) <= share * 20.0 { '█' } else { '░' }).collect(),
        false => format!("{:3.0}% of", share * 100.0),
    };
    if *step == 0 {
        return format!("{bar} {board}: preparing");
    }
    let mut text = format!("{bar} {board}: layer {step} of {steps}, {states} states");
    if *step > 1 {
        text += &format!(", {:.1} M states/s", *done as f64 / elapsed.as_secs_f64().max(0.001) / 1e6);
    }
    if *pairs > 0 {
        text += &format!(", {:.1e} pairs of halves", *pairs as f64);
    }
    if *step > 1 && *share >= MIN_SHARE_FOR_TIME {
        let left = elapsed.as_secs_f64() * (1.0 - share) / share;
        text += &format!(", about {} left", duration(left as u128));
    }
    text
}

/// Returns a forecast as text: the count on this machine, on several, and its layers.
pub(super) fn forecast_text(puzzle: &Puzzle, forecast: &CountForecast, threads: usize) -> String {
    let CountForecast { estimate, layers, disk_bytes, written_bytes, machines } = forecast;
    let basis = match estimate.basis {
        EstimateBasis::Counted => "as it was counted",
        EstimateBasis::Trend => "by the trend of narrower boards",
        EstimateBasis::Formula => "roughly, by the size of its frontier",
    };
    let seconds = |seconds: f64| duration(seconds.ceil() as u128);
    let mut text = format!(
        "{} {}, {basis}: {:.1e} states, {:.1e} in the largest layer\n\
         in memory   {}, {} with {threads} threads\n\
         with files  {} at once, {} written and read\n\nmachines  memory each    sent  time\n",
        puzzle.board(),
        puzzle.kind().unwrap_or(TourKind::Open),
        estimate.all_states,
        estimate.states,
        bytes(estimate.bytes),
        seconds(estimate.seconds),
        bytes(*disk_bytes),
        bytes(*written_bytes),
    );
    for forecast in machines {
        let (machines, each, sent) = (forecast.machines, bytes(forecast.bytes), bytes(forecast.sent_bytes));
        text += &format!("{machines:>8}  {each:>11}  {sent:>9}  {}\n", seconds(forecast.seconds));
    }
    text += "\nlayer  states\n";
    for (layer, states) in (1..).zip(layers) {
        text += &format!("{layer:>5}  {states:.1e}\n");
    }
    text
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_has_no_rate_before_two_layers_and_no_time_left_before_a_share() {
        let puzzle = Puzzle::new("8x8".parse().unwrap());
        let bar = |step, share| {
            let progress = CountProgress { step, steps: 40, share, done: step * 100, ..Default::default() };
            bar(&puzzle, &progress, Duration::from_secs(2), true)
        };
        assert_eq!(bar(0, 0.0), "░░░░░░░░░░░░░░░░░░░░ 8x8: preparing");
        assert_eq!(bar(1, 0.5), "██████████░░░░░░░░░░ 8x8: layer 1 of 40, 0 states");
        assert!(!bar(2, 0.001).contains("left"));
        assert!(bar(2, 0.5).ends_with("0 states, 0.0 M states/s, about 2 s left"), "{}", bar(2, 0.5));
        assert!(bar(40, 1.0).starts_with("████████████████████ "));
    }
}
