//! Errors of requests: status, code, facts and sentence.

use hyper::StatusCode;
use ktour_answer::{Refused, RefusedDocument, to_json};
use ktour_core::amounts::mebibytes;
use thiserror::Error as Sentence;

/// An error and its status.
#[derive(Debug)]
pub(crate) struct Error {
    status: StatusCode,
    refused: Refused,
}

/// Error of a request that is refused before its question is prepared.
#[derive(Clone, Debug, PartialEq, Eq, Sentence)]
pub(crate) enum Unserved {
    #[error("this is not an HTTP/1.1 request: write GET /api/v1/status HTTP/1.1, and a Host header")]
    BadRequest,
    #[error("the address is too long: put the words into the body of a POST")]
    LongTarget,
    #[error("the headers are too many or too large: send fewer")]
    LargeHead,
    #[error("too many connections are open: try again in a few seconds")]
    Full,
    #[error("there is no {path}: /api/v1/openapi.json lists what there is")]
    NotFound { path: String },
    #[error("{method} is not answered here: use {allowed}")]
    Method { method: String, allowed: &'static str },
    #[error("the body is too large: the limit is {most} bytes")]
    LargeBody { most: usize },
    #[error("the body did not arrive in time: send it within 10 s")]
    SlowBody,
    #[error("a body of type `{given}` is not read: send application/json, or text/plain for a tour as text")]
    MediaType { given: String },
    #[error("the body is not JSON: {what}")]
    NotJson { what: String },
    #[error("the body is JSON, but not an object such as {{\"board\": \"8x8\"}}")]
    NotAnObject,
    #[error("the body is not text in UTF-8")]
    NotText,
    #[error("the body cannot be read: {what}")]
    BrokenBody { what: String },
    #[error("too many long jobs are waiting already: try again in a few seconds")]
    Busy,
    #[error("too many uploads at once: try again in a few seconds")]
    Crowded,
    #[error("this needs about {}, and {} may be used: ask for less", mebibytes(*needed), mebibytes(*most))]
    Memory { needed: u128, most: u128 },
    #[error("a request needs one Host header: write localhost, or an address")]
    NoHost,
    #[error(
        "{host} is not a name of this server: use localhost or an address, or start it so that the name is allowed"
    )]
    OtherHost { host: String },
    #[error("pages of other sites may not send requests here: open this server's own page")]
    OtherSite,
    #[error("the server is stopping")]
    Stopping,
    #[error("an internal error occurred, and the server is still running: please report it")]
    Mistake,
}

ktour_core::coded! {
    Unserved {
        "server-bad-request": BadRequest,
        "server-long-target": LongTarget,
        "server-large-head": LargeHead,
        "server-full": Full,
        "server-not-found": NotFound { path },
        "server-method": Method { method, allowed },
        "server-large-body": LargeBody { most },
        "server-slow-body": SlowBody,
        "server-media-type": MediaType { given },
        "server-not-json": NotJson { what },
        "server-not-an-object": NotAnObject,
        "server-not-text": NotText,
        "server-broken-body": BrokenBody { what },
        "server-busy": Busy,
        "server-crowded": Crowded,
        "server-memory": Memory { needed, most },
        "server-no-host": NoHost,
        "server-other-host": OtherHost { host },
        "server-other-site": OtherSite,
        "server-stopping": Stopping,
        "server-mistake": Mistake,
    }
}

impl From<Unserved> for Error {
    fn from(unserved: Unserved) -> Error {
        let status = match &unserved {
            Unserved::LongTarget => StatusCode::URI_TOO_LONG,
            Unserved::LargeHead => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Unserved::NotFound { .. } => StatusCode::NOT_FOUND,
            Unserved::Method { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Unserved::LargeBody { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Unserved::SlowBody => StatusCode::REQUEST_TIMEOUT,
            Unserved::MediaType { .. } => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Unserved::BadRequest
            | Unserved::NotJson { .. }
            | Unserved::NotAnObject
            | Unserved::NotText
            | Unserved::BrokenBody { .. } => StatusCode::BAD_REQUEST,
            Unserved::Busy | Unserved::Crowded | Unserved::Full | Unserved::Stopping => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Unserved::Memory { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Unserved::NoHost | Unserved::OtherHost { .. } => StatusCode::MISDIRECTED_REQUEST,
            Unserved::OtherSite => StatusCode::FORBIDDEN,
            Unserved::Mistake => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Error { status, refused: Refused::new(unserved) }
    }
}

impl From<Refused> for Error {
    /// Parameters that cannot be parsed, or a question that cannot be answered.
    fn from(refused: Refused) -> Error {
        let is_malformed = refused.is_malformed();
        let status = if is_malformed { StatusCode::BAD_REQUEST } else { StatusCode::UNPROCESSABLE_ENTITY };
        Error { status, refused }
    }
}

/// Maximum number of characters of a path that an error repeats.
const MAX_PATH_CHARS: usize = 100;

impl Error {
    /// Error for an unknown path.
    pub(crate) fn not_found(path: &str) -> Error {
        let mut chars = path.chars();
        let mut path: String = chars.by_ref().take(MAX_PATH_CHARS).collect();
        if chars.next().is_some() {
            path.push('…');
        }
        Unserved::NotFound { path }.into()
    }

    /// HTTP status of the error.
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// JSON document of the error.
    pub(crate) fn document(&self) -> String {
        to_json(&RefusedDocument::from(&self.refused))
    }

    /// The complete response, for a connection that no handler serves.
    pub(crate) fn to_raw_response(&self) -> Vec<u8> {
        let (status, document) = (self.status, self.document() + "\n");
        let later = if status == StatusCode::SERVICE_UNAVAILABLE { "retry-after: 2\r\n" } else { "" };
        let length = document.len();
        format!(
            "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncache-control: no-store\r\n{later}\
             connection: close\r\ncontent-length: {length}\r\n\r\n{document}"
        )
        .into_bytes()
    }

    #[cfg(test)]
    pub(crate) fn sentence(&self) -> String {
        self.refused.to_string()
    }
}

#[cfg(test)]
mod tests {
    use ktour_core::Coded as _;

    use super::*;

    #[test]
    fn every_code_has_one_meaning_in_the_workspace() {
        let others = ktour_answer::codes();
        assert!(Unserved::CODES.iter().all(|(code, _)| others.iter().all(|(other, _)| other != code)));
    }
}
