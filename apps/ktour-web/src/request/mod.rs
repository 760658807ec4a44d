//! The parameters of a request, from its query or its body.
//!
//! `?board=8x8&start=a1` and `{"board": "8x8", "start": "a1"}` are the same question. Lists are arrays, or
//! text in the syntax of the command line.

pub(crate) mod body_budget;
pub(crate) mod guard;

use std::{future::poll_fn, pin::Pin, sync::Arc};

use hyper::{
    HeaderMap, Method, Request,
    body::{Body as _, Incoming},
    header,
};
use ktour_answer::Parameters;
use serde_json::{Map, Value};

use self::body_budget::{Bodies, BodyBytes};
use crate::{
    Jobs,
    error::{Error, Unserved},
    settings::{BODY_TIMEOUT, DOCUMENT_BYTES_PER_BODY_BYTE, MAX_BODY_BYTES},
};

/// Parameters of a request.
#[derive(Debug)]
pub(crate) struct RequestParameters {
    pub(crate) words: Parameters,
    /// Memory of the body, held until the parameters are parsed.
    _held: BodyBytes,
}

impl RequestParameters {
    /// Reads the parameters.
    pub(crate) async fn read(
        request: Request<Incoming>,
        bodies: &Bodies,
        jobs: &Arc<Jobs>,
    ) -> Result<RequestParameters, Error> {
        let (head, body) = request.into_parts();
        let query = head.uri.query().unwrap_or_default().as_bytes();
        let mut words: Map<String, Value> =
            form_urlencoded::parse(query).map(|(word, value)| (word.into_owned(), value.into())).collect();
        let mut held = bodies.start();
        if head.method == Method::POST {
            words.extend(read_posted(jobs, &head.headers, body, &mut held).await?);
        }
        Ok(RequestParameters { words: words.into(), _held: held })
    }
}

async fn read_posted(
    jobs: &Arc<Jobs>,
    headers: &HeaderMap,
    body: Incoming,
    held: &mut BodyBytes,
) -> Result<Map<String, Value>, Error> {
    let kind = headers.get(header::CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap_or("?"));
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let bytes = match tokio::time::timeout(BODY_TIMEOUT, read_body(body, held)).await {
        Ok(bytes) => bytes?,
        Err(_) => return Err(Unserved::SlowBody.into()),
    };
    match kind.as_str() {
        _ if bytes.is_empty() => Ok(Map::new()),
        "application/json" => {
            held.reserve(DOCUMENT_BYTES_PER_BODY_BYTE * bytes.len())?;
            jobs.quick(0, move |_| document(&bytes)).await?.0
        }
        "text/plain" => match String::from_utf8(bytes) {
            Ok(text) => Ok([("text".to_owned(), text.into())].into_iter().collect()),
            Err(_) => Err(Unserved::NotText.into()),
        },
        kind => Err(Unserved::MediaType { given: kind.to_owned() }.into()),
    }
}

fn document(bytes: &[u8]) -> Result<Map<String, Value>, Error> {
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(words)) => Ok(words),
        Ok(_) => Err(Unserved::NotAnObject.into()),
        Err(error) => Err(Unserved::NotJson { what: error.to_string() }.into()),
    }
}

/// Reads the body; an oversized one is drained, so that the client sees the response.
async fn read_body(mut body: Incoming, held: &mut BodyBytes) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let mut length = 0;
    while let Some(part) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let part = part.map_err(|error| Unserved::BrokenBody { what: error.to_string() })?;
        // The trailers of a body are skipped.
        let Ok(part) = part.into_data() else { continue };
        length += part.len();
        if length <= MAX_BODY_BYTES {
            held.reserve(part.len())?;
            bytes.extend_from_slice(&part);
        } else if length > 16 * MAX_BODY_BYTES {
            break;
        }
    }
    if length > MAX_BODY_BYTES { Err(Unserved::LargeBody { most: MAX_BODY_BYTES }.into()) } else { Ok(bytes) }
}
