//! One error type that chooses the status and the words.

use std::fmt::Display;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::json;

use crate::response;

/// Why a request is not answered; one sentence, the command line's where it has one.
#[derive(Debug)]
pub(crate) struct Error {
    status: StatusCode,
    sentence: String,
}

impl Error {
    fn new(status: StatusCode, sentence: impl Display) -> Error {
        Error { status, sentence: sentence.to_string() }
    }

    /// The request cannot be read.
    pub(crate) fn malformed(sentence: impl Display) -> Error {
        Error::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// The request can be read, and the question cannot be asked.
    pub(crate) fn refused(sentence: impl Display) -> Error {
        Error::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }

    pub(crate) fn not_found(path: &str) -> Error {
        let sentence = format!("there is no {path}: /api/v1/openapi.json lists what there is");
        Error::new(StatusCode::NOT_FOUND, sentence)
    }

    pub(crate) fn method(method: &str, allowed: &str) -> Error {
        Error::new(StatusCode::METHOD_NOT_ALLOWED, format!("{method} is not answered here: use {allowed}"))
    }

    pub(crate) fn body_too_large(limit: usize) -> Error {
        let sentence = format!("the body is too large: the limit is {limit} bytes");
        Error::new(StatusCode::PAYLOAD_TOO_LARGE, sentence)
    }

    pub(crate) fn too_slow() -> Error {
        Error::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time: send it within 10 s")
    }

    pub(crate) fn media_type(given: &str) -> Error {
        let sentence = format!(
            "a body of type `{given}` is not read: send application/json, or text/plain for a tour as text"
        );
        Error::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence)
    }

    pub(crate) fn busy() -> Error {
        let sentence = "too many long jobs are waiting already: try again in a few seconds";
        Error::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
    }

    pub(crate) fn crowded() -> Error {
        let sentence = "too many bodies arrive at once: try again in a few seconds";
        Error::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
    }

    /// The request is meant for another server.
    pub(crate) fn misdirected(sentence: impl Display) -> Error {
        Error::new(StatusCode::MISDIRECTED_REQUEST, sentence)
    }

    /// The request comes from where none should.
    pub(crate) fn forbidden(sentence: impl Display) -> Error {
        Error::new(StatusCode::FORBIDDEN, sentence)
    }

    pub(crate) fn stopping() -> Error {
        Error::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping")
    }

    pub(crate) fn panicked() -> Error {
        let sentence =
            "the server made a mistake while answering this; it goes on, and the mistake is worth a report";
        Error::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }

    pub(crate) fn sentence(&self) -> &str {
        &self.sentence
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut answer = response::json(&json!({"error": self.sentence})).into_response();
        *answer.status_mut() = self.status;
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        answer
    }
}
