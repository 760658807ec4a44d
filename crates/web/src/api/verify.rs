//! `/verify`: whether what somebody wrote down is a tour; the first thing wrong by name.

use axum::{extract::State, response::Response};
use knights_tour_render::{
    answer::{invalid_json, valid_json},
    read::{self, Hints},
};

use crate::{app::Shared, error::Error, jobs::Weight, request::Asked, response};

/// The verdict, on `squares` or on `text` in any format.
pub(crate) async fn verify(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let (text, hints) = written(&asked, app.settings.memory)?;
    let verdict = app.jobs.run(Weight::Quick, move |_| read::verify(text.as_bytes(), &hints)).await?;
    match verdict {
        Ok(verified) => Ok(response::json(&valid_json(&verified))),
        Err(error) if error.is_about_the_tour() => Ok(response::json(&invalid_json(&error))),
        Err(error) => Err(Error::refused(error)),
    }
}

/// What was written down, and what is known of it beforehand.
pub(crate) fn written(asked: &Asked, memory: u128) -> Result<(String, Hints), Error> {
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
    Ok((text, Hints { board, leaper, memory }))
}
