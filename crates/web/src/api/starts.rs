//! `/starts`: yes or no for every starting square.

use axum::{extract::State, response::Response};
use knights_tour::{Budget, TourKind, solve, solve::memory_needed};
use knights_tour_render::answer::starts_json;

use super::PLAYED;
use crate::{app::Shared, error::Error, jobs::Load, request::Asked, response, settings::USUAL};

/// Every square answered.
pub(crate) async fn starts(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let most = app.settings.max_time;
    let question = app.jobs.read(asked, move |asked| {
        let puzzle = asked.puzzle(PLAYED)?;
        // A tour from a square is open unless closed ones are asked for.
        let kind = puzzle.kind().unwrap_or(TourKind::Open);
        let strategy = asked.strategy(puzzle.leaper())?;
        Ok((puzzle.with_kind(kind), strategy, asked.time(USUAL, most)?))
    });
    let (puzzle, strategy, time) = question.await?;
    // Every tour is kept.
    let bytes = memory_needed(&puzzle, strategy.method) + 8 * puzzle.board().area().pow(2);
    let answered = app.jobs.run(Load::Heavy(bytes, time), move |cancel| {
        let budget = Budget::within(time).with_cancel(cancel);
        solve::starts(&puzzle, &strategy, &budget, |_| ()).map(|answers| starts_json(&puzzle, &answers))
    });
    answered.await?.map(|document| response::json(&document)).map_err(Error::refused)
}
