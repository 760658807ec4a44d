//! `ktour at`: a step or a square of the implicit tour, on a board of any size.

use knights_tour::{
    Method, Puzzle,
    build::Atlas,
    notation::{name, parse_square},
    theory::{Verdict, exists},
};
use knights_tour_render::answer::{at_json, reason_json};
use serde_json::json;

use crate::{
    args::AtArgs,
    exit::{Exit, Failure},
    output,
};

pub(crate) fn run(args: &AtArgs) -> Result<Exit, Failure> {
    let puzzle = args.tours.puzzle()?;
    let method: Method = args.method.parse().map_err(Failure::refused)?;
    let atlas = Atlas::new(&puzzle, method).map_err(Failure::refused)?;
    let Some(tour) = atlas else { return none(&puzzle, args.json) };
    let (step, square) = match (&args.step, &args.square) {
        (Some(step), _) => {
            let squares = tour.len();
            let step: u128 =
                step.parse().ok().filter(|step| (1..=squares).contains(step)).ok_or_else(|| {
                    Failure::Refused(format!(
                        "there is no step {step}: steps are counted from 1 to {squares}"
                    ))
                })?;
            (step, found(tour.square_at(step))?)
        }
        (None, square) => {
            let text = square.as_deref().unwrap_or_default();
            let square = parse_square(puzzle.board(), text).map_err(Failure::refused)?;
            (found(tour.step_of(square))?, square)
        }
    };
    output::to_stdout(|out| match (args.json, &args.step) {
        (true, _) => writeln!(out, "{}", at_json(&tour, step, square)),
        (false, Some(_)) => writeln!(out, "{}", name(puzzle.board(), square)),
        (false, None) => writeln!(out, "{step}"),
    })?;
    Ok(Exit::Yes)
}

fn found<T>(answer: Option<T>) -> Result<T, Failure> {
    answer.ok_or_else(|| Failure::Refused("that square is not on the tour".into()))
}

/// Why there is nothing to look at.
fn none(puzzle: &Puzzle, is_json: bool) -> Result<Exit, Failure> {
    let Verdict::No(reason) = exists(puzzle) else {
        let board = puzzle.board();
        say!(
            "ktour: no tour of {board} can be built for this; ktour solve searches for one, or says why not"
        );
        return Ok(Exit::Unknown);
    };
    if is_json {
        let document = json!({"outcome": "impossible", "reason": reason_json(puzzle.board(), &reason)});
        output::to_stdout(|out| writeln!(out, "{document}"))?;
    } else {
        say!("ktour: no tour: {}", reason.text(puzzle.board()));
    }
    Ok(Exit::No)
}
