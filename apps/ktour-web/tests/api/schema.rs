//! The OpenAPI description and the server agree: every route answers its example as described.

use serde_json::Value;

use crate::client::Server;

#[test]
fn every_route_answers_its_example_as_described() {
    let server = Server::start();
    let description = server.get("/api/v1/openapi.json").document();
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() >= 24, "{}", paths.len());
    for (path, methods) in paths {
        let example = methods["get"]["x-example"].as_str().unwrap_or_default();
        let answer = server.get(&format!("{path}?{example}"));
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        let content = methods["get"]["responses"]["200"]["content"].as_object().unwrap();
        let kind = answer.header("content-type").split(';').next().unwrap();
        let described = content.get(kind).unwrap_or_else(|| panic!("{path} answers {kind}"));
        match described.get("x-events") {
            Some(events) => {
                let heard = answer.events();
                assert_eq!(heard.last().unwrap().0, "end", "{path}");
                heard.iter().for_each(|(name, data)| check(data, &events[name], &description, path));
            }
            None if described.get("schema").is_some() => {
                check(&answer.document(), &described["schema"], &description, path);
            }
            None => assert!(!answer.body.is_empty(), "{path}"),
        }
    }
}

#[test]
fn the_same_question_by_post_has_the_same_answer() {
    let server = Server::start();
    let description = server.get("/api/v1/openapi.json").document();
    for (path, methods) in description["paths"].as_object().unwrap() {
        let Some(example) = methods["get"]["x-example"].as_str() else { continue };
        let pairs = example.split('&').filter_map(|pair| pair.split_once('='));
        let words: serde_json::Map<String, Value> =
            pairs.map(|(word, value)| (word.to_owned(), value.into())).collect();
        check(
            &Value::from(words.clone()),
            &methods["post"]["requestBody"]["content"]["application/json"]["schema"],
            &Value::Null,
            path,
        );
        let asked = server.get(&format!("{path}?{example}"));
        let posted = server.json(path, &Value::from(words).to_string());
        assert_eq!((asked.status, posted.status), (200, 200), "{path}");
        // Experiments measure time, which differs from run to run.
        if !path.contains("/lab/") {
            assert_eq!(timeless(&asked.text()), timeless(&posted.text()), "{path}");
        }
    }
}

/// Removes values that differ from run to run: seconds and progress.
fn timeless(text: &str) -> String {
    let lines = text.split("\n\n").filter(|block| !block.starts_with("event: progress"));
    let mut text = lines.collect::<Vec<_>>().join("\n\n");
    while let Some(at) = text.find("\"seconds\":") {
        let end = text[at..].find([',', '}']).map_or(text.len(), |end| at + end);
        text.replace_range(at..end, "");
    }
    text
}

#[test]
fn other_outcomes_are_described_as_well() {
    let server = Server::start();
    let description = server.get("/api/v1/openapi.json").document();
    for (path, query) in [
        ("solve", "board=4"),
        ("solve", "board=8&method=backtrack&start=b1&kind=closed&max_time=20ms"),
        ("finish", "board=5&after=a1,b3,d4,c2,e3"),
        ("finish", "board=8&after=a1,b3&kind=closed"),
        ("hint", "board=5&after=a1,b3,d4,c2,e3&grade=trouble"),
        ("hint", "board=8&after=a1,b3&grade=solvable"),
        ("hint", "board=40&after=a1,b3&kind=closed&max_time=1ms"),
        ("hint", "board=3x4&after=a1,b3,c1,a2,b4,c2,a3,c4,b2,a4,c3,b1&grade=way"),
        ("exists", "board=5&holes=a1,a2"),
        ("exists", "board=3x4&leaper=camel"),
        ("exists", "board=9&start=b1&end=c1"),
        ("verify", "board=3x4&squares=a1,b3,c4"),
        ("atlas", "board=4x4"),
        ("verify", "squares=a1,b3,c1,a2,b4,c2,a3,c4,b2,a4,c3,b1"),
        ("at", "board=4&step=1"),
        ("at", "board=9&square=c3"),
    ] {
        let answer = server.get(&format!("/api/v1/{path}?{query}"));
        assert_eq!(answer.status, 200, "{path}?{query}: {}", answer.text());
        let responses = &description["paths"][format!("/api/v1/{path}")]["get"]["responses"];
        let schema = &responses["200"]["content"]["application/json"]["schema"];
        check(&answer.document(), schema, &description, &format!("{path}?{query}"));
    }
    for query in
        ["board=5x6&by=turns", "board=3x4&by=slope", "board=5&symmetry=half-turn", "board=4x7&magic=columns"]
    {
        let answer = server.get(&format!("/api/v1/count?{query}"));
        let content = &description["paths"]["/api/v1/count"]["get"]["responses"]["200"]["content"];
        for (name, data) in answer.events() {
            check(&data, &content["text/event-stream"]["x-events"][&name], &description, query);
        }
    }
    let error = server.get("/api/v1/solve?board=x").document();
    check(&error, &description["components"]["schemas"]["Error"], &description, "an error");
}

