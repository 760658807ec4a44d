//! `ktour count`: how many tours, exactly.

use std::time::Instant;

use knights_tour::{Puzzle, TourKind};
use knights_tour_count::{CountError, Counted, Estimate, Progress, Watch, count, count_classes, estimate};
use knights_tour_render::answer::{count_json, counted_kind};

use super::cluster;
use crate::{
    args::{CountArgs, Look},
    exit::{Exit, Failure},
    interrupt::Interrupt,
    memory, output, progress,
};

pub(crate) fn run(args: &CountArgs, look: Look, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let puzzle = counted_kind(args.puzzle()?);
    let watch = args.watch(memory::free());
    if args.cluster.is_asked() {
        return cluster::run(args, &puzzle, &watch, look, interrupt);
    }
    args.tables.check_spill()?;
    let needed = refuse_early(&puzzle, &watch, estimate(&puzzle, &watch), ADVICE)?;
    let began = Instant::now();
    let counted = interrupt.during(|cancel| {
        let watch = watch.clone().with_cancel(cancel);
        progress::while_telling(look.is_quiet, &|| tell(&puzzle, &watch.progress(), &needed, began), || {
            if args.symmetry { count_classes(&puzzle, &watch) } else { count(&puzzle, &watch) }
        })
    });
    say_if_nothing_was_left(&watch, look);
    let counted = match counted {
        Ok(counted) => counted,
        Err(CountError::Stopped) => return Ok(Exit::Interrupted),
        Err(error) => return Err(refusal(&puzzle, &error, ADVICE)),
    };
    let seconds = began.elapsed().as_secs_f64();
    let Progress { resumed, spilled, .. } = watch.progress();
    if resumed > 0 && !look.is_quiet {
        eprintln!("ktour: resumed after layer {resumed}");
    }
    if spilled > 0 && !look.is_quiet {
        eprintln!("ktour: {} went through files", memory::bytes(spilled.into()));
    }
    answer(args, &puzzle, &counted, seconds)
}

/// Says once why there are no checkpoints, if they were asked for and could not be written.
pub(crate) fn say_if_nothing_was_left(watch: &Watch, look: Look) {
    if let Some(why) = watch.nothing_left().filter(|_| !look.is_quiet) {
        eprintln!("ktour: {why}: the count went on without this checkpoint");
    }
}

/// Prints the number.
pub(crate) fn answer(
    args: &CountArgs,
    puzzle: &Puzzle,
    counted: &Counted,
    seconds: f64,
) -> Result<Exit, Failure> {
    output::to_stdout(|out| match args.json {
        true => writeln!(out, "{}", count_json(puzzle, counted, seconds)),
        false => writeln!(out, "{}", sentence(puzzle, counted)),
    })?;
    // No tours at all is an answer like any other.
    Ok(Exit::Yes)
}

/// What to do where memory is too small for one process.
pub(crate) const ADVICE: &str = "raise --memory, count with --spill, or take a narrower board";

/// Says no before the work begins, where it would not fit; else what it will take.
pub(crate) fn refuse_early(
    puzzle: &Puzzle,
    watch: &Watch,
    needed: Result<Estimate, CountError>,
    advice: &str,
) -> Result<Estimate, Failure> {
    let needed = needed.map_err(|error| refusal(puzzle, &error, advice))?;
    if needed.bytes <= watch.memory() || watch.has_spill() {
        return Ok(needed);
    }
    Err(Failure::Refused(format!(
        "{} {} needs about {:.1e} states in a layer, {} and {}, and {} may be used: {advice}",
        puzzle.board(),
        puzzle.kind().unwrap_or(TourKind::Open),
        needed.states,
        memory::bytes(needed.bytes),
        duration(needed.seconds),
        memory::bytes(watch.memory()),
    )))
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} hours", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

pub(crate) fn refusal(puzzle: &Puzzle, error: &CountError, advice: &str) -> Failure {
    Failure::Refused(match error {
        CountError::OutOfMemory { bytes, memory } => format!(
            "the tables of {} grow beyond {}, and {} may be used: {advice}",
            puzzle.board(),
            memory::bytes(*bytes),
            memory::bytes(*memory)
        ),
        error => error.to_string(),
    })
}

/// A bar, and what is behind it: layer, states, rate, time left.
pub(crate) fn tell(puzzle: &Puzzle, progress: &Progress, needed: &Estimate, began: Instant) -> String {
    let Progress { step, steps, states, done, pairs, .. } = progress;
    let rate = *done as f64 / began.elapsed().as_secs_f64().max(0.001);
    let share = (*done as f64 / needed.all_states).min(0.99);
    let bar: String = (0..20).map(|part| if f64::from(part) < share * 20.0 { '█' } else { '░' }).collect();
    let left = match *pairs {
        // Gluing the halves is the last thing, and short.
        1.. => format!("{:.1e} pairs of halves", *pairs as f64),
        0 if share < 0.99 => format!("about {} left", duration((needed.all_states - *done as f64) / rate)),
        0 => "more than was thought".to_owned(),
    };
    format!(
        "{bar} {}: layer {step} of {steps}, {states} states, {:.1} M states/s, {left}, Ctrl-C stops,",
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
