//! Answers on their way out: their types, and smaller where the client can unpack them.

use std::{
    convert::Infallible,
    io::Write as _,
    pin::Pin,
    task::{Context, Poll},
};

use flate2::{Compression, write::GzEncoder};
use hyper::{
    HeaderMap,
    body::{Bytes, Frame, SizeHint},
    header::{self, HeaderName, HeaderValue},
};
use serde_json::Value;

use crate::{
    error::{Error, Unserved},
    events::EventBody,
    memory::Share,
};

/// What is answered: a head and a body.
pub(crate) type Response = hyper::Response<Body>;

/// All of it at once, or events as they come.
pub(crate) enum Body {
    Whole(Bytes),
    Events(EventBody),
}

impl hyper::body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let part = match self.get_mut() {
            Body::Whole(bytes) => Poll::Ready(Some(std::mem::take(bytes)).filter(|bytes| !bytes.is_empty())),
            Body::Events(events) => events.poll(context),
        };
        part.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Body::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Body::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Body::Events(_) => SizeHint::default(),
        }
    }
}

/// Answers shorter than this are sent as they are.
const SHORT: usize = 1024;

/// A document.
pub(crate) fn json(document: &Value) -> Response {
    typed("application/json", format!("{document}\n").into())
}

/// Bytes and what they are.
pub(crate) fn typed(kind: &'static str, bytes: Bytes) -> Response {
    let heads = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")];
    with_heads(Body::Whole(bytes), heads)
}

/// A body under headers that are known beforehand.
pub(crate) fn with_heads<const N: usize>(body: Body, heads: [(HeaderName, &'static str); N]) -> Response {
    let mut answer = Response::new(body);
    answer.headers_mut().extend(heads.map(|(name, value)| (name, HeaderValue::from_static(value))));
    answer
}

/// The head of an answer, its length included, for a client that asked for no more.
pub(crate) fn head_of(mut answer: Response) -> Response {
    if let Body::Whole(bytes) = std::mem::replace(answer.body_mut(), Body::Whole(Bytes::new())) {
        answer.headers_mut().insert(header::CONTENT_LENGTH, bytes.len().into());
    }
    answer
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
pub(crate) async fn compress(answer: Response) -> Response {
    let is_text =
        answer.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
            kind.starts_with("application/json") || kind.starts_with("text/") || kind.starts_with("image/svg")
        });
    let is_packed = answer.headers().contains_key(header::CONTENT_ENCODING);
    let (mut head, body) = answer.into_parts();
    let bytes = match body {
        Body::Whole(bytes) if is_text && !is_packed && bytes.len() >= SHORT => bytes,
        body => return Response::from_parts(head, body),
    };
    let packed = if bytes.len() < 1 << 16 {
        gzip(&bytes, Compression::fast())
    } else {
        let packing = tokio::task::spawn_blocking(move || gzip(&bytes, Compression::fast()));
        let Ok(packed) = packing.await else { return Error::from(Unserved::Mistake).answer() };
        packed
    };
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    head.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(head, Body::Whole(packed.into()))
}
