//! `/starts`: yes or no for every starting square.

use axum::{extract::State, response::Response};
use knights_tour::{Budget, TourKind, solve};
use knights_tour_render::answer::starts_json;

use super::PLAYED;
use crate::{app::Shared, error::Error, jobs::Weight, request::Asked, response, settings::USUAL};

/// Every square answered.
pub(crate) async fn starts(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let puzzle = asked.puzzle(PLAYED)?;
    // A tour from a square is open unless closed ones are asked for.
    let kind = puzzle.kind().unwrap_or(TourKind::Open);
    let puzzle = puzzle.with_kind(kind);
    let strategy = asked.strategy(puzzle.leaper())?;
    let time = asked.time(USUAL, app.settings.max_time)?;
    let answered = app.jobs.run(Weight::Heavy, move |cancel| {
        let budget = Budget::within(time).with_cancel(cancel);
        solve::starts(&puzzle, &strategy, &budget, |_| ()).map(|answers| starts_json(&puzzle, &answers))
    });
    answered.await?.map(|document| response::json(&document)).map_err(Error::refused)
}
