//! The API: every question of the list, answered in one way.
//!
//! The words are read off the async threads, where that takes no time to speak of. Work that may be
//! quick gets a short look; what is not answered then waits for a place among the heavy jobs.

use std::{sync::Arc, time::Duration};

use hyper::{
    Method, Request,
    body::Incoming,
    header::{self, HeaderValue},
};
use ktour_answer::{Cost, Pace, Question, Reply, USUAL, WholeWork, Work, questions};
use ktour_tour::{Cancel, Control};
use serde_json::json;

use crate::{
    Service,
    error::{Error, Unserved},
    jobs::{Load, memory::Share},
    openapi,
    request::RequestWords,
    response::{self, Response, not_allowed, stream},
    settings::QUICK,
};

/// What comes after `/api/v1` in the path of an address, if that is where it leads.
pub(crate) fn name_of(path: &str) -> Option<&str> {
    path.strip_prefix("/api/v1").filter(|name| name.is_empty() || name.starts_with('/'))
}

/// All questions, by their names, and two about the server itself. A question is a link or a document.
pub(crate) async fn answer(app: &Service, name: &str, request: Request<Incoming>) -> Response {
    let name = name.strip_prefix('/').unwrap_or(name);
    let question = questions().find(|question| question.name == name);
    if question.is_none() && !matches!(name, "status" | "openapi.json") {
        return Error::from(Unserved::NotFound { path: request.uri().path().to_owned() }).into();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::POST) {
        return not_allowed(request.method(), "GET or POST", "GET, HEAD, POST");
    }
    if name == "status" {
        return response::json(&json!({"running": app.jobs.running(), "waiting": app.jobs.waiting()}));
    }
    let answered = match (RequestWords::of(request, &app.bodies, &app.jobs).await, question) {
        (Ok(asked), Some(question)) => ask(app, question, asked).await,
        (Ok(_), None) => Ok(response::json(openapi::document())),
        (Err(error), _) => Err(error),
    };
    answered.unwrap_or_else(Response::from)
}

/// Reads the words, then does the work.
async fn ask(app: &Service, question: &'static Question, asked: RequestWords) -> Result<Response, Error> {
    let limits = app.limits.clone();
    let read = app.jobs.run(Load::Quick, move |_| question.ask(&asked.words, &limits)).await?;
    let read = read.map_err(Error::from)?;
    let time = read.time.unwrap_or(USUAL).min(app.settings.max_time);
    match read.work {
        Work::Whole(work) => whole(app, work, read.cost, time).await,
        Work::Stream(events) => stream(&app.jobs, Load::Heavy(read.cost.memory, time), time, events).await,
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
