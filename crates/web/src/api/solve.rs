//! `/solve` and `/finish`: one verified tour, or why there is none.

use std::time::Duration;

use axum::{extract::State, response::Response};
use knights_tour::{
    Answer, Budget, Outcome, Puzzle, Refusal, notation::name, solve as search, solve::memory_needed,
};
use knights_tour_render::{Json, Render, answer::outcome_json};
use serde_json::Value;

use super::NAMED;
use crate::{
    app::{App, Shared},
    error::Error,
    jobs::Load,
    request::Asked,
    response,
    settings::{QUICK, SMALL, USUAL},
};

/// Bytes of a square in a document.
const WRITTEN: u128 = 40;

/// One tour.
pub(crate) async fn solve(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    answer(&app, asked, document).await
}

/// One tour that goes on from what was played, and the next square of it.
pub(crate) async fn finish(State(app): State<Shared>, asked: Asked) -> Result<Response, Error> {
    let with_next = |puzzle: &Puzzle, answer: &Answer| {
        let next = match &answer.outcome {
            Outcome::Found(tour) => tour.squares().nth(puzzle.visited().len()),
            _ => None,
        };
        let next = next.map_or(Value::Null, |square| name(puzzle.board(), square).into());
        let document = document(puzzle, answer);
        // The document ends with its brace and a line end; only that brace is opened again.
        let whole = document.trim_end();
        format!("{}, \"next\": {next} }}\n", whole.strip_suffix('}').unwrap_or(whole).trim_end())
    };
    answer(&app, asked, with_next).await
}

/// The answer, at once where that is enough, otherwise as one of the heavy jobs.
async fn answer(
    app: &App,
    asked: Asked,
    document: impl Fn(&Puzzle, &Answer) -> String + Copy + Send + 'static,
) -> Result<Response, Error> {
    let most = app.settings.max_time;
    let question = app.jobs.read(asked, move |asked| {
        let puzzle = asked.puzzle(NAMED)?;
        let strategy = asked.strategy(puzzle.leaper())?;
        Ok((puzzle, strategy, asked.time(USUAL, most)?))
    });
    let (puzzle, strategy, time) = question.await?;
    let needed = memory_needed(&puzzle, strategy.method);
    if needed > app.settings.memory {
        let (board, most) = (puzzle.board(), app.settings.memory >> 20);
        let sentence =
            format!("a search on {board} needs about {} MiB, and {most} MiB may be used", needed >> 20);
        return Err(Error::refused(sentence));
    }
    let bytes = needed + WRITTEN * puzzle.board().area();
    let work = move |time: Duration| {
        let (puzzle, strategy) = (puzzle.clone(), strategy.clone());
        move |cancel| {
            let budget = Budget::within(time).with_cancel(cancel);
            let answer = search(&puzzle, &strategy, &budget)?;
            Ok::<_, Refusal>((is_out_of_time(&answer, time), document(&puzzle, &answer)))
        }
    };
    if bytes <= SMALL {
        let (is_early, text) =
            app.jobs.run(Load::Quick, work(time.min(QUICK))).await?.map_err(Error::refused)?;
        if !is_early || time <= QUICK {
            return Ok(response::typed("application/json", text));
        }
    }
    let (answered, share) = app.jobs.run_keeping(Load::Heavy(bytes, time), work(time)).await?;
    let (_, text) = answered.map_err(Error::refused)?;
    Ok(response::kept("application/json", text.into_bytes(), share))
}

/// Whether the search would have gone on.
fn is_out_of_time(answer: &Answer, time: Duration) -> bool {
    matches!(&answer.outcome, Outcome::Unknown(spent) if spent.elapsed >= time)
}

/// The document of the command line.
pub(crate) fn document(puzzle: &Puzzle, answer: &Answer) -> String {
    match (&answer.outcome, outcome_json(puzzle.board(), answer)) {
        (Outcome::Found(tour), _) => Json { stats: Some(answer.stats) }.to_text(tour),
        (_, document) => format!("{}\n", document.unwrap_or_default()),
    }
}
