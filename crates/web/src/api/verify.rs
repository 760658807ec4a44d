//! `/verify`: whether what somebody wrote down is a tour; the first thing wrong by name.

use std::time::Duration;

use axum::{extract::State, response::Response};
use knights_tour_render::{
    answer::{invalid_json, valid_json},
    read::{self, Hints},
};

use crate::{app::Shared, error::Error, jobs::Load, request::Asked, response, settings::SMALL};

/// Bytes that a letter of a tour takes while it is read.
const READ: u128 = 32;

/// The verdict, on `squares` or on `text` in any format.
pub(crate) async fn verify(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let (text, hints) = app.jobs.read(asked, written).await?;
    let load = reading(&hints, app.settings.max_time);
    let verdict = app.jobs.run(load, move |_| read::verify(text.as_bytes(), &hints)).await?;
    match verdict {
        Ok(verified) => Ok(response::json(&valid_json(&verified))),
        Err(error) if error.is_about_the_tour() => Ok(response::json(&invalid_json(&error))),
        Err(error) => Err(Error::refused(error)),
    }
}

/// What it takes to read so much.
pub(crate) fn reading(hints: &Hints, time: Duration) -> Load {
    if hints.memory <= 2 * SMALL { Load::Quick } else { Load::Heavy(hints.memory, time) }
}

/// What was written down, and what is known of it beforehand.
pub(crate) fn written(asked: &Asked) -> Result<(String, Hints), Error> {
    let board = asked.value("board").map(|_| asked.board()).transpose()?;
    let leaper = asked.value("leaper").map(|_| asked.leaper()).transpose()?;
    let text = match asked.text("text")? {
        Some(text) => text,
        None => {
            let names = asked.names("squares")?;
            if names.is_empty() {
                let sentence = "nothing to verify: give `squares` as a list, or `text` in any format";
                return Err(Error::malformed(sentence));
            }
            names.join("\n")
        }
    };
    let memory = SMALL + READ * text.len() as u128;
    Ok((text, Hints { board, leaper, memory }))
}
