//! The API: every question of the list, answered in one way.
//!
//! The words are read off the async threads, where that takes no time to speak of. Work that may be
//! quick gets a short look; what is not answered then waits for a place among the heavy jobs.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    extract::State,
    handler::Handler,
    http::{HeaderValue, header},
    response::Response,
    routing::{MethodRouter, get},
};
use knights_tour::{Cancel, Control};
use knights_tour_answer::{Cost, Pace, Question, Reply, USUAL, WholeWork, Work, questions};
use serde_json::json;

use crate::{
    app::{Service, Shared},
    error::Error,
    events::stream,
    jobs::Load,
    memory::Share,
    openapi,
    request::RequestWords,
    response,
    settings::QUICK,
};

/// All questions, by their names, and two about the server itself.
pub(crate) fn router() -> Router<Shared> {
    let add = |router: Router<Shared>, question: &'static Question| {
        let handler = move |State(app): State<Shared>, asked: RequestWords| answer(app, question, asked);
        router.route(&format!("/{}", question.name), both(handler))
    };
    questions()
        .fold(Router::new(), add)
        .route("/status", both(status))
        .route("/openapi.json", both(description))
}

/// A question is a link or a document.
fn both<H: Handler<T, Shared>, T: 'static>(answer: H) -> MethodRouter<Shared> {
    get(answer.clone()).post(answer)
}

/// Reads the words, then does the work.
async fn answer(app: Shared, question: &'static Question, asked: RequestWords) -> Result<Response, Error> {
    let limits = app.limits.clone();
    let read = app.jobs.run(Load::Quick, move |_| question.ask(&asked.words, &limits)).await?;
    let read = read.map_err(Error::from)?;
    let time = read.time.unwrap_or(USUAL).min(app.settings.max_time);
    match read.work {
        Work::Whole(work) => whole(&app, work, read.cost, time).await,
        Work::Stream(events) => stream(&app, Load::Heavy(read.cost.memory, time), time, events).await,
    }
}

/// At once where that is enough, otherwise as one of the heavy jobs.
async fn whole(app: &Service, work: WholeWork, cost: Cost, time: Duration) -> Result<Response, Error> {
    let within = |time: Duration| {
        let work = Arc::clone(&work);
        move |cancel: Cancel| work(&Control::within(time).with_cancel(cancel))
    };
    if cost.pace != Pace::Long {
        let look = if cost.pace == Pace::Look { time.min(QUICK) } else { time };
        let reply = app.jobs.run(Load::Quick, within(look)).await??;
        if look == time || !matches!(reply, Reply::Json { is_cut_off: true, .. }) {
            return Ok(respond(reply, None));
        }
    }
    let (reply, share) = app.jobs.run_keeping(Load::Heavy(cost.memory, time), within(time)).await?;
    Ok(respond(reply?, share))
}

/// An answer on its way out, with the memory it still holds.
fn respond(reply: Reply, share: Option<Share>) -> Response {
    match reply {
        Reply::Json { text, .. } => response::kept("application/json", (text + "\n").into_bytes(), share),
        Reply::File { media, name, bytes } => {
            let mut answer = response::kept(media, bytes, share);
            let disposition = HeaderValue::try_from(format!("attachment; filename=\"{name}\""));
            if let Ok(disposition) = disposition {
                answer.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
            }
            answer
        }
        Reply::Bytes(bytes) => {
            let mut answer = response::kept("application/octet-stream", bytes, share);
            // The same question has the same answer.
            answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("max-age=3600"));
            answer
        }
    }
}

/// How many jobs run and wait.
async fn status(State(app): State<Shared>) -> Response {
    response::json(&json!({"running": app.jobs.running(), "waiting": app.jobs.waiting()}))
}

async fn description(_: RequestWords) -> Response {
    response::json(openapi::document())
}
