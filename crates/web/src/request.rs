//! What was asked: the words of a request, from its query or its body.
//!
//! A question can be a link or a document: `?board=8x8&start=a1` and `{"board": "8x8", "start": "a1"}`
//! ask the same. Lists are arrays, or text as the command line writes them.

use axum::{
    body::Body,
    extract::{FromRequest, Request},
    http::{HeaderMap, Method, header},
};
use serde_json::{Map, Value};
use tokio_stream::StreamExt as _;

use crate::{
    api,
    app::Shared,
    bodies::Held,
    error::Error,
    jobs::Load,
    settings::{BODY, DOCUMENT, PATIENCE},
};

/// The words of a request.
#[derive(Debug)]
pub(crate) struct Asked {
    words: Map<String, Value>,
    /// The memory of the body, until the words are understood.
    _held: Held,
}

impl FromRequest<Shared> for Asked {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Shared) -> Result<Asked, Error> {
        let (head, body) = request.into_parts();
        let query = head.uri.query().unwrap_or_default().as_bytes();
        let mut words: Map<String, Value> =
            form_urlencoded::parse(query).map(|(word, value)| (word.into_owned(), value.into())).collect();
        let mut held = app.bodies.begin();
        if head.method == Method::POST {
            words.extend(read(app, &head.headers, body, &mut held).await?);
        }
        let is_known = |word: &str| api::words(head.uri.path()).any(|known| known == word);
        match words.keys().find(|word| !is_known(word)) {
            Some(word) => {
                let known: Vec<&str> = api::words(head.uri.path()).collect();
                let sentence =
                    format!("`{word}` is not a word of this question: choose among {}", known.join(", "));
                Err(Error::malformed(sentence))
            }
            None => Ok(Asked { words, _held: held }),
        }
    }
}

async fn read(
    app: &Shared,
    headers: &HeaderMap,
    body: Body,
    held: &mut Held,
) -> Result<Map<String, Value>, Error> {
    let kind = headers.get(header::CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap_or("?"));
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let bytes = match tokio::time::timeout(PATIENCE, whole(body, held)).await {
        Ok(bytes) => bytes?,
        Err(_) => return Err(Error::too_slow()),
    };
    match kind.as_str() {
        _ if bytes.is_empty() => Ok(Map::new()),
        "application/json" => {
            held.grow(DOCUMENT * bytes.len())?;
            app.jobs.run(Load::Quick, move |_| document(&bytes)).await?
        }
        "text/plain" => match String::from_utf8(bytes) {
            Ok(text) => Ok([("text".to_owned(), text.into())].into_iter().collect()),
            Err(_) => Err(Error::malformed("the body is not text in UTF-8")),
        },
        kind => Err(Error::media_type(kind)),
    }
}

fn document(bytes: &[u8]) -> Result<Map<String, Value>, Error> {
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(words)) => Ok(words),
        Ok(_) => Err(Error::malformed("the body is JSON, but not an object such as {\"board\": \"8x8\"}")),
        Err(error) => Err(Error::malformed(format!("the body is not JSON: {error}"))),
    }
}

/// All of the body; too long a one is heard to its end, so that the client hears the answer.
async fn whole(body: Body, held: &mut Held) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let mut length = 0;
    let mut parts = body.into_data_stream();
    while let Some(part) = parts.next().await {
        let part = part.map_err(|error| Error::malformed(format!("the body cannot be read: {error}")))?;
        length += part.len();
        if length <= BODY {
            held.grow(part.len())?;
            bytes.extend_from_slice(&part);
        } else if length > 16 * BODY {
            break;
        }
    }
    if length > BODY { Err(Error::body_too_large(BODY)) } else { Ok(bytes) }
}

impl Asked {
    /// A word as it is; an empty text is as good as none.
    pub(crate) fn value(&self, word: &str) -> Option<&Value> {
        self.words.get(word).filter(|value| !value.is_null() && value.as_str() != Some(""))
    }

    /// A text, or a number as it is written.
    pub(crate) fn text(&self, word: &str) -> Result<Option<String>, Error> {
        match self.value(word) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(other) => Err(wrong(word, "a text", other)),
        }
    }

    /// A whole number in a range.
    pub(crate) fn number(&self, word: &str, usual: u64, most: u64) -> Result<u64, Error> {
        let Some(text) = self.text(word)? else { return Ok(usual) };
        text.trim().parse().ok().filter(|&number| number <= most).ok_or_else(|| {
            Error::malformed(format!("`{word}` is {text}, and should be a whole number from 0 to {most}"))
        })
    }

    /// Yes or no; a word without a value means yes.
    pub(crate) fn flag(&self, word: &str) -> Result<bool, Error> {
        match self.words.get(word) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(Value::String(text)) if ["", "true", "1", "yes"].contains(&text.as_str()) => Ok(true),
            Some(Value::String(text)) if ["false", "0", "no"].contains(&text.as_str()) => Ok(false),
            Some(other) => Err(wrong(word, "true or false", other)),
        }
    }

    /// The names in a list: an array, or text as the command line writes it.
    pub(crate) fn names(&self, word: &str) -> Result<Vec<String>, Error> {
        self.value(word).map_or(Ok(Vec::new()), |value| names(word, value))
    }
}

/// The names in a list of squares.
pub(crate) fn names(word: &str, value: &Value) -> Result<Vec<String>, Error> {
    match value {
        Value::String(text) => Ok(knights_tour::notation::split_squares(text)),
        Value::Array(list) => list
            .iter()
            .map(|name| match name {
                Value::String(name) => Ok(name.clone()),
                other => Err(wrong(word, "a list of squares such as [\"a1\", \"c3\"]", other)),
            })
            .collect(),
        other => Err(wrong(word, "a list of squares such as [\"a1\", \"c3\"]", other)),
    }
}

/// Somebody sent a value of another type.
pub(crate) fn wrong(word: &str, wanted: &str, got: &Value) -> Error {
    let mut got = got.to_string();
    if got.chars().count() > 40 {
        got = got.chars().take(40).chain(['…']).collect();
    }
    Error::malformed(format!("`{word}` should be {wanted}, not {got}"))
}
