//! The OpenAPI description, generated from the list of questions and the schemas of their documents.

use std::sync::LazyLock;

use hyper::body::Bytes;
use ktour_answer::{Limits, Parameters, Question, RefusedDocument, ReplyShape, questions};
use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// The description as JSON, generated once.
pub(crate) fn bytes() -> Bytes {
    static DESCRIPTION: LazyLock<Bytes> = LazyLock::new(|| format!("{}\n", description()).into());
    DESCRIPTION.clone()
}

fn description() -> Value {
    let mut schemas = generator();
    let mut paths: Map<String, Value> = questions()
        .map(|question| (format!("/api/v1/{}", question.name), path(question, &mut schemas)))
        .collect();
    let about_server = [
        (
            "status",
            "How many jobs run and wait.",
            json!({
                "type": "object", "required": ["running", "waiting"], "additionalProperties": false,
                "properties": {"running": {"type": "integer"}, "waiting": {"type": "integer"}},
            }),
        ),
        ("openapi.json", "This description.", json!({"type": "object", "required": ["openapi", "paths"]})),
    ];
    for (name, about, schema) in about_server {
        let answer =
            json!({"200": {"description": about, "content": {"application/json": {"schema": schema}}}});
        let asked = |id: &str| json!({"operationId": id, "summary": about, "responses": answer});
        let id = name.replace(".json", "");
        paths.insert(
            format!("/api/v1/{name}"),
            json!({"get": asked(&id), "post": asked(&format!("{id}_post"))}),
        );
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Knight's Tour",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Every question is a GET with a query or a POST with a JSON body of the same words. Impossible and unknown are answers, with status 200.",
        },
        "paths": paths,
        "components": {"schemas": schemas.take_definitions(true)},
    })
}

/// Generator of schemas of serialized documents, under the path that OpenAPI requires.
fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.with(|settings| settings.definitions_path = "/components/schemas".into()).into_generator()
}

fn path(question: &Question, schemas: &mut SchemaGenerator) -> Value {
    let needs_board = needs_board(question);
    let words: Vec<(&str, Value)> =
        question.parameters().iter().map(|each| (each.name, each.schema())).collect();
    let parameters: Vec<Value> = words
        .iter()
        .map(|(word, schema)| {
            let about = &schema["description"];
            // Values of a query are text; lists are separated by commas.
            let schema = match schema["type"].as_str() {
                Some("integer" | "boolean") => schema.clone(),
                _ => json!({"type": "string", "enum": schema["enum"], "minLength": schema["minLength"]}),
            };
            let is_needed = *word == "board" && needs_board;
            json!({"name": word, "in": "query", "required": is_needed, "description": about, "schema": plain(schema)})
        })
        .collect();
    let properties: Map<String, Value> =
        words.into_iter().map(|(word, schema)| (word.to_owned(), schema)).collect();
    let needed = if needs_board { vec!["board"] } else { Vec::new() };
    let body = json!({
        "type": "object", "required": needed, "properties": properties, "additionalProperties": false,
    });
    let name = question.name.replace('/', "_");
    let answers = responses(question, schemas);
    json!({
        "get": {
            "operationId": name,
            "summary": question.about,
            "parameters": parameters,
            "responses": answers,
            "x-example": question.example,
        },
        "post": {
            "operationId": format!("{name}_post"),
            "summary": question.about,
            "requestBody": {"content": {"application/json": {"schema": body}}},
            "responses": answers,
        },
    })
}

/// Whether a question needs a board; those that can read a tour as text do not.
fn needs_board(question: &Question) -> bool {
    let asked = question.prepare(&Parameters::default(), &Limits::default());
    asked.is_err_and(|refused| refused.code() == "word-no-board")
        && !question.parameters().iter().any(|each| each.name == "text")
}

/// Removes descriptions and null values.
fn plain(mut schema: Value) -> Value {
    if let Some(keys) = schema.as_object_mut() {
        keys.retain(|key, value| key != "description" && !value.is_null());
    }
    schema
}

fn responses(question: &Question, schemas: &mut SchemaGenerator) -> Value {
    let content = match &question.shape {
        ReplyShape::Json(schema) => json!({"application/json": {"schema": schema(schemas)}}),
        ReplyShape::Events(events) => {
            let events: Map<String, Value> = events
                .iter()
                .map(|(event, schema)| ((*event).to_owned(), schema(schemas).to_value()))
                .collect();
            json!({"text/event-stream": {"x-events": events}})
        }
        ReplyShape::Bytes => json!({"application/octet-stream": {}}),
        ReplyShape::File(kinds) => {
            let kinds = kinds.iter().filter_map(|kind| kind.split(';').next());
            kinds.map(|kind| (kind.to_owned(), json!({}))).collect::<Map<String, Value>>().into()
        }
    };
    let refused = schemas.subschema_for::<RefusedDocument>();
    let error =
        |about: &str| json!({"description": about, "content": {"application/json": {"schema": refused}}});
    json!({
        "200": {"description": question.about, "content": content},
        "400": error("the request cannot be read"),
        "403": error("the request comes from the page of a stranger"),
        "408": error("the body did not arrive within 10 s"),
        "413": error("the body has more than 4 MiB"),
        "415": error("the body is neither application/json nor text/plain"),
        "421": error("the request names another host"),
        "422": error("the question can be read and not asked: a square off the board, a board too large"),
        "503": error("too many long jobs wait already; Retry-After says when to come back"),
    })
}
