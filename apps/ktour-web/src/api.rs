//! The HTTP API: one handler for all questions.
//!
//! Parameters are parsed off the async threads; then the work runs as one of the [`jobs`](crate::jobs).

use std::{sync::Arc, time::Duration};

use hyper::{
    Method, Request,
    body::Incoming,
    header::{self, HeaderValue},
};
use ktour_answer::{Cost, DEFAULT_MAX_TIME, Job, Pace, Question, Reply, WholeWork, Work, questions};
use ktour_core::{Cancel, Control};
use serde_json::json;

use crate::{
    Service,
    error::Error,
    jobs::memory::MemoryPermit,
    openapi,
    request::RequestParameters,
    response::{self, Response, not_allowed, stream},
};

/// Returns the part of a path after `/api/v1`, if it begins with that.
pub(crate) fn question_name(path: &str) -> Option<&str> {
    path.strip_prefix("/api/v1").filter(|name| name.is_empty() || name.starts_with('/'))
}

/// Answers a question by its name, or one of two requests about the server itself. Parameters come from the
/// query or from the body.
pub(crate) async fn answer(app: &Service, name: &str, request: Request<Incoming>) -> Response {
    let name = name.strip_prefix('/').unwrap_or(name);
    let question = questions().find(|question| question.name == name);
    if question.is_none() && !matches!(name, "status" | "openapi.json") {
        return Error::not_found(request.uri().path()).into();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::POST) {
        return not_allowed(request.method(), "GET or POST", "GET, HEAD, POST");
    }
    if name == "status" {
        return response::json(&json!({"running": app.jobs.running(), "waiting": app.jobs.waiting()}));
    }
    let answered = match (RequestParameters::read(request, &app.bodies, &app.jobs).await, question) {
        (Ok(asked), Some(question)) => answer_question(app, question, asked).await,
        (Ok(_), None) => Ok(response::typed("application/json", openapi::bytes())),
        (Err(error), _) => Err(error),
    };
    answered.unwrap_or_else(Response::from)
}

/// Parses the parameters and runs the work. A stream that was stopped to wait for a place is prepared again,
/// since its events can be pulled only once.
async fn answer_question(
    app: &Service,
    question: &'static Question,
    asked: RequestParameters,
) -> Result<Response, Error> {
    let (limits, asked) = (app.limits.clone(), Arc::new(asked));
    let read = move || question.prepare(&asked.words, &limits);
    let first = read.clone();
    let (first, _) = app.jobs.quick(0, move |_| first()).await?;
    let Job { cost, time, work } = first?;
    let time = time.unwrap_or(DEFAULT_MAX_TIME).min(app.settings.max_time);
    match work {
        Work::Whole(work) => {
            drop(read);
            run_single(app, work, cost, time).await
        }
        Work::Stream(events) => {
            let again = move || match read()?.work {
                Work::Stream(events) => Ok(events),
                Work::Whole(_) => unreachable!("a question is always of one kind"),
            };
            stream(&app.jobs, cost.memory, time, events, again).await
        }
    }
}

/// Runs work with a single reply.
async fn run_single(app: &Service, work: WholeWork, cost: Cost, time: Duration) -> Result<Response, Error> {
    let work = move |cancel: Cancel| work(&Control::within(time).with_cancel(cancel));
    let (reply, share) = match cost.pace {
        Pace::Quick => app.jobs.quick(cost.memory, work).await?,
        Pace::Look | Pace::Long => app.jobs.heavy(cost.memory, time, work).await?,
    };
    Ok(respond(reply?, share))
}

/// Creates the response to a question; it holds its memory until it is sent.
fn respond(reply: Reply, share: Option<MemoryPermit>) -> Response {
    match reply {
        Reply::Json { text, .. } => {
            response::with_permit("application/json", (text + "\n").into_bytes(), share)
        }
        Reply::File { media, name, bytes } => {
            let mut answer = response::with_permit(media, bytes, share);
            let disposition = HeaderValue::try_from(format!("attachment; filename=\"{name}\""));
            if let Ok(disposition) = disposition {
                answer.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
            }
            answer
        }
        Reply::Bytes(bytes) => {
            let mut answer = response::with_permit("application/octet-stream", bytes, share);
            // Equal questions have equal replies, so browsers may cache them.
            answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("max-age=3600"));
            answer
        }
    }
}
