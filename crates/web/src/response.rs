//! Answers on their way out: their types, and smaller where the client can unpack them.

use std::io::Write as _;

use axum::{
    body::{Body, Bytes, HttpBody as _, to_bytes},
    extract::Request,
    http::{HeaderMap, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use serde_json::Value;

use crate::{
    error::{Error, Unserved},
    memory::Share,
};

/// Answers shorter than this are sent as they are.
const SHORT: u64 = 1024;

/// A document.
pub(crate) fn json(document: &Value) -> Response {
    typed("application/json", format!("{document}\n"))
}

/// Bytes and what they are.
pub(crate) fn typed(kind: &'static str, bytes: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")], bytes.into()).into_response()
}

/// Bytes that keep their share of the memory until they are sent.
pub(crate) fn kept(kind: &'static str, bytes: Vec<u8>, share: Option<Share>) -> Response {
    typed(kind, Bytes::from_owner(Kept::new(bytes, share)))
}

/// Bytes and their memory.
struct Kept {
    bytes: Vec<u8>,
    _share: Option<Share>,
}

impl Kept {
    fn new(mut bytes: Vec<u8>, mut share: Option<Share>) -> Kept {
        bytes.shrink_to_fit();
        if let Some(share) = &mut share {
            share.keep(bytes.len() as u128);
        }
        Kept { bytes, _share: share }
    }
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Whether the client unpacks gzip.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut words = accepted.flat_map(|value| value.split(',')).map(str::trim);
    words.any(|word| {
        let (name, quality) = word.split_once(';').unwrap_or((word, "q=1"));
        name.trim() == "gzip" && !matches!(quality.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

pub(crate) fn gzip(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), level);
    packed.write_all(bytes).and_then(|()| packed.finish()).expect("memory takes whatever is written to it")
}

/// Packs whole answers of text; streams, pictures and short answers go as they are.
pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let takes_gzip = takes_gzip(request.headers());
    let answer = next.run(request).await;
    let is_text =
        answer.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
            kind.starts_with("application/json") || kind.starts_with("text/") || kind.starts_with("image/svg")
        });
    let is_whole = answer.body().size_hint().exact().is_some_and(|length| length >= SHORT);
    if !takes_gzip || !is_text || !is_whole || answer.headers().contains_key(header::CONTENT_ENCODING) {
        return answer;
    }
    let (mut head, body) = answer.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Error::from(Unserved::Mistake).into_response();
    };
    let packed = if bytes.len() < 1 << 16 {
        gzip(&bytes, Compression::fast())
    } else {
        let packing = tokio::task::spawn_blocking(move || gzip(&bytes, Compression::fast()));
        let Ok(packed) = packing.await else { return Error::from(Unserved::Mistake).into_response() };
        packed
    };
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    head.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(head, packed.into())
}
