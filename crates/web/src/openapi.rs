//! The description of the API, made from the same list that the handlers are reached by.

use std::sync::LazyLock;

use knights_tour::{Method, Tie};
use knights_tour_render::{Format, Theme};
use serde_json::{Map, Value, json};

use crate::api::{Answer, ENDPOINTS, Endpoint, words};

/// The document, made once.
pub(crate) fn document() -> &'static Value {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(describe);
    &DOCUMENT
}

fn describe() -> Value {
    let paths: Map<String, Value> =
        ENDPOINTS.iter().map(|endpoint| (format!("/api/v1{}", endpoint.path), path(endpoint))).collect();
    let schemas: Value = serde_json::from_str(include_str!("schemas.json")).expect("the schemas are JSON");
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Knight's Tour",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Every question is a GET with a query or a POST with a JSON body of the same words. Impossible and unknown are answers, with status 200.",
        },
        "paths": paths,
        "components": {"schemas": schemas},
    })
}

fn path(endpoint: &Endpoint) -> Value {
    let words: Vec<(&str, Value)> = words(endpoint.path).map(|word| (word, schema(word))).collect();
    let parameters: Vec<Value> = words
        .iter()
        .map(|(word, schema)| {
            let about = &schema["description"];
            // In a query everything is text; lists are separated by commas.
            let schema = match schema["type"].as_str() {
                Some("integer" | "boolean") => schema.clone(),
                _ => json!({"type": "string", "enum": schema["enum"]}),
            };
            json!({"name": word, "in": "query", "description": about, "schema": plain(schema)})
        })
        .collect();
    let properties: Map<String, Value> =
        words.into_iter().map(|(word, schema)| (word.to_owned(), schema)).collect();
    let body = json!({"type": "object", "properties": properties, "additionalProperties": false});
    let name = endpoint.path.trim_start_matches('/').replace(".json", "").replace('/', "_");
    let answers = answers(endpoint);
    json!({
        "get": {
            "operationId": name,
            "summary": endpoint.about,
            "parameters": parameters,
            "responses": answers,
            "x-example": endpoint.example,
        },
        "post": {
            "operationId": format!("{name}_post"),
            "summary": endpoint.about,
            "requestBody": {"content": {"application/json": {"schema": body}}},
            "responses": answers,
        },
    })
}

/// Without the keys that say nothing.
fn plain(mut schema: Value) -> Value {
    if let Some(keys) = schema.as_object_mut() {
        keys.retain(|key, value| key != "description" && !value.is_null());
    }
    schema
}

fn answers(endpoint: &Endpoint) -> Value {
    let refer = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    let content = match &endpoint.answer {
        Answer::Json(name) => json!({"application/json": {"schema": refer(name)}}),
        Answer::Events(events) => {
            let events: Map<String, Value> =
                events.iter().map(|(event, name)| ((*event).to_owned(), refer(name))).collect();
            json!({"text/event-stream": {"schema": {"type": "string"}, "x-events": events}})
        }
        Answer::Bytes => json!({"application/octet-stream": {}}),
        Answer::File => [
            "image/svg+xml",
            "image/png",
            "image/gif",
            "application/pdf",
            "application/json",
            "text/csv",
            "text/plain",
            "application/octet-stream",
        ]
        .into_iter()
        .map(|kind| (kind.to_owned(), json!({})))
        .collect::<Map<String, Value>>()
        .into(),
    };
    let error = |about: &str| json!({"description": about, "content": {"application/json": {"schema": refer("Error")}}});
    json!({
        "200": {"description": endpoint.about, "content": content},
        "400": error("the request cannot be read"),
        "403": error("another site's page asks"),
        "408": error("the body did not arrive within 10 s"),
        "413": error("the body has more than 4 MiB"),
        "415": error("the body is neither application/json nor text/plain"),
        "421": error("the Host is not this server's: localhost, an address or an allowed name"),
        "422": error("the question can be read and not asked: a square off the board, a board too large"),
        "503": error("too many long jobs wait already; Retry-After says when to come back"),
    })
}

