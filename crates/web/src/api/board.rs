//! `/board`: all that the page knows of the rules.

use axum::{extract::State, response::Response};
use knights_tour::notation::name;
use knights_tour_render::board_json;
use serde_json::{Map, Value, json};

use super::PLAYED;
use crate::{app::Shared, error::Error, request::Asked, response};

/// The squares, and which leaps lead where.
pub(crate) async fn board(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let document = app.jobs.read(asked, |asked| {
        let (board, leaper) = (asked.board_within(PLAYED)?, asked.leaper()?);
        let names = |squares: &mut dyn Iterator<Item = _>| -> Vec<String> {
            squares.map(|square| name(&board, square)).collect()
        };
        let leaps: Map<String, Value> = board
            .squares()
            .map(|square| (name(&board, square), names(&mut board.leaps(leaper, square)).into()))
            .collect();
        Ok(json!({
            "board": board_json(&board),
            "leaper": [leaper.r(), leaper.s()],
            "squares": names(&mut board.squares()),
            "leaps": leaps,
        }))
    });
    document.await.map(|document| response::json(&document))
}
