//! `/at`: a step or a square of the implicit tour, on a board of any size.

use axum::{extract::State, response::Response};
use knights_tour::{
    Method, Puzzle,
    build::Atlas,
    notation::parse_square,
    theory::{Verdict, exists},
};
use knights_tour_render::answer::{at_json, reason_json};
use serde_json::{Value, json};

use crate::{app::Shared, error::Error, request::Asked, response};

/// One step of the tour.
pub(crate) async fn at(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let document = app.jobs.read(asked, |asked| {
        let puzzle = asked.puzzle(u128::MAX)?;
        let (step, square) = (asked.text("step")?, asked.text("square")?);
        let method = asked.strategy(puzzle.leaper())?.method;
        look(&puzzle, method, step.as_deref(), square.as_deref())
    });
    document.await.map(|document| response::json(&document))
}

fn look(puzzle: &Puzzle, method: Method, step: Option<&str>, square: Option<&str>) -> Result<Value, Error> {
    let board = puzzle.board();
    let Some(tour) = Atlas::new(puzzle, method).map_err(Error::refused)? else {
        return match exists(puzzle) {
            Verdict::No(reason) => {
                Ok(json!({"outcome": "impossible", "reason": reason_json(board, &reason)}))
            }
            _ => Err(Error::refused(format!(
                "no tour of {board} can be built for this; /solve searches for one"
            ))),
        };
    };
    let missing = || Error::refused("that square is not on the tour");
    let (step, square) = match (step, square) {
        (Some(step), None) => {
            let squares = tour.len();
            let sentence = || format!("there is no step {step}: steps are counted from 1 to {squares}");
            let step = step.parse().ok().filter(|step| (1..=squares).contains(step));
            let step = step.ok_or_else(|| Error::refused(sentence()))?;
            (step, tour.square_at(step).ok_or_else(missing)?)
        }
        (None, Some(square)) => {
            let square = parse_square(board, square).map_err(Error::refused)?;
            (tour.step_of(square).ok_or_else(missing)?, square)
        }
        _ => return Err(Error::malformed("give either a `step` or a `square`")),
    };
    Ok(at_json(&tour, step, square))
}
