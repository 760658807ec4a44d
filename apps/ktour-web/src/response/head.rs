//! Constructors of responses.

use hyper::{
    Method, StatusCode,
    body::Bytes,
    header::{self, HeaderName, HeaderValue},
};
use serde_json::Value;

use super::body::{Body, BudgetedBytes};
use crate::{
    error::{Error, Unserved},
    jobs::memory::MemoryPermit,
};

/// Response: a head and a body.
pub(crate) type Response = hyper::Response<Body>;

/// Creates a response with a JSON document.
pub(crate) fn json(document: &Value) -> Response {
    typed("application/json", Bytes::from(format!("{document}\n")))
}

/// Creates a response with bytes of a media type.
pub(crate) fn typed(kind: &'static str, bytes: impl Into<BudgetedBytes>) -> Response {
    let heads = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")];
    with_heads(Body::Whole(bytes.into()), heads)
}

/// Creates a response with a body and headers.
pub(crate) fn with_heads<const N: usize>(body: Body, heads: [(HeaderName, &'static str); N]) -> Response {
    let mut answer = Response::new(body);
    answer.headers_mut().extend(heads.map(|(name, value)| (name, HeaderValue::from_static(value))));
    answer
}

/// Removes the body of a response to a HEAD request; its length remains in the headers.
pub(crate) fn head_of(mut answer: Response) -> Response {
    if let Body::Whole(kept) = std::mem::replace(answer.body_mut(), Body::Whole(BudgetedBytes::default())) {
        answer.headers_mut().insert(header::CONTENT_LENGTH, kept.bytes().len().into());
    }
    answer
}

/// Creates a response with bytes that hold their memory permit until they are sent.
pub(crate) fn with_permit(kind: &'static str, bytes: Vec<u8>, share: Option<MemoryPermit>) -> Response {
    typed(kind, BudgetedBytes::new(bytes, share))
}

impl From<Error> for Response {
    /// Creates a response with the document of an error.
    fn from(error: Error) -> Response {
        let mut answer = typed("application/json", Bytes::from(error.document() + "\n"));
        *answer.status_mut() = error.status();
        if error.status() == StatusCode::SERVICE_UNAVAILABLE {
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        answer
    }
}

/// Creates a response for a method that is not allowed, with those that are.
pub(crate) fn not_allowed(method: &Method, allowed: &'static str, all: &'static str) -> Response {
    let mut answer = Response::from(Error::from(Unserved::Method { method: method.to_string(), allowed }));
    answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static(all));
    answer
}
