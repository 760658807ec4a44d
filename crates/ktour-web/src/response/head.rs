//! An answer as it is made: its head, and the body behind it.

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

/// A document.
pub(crate) fn json(document: &Value) -> Response {
    typed("application/json", Bytes::from(format!("{document}\n")))
}

/// Bytes and what they are.
pub(crate) fn typed(kind: &'static str, bytes: impl Into<BudgetedBytes>) -> Response {
    let heads = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")];
    with_heads(Body::Whole(bytes.into()), heads)
}

/// A body under headers that are known beforehand.
pub(crate) fn with_heads<const N: usize>(body: Body, heads: [(HeaderName, &'static str); N]) -> Response {
    let mut answer = Response::new(body);
    answer.headers_mut().extend(heads.map(|(name, value)| (name, HeaderValue::from_static(value))));
    answer
}

/// The head of an answer, its length included, for a client that asked for no more.
pub(crate) fn head_of(mut answer: Response) -> Response {
    if let Body::Whole(kept) = std::mem::replace(answer.body_mut(), Body::Whole(BudgetedBytes::default())) {
        answer.headers_mut().insert(header::CONTENT_LENGTH, kept.bytes().len().into());
    }
    answer
}

/// Bytes that keep their share of the memory until they are sent.
pub(crate) fn kept(kind: &'static str, bytes: Vec<u8>, share: Option<MemoryPermit>) -> Response {
    typed(kind, BudgetedBytes::new(bytes, share))
}

impl From<Error> for Response {
    /// Text of the response.
    fn from(error: Error) -> Response {
        let mut answer = typed("application/json", Bytes::from(error.document() + "\n"));
        *answer.status_mut() = error.status();
        if error.status() == StatusCode::SERVICE_UNAVAILABLE {
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        answer
    }
}

/// A method that is not answered here, and those that are.
pub(crate) fn not_allowed(method: &Method, allowed: &'static str, all: &'static str) -> Response {
    let mut answer = Response::from(Error::from(Unserved::Method { method: method.to_string(), allowed }));
    answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static(all));
    answer
}
