//! Compresses responses for clients that accept gzip.

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};
use hyper::{
    HeaderMap,
    header::{self, HeaderValue},
};

use super::{body::Body, head::Response};
use crate::error::{Error, Unserved};

/// Minimum size of a compressed response; shorter ones are sent as they are.
const MIN_COMPRESSED_BYTES: usize = 1024;

/// Whether the client accepts gzip.
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

/// Compresses complete text responses; streams, pictures and short responses are sent as they are.
pub(crate) async fn compress(answer: Response) -> Response {
    let is_text =
        answer.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
            kind.starts_with("application/json") || kind.starts_with("text/") || kind.starts_with("image/svg")
        });
    let is_packed = answer.headers().contains_key(header::CONTENT_ENCODING);
    let (mut head, body) = answer.into_parts();
    let kept = match body {
        Body::Whole(kept) if is_text && !is_packed && kept.bytes().len() >= MIN_COMPRESSED_BYTES => kept,
        body => return Response::from_parts(head, body),
    };
    let packed = if kept.bytes().len() < 1 << 16 {
        gzip(kept.bytes(), Compression::fast())
    } else {
        let bytes = kept.bytes().clone();
        let packing = tokio::task::spawn_blocking(move || gzip(&bytes, Compression::fast()));
        let Ok(packed) = packing.await else { return Error::from(Unserved::Mistake).into() };
        packed
    };
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    head.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(head, Body::Whole(kept.replaced(packed)))
}