/// Fails unless a value fits its schema.
fn check(value: &Value, schema: &Value, description: &Value, place: &str) {
    if let Err(fault) = fits(value, schema, description) {
        panic!("{place}: {fault} in {value}");
    }
}

/// Checks the part of JSON Schema that the description uses; the browser tests use a complete validator.
fn fits(value: &Value, schema: &Value, description: &Value) -> Result<(), String> {
    let within = |value: &Value, schema: &Value| fits(value, schema, description);
    let list = |word: &str| schema[word].as_array().cloned().unwrap_or_default();
    let is_so = |is_so: bool, word: &str| {
        if is_so { Ok(()) } else { Err(format!("{value} is not {word} {}", schema[word])) }
    };
    for keyword in schema.as_object().into_iter().flat_map(|schema| schema.keys()) {
        match keyword.as_str() {
            "$ref" => {
                let target = schema["$ref"].as_str().unwrap().trim_start_matches('#');
                within(value, description.pointer(target).ok_or(format!("nothing is at {target}"))?)?;
            }
            "type" => {
                let types = schema["type"].as_array().cloned().unwrap_or(vec![schema["type"].clone()]);
                is_so(types.iter().any(|kind| is_of_type(value, kind.as_str().unwrap())), "type")?;
            }
            "enum" => is_so(list("enum").contains(value), "enum")?,
            "const" => is_so(schema["const"] == *value, "const")?,
            "oneOf" => {
                is_so(list("oneOf").iter().filter(|one| within(value, one).is_ok()).count() == 1, "oneOf")?
            }
            "anyOf" => is_so(list("anyOf").iter().any(|one| within(value, one).is_ok()), "anyOf")?,
            "required" => {
                is_so(
                    list("required").iter().all(|key| value.get(key.as_str().unwrap()).is_some()),
                    "required",
                )?;
            }
            "items" => {
                let others = value.as_array().into_iter().flatten().skip(list("prefixItems").len());
                others.into_iter().try_for_each(|item| within(item, &schema["items"]))?;
            }
            "prefixItems" => {
                let items = value.as_array().into_iter().flatten();
                items.zip(list("prefixItems")).try_for_each(|(item, schema)| within(item, &schema))?;
            }
            "minItems" | "maxItems" => {
                let (length, limit) =
                    (value.as_array().map(|items| items.len() as u64), schema[keyword].as_u64());
                let is_enough = if keyword == "minItems" { length >= limit } else { length <= limit };
                is_so(length.is_none() || is_enough, keyword)?;
            }
            "properties" => {
                for (key, schema) in schema["properties"].as_object().unwrap() {
                    value.get(key).map_or(Ok(()), |value| within(value, schema))?;
                }
            }
            "additionalProperties" => {
                for (key, value) in value.as_object().into_iter().flatten() {
                    match &schema["additionalProperties"] {
                        _ if schema["properties"].get(key).is_some() => (),
                        Value::Bool(false) => return Err(format!("{key} is not described")),
                        schema => within(value, schema)?,
                    }
                }
            }
            "description" | "default" | "minimum" | "minLength" | "maximum" | "format" => (),
            other => return Err(format!("the keyword {other} is not known here")),
        }
    }
    Ok(())
}

/// Whether a value has a type; numbers and flags may be text, as in a query.
fn is_of_type(value: &Value, kind: &str) -> bool {
    let is_asked_as_text =
        || value.as_str().is_some_and(|text| text.parse::<u64>().is_ok() || text.parse::<bool>().is_ok());
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64() || is_asked_as_text(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean() || is_asked_as_text(),
        "null" => value.is_null(),
        other => panic!("the type {other}"),
    }
}
