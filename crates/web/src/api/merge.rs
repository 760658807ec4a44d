//! `/merge`: a structured tour, level by level.

use axum::{extract::State, response::Response};
use knights_tour::{KNIGHT, Refusal, Tour, build::parberry::parberry};
use knights_tour_render::merge_json;

use super::PLAYED;
use crate::{app::Shared, error::Error, jobs::Load, request::Asked, response, settings::SMALL};

/// Bytes a square of a document that names it on every level.
const LEVELS: u128 = 2000;

/// The steps of `parberry`.
pub(crate) async fn merge(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let board = app.jobs.read(asked, |asked| asked.board_within(16 * PLAYED)).await?;
    let bytes = LEVELS * board.area();
    let load = if bytes <= SMALL { Load::Quick } else { Load::Heavy(bytes, app.settings.max_time) };
    let steps = app.jobs.run(load, move |_| {
        let asked = board.to_string();
        let structured = parberry(&board).ok_or_else(|| Error::refused(Refusal::NotStructured { asked }))?;
        Tour::verify(&board, KNIGHT, structured.squares()).map_err(Error::refused)?;
        Ok(merge_json(&structured))
    });
    steps.await?.map(|document| response::json(&document))
}