/// What a word means, wherever it is used.
fn schema(word: &str) -> Value {
    let choice =
        |about: &str, names: Vec<&str>| json!({"type": "string", "enum": names, "description": about});
    let text = |about: &str| json!({"type": ["string", "number"], "description": about});
    let whole = |about: &str| json!({"type": "integer", "minimum": 0, "description": about});
    let flag = |about: &str| json!({"type": "boolean", "description": about});
    let squares =
        |about: &str| json!({"type": ["array", "string"], "items": {"type": "string"}, "description": about});
    match word {
        "board" => json!({
            "type": ["string", "integer", "object"],
            "description": "8 for 8x8, 31x29 for files by ranks, {\"files\": 8, \"ranks\": 8, \"holes\": [\"a1\"]}, or a picture of dots and #",
        }),
        "holes" => squares("squares the board lacks"),
        "leaper" => json!({
            "type": ["string", "array"],
            "items": {"type": "integer"},
            "description": "knight, camel, zebra, giraffe, antelope, or two numbers; the knight where none is given",
        }),
        "kind" => {
            choice("closed where one exists, otherwise open, where none is given", vec!["closed", "open"])
        }
        "start" => text("the first square: c3, x,y from the top left, or random"),
        "end" => text("the last square; the tour is then open"),
        "after" => squares("squares already visited, in order"),
        "method" => choice("how to search", Method::NAMED.map(|(name, _)| name).to_vec()),
        "tie" => {
            choice("among squares with equally few onward leaps", Tie::NAMED.map(|(name, _)| name).to_vec())
        }
        "order" => text("the order of the leaps: d0, d2, sorted, or eight dx,dy pairs separated by spaces"),
        "tries" => whole("how many walks warnsdorff may begin"),
        "seed" => whole("same seed, same answer"),
        "max_time" => text("500ms, 10s, 2m; no more than the server allows"),
        "size" => text("the largest rectangle of the table, 200 a side at most"),
        "squares" => squares("a tour, square by square"),
        "text" => text("a tour in any format that ktour verify reads; a text/plain body is this word"),
        "step" => text("which step, counted from 1"),
        "square" => text("which square"),
        "events" => whole("how many events are sent in full before the time-lapse begins"),
        "symmetry" => flag("count the classes under the board's symmetries as well"),
        "unique" => flag("one tour of every class"),
        "limit" => whole("how many tours, 100 at most"),
        "skip" => whole("how many tours to pass over"),
        "n" => whole("how many tours, 100 at most"),
        "format" => choice("what kind of file", Format::NAMED.map(|(name, _)| name).to_vec()),
        "theme" => choice("the colours", Theme::NAMED.map(|(name, _)| name).to_vec()),
        "path" => choice("how the path goes from square to square", vec!["straight", "smooth"]),
        "colour" => choice("along the path", vec!["step", "plain"]),
        "numbers" => choice("the numbers of the steps", vec!["auto", "always", "never"]),
        "coordinates" => choice("letters and numbers along the edge", vec!["auto", "always", "never"]),
        "boards" => squares("boards such as 6x6,6x7, 1600 squares at most each"),
        "sizes" => text("sides of square boards from 5 to 2000: 5..60, 50..400:50 or 6,8,10"),
        "ties" => squares("tie rules: first, random, lookahead, far"),
        "starts" => text("where walks begin: possible, all, corner or each"),
        "repeats" => whole("rounds over all sizes, 100 at most"),
        "methods" => squares("methods, by name"),
        "x" => whole("the first column, from the left"),
        "y" => whole("the first row, from the top"),
        "stride" => whole("squares between two samples; each is taken in the middle"),
        "side" => {
            whole("samples along a side, 256 at most; for blocks, the longest side of one to look into")
        }
        "period" => whole("steps after which the numbers begin again"),
        "height" => whole("how many rows"),
        "most" => whole("how many blocks, 4096 at most"),
        "count" => whole("how many squares, 1000 at most"),
        "width" => whole("pixels across, 16 to 4000; in the atlas, how many columns"),
        "worksheet" => flag("pdf: an empty board first, its solution on a second page"),
        "delay" => text("gif: the time of one leap"),
        "hold" => text("gif: how long the finished tour stands"),
        "length" => text("gif: how long all of it may take"),
        "once" => flag("gif: stop at the end"),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_described() {
        for endpoint in ENDPOINTS {
            words(endpoint.path).for_each(|word| assert!(!schema(word).is_null(), "{word}"));
        }
    }
}
